//! Is the problem that a certificate states the one that was typed?
//!
//! Its digest says that it is the problem that this program makes of the file and the options. Here it is asked what it
//! says of single choices: those that break one condition as gently as can be, and some at random. A choice that was
//! asked for must be one to it, and no other.

use std::cmp::Reverse;

use minclue_core::ilp::{BinaryModel, Row, Sense, VarId};
use minclue_verifier::{LinearRow, Problem, Verdict};

use super::Typed;
use super::read::place;
use super::search::{Patience, Searched};

/// Choices that are looked at, for each kind of condition and at random.
const MAX_CHOICES: usize = 16;
const MAX_ALL: usize = 200;
/// Of so few things every choice is looked at.
const MAX_THINGS_OF_ALL: usize = 6;
/// Long searches, as many as take a second or so together.
const MAX_SEARCHES: usize = 25;

/// What says whether the problem of a certificate is the one that was typed.
pub(in super::super) trait States {
    /// Holds the problem of a certificate, and the puzzle in it, against what was typed.
    ///
    /// # Errors
    /// A choice about which the two do not agree.
    fn check(&self, verdict: &Verdict) -> Result<(), String> {
        self.check_problem(&verdict.problem, &verdict.puzzle)
    }

    /// The same of the problem and the cells of the puzzle alone.
    ///
    /// # Errors
    /// As of [`Self::check`].
    fn check_problem(&self, problem: &Problem, puzzle: &[usize]) -> Result<(), String>;
}

/// What a certificate has to be about.
#[derive(Clone, Debug)]
pub(in super::super) struct Statement {
    pub(in super::super) typed: Typed,
    /// What the choice may come to at most, if that is part of the question.
    pub(in super::super) cost: Option<i64>,
    /// Is each unit of a weight a cell?
    pub(in super::super) has_units: bool,
}

/// What is a cell in the problem of a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    /// Each thing that can be chosen.
    Things,
    /// Each of these, and after them for each that it is left out.
    Pairs,
    /// Each unit of its weight.
    Units,
}

impl States for Statement {
    fn check_problem(&self, problem: &Problem, puzzle: &[usize]) -> Result<(), String> {
        match problem {
            Problem::Sudoku { digits, .. } => self.check_grid(digits.iter().copied()),
            Problem::ExactCover { .. } => Ok(()),
            Problem::Model { n_vars, rows, ones, cells, shown } => {
                let Some(layout) = self.layout(cells.len()) else {
                    // Of a grid or a puzzle, what leaves no choice has no cell.
                    return match &self.typed.constraints {
                        Some(_) => Err(format!("it has {} cells, which is not the number of choices", cells.len())),
                        None => Ok(()),
                    };
                };
                let looked = Looked {
                    stated: Stated::new(*n_vars, rows, ones, cells, shown),
                    layout,
                    patience: Patience::of(MAX_SEARCHES),
                };
                let shown = self.choice_of(layout, puzzle);
                let mut choices = shown.into_iter().chain(self.choices(&looked));
                choices.try_for_each(|choice| self.look(&looked, &choice))
            }
        }
    }
}

/// The problem of a certificate while it is looked at.
struct Looked {
    stated: Stated,
    layout: Layout,
    patience: Patience,
}

impl Statement {
    fn check_grid(&self, digits: impl Iterator<Item = u32>) -> Result<(), String> {
        let Some(grid) = self.typed.grid.as_ref().filter(|grid| grid.len() <= 81) else { return Ok(()) };
        let is_same = grid.chars().map(|c| c.to_digit(10)).eq(digits.map(Some));
        if is_same { Ok(()) } else { Err("its grid is not the grid that was asked about".to_owned()) }
    }

    /// What is a cell where there are this many; `None` if it is none of the three.
    fn layout(&self, n_cells: usize) -> Option<Layout> {
        let n = self.typed.names.len();
        let all: Vec<usize> = (0..n).collect();
        if self.has_units {
            return (n_cells as i128 == self.typed.weight(&all)).then_some(Layout::Units);
        }
        match n_cells {
            _ if n_cells == n => Some(Layout::Things),
            _ if n_cells == 2 * n => Some(Layout::Pairs),
            _ => None,
        }
    }

    /// The cells of a choice.
    fn cells(&self, layout: Layout, choice: &[usize]) -> Vec<usize> {
        let n = self.typed.names.len();
        match layout {
            Layout::Things => choice.to_vec(),
            Layout::Pairs => (0..n).map(|item| if choice.contains(&item) { item } else { n + item }).collect(),
            Layout::Units => {
                let mut cells = Vec::new();
                let mut begin = 0;
                for item in 0..n {
                    let end = begin + usize::try_from(self.typed.weight(&[item])).unwrap_or(0);
                    if choice.contains(&item) {
                        cells.extend(begin..end);
                    }
                    begin = end;
                }
                cells
            }
        }
    }

