//! Exact covers with named items and options.

use std::collections::HashMap;

use minclue_core::base::Limits;
use minclue_core::ilp::{BinaryModel, Sense, VarId};

use crate::error::Error;
use crate::model_instance::ModelInstance;

/// An exact cover problem: each *option* has some *items*, and a cover is a choice of options that contain every item
/// exactly once. The 0/1 model has a variable for each option and a row for each item. Its fewest clues are the fewest
/// options that, when named, determine the cover (tjusila-2023, section 6).
///
/// A board of two by two cells can be tiled with dominoes in two ways, and one clue determines the tiling:
///
/// ```
/// # use minclue_core::base::Limits;
/// # use minclue_solver::{ExactCover, Problem, Solver};
/// # fn main() -> Result<(), minclue_solver::Error> {
/// let mut tilings = ExactCover::new("dominoes");
/// tilings.option("top", ["a1", "a2"]).option("bottom", ["b1", "b2"]);
/// tilings.option("left", ["a1", "b1"]).option("right", ["a2", "b2"]);
///
/// // A cover that is known.
/// let known = Problem::of_model(tilings.with_cover(["left", "right"])?);
/// let answer = Solver::new(&known).run()?;
/// assert_eq!(answer.minimum(), Some(1));
///
/// // Or the first that is found.
/// let found = tilings.solve(&Limits::none())?;
/// assert_eq!(found.clues().len(), 2);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default)]
pub struct ExactCover {
    name: String,
    /// The names of the items in the order of insertion, each with its options.
    items: Vec<(String, Vec<usize>)>,
    item_numbers: HashMap<String, usize>,
    /// The names of the options.
    options: Vec<String>,
    option_numbers: HashMap<String, usize>,
    /// The first name of two options, or the first option that has an item twice.
    twice: Option<String>,
}

impl ExactCover {
    /// Creates a problem without items and options.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// Adds an item. Adding an option adds its items, so this is only needed for an item that no option may have.
    pub fn item(&mut self, name: impl Into<String>) -> &mut Self {
        self.number_of(name.into());
        self
    }

    /// Adds an option with its items. Unknown items are added.
    pub fn option<S: Into<String>>(
        &mut self,
        name: impl Into<String>,
        items: impl IntoIterator<Item = S>,
    ) -> &mut Self {
        let (name, number) = (name.into(), self.options.len());
        for item in items {
            let item = self.number_of(item.into());
            let (item, options) = &mut self.items[item];
            if options.last() == Some(&number) {
                self.twice.get_or_insert_with(|| format!("option `{name}` has item `{item}` twice"));
            } else {
                options.push(number);
            }
        }
        if self.option_numbers.insert(name.clone(), number).is_some() {
            self.twice.get_or_insert_with(|| format!("two options are called `{name}`"));
        }
        self.options.push(name);
        self
    }

    fn number_of(&mut self, item: String) -> usize {
        let next = self.items.len();
        let number = *self.item_numbers.entry(item.clone()).or_insert(next);
        if number == next {
            self.items.push((item, Vec::new()));
        }
        number
    }

    /// The number of items.
    #[must_use]
    pub fn n_items(&self) -> usize {
        self.items.len()
    }

    /// The number of options.
    #[must_use]
    pub fn n_options(&self) -> usize {
        self.options.len()
    }

    /// Returns the problem as a 0/1 model: option i is variable i, item j is row j, and both keep their names.
    ///
    /// # Errors
    /// [`Error::Cells`] if two options have the same name, or an option has an item twice.
    pub fn model(&self) -> Result<BinaryModel, Error> {
        if let Some(twice) = &self.twice {
            return Err(Error::Cells(twice.clone()));
        }
        let mut model = BinaryModel::new(self.name.as_str());
        let vars: Vec<VarId> = self.options.iter().map(|name| model.add_var(name.as_str())).collect();
        for (name, options) in &self.items {
            model.add_row(name.as_str(), options.iter().map(|option| (vars[*option], 1)), Sense::Equal, 1);
        }
        Ok(model)
    }

    /// Returns the instance of this cover, whose options may be clues.
    ///
    /// # Errors
    /// [`Error::Cells`] for an unknown option, and the errors of [`Self::model`]; [`Error::Model`] with the item if
    /// these options are not a cover.
    pub fn with_cover<S: AsRef<str>>(&self, options: impl IntoIterator<Item = S>) -> Result<ModelInstance, Error> {
        let number = |name: S| {
            let name = name.as_ref();
            let number = self.option_numbers.get(name).copied().map(VarId::new);
            number.ok_or_else(|| Error::Cells(format!("there is no option `{name}`")))
        };
        let chosen = options.into_iter().map(number).collect::<Result<Vec<_>, Error>>()?;
        Ok(ModelInstance::new(self.model()?, &chosen)?)
    }

    /// Finds a cover by a search, the same one in every run, and returns its instance, whose options may be clues.
    ///
    /// # Errors
    /// Those of [`ModelInstance::solve`] and [`Self::model`].
    pub fn solve(&self, limits: &Limits) -> Result<ModelInstance, Error> {
        ModelInstance::solve(self.model()?, limits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Problem, Solver};

    /// The Latin squares of order 3 as covers: cells, and each number in each row and column.
    fn latin() -> ExactCover {
        let mut cover = ExactCover::new("latin");
        for (row, column, value) in (0..27).map(|n| (n / 9, n / 3 % 3, n % 3)) {
            let items = [format!("c{row}{column}"), format!("r{row}={value}"), format!("k{column}={value}")];
            cover.option(format!("{row}{column}{value}"), items);
        }
        cover
    }

    /// A critical set of order 3 has two entries.
    #[test]
    fn the_fewest_clues_of_a_cover_are_found_whether_it_is_known_or_not() {
        let cover = latin();
        assert_eq!((cover.n_items(), cover.n_options()), (27, 27));
        let cyclic = ["000", "011", "022", "101", "112", "120", "202", "210", "221"];
        let known = Problem::of_model(cover.with_cover(cyclic).expect("a cover"));
        let answer = Solver::new(&known).run().expect("an answer");
        assert_eq!(answer.minimum(), Some(2));
        assert!(answer.choice().expect("a choice").names().iter().all(|name| cyclic.contains(&name.as_str())));
        let found = Problem::of_model(cover.solve(&Limits::none()).expect("there are twelve"));
        assert_eq!(Solver::new(&found).run().expect("an answer").minimum(), Some(2));
    }

    #[test]
    fn what_is_no_cover_is_refused_by_name() {
        let said = |result: Result<ModelInstance, Error>| result.map(|_| ()).expect_err("refused").to_string();
        let cover = latin();
        assert_eq!(said(cover.with_cover(["333"])), "there is no option `333`");
        assert!(said(cover.with_cover(["000"])).contains("violates row `r0=1`"));
        assert!(said(cover.with_cover(["000", "001"])).contains("violates row `c00`"));
        let mut lone = latin();
        lone.item("nobody has it");
        assert_eq!(said(lone.solve(&Limits::none())), "the model has no solution");
        let mut same = latin();
        same.option("000", ["c00"]);
        assert_eq!(said(same.solve(&Limits::none())), "two options are called `000`");
        let mut twice = ExactCover::new("twice");
        twice.option("a", ["1", "2", "1"]);
        assert_eq!(said(twice.with_cover(["a"])), "option `a` has item `1` twice");
    }
}
