//! Is the grid of a certificate the one that a bilevel program hides?
//!
//! A program as `export` writes it is the clue problem of a grid, whatever its variables are called, and its certificate
//! may be about the grid alone. How the grid was found in it is not asked here. Of each variable of the leader it is said
//! of which cell it is the clue, and this alone is taken, since a lie is seen: with it, each variable of the follower is a
//! digit in a cell or is none, and each row must be a rule of this grid.

use std::collections::{BTreeMap, BTreeSet};

use minclue_core::ilp::{BilevelProgram, Row, Sense, VarId};

use super::program::{coefficient, halves, is_binding};
use super::search::{Patience, Searched};

/// Long searches for what rows of the leader say, as many as take a second or so together.
const MAX_SEARCHES: usize = 25;

/// A digit in a cell, both as they stand in the certificate.
type Entry = (usize, u32);

/// The grid of a certificate.
pub(super) struct StatedGrid<'a> {
    pub(super) box_rows: usize,
    pub(super) box_columns: usize,
    pub(super) digits: &'a [u32],
}

impl StatedGrid<'_> {
    fn n(&self) -> usize {
        self.box_rows * self.box_columns
    }

    /// The cells of each row, column and box.
    fn houses(&self) -> Vec<BTreeSet<usize>> {
        let n = self.n();
        let of = |number: &dyn Fn(usize, usize) -> usize, house: usize| -> BTreeSet<usize> {
            (0..n * n).filter(|cell| number(cell / n, cell % n) == house).collect()
        };
        let of_box = |row: usize, column: usize| row / self.box_rows * self.box_rows + column / self.box_columns;
        let kinds: [&dyn Fn(usize, usize) -> usize; 3] = [&|row, _| row, &|_, column| column, &of_box];
        kinds.iter().flat_map(|kind| (0..n).map(move |house| of(kind, house))).collect()
    }

    /// The rules: each cell has one digit, and each house has each digit once.
    fn rules(&self) -> BTreeSet<BTreeSet<Entry>> {
        let n = self.n();
        let digits = || 1..=n as u32;
        let of_cells = (0..n * n).map(|cell| digits().map(|digit| (cell, digit)).collect());
        let houses = self.houses();
        let of_houses = houses
            .iter()
            .flat_map(|house| digits().map(move |digit| house.iter().map(|cell| (*cell, digit)).collect()));
        of_cells.chain(of_houses).collect()
    }
}

/// Holds a program against a grid: `clues` are the variables of the leader, each with the cell of which it is the clue,
/// and `target` is what answers that are to be prevented are worth by their variables.
///
/// # Errors
/// What in the program says something else.
pub(super) fn look(
    program: &BilevelProgram,
    clues: &[(VarId, usize)],
    target: i64,
    grid: &StatedGrid<'_>,
) -> Result<(), String> {
    let n = grid.n();
    let mut cells: Vec<usize> = clues.iter().map(|(_, cell)| *cell).collect();
    cells.sort_unstable();
    if grid.digits.len() != n * n || !cells.into_iter().eq(0..n * n) {
        return Err(format!("its grid has {} cells, but the program has {} clues", grid.digits.len(), clues.len()));
    }
    let look = Look { program, cell_of: clues.iter().copied().collect(), grid };
    look.price()?;
    let shown = look.shown(target)?;
    look.rules(shown)?;
    look.leader(shown)
}

struct Look<'a> {
    program: &'a BilevelProgram,
    /// By variable of the leader: the cell of which it is the clue.
    cell_of: BTreeMap<VarId, usize>,
    grid: &'a StatedGrid<'a>,
}

