//! A certificate as a proof for `VeriPB` 3.
//!
//! - A chosen cell is a premise: the node with the chosen cells C proves the clause `C ==> 0 >= 1`, and that clause is,
//!   in the node above, what puts the cell out that was chosen last.
//! - A sum is one `pol` line. That it closes the node, or which cells it puts out, is what unit propagation finds in
//!   it; so the line itself stays as the reason, and later `rup` lines name it as a hint. Its excess needs no word.
//! - A split has a variable s, `s <=> |Y∩R| >= b + 1`, and `~s` or `s` is a premise of what is below. A lemma has one
//!   for what it claims, and so has the whole if its bounds do not meet. If they meet, the budget is the checker's own
//!   bound: better than P.
//! - When a node is closed, all that was derived in it but its clause is deleted.

use std::io::{Read, Write};
use std::rc::Rc;

use super::error::{Fault, OutsideError};
use super::opb::write_opb;
use super::read::{CertificateEntry, CertificateReader, CertificateStep, Header};
use super::text::{Text, digits};
use super::tree::{Cap, Id, Mark, Needs, Row, SearchNode, Tree, Weights};

/// The usual limit on the steps of a proof, which makes about a gigabyte.
pub const LONGEST_PROOF: u64 = 10_000_000;

/// What was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WrittenProof {
    /// Steps of the certificate.
    pub steps: u64,
    /// Bytes of the proof.
    pub bytes: u64,
}

/// Does the search that a certificate leaves to its checker, and says what it did.
pub trait Expander {
    /// Steps that close the node, as bytes of a version 3; `None` if it cannot be closed.
    fn expand(&mut self, header: &Header, node: &SearchNode) -> Option<Vec<u8>>;
}

/// Writes the sets of a certificate as `formula` and its lemmas and tree as `proof`, so that `veripb FORMULA PROOF`
/// confirms: no fewer than `lower` cells meet all sets, and the puzzle does.
///
/// The reader has to stand before the lemmas, and is read to its end. `VeriPB` does no searches: `expander` does those
/// that the certificate leaves to its checker. Memory grows with the depth of the tree and with the largest of these
/// searches. The outputs should be buffered.
///
/// # Errors
/// If the certificate cannot be read or is not right as far as this has to look, if it uses symmetries or is one of a
/// list of puzzles, if it has more than `max_steps` steps, or if an output fails. The files are of no use then.
pub fn write_veripb<R: Read, F: Write, P: Write>(
    certificate: &mut CertificateReader<R>,
    formula: &mut F,
    proof: &mut P,
    max_steps: u64,
    expander: &mut dyn Expander,
) -> Result<WrittenProof, OutsideError> {
    let header = certificate.header();
    let (lower, upper, n_lemmas) = (header.lower, header.puzzle.len(), header.n_lemmas);
    if lower > upper as u64 && header.first_child > 8 {
        return Err(OutsideError::List);
    }
    if lower > upper as u64 {
        return Err(OutsideError::Bounds { lower, upper });
    }
    write_opb(header, formula)?;
    formula.flush()?;
    let sets = header.sets.iter().zip(1..).map(|(set, id)| Rc::new(Row::unit(id, &set.cells, 1))).collect();
    let mut writer = Writer {
        lines: Lines {
            out: proof,
            text: Text::default(),
            next: header.sets.len() as u64 + 1,
            written: WrittenProof::default(),
        },
        sets,
        lemmas: Vec::new(),
        n_cells: header.problem.n_cells(),
        max_steps,
        expander,
    };
    writer.lines.push("pseudo-Boolean proof version 3.0\n").line()?;
    writer.lines.push("f ").number(header.sets.len() as u64).push(";\n").line()?;
    let better = writer.solution(header)?;
    for _ in 0..n_lemmas {
        let lemma = certificate.lemma()?;
        let row = writer.at_least(certificate, &lemma.region, i128::from(lemma.at_least))?;
        writer.lemmas.push(Rc::new(row));
    }
    let all: Vec<u32> = (0..writer.n_cells as u32).collect();
    let bound = if lower == 0 {
        None
    } else if lower == upper as u64 {
        Some(writer.refute(certificate, &all, i128::from(lower) - 1, better, None)?)
    } else {
        Some(writer.at_least(certificate, &all, i128::from(lower))?.id)
    };
    certificate.end()?;
    let lines = &mut writer.lines;
    lines.push("output NONE;\nconclusion BOUNDS ").number(lower);
    if let Some(id) = bound {
        lines.push(" : ").number(id);
    }
    lines.push(" ").number(upper as u64).push(";\nend pseudo-Boolean proof;\n").line()?;
    lines.out.flush()?;
    Ok(lines.written)
}

