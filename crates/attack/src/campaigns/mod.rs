//! The campaigns. A campaign makes a random case and checks the answers to it.

mod bilevel;
mod catalog;
mod choices;
mod dialects;
mod explain;
mod grids;
mod hunts;
mod hypergraphs;
mod integer_bilevel;
mod models;
mod puzzles;

use crate::Rng;
use crate::lab::{Lab, Wrong};

/// One kind of cases.
#[derive(Debug)]
pub(crate) struct Campaign {
    /// Its name, for the command line.
    pub(crate) name: &'static str,
    /// Its share of each round of cases.
    pub(crate) share: usize,
    /// Makes a case and asks the program about it.
    pub(crate) case: fn(&mut Rng, &mut Lab) -> Result<(), Wrong>,
}

pub(crate) const CAMPAIGNS: &[Campaign] = &[
    Campaign { name: "models", share: 5, case: models::case },
    Campaign { name: "dialects", share: 2, case: dialects::case },
    Campaign { name: "hypergraphs", share: 4, case: hypergraphs::case },
    Campaign { name: "grids", share: 6, case: grids::case },
    Campaign { name: "puzzles", share: 7, case: puzzles::case },
    Campaign { name: "bilevel", share: 5, case: bilevel::case },
    Campaign { name: "integer-bilevel", share: 6, case: integer_bilevel::case },
    Campaign { name: "choices", share: 5, case: choices::case },
    Campaign { name: "explain", share: 3, case: explain::case },
    Campaign { name: "hunts", share: 2, case: hunts::case },
    Campaign { name: "catalog", share: 1, case: catalog::case },
];

/// The campaign of case `i`: this never changes with what was asked for.
pub(crate) fn of(i: u64) -> &'static Campaign {
    let all: usize = CAMPAIGNS.iter().map(|campaign| campaign.share).sum();
    // A step that is prime to the sum mixes them.
    let mut place = usize::try_from(i % all as u64).unwrap_or(0) * 7 % all;
    for campaign in CAMPAIGNS {
        match place.checked_sub(campaign.share) {
            Some(rest) => place = rest,
            None => return campaign,
        }
    }
    &CAMPAIGNS[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_campaign_has_its_share() {
        let n: usize = CAMPAIGNS.iter().map(|campaign| campaign.share).sum();
        for campaign in CAMPAIGNS {
            let of_it = (0..n as u64).filter(|i| of(*i).name == campaign.name).count();
            assert_eq!(of_it, campaign.share, "{}", campaign.name);
        }
    }
}