    /// The choice of these cells, if they are all of one.
    fn choice_of(&self, layout: Layout, cells: &[usize]) -> Option<Vec<usize>> {
        let n = self.typed.names.len();
        let choice: Vec<usize> = match layout {
            Layout::Things | Layout::Pairs => cells.iter().copied().filter(|cell| *cell < n).collect(),
            Layout::Units => (0..n)
                .filter(|item| self.typed.weight(&[*item]) > 0)
                .filter(|item| self.cells(layout, &[*item]).iter().all(|cell| cells.contains(cell)))
                .collect(),
        };
        let mut all = self.cells(layout, &choice);
        all.sort_unstable();
        (all == cells).then_some(choice)
    }

    /// Does the problem say of this choice what was typed?
    fn look(&self, Looked { stated, layout, patience }: &Looked, choice: &[usize]) -> Result<(), String> {
        let layout = *layout;
        let names = || choice.iter().map(|item| self.typed.names[*item].as_str()).collect::<Vec<_>>().join(" ");
        // Where nothing but sets says what is taken, a forbidden thing hits none: with it, no more is hit than without.
        // What weighs nothing has no cell where each unit is one: it is in every choice.
        let weighs_nothing = |item: &usize| self.typed.weight(&[*item]) == 0;
        let free: Vec<usize> = match layout {
            Layout::Pairs => choice.to_vec(),
            Layout::Things => without(choice, &self.typed.forbidden),
            Layout::Units => {
                let weightless: Vec<usize> = (0..self.typed.names.len()).filter(weighs_nothing).collect();
                without(&with(choice, &weightless), &self.typed.forbidden)
            }
        };
        let Some(is_wanted) = self.is_wanted(&free, patience) else { return Ok(()) };
        match stated.leaves_nothing(&self.cells(layout, choice), patience) {
            Some(true) if !is_wanted => Err(format!("it allows `{}`, which was not asked for", names())),
            Some(false) if is_wanted => Err(format!("it does not allow `{}`, which was asked for", names())),
            _ => Ok(()),
        }
    }

    /// Is this choice one that was asked for? `None` if that takes a longer search.
    fn is_wanted(&self, choice: &[usize], patience: &Patience) -> Option<bool> {
        let keeps = self.typed.conditions(choice).is_ok()
            && self.cost.is_none_or(|cost| self.typed.weight(choice) <= i128::from(cost));
        if !keeps {
            return Some(false);
        }
        if let Some(program) = &self.typed.program {
            return program.is_wanted(choice, patience);
        }
        // Of a grid or a puzzle, all clues together are enough.
        let is_known = !self.typed.sets.is_empty() || choice.len() == self.typed.names.len();
        let contradict = self.typed.constraints.as_ref().and_then(|all| all.contradict(choice, patience));
        contradict.or(is_known.then_some(true))
    }

    /// Choices that tell one question from another.
    fn choices(&self, looked: &Looked) -> Vec<Vec<usize>> {
        let typed = &self.typed;
        let n = typed.names.len();
        let all: Vec<usize> = (0..n).collect();
        let takes_a_search = typed.constraints.is_some() || typed.program.is_some();
        if takes_a_search && n <= MAX_THINGS_OF_ALL {
            let chosen = |bits: usize| all.iter().copied().filter(|item| bits >> item & 1 == 1).collect();
            return (0..1_usize << n).map(chosen).collect();
        }
        let allowed = without(&all, &typed.forbidden);
        let mut choices = vec![Vec::new(), all.clone(), allowed.clone(), typed.given.clone()];
        for item in typed.given.iter().take(MAX_CHOICES) {
            choices.push(without(&allowed, &[*item]));
        }
        for item in typed.forbidden.iter().take(MAX_CHOICES) {
            choices.push(with(&allowed, &[*item]));
        }
        for set in typed.sets.iter().take(MAX_CHOICES) {
            choices.push(without(&allowed, set));
            // Only forbidden things would hit it.
            choices.push(with(&without(&allowed, set), &typed.forbidden));
        }
        if takes_a_search {
            self.steps_to_least(&mut choices, &looked.patience);
        }
        self.random_choices(&mut choices);
        let names = typed.rows.iter().flat_map(BinaryModel::var_names);
        let places: Vec<Option<usize>> = names.map(|name| place(name, &typed.names)).collect();
        for row in typed.rows.iter().flat_map(BinaryModel::rows).take(MAX_CHOICES) {
            for sign in [1, -1] {
                // From the choice that is furthest on one side of it, step by step to the other side.
                let mut terms: Vec<(usize, i64)> =
                    row.terms.iter().filter_map(|(var, a)| Some((places[var.get()]?, sign * *a))).collect();
                let low: Vec<usize> = terms.iter().filter(|(_, a)| *a > 0).map(|(item, _)| *item).collect();
                let high: Vec<usize> = terms.iter().filter(|(_, a)| *a < 0).map(|(item, _)| *item).collect();
                let mut choice = with(&without(&allowed, &low), &high);
                choices.push(choice.clone());
                terms.sort_by_key(|(_, a)| Reverse(a.unsigned_abs()));
                for (item, _) in terms.into_iter().take(MAX_CHOICES) {
                    choice = if choice.contains(&item) { without(&choice, &[item]) } else { with(&choice, &[item]) };
                    choices.push(choice.clone());
                }
            }
        }
        choices.truncate(MAX_ALL);
        choices
    }