/// The text of the proof, and the number of its next constraint.
struct Lines<'a, P> {
    out: &'a mut P,
    text: Text,
    next: Id,
    written: WrittenProof,
}

impl<P: Write> Lines<'_, P> {
    fn push(&mut self, text: &str) -> &mut Self {
        self.text.push(text);
        self
    }

    fn number(&mut self, number: impl Into<i128>) -> &mut Self {
        self.text.number(number);
        self
    }

    fn cell(&mut self, cell: u32) -> &mut Self {
        self.text.cell(cell as usize);
        self
    }

    /// The number of a constraint, from the end where that is shorter.
    fn id(&mut self, id: Id) -> &mut Self {
        let back = self.next - id;
        if digits(back) + 1 < digits(id) {
            return self.push("-").number(back);
        }
        self.number(id)
    }

    /// Writes what was pushed, which makes no constraint.
    fn line(&mut self) -> Result<(), OutsideError> {
        let out = &mut self.out;
        self.written.bytes += self.text.take(|bytes| out.write_all(bytes))? as u64;
        Ok(())
    }

    /// Writes what was pushed, which makes a constraint.
    fn constraint(&mut self) -> Result<Id, OutsideError> {
        self.line()?;
        self.next += 1;
        Ok(self.next - 1)
    }

    /// One more term of a `pol` line: a constraint with a weight. Returns whether there was one.
    fn term(&mut self, is_first: bool, id: Id, weight: i128) -> bool {
        if weight == 0 {
            return is_first;
        }
        self.push(if is_first { "pol " } else { " " }).id(id);
        if weight != 1 {
            self.push(" ").number(weight).push(" *");
        }
        if !is_first {
            self.push(" +");
        }
        false
    }

    /// Deletes the constraints from `first` up to the last but one.
    fn forget(&mut self, first: Id) -> Result<(), OutsideError> {
        self.push("del range ").id(first).push(" -1;\n").line()
    }

    /// Two constraints, `variable <=> at min bound + 1 of the cells`: first what holds without it, `at max bound`, then
    /// what holds with it.
    fn define(&mut self, variable: Variable, cells: &[u32], bound: i128) -> Result<(Id, Id), OutsideError> {
        let min = cells.len() as i128 - bound;
        self.push("red");
        for cell in cells {
            self.push(" 1 ~").cell(*cell);
        }
        self.guarded(variable, "", min)?;
        self.push(" : ").variable(variable).push(" -> 1;\n");
        let cap = self.constraint()?;
        self.push("red");
        for cell in cells {
            self.push(" 1 ").cell(*cell);
        }
        self.guarded(variable, "~", bound + 1)?;
        self.push(" : ").variable(variable).push(" -> 0;\n");
        Ok((cap, self.constraint()?))
    }

    /// The end of a constraint that the literal makes true.
    fn guarded(&mut self, variable: Variable, sign: &str, min: i128) -> Result<(), OutsideError> {
        if min > 0 {
            self.push(" ").number(min).push(" ").push(sign).variable(variable);
        }
        self.push(" >= ").number(min);
        Ok(())
    }

    fn variable(&mut self, variable: Variable) -> &mut Self {
        self.push("s").number(variable.0)
    }
}

/// A variable of a split on the path; names are used again on other paths.
#[derive(Clone, Copy)]
struct Variable(u32);

/// Where a node stands in the tree.
enum Place {
    Root,
    /// It has one more chosen cell than the node above.
    Child(u32),
    /// The first side of a split, the cells and the constraint of the branch row of the other side.
    First(Vec<u32>, i128, Id),
    /// The second side, and the clause of the first one.
    Second(Id),
}

/// A node that is open.
struct Node {
    place: Place,
    /// The number of its first constraint.
    first: Id,
    /// Constraints that were made for it and are not deleted.
    n_held: u64,
    mark: Mark,
}

