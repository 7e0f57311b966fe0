//! Blocker problems whose leader has rows that a larger choice may violate. Every choice then has as many cells as the
//! leader has variables, and the price of a choice becomes an additional row.

use minclue_core::base::CellSet;
use minclue_engines::width::Width;

use super::super::BilevelTrouble;
use super::{Search, upper_file};
use crate::dispatch::WidthDispatch;

impl<const W: usize> Search<'_, '_, W>
where
    CellSet<W>: WidthDispatch<W> + Width<W>,
{
    /// The certificate of the upper bound: a choice that costs as much is one.
    pub(super) fn certify_cost(&mut self, target: i64) -> Result<(), BilevelTrouble> {
        if self.certificates[0].is_none() || self.upper == Some(0) {
            self.uncertified.get_or_insert_with(|| "a choice without cost needs no proof".to_owned());
        }
        if !self.is_certifiable()? {
            return Ok(());
        }
        let Some(path) = self.request.settings.certificate.as_deref().map(upper_file) else { return Ok(()) };
        let Some(best) = &self.best else { return Ok(()) };
        let cost = self.problem.cost_of(&self.problem.follower.items_in(best.taken));
        let lower = self.certificates[0].take().filter(|_| self.upper != Some(0));
        let within = self.problem.within(cost);
        self.ask_and_certify((&within, target), within.n_items(), &path)?;
        let upper = self.certificates[0].take();
        self.certificates = [lower, upper];
        Ok(())
    }
}
