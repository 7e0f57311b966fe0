//! The follower's program, and that of the best answer for the leader: branch and bound without witnesses.

use crate::base::{Limits, Stop};

use super::bounds::Bounds;
use super::plain::Half;
use super::relaxation::INTEGRAL;
use super::tree::{Advice, Guide, distance};

/// Every integer point of the rows counts.
pub(super) struct AllPoints<'h> {
    pub(super) halves: &'h [Half],
    /// The numbers of the rows that hold.
    pub(super) names: &'h [u32],
    /// More rows.
    pub(super) more: &'h [Half],
}

impl Guide for AllPoints<'_> {
    type Case = ();

    fn advise(
        &mut self,
        x: &[f64],
        bounds: &Bounds,
        _round: (bool, usize),
        _limits: &Limits,
    ) -> Result<Advice<()>, Stop> {
        let fractional: Vec<usize> = (0..x.len()).filter(|v| distance(x[*v]) > INTEGRAL).collect();
        if !fractional.is_empty() {
            return Ok(Advice::Branch(fractional));
        }
        let point = rounded(x, bounds);
        let rows = self.names.iter().map(|name| &self.halves[*name as usize]).chain(self.more);
        match rows.into_iter().all(|half| half.left(&point) <= i128::from(half.rhs)) {
            true => Ok(Advice::Count(point)),
            // The linear program broke a row a little.
            false => Ok(Advice::Branch(Vec::new())),
        }
    }
}

/// The nearest integers within the bounds.
pub(super) fn rounded(x: &[f64], bounds: &Bounds) -> Vec<i64> {
    let ends = bounds.lower.iter().zip(&bounds.upper);
    x.iter().zip(ends).map(|(x, (lo, hi))| (x.round() as i64).clamp(*lo, *hi)).collect()
}