struct Writer<'a, P> {
    lines: Lines<'a, P>,
    sets: Vec<Rc<Row>>,
    lemmas: Vec<Rc<Row>>,
    n_cells: usize,
    max_steps: u64,
    expander: &'a mut dyn Expander,
}

impl<P: Write> Writer<'_, P> {
    /// Writes the puzzle for the checker, and returns the constraint that there be fewer cells.
    fn solution(&mut self, header: &Header) -> Result<Id, OutsideError> {
        self.lines.push("soli");
        let mut puzzle = header.puzzle.iter().peekable();
        for cell in 0..self.n_cells as u32 {
            let is_clue = puzzle.next_if(|clue| **clue == cell).is_some();
            self.lines.push(if is_clue { " " } else { " ~" }).cell(cell);
        }
        self.lines.push(";\n").constraint()
    }

    /// Reads a proof that the region has at least `h` clues, and leaves nothing of it but the row.
    fn at_least<R: Read>(
        &mut self,
        certificate: &mut CertificateReader<R>,
        region: &[u32],
        h: i128,
    ) -> Result<Row, OutsideError> {
        let first = self.lines.next;
        let variable = Variable(0);
        let (cap, row) = self.lines.define(variable, region, h - 1)?;
        let clause = self.refute(certificate, region, h - 1, cap, Some(variable))?;
        self.lines.term(true, row, 1);
        self.lines.term(false, clause, h);
        let id = self.lines.push(";\n").constraint()?;
        self.lines.forget(first)?;
        Ok(Row::unit(id, region, h))
    }

    /// Reads a tree and returns the clause of its root, which says that `variable` is true, or that there is a
    /// contradiction.
    fn refute<R: Read>(
        &mut self,
        certificate: &mut CertificateReader<R>,
        region: &[u32],
        budget: i128,
        budget_id: Id,
        variable: Option<Variable>,
    ) -> Result<Id, OutsideError> {
        let mut inside = vec![false; self.n_cells];
        for cell in region {
            inside[*cell as usize] = true;
        }
        let tree = Tree::new(inside, budget, budget_id);
        let premises = variable.map(|variable| (variable, false)).into_iter().collect();
        let mut proof = Proof { writer: self, tree, premises, nodes: Vec::new() };
        proof.open(Place::Root);
        // What a search was expanded to, the next step last.
        let mut expanded: Vec<CertificateStep> = Vec::new();
        loop {
            let position = certificate.position();
            let step = match expanded.pop() {
                Some(step) => step,
                None => match certificate.step()? {
                    CertificateStep::Search { first, n_sets, .. } => {
                        let (header, node) = (certificate.header(), proof.tree.search_node(first, n_sets));
                        let Some(bytes) = proof.writer.expander.expand(header, &node) else {
                            return Err(OutsideError::Step { position, fault: Fault::Search });
                        };
                        expanded = header.steps(&bytes)?;
                        expanded.reverse();
                        continue;
                    }
                    step => step,
                },
            };
            let written = &mut proof.writer.lines.written;
            written.steps += 1;
            if written.steps > proof.writer.max_steps {
                return Err(OutsideError::TooLong { form: "VeriPB", limit: proof.writer.max_steps });
            }
            match proof.step(step) {
                Ok(Some(clause)) => return Ok(clause),
                Ok(None) => {}
                Err(Stop::Fault(fault)) => return Err(OutsideError::Step { position, fault }),
                Err(Stop::Symmetry) => return Err(OutsideError::Symmetry { position }),
                Err(Stop::Other(error)) => return Err(error),
            }
        }
    }
}

/// Why a step ends all, without its position.
enum Stop {
    Fault(Fault),
    Symmetry,
    Other(OutsideError),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<OutsideError> for Stop {
    fn from(error: OutsideError) -> Self {
        Self::Other(error)
    }
}

/// One tree that is being written.
struct Proof<'w, 'a, P> {
    writer: &'w mut Writer<'a, P>,
    tree: Tree,
    /// Variables that are premises, and whether as they are or negated.
    premises: Vec<(Variable, bool)>,
    nodes: Vec<Node>,
}

impl<P: Write> Proof<'_, '_, P> {
    fn open(&mut self, place: Place) {
        self.nodes.push(Node { place, first: self.writer.lines.next, n_held: 0, mark: self.tree.mark() });
    }