impl Look<'_> {
    fn name(&self, var: VarId) -> &str {
        self.program.model.var_name(var)
    }

    fn is_follower(&self, var: VarId) -> bool {
        self.program.follower_vars.binary_search(&var).is_ok()
    }

    /// The rows of the leader, an equation as two.
    fn leader_rows(&self) -> impl Iterator<Item = Row> {
        let rows = self.program.model.rows().iter().enumerate();
        let is_own = |row: usize| !self.program.follower_rows.iter().any(|other| other.get() == row);
        rows.filter(move |(row, _)| is_own(*row)).flat_map(|(_, row)| halves(row))
    }

    /// All clues cost the same, and nothing else is paid for or can be taken.
    fn price(&self) -> Result<(), String> {
        let objective = self.program.model.objective();
        let mut prices = self.cell_of.keys().map(|var| (*var, coefficient(objective, *var)));
        let first = prices.next().map_or(0, |(_, price)| price);
        if let Some((var, _)) = prices.find(|(_, price)| *price != first) {
            return Err(format!("`{}` costs more or less than other clues", self.name(var)));
        }
        if first <= 0 {
            return Err("its clues cost nothing".to_owned());
        }
        let is_left_out = |var: VarId| {
            self.leader_rows().any(|row| matches!(row.terms[..], [(other, a)] if other == var && a > row.rhs))
        };
        let mut others = self.program.model.vars().filter(|var| !self.cell_of.contains_key(var));
        let is_more =
            |var: VarId| if self.is_follower(var) { coefficient(objective, var) != 0 } else { !is_left_out(var) };
        match others.find(|var| is_more(*var)) {
            Some(var) => Err(format!("`{}` is paid for or taken, and is not a clue of the grid", self.name(var))),
            None => Ok(()),
        }
    }

    /// The variable that is 1 where no second solution is found: an answer is to be prevented exactly if it is 0.
    fn shown(&self, target: i64) -> Result<VarId, String> {
        let mut worth = self.program.follower_objective.iter().filter(|(_, a)| *a != 0);
        let (Some((shown, a)), None) = (worth.next(), worth.next()) else {
            return Err("the value of its answers is not one variable".to_owned());
        };
        if !(*a < target && target <= 0) {
            return Err(format!("`{}` does not state whether there is a second solution", self.name(*shown)));
        }
        // The leader must say that it is 1, and no more.
        let mut is_wanted = false;
        for row in self.leader_rows().filter(|row| row.terms.iter().any(|(var, _)| self.is_follower(*var))) {
            let [(var, a)] = row.terms[..] else { return Err(of_row(&row, "is about more than one answer")) };
            if var != *shown || a > row.rhs {
                return Err(of_row(&row, "is not about a second solution"));
            }
            is_wanted |= row.rhs < 0;
        }
        if is_wanted { Ok(*shown) } else { Err("its leader does not ask for one solution".to_owned()) }
    }

    /// The rows of the follower are the rules of the grid, and all of them.
    fn rules(&self, shown: VarId) -> Result<(), String> {
        let n = self.grid.n();
        let entries = self.entries(shown)?;
        let rules = self.grid.rules();
        let (mut kept, mut fixed, mut is_counted) = (BTreeSet::new(), BTreeSet::new(), false);
        for row in self.rows() {
            let terms: Vec<(VarId, i64)> = row.terms.iter().filter(|(_, a)| *a != 0).copied().collect();
            let of = |var: VarId| coefficient(&terms, var);
            if row.sense == Sense::Equal {
                let all: Option<BTreeSet<Entry>> = terms.iter().map(|(var, _)| entries.get(var).copied()).collect();
                let are_units = row.rhs != 0 && terms.iter().all(|(_, a)| *a == row.rhs);
                let rule = all.filter(|all| are_units && all.len() == terms.len() && rules.contains(all));
                kept.insert(rule.ok_or_else(|| of_row(row, "is not a rule of the grid"))?);
                continue;
            }
            let sign = if row.sense == Sense::LessEqual { 1 } else { -1 };
            if let Some((clue, cell)) = self.clue_in(&terms) {
                let entry = (cell, self.grid.digits[cell]);
                let digit = terms.iter().find(|(var, _)| entries.get(var) == Some(&entry));
                let is_fixed = sign * of(clue) > 0 && row.rhs == 0 && digit.is_some_and(|(_, a)| *a == -of(clue));
                if terms.len() != 2 || !is_fixed {
                    return Err(of_row(row, "is not about a clue of the grid"));
                }
                fixed.insert(cell);
                continue;
            }
            // All digits as in the grid only where no second solution is shown.
            let a = -of(shown);
            let all: BTreeSet<Entry> = terms.iter().filter_map(|(var, _)| entries.get(var).copied()).collect();
            let is_grid = terms.len() == n * n + 1 && all.into_iter().eq(self.whole());
            let are_units = sign * a > 0 && terms.iter().all(|(var, of_var)| *var == shown || *of_var == a);
            if !is_grid || !are_units || i128::from(row.rhs) != i128::from(a) * (n * n - 1) as i128 {
                return Err(of_row(row, "is not a rule of the grid"));
            }
            is_counted = true;
        }
        match (kept.len() == rules.len(), fixed.len() == n * n, is_counted) {
            (true, true, true) => Ok(()),
            (false, ..) => Err("not all rules of its grid are rows of the program".to_owned()),
            (_, false, _) => Err("not all clues of its grid are rows of the program".to_owned()),
            (.., false) => Err("no row of the program asks for a second solution".to_owned()),
        }
    }

    fn rows(&self) -> impl Iterator<Item = &Row> {
        self.program.follower_rows.iter().map(|row| &self.program.model.rows()[row.get()])
    }

    /// The digits of the grid, cell by cell.
    fn whole(&self) -> impl Iterator<Item = Entry> {
        self.grid.digits.iter().copied().enumerate()
    }

    /// The clue of the leader in these terms, if there is one.
    fn clue_in(&self, terms: &[(VarId, i64)]) -> Option<(VarId, usize)> {
        terms.iter().find_map(|(var, _)| Some((*var, *self.cell_of.get(var)?)))
    }

    /// What the follower's variables say, `shown` aside. The digits of the grid stand beside their clues. Each equation has
    /// one of them; and those in the equations of another digit in a cell are this cell, and the cells that have the digit
    /// in its row, column and box, and so no others' than its own.
    fn entries(&self, shown: VarId) -> Result<BTreeMap<VarId, Entry>, String> {
        let mut entries: BTreeMap<VarId, Entry> = BTreeMap::new();
        for row in self.rows().filter(|row| row.terms.len() == 2) {
            let Some((clue, cell)) = self.clue_in(&row.terms) else { continue };
            let beside = row.terms.iter().find(|(var, _)| *var != clue).map(|(var, _)| *var);
            let beside = beside.filter(|var| self.is_follower(*var) && *var != shown);
            let entry = (cell, self.grid.digits[cell]);
            if entries.insert(beside.ok_or_else(|| of_row(row, "has no digit"))?, entry).is_some_and(|it| it != entry) {
                return Err(of_row(row, "is about a digit with another clue"));
            }
        }
        let mut seen: BTreeMap<VarId, BTreeSet<usize>> = BTreeMap::new();
        for row in self.rows().filter(|row| row.sense == Sense::Equal) {
            let of_grid: Vec<usize> =
                row.terms.iter().filter_map(|(var, _)| entries.get(var)).map(|(cell, _)| *cell).collect();
            let [cell] = of_grid[..] else { return Err(of_row(row, "has not one digit of the grid")) };
            for (var, _) in row.terms.iter().filter(|(var, _)| !entries.contains_key(var)) {
                seen.entry(*var).or_default().insert(cell);
            }
        }
        let mut of_seen: BTreeMap<BTreeSet<usize>, Entry> = BTreeMap::new();
        let houses = self.grid.houses();
        for (cell, own) in self.whole() {
            for digit in (1..=self.grid.n() as u32).filter(|digit| *digit != own) {
                let mine = houses.iter().filter(|house| house.contains(&cell)).flatten().copied();
                let cells = mine.filter(|other| self.grid.digits[*other] == digit).chain([cell]).collect();
                of_seen.insert(cells, (cell, digit));
            }
        }
        let mut taken = BTreeSet::new();
        for (var, cells) in seen {
            let entry = of_seen.get(&cells).copied().filter(|entry| taken.insert(*entry));
            let entry = entry.ok_or_else(|| format!("`{}` is not a digit in a cell of its grid", self.name(var)))?;
            entries.insert(var, entry);
        }
        Ok(entries)
    }

    /// What the leader's rows ask for beside is asked of all clues that are enough.
    fn leader(&self, shown: VarId) -> Result<(), String> {
        let patience = Patience::of(MAX_SEARCHES);
        let is_own = |row: &Row| row.terms.iter().all(|(var, _)| self.cell_of.contains_key(var));
        let hinders = |row: &Row| is_binding(row) && row.terms.iter().any(|(_, a)| *a > 0);
        if let Some(row) = self.leader_rows().find(|row| is_own(row) && hinders(row)) {
            return Err(of_row(&row, "hinders clues"));
        }
        let demands = self.leader_rows().filter(|row| is_own(row) && row.rhs < 0);
        for row in demands {
            // Any one of its clues must be enough for it, or it says more than that one of them is needed.
            if row.terms.iter().any(|(_, a)| *a > row.rhs) {
                return Err(of_row(&row, "asks for more than one clue"));
            }
            let without: BTreeSet<VarId> = row.terms.iter().map(|(var, _)| *var).collect();
            let fixed = |var: VarId, value: bool| Row {
                name: String::new(),
                terms: vec![(var, 1)],
                sense: Sense::Equal,
                rhs: i64::from(value),
            };
            let choice = self.cell_of.keys().map(|var| fixed(*var, !without.contains(var)));
            let rows: Vec<Row> = choice.chain([fixed(shown, false)]).collect();
            let rows: Vec<&Row> = rows.iter().chain(self.rows()).collect();
            if patience.solution(&self.program.model, &rows) == Searched::Nothing {
                return Err(of_row(&row, "asks for clues that are not needed"));
            }
        }
        Ok(())
    }
}

fn of_row(row: &Row, what: &str) -> String {
    format!("row `{}` of the program {what}", row.name)
}