    /// From everything down to choices of which nothing can be left out: these, and what is just too little.
    fn steps_to_least(&self, choices: &mut Vec<Vec<usize>>, patience: &Patience) {
        let n = self.typed.names.len();
        for turn in 0..2 {
            let mut least = without(&(0..n).collect::<Vec<_>>(), &self.typed.forbidden);
            let order = (0..n).map(|item| if turn == 0 { item } else { n - 1 - item });
            let mut n_kept = 0;
            for item in order {
                let fewer = without(&least, &[item]);
                match self.is_wanted(&fewer, patience) {
                    Some(true) => least = fewer,
                    Some(false) if n_kept < MAX_CHOICES => {
                        choices.push(fewer);
                        n_kept += 1;
                    }
                    Some(false) => {}
                    None => break,
                }
            }
            choices.push(least);
        }
        choices.extend((0..n).take(MAX_CHOICES).map(|item| vec![item]));
    }

    /// Choices at random, and beside each a larger one that hits all sets.
    fn random_choices(&self, choices: &mut Vec<Vec<usize>>) {
        let typed = &self.typed;
        let mut random = Random(typed.names.len() as u64 + 1);
        for _ in 0..MAX_CHOICES {
            let some: Vec<usize> = (0..typed.names.len()).filter(|_| random.below(2) == 0).collect();
            let mut kept = with(&without(&some, &typed.forbidden), &typed.given);
            choices.push(some);
            for set in &typed.sets {
                let free = without(set, &typed.forbidden);
                if !set.iter().any(|item| kept.contains(item)) && !free.is_empty() {
                    kept = with(&kept, &[free[random.below(free.len())]]);
                }
            }
            choices.push(kept);
        }
    }
}

fn without(choice: &[usize], items: &[usize]) -> Vec<usize> {
    choice.iter().copied().filter(|item| !items.contains(item)).collect()
}

fn with(choice: &[usize], items: &[usize]) -> Vec<usize> {
    let mut all = without(choice, items);
    all.extend(items);
    all.sort_unstable();
    all.dedup();
    all
}

/// Numbers at random, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n.max(1)
    }
}

/// The problem of a certificate: rows, and the row that says that a solution differs from the target in what is shown.
struct Stated {
    model: BinaryModel,
    is_one: Vec<bool>,
    cells: Vec<usize>,
}

impl Stated {
    fn new(n_vars: usize, rows: &[LinearRow], ones: &[usize], cells: &[usize], shown: &[usize]) -> Self {
        let mut model = BinaryModel::new("stated");
        let vars: Vec<VarId> = (0..n_vars).map(|var| model.add_var(format!("v{var}"))).collect();
        let mut is_one = vec![false; n_vars];
        ones.iter().for_each(|var| is_one[*var] = true);
        for (row, number) in rows.iter().zip(1..) {
            let terms: Vec<(VarId, i64)> = row.terms.iter().map(|(var, a)| (vars[*var as usize], *a)).collect();
            model.add_row(format!("r{number}"), terms, Sense::GreaterEqual, row.rhs);
        }
        let n_ones = shown.iter().filter(|var| is_one[**var]).count() as i64;
        let terms: Vec<(VarId, i64)> =
            shown.iter().map(|var| (vars[*var], if is_one[*var] { -1 } else { 1 })).collect();
        model.add_row("differs", terms, Sense::GreaterEqual, 1 - n_ones);
        Self { model, is_one, cells: cells.to_vec() }
    }

    /// Do the values of these cells leave the target as the only solution? `None` if that takes a longer search.
    fn leaves_nothing(&self, cells: &[usize], patience: &Patience) -> Option<bool> {
        let fixed: Vec<Row> = cells
            .iter()
            .map(|cell| {
                let var = self.cells[*cell];
                let terms = vec![(VarId::new(var), 1)];
                Row { name: String::new(), terms, sense: Sense::Equal, rhs: i64::from(self.is_one[var]) }
            })
            .collect();
        let rows: Vec<&Row> = fixed.iter().chain(self.model.rows()).collect();
        match patience.solution(&self.model, &rows) {
            Searched::Solution(_) => Some(false),
            Searched::Nothing => Some(true),
            Searched::Unknown => None,
        }
    }
}
