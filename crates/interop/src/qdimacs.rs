//! "The grid has a puzzle with at most k clues" as a quantified formula with three blocks.
//!
//! A puzzle is valid if no second solution agrees with its clues, so the question is: are there clues, such that for
//! all choices of options something goes wrong with the choice? What may go wrong is a list, and the innermost
//! variables pick one entry of it:
//!
//! ```text
//! exists y, s   forall x   exists t
//! ```
//!
//! | block | variables | meaning |
//! |---|---|---|
//! | y | one for each cell | the cell is a clue |
//! | s | k for each cell but the last | how many clues there are up to this cell, counted in unary |
//! | x | one for each option | the option is chosen |
//! | t | one for each way to go wrong | this goes wrong |
//!
//! The clauses on y and s say that at most k cells are clues (Carsten Sinz, sequential counters, CP 2005). All others
//! define t, in one direction only, which is enough for variables that are existential, innermost and wanted true; the
//! last clause wants one of them.

use std::io::Write;

use super::cover::Cover;
use super::error::OutsideError;
use super::opb::write_names;

/// Writes in QDIMACS that some set of at most `k` cells of the exact cover problem leaves its target as the only
/// solution: true exactly if the minimum number of clues is at most `k`.
///
/// # Errors
/// Those of `out`.
pub fn write_qdimacs<O: Write>(cover: &Cover, k: usize, out: &mut O) -> Result<(), OutsideError> {
    let (n_cells, n_options) = (cover.target.len(), cover.options.len());
    let k = k.min(n_cells);
    let mut clauses = Clauses::default();
    let cells = clauses.fresh(n_cells);
    let clue = |cell: usize| cells + cell as i64;
    let n_counters = if k == 0 { 0 } else { n_cells.saturating_sub(1) * k };
    let counters = clauses.fresh(n_counters);
    // At least j + 1 clues up to this cell.
    let at_least = |cell: usize, j: usize| counters + (cell * k + j) as i64;
    let options = clauses.fresh(n_options);
    let chosen = |option: u32| options + i64::from(option);

    // At most k clues.
    for cell in 0..n_cells {
        if k == 0 {
            clauses.add(&[-clue(cell)]);
            continue;
        }
        if cell + 1 < n_cells {
            clauses.add(&[-clue(cell), at_least(cell, 0)]);
        }
        if cell > 0 {
            clauses.add(&[-clue(cell), -at_least(cell - 1, k - 1)]);
            for j in 0..k {
                if cell + 1 < n_cells {
                    clauses.add(&[-at_least(cell - 1, j), at_least(cell, j)]);
                    if j > 0 {
                        clauses.add(&[-clue(cell), -at_least(cell - 1, j - 1), at_least(cell, j)]);
                    }
                }
            }
        } else {
            // Of one cell there are not two clues.
            (1..k).filter(|_| n_cells > 1).for_each(|j| clauses.add(&[-at_least(0, j)]));
        }
    }

    // What goes wrong with a choice of options.
    let first_wrong = clauses.n_vars + 1;
    let covering = cover.covering();
    for (item, of_item) in (0..).zip(&covering) {
        // No option has the item.
        clauses.wrong(of_item.iter().map(|option| -chosen(*option)));
        for (i, first) in of_item.iter().enumerate() {
            for second in &of_item[i + 1..] {
                // Two have it; two options that share several items go wrong once.
                if cover.shared(*first, *second) == Some(item) {
                    clauses.wrong([chosen(*first), chosen(*second)]);
                }
            }
        }
    }
    for (cell, option) in cover.target.iter().enumerate() {
        // It contradicts a clue.
        clauses.wrong([clue(cell), -chosen(*option)]);
    }
    // It is the target itself.
    clauses.wrong(cover.target.iter().map(|option| chosen(*option)));
    let last_wrong = clauses.n_vars;
    clauses.add(&(first_wrong..=last_wrong).collect::<Vec<_>>());

    writeln!(out, "c true if and only if {k} clues or fewer leave the target as the only solution")?;
    writeln!(out, "c exists clues and their number, forall choices of options, exists what is wrong with the choice")?;
    write_names(&cover.problem, n_cells, "c", |cell| clue(cell).to_string(), out)?;
    writeln!(out, "p cnf {last_wrong} {}", clauses.n_clauses)?;
    let block = |letter: char, from: i64, to: i64, out: &mut O| -> std::io::Result<()> {
        write!(out, "{letter}")?;
        (from..=to).try_for_each(|variable| write!(out, " {variable}"))?;
        writeln!(out, " 0")
    };
    block('e', 1, options - 1, out)?;
    block('a', options, first_wrong - 1, out)?;
    block('e', first_wrong, last_wrong, out)?;
    out.write_all(clauses.text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// Clauses as text, and the variables in them.
#[derive(Default)]
struct Clauses {
    n_vars: i64,
    n_clauses: usize,
    text: String,
}

impl Clauses {
    /// The first of `n` new variables.
    fn fresh(&mut self, n: usize) -> i64 {
        self.n_vars += n as i64;
        self.n_vars - n as i64 + 1
    }

    fn add(&mut self, literals: &[i64]) {
        for literal in literals {
            self.text += &format!("{literal} ");
        }
        self.text += "0\n";
        self.n_clauses += 1;
    }

    /// A new variable that may be true only if all of these are.
    fn wrong(&mut self, literals: impl IntoIterator<Item = i64>) {
        let variable = self.fresh(1);
        literals.into_iter().for_each(|literal| self.add(&[-variable, literal]));
    }
}
