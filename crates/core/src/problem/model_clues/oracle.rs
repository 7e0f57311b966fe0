//! The oracle of a 0/1 model: exact, in integers, with two searches.

use std::sync::OnceLock;

use crate::base::{CellSet, Pace, Stop};
use crate::learning::SecondPoints;
use crate::problem::{Oracle, Verdict, Witness};

use super::Linear;
use super::choice::Choice;
use super::learning::{learning, second, unhit_set};
use super::plain::PlainOracle;
use super::search::Halt;

/// Looks for second solutions over the rows of the model and (NG) of tjusila-2023, section 6: some shown variable
/// differs from the target.
///
/// Unhit sets, of which engines want thousands, are found by the search that is better at them ([`Choice`]), other
/// second solutions by the one that learns. Limits count the guesses.
#[derive(Clone, Debug)]
pub(super) struct ModelOracle<'m> {
    linear: &'m Linear,
    choice: &'m OnceLock<Choice>,
    learning: SecondPoints,
    plain: Option<PlainOracle<'m>>,
    /// Whether the search that learns answered the last question.
    is_last: bool,
}

impl<'m> ModelOracle<'m> {
    pub(super) fn new(linear: &'m Linear, choice: &'m OnceLock<Choice>) -> Self {
        Self { linear, choice, learning: learning(linear), plain: None, is_last: false }
    }

    /// The search that is asked first.
    fn choice<const W: usize>(&self, pace: &mut Pace) -> Result<Choice, Stop> {
        // Whoever comes first measures, and everybody would measure the same.
        match self.choice.get() {
            Some(choice) => Ok(*choice),
            None => {
                let choice = Choice::measure::<W>(self.linear, pace)?;
                Ok(*self.choice.get_or_init(|| choice))
            }
        }
    }

    fn find<const W: usize>(
        &mut self,
        clues: CellSet<W>,
        keep_out: CellSet<W>,
        pace: &mut Pace,
    ) -> Result<Option<CellSet<W>>, Stop> {
        self.is_last = false;
        if let Choice::Plain { patience } = self.choice::<W>(pace)? {
            let plain = self.plain.get_or_insert_with(|| PlainOracle::new(self.linear));
            match plain.unhit_set(clues, keep_out, patience, pace) {
                Ok(set) => return Ok(set),
                Err(Halt::Limit(stop)) => return Err(stop),
                Err(Halt::Spent) => {}
            }
        }
        let found = unhit_set(&mut self.learning, clues, keep_out, pace)?;
        self.is_last = true;
        Ok(found)
    }
}

impl<const W: usize> Oracle<W> for ModelOracle<'_> {
    fn second_solution(&mut self, clues: CellSet<W>, pace: &mut Pace) -> Verdict {
        self.is_last = false;
        match second(&mut self.learning, clues, pace) {
            Ok(false) => {
                self.is_last = true;
                Verdict::Unique
            }
            Ok(true) => {
                Verdict::Second(Witness(self.learning.learner().point().iter().map(|value| u8::from(*value)).collect()))
            }
            Err(stop) => Verdict::Limit(stop),
        }
    }

    /// # Panics
    /// If there is a second solution that differs in no cell.
    fn unhit_set(
        &mut self,
        clues: CellSet<W>,
        keep_out: CellSet<W>,
        pace: &mut Pace,
    ) -> Option<Result<Option<CellSet<W>>, Stop>> {
        Some(self.find(clues, keep_out, pace))
    }

    fn core(&self) -> Option<CellSet<W>> {
        if self.is_last { self.learning.core() } else { None }
    }

    fn forget(&mut self) {
        self.learning.forget();
        self.is_last = false;
    }

    /// Solutions that show the same are one: the target, and what differs from it in the shown variables.
    fn n_solutions(&mut self, clues: CellSet<W>, max: usize, pace: &mut Pace) -> Option<Result<usize, Stop>> {
        let plain = self.plain.get_or_insert_with(|| PlainOracle::new(self.linear));
        Some(plain.n_solutions(clues, max, pace).map_err(|halt| match halt {
            Halt::Limit(stop) => stop,
            Halt::Spent => unreachable!("counting may cost as much as it does"),
        }))
    }
}
