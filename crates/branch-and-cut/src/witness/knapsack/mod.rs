//! Knapsack interdiction: both levels have one row over the same items, and the leader removes items.
//!
//! For the bound, the leader decides item by item, each time after it has seen the follower's decisions on the earlier
//! items. Such a leader is stronger than one that decides everything first, so the follower's value is a lower bound. A
//! dynamic program over items and the remaining capacities of both rows computes it. The idea is that of Weninger and
//! Fukasawa ("A fast combinatorial algorithm for the bilevel knapsack problem with interdiction constraints", 2023).
//! docs/formats/bilevel-certificate.md defines these programs, and the form of the bound in a certificate.

mod items;
mod search;
mod table;
#[cfg(test)]
mod tests;

use crate::base::Limits;

use super::leader::Case;
use super::plain::Plain;
use super::tree::Outcome;

use items::Items;
use search::Search;
use table::Table;

/// Smaller programs go to the general tree, whose certificates can be written for other checkers too.
pub(super) const FEW_ITEMS: usize = 12;
/// The maximum size in bytes of the kept layers of a table, of the rows besides them, and of one layer.
const KEPT_BYTES: usize = 512 << 20;
const ROW_BYTES: usize = 128 << 20;
const LAYER_BYTES: usize = 256 << 20;

/// Searches a program of knapsack interdiction with `few` items or more. `None` if it is another program, if the table
/// would be too large, or if a limit came before there was a table.
pub(super) fn solve(plain: &Plain, few: usize, is_proven: bool, limits: &Limits) -> Option<Outcome<Case>> {
    let items = Items::of(plain).filter(|items| items.len() >= few)?;
    match size(&items)? {
        Size::Small => Some(Search::new(plain, &items, Table::<i16>::new(&items, limits)?, is_proven, limits).run()),
        Size::Large => Some(Search::new(plain, &items, Table::<i32>::new(&items, limits)?, is_proven, limits).run()),
    }
}

/// Small numbers take less memory, and a processor adds more of them at once.
enum Size {
    Small,
    Large,
}

/// The size of the table's numbers, if there can be a table.
fn size(items: &Items) -> Option<Size> {
    let all: i128 = items.worth.iter().map(|worth| i128::from(*worth)).sum();
    if all <= i16::MAX.into() {
        table::fitting::<i16>(items).map(|_| Size::Small)
    } else if all <= i32::MAX.into() {
        table::fitting::<i32>(items).map(|_| Size::Large)
    } else {
        None
    }
}

/// Is the program searched by a table?
pub(super) fn has_table(plain: &Plain) -> bool {
    Items::of(plain).is_some_and(|items| items.len() >= FEW_ITEMS && size(&items).is_some())
}