    fn hold(&mut self, n: u64) {
        if let Some(node) = self.nodes.last_mut() {
            node.n_held += n;
        }
    }

    /// Follows one step. The clause of the root is returned when that is closed.
    fn step(&mut self, step: CertificateStep) -> Result<Option<Id>, Stop> {
        match step {
            CertificateStep::Rows(entries) => self.name_rows(&entries)?,
            CertificateStep::Sum { budget, caps, rows, lifted } => return self.sum(budget, &caps, &rows, lifted),
            CertificateStep::Symmetry(_) => return Err(Stop::Symmetry),
            // One inside what another was expanded to.
            CertificateStep::Search { .. } => return Err(Fault::Search.into()),
            CertificateStep::Listed => return Err(OutsideError::List.into()),
            CertificateStep::Split { region, bound } => self.split(region, bound.into())?,
            CertificateStep::Cap(row) => self.cap(row)?,
            CertificateStep::Dead(number) => {
                let row = self.tree.row(number)?;
                let needs = self.tree.dead(&row)?.ok_or(Fault::NotClosed(number))?;
                return Ok(self.close(&needs, row.id)?);
            }
            CertificateStep::Child(cell) => {
                if !self.tree.is_live(cell) {
                    return Err(Fault::NotLive(cell).into());
                }
                self.open(Place::Child(cell));
                self.tree.choose(cell);
            }
        }
        Ok(None)
    }

    fn name_rows(&mut self, entries: &[CertificateEntry]) -> Result<(), Stop> {
        let mut named: Vec<Rc<Row>> = Vec::with_capacity(entries.len());
        for entry in entries {
            let row = match entry {
                CertificateEntry::Set(set) => Rc::clone(&self.writer.sets[*set as usize]),
                CertificateEntry::Lemma(lemma) => {
                    Rc::clone(self.writer.lemmas.get(*lemma as usize).ok_or(Fault::Lemma(*lemma))?)
                }
                CertificateEntry::Branch(branch) => self.tree.branch(*branch)?,
                CertificateEntry::Rounded { divisor, parts } => {
                    Rc::new(self.rounded(&named, parts, i128::from(*divisor))?)
                }
            };
            named.push(row);
        }
        self.tree.name_rows(named);
        Ok(())
    }

    fn rounded(&mut self, named: &[Rc<Row>], parts: &[(u32, u64)], divisor: i128) -> Result<Row, Stop> {
        let part = |(row, weight): &(u32, u64)| {
            let row: &Row = named.get(*row as usize).ok_or(Fault::Row(*row))?;
            Ok((row, i128::from(*weight)))
        };
        let parts: Vec<(&Row, i128)> = parts.iter().map(part).collect::<Result<_, Fault>>()?;
        let lines = &mut self.writer.lines;
        let row = Tree::rounded(self.writer.n_cells, &parts, divisor, lines.next)?;
        let is_empty = parts.iter().fold(true, |is_first, (row, weight)| lines.term(is_first, row.id, *weight));
        if is_empty {
            // A row that says 0 >= 0.
            lines.push("rup >= 0 : ~");
        } else {
            lines.push(" ").number(divisor).push(" d");
        }
        lines.push(";\n").constraint()?;
        self.hold(1);
        Ok(row)
    }

    fn sum(&mut self, budget: u64, caps: &[(u32, u64)], rows: &[(u32, u64)], lifted: bool) -> Result<Option<Id>, Stop> {
        let named = rows.iter().map(|(row, weight)| Ok((self.tree.row(*row)?, i128::from(*weight))));
        let named: Vec<(Rc<Row>, i128)> = named.collect::<Result<_, Fault>>()?;
        let cap = |(cap, weight): &(u32, u64)| self.tree.cap(*cap).map(|_| (*cap as usize, i128::from(*weight)));
        let weights = Weights {
            budget: budget.into(),
            caps: caps.iter().map(cap).collect::<Result<_, _>>()?,
            rows: named.iter().map(|(row, weight)| (row.as_ref(), *weight)).collect(),
            lifted,
        };
        let outcome = self.tree.sum(&weights)?;
        if !outcome.closed && outcome.removed.is_empty() {
            return Ok(None);
        }
        let lines = &mut self.writer.lines;
        let mut is_first = lines.term(true, self.tree.budget_id(), weights.budget);
        for (cap, weight) in &weights.caps {
            is_first = lines.term(is_first, self.tree.cap(*cap as u32)?.id, *weight);
        }
        if outcome.lift > 0 {
            is_first = lines.term(is_first, self.tree.cap(0)?.id, outcome.lift);
        }
        for (row, weight) in &weights.rows {
            is_first = lines.term(is_first, row.id, *weight);
        }
        debug_assert!(!is_first, "a sum of nothing proves nothing");
        let id = lines.push(";\n").constraint()?;
        self.hold(1);
        if outcome.closed {
            return Ok(self.close(&outcome.needs, id)?);
        }
        self.tree.remove(&outcome.removed, id, outcome.needs);
        Ok(None)
    }

    fn cap(&mut self, number: u32) -> Result<(), Stop> {
        let row = self.tree.row(number)?;
        self.tree.check_inside(row.terms.iter().map(|(cell, _)| *cell))?;
        let mut members = self.tree.region().to_vec();
        for (cell, a) in &row.terms {
            if *a != 1 {
                return Err(Fault::NotUnit(*cell).into());
            }
            members[*cell as usize] = false;
        }
        let lines = &mut self.writer.lines;
        lines.term(true, self.tree.budget_id(), 1);
        lines.term(false, row.id, 1);
        let id = lines.push(";\n").constraint()?;
        self.hold(1);
        self.tree.add_cap(Cap { id, members, bound: self.tree.budget() - row.rhs });
        Ok(())
    }

    fn split(&mut self, region: Vec<u32>, bound: i128) -> Result<(), Stop> {
        self.tree.check_inside(region.iter().copied())?;
        let variable = Variable(self.premises.len() as u32);
        let (cap, row) = self.writer.lines.define(variable, &region, bound)?;
        self.hold(2);
        let mut members = vec![false; self.writer.n_cells];
        for cell in &region {
            members[*cell as usize] = true;
        }
        self.open(Place::First(region, bound + 1, row));
        self.premises.push((variable, false));
        self.tree.add_cap(Cap { id: cap, members, bound });
        Ok(())
    }

    /// Closes the node by a constraint, and the nodes above that end with it. The clause of the root is returned if all
    /// are.
    fn close(&mut self, needs: &Needs, by: Id) -> Result<Option<Id>, OutsideError> {
        let mut hints = self.tree.hints(needs);
        hints.push(by);
        while let Some(node) = self.nodes.pop() {
            let clause = self.clause(&hints)?;
            let mut n_held = node.n_held;
            if n_held > 1 {
                self.writer.lines.forget(node.first)?;
                n_held = 0;
            }
            self.tree.back_to(node.mark);
            // The clause, and at most one constraint that is cheaper to keep until the node above goes.
            self.hold(n_held + 1);
            match node.place {
                Place::Root => return Ok(Some(clause)),
                Place::Child(cell) => {
                    self.tree.unchoose();
                    self.tree.remove(&[cell], clause, Needs::default());
                    return Ok(None);
                }
                Place::First(region, min, row) => {
                    if let Some((_, as_is)) = self.premises.last_mut() {
                        *as_is = true;
                    }
                    self.open(Place::Second(clause));
                    self.tree.add_branch(Row::unit(row, &region, min));
                    return Ok(None);
                }
                Place::Second(first) => {
                    // The node of the split has no more steps.
                    self.premises.pop();
                    hints = vec![first, clause];
                }
            }
        }
        Ok(None)
    }

    /// Not all premises of this node are true.
    fn clause(&mut self, hints: &[Id]) -> Result<Id, OutsideError> {
        let lines = &mut self.writer.lines;
        lines.push("rup ");
        for (variable, as_is) in &self.premises {
            lines.push(if *as_is { "" } else { "~" }).variable(*variable).push(" ");
        }
        for cell in self.tree.chosen() {
            lines.cell(*cell).push(" ");
        }
        let is_root = self.premises.is_empty() && self.tree.chosen().is_empty();
        lines.push(if is_root { ">= 1 :" } else { "==> >= 1 :" });
        for id in hints {
            lines.push(" ").id(*id);
        }
        lines.push(";\n").constraint()
    }
}
