//! The proof while it is written: its lines, and the steps of a tree.

use std::collections::HashMap;
use std::io::Write;
use std::rc::Rc;

use minclue_verifier::RowName;

use super::bounds::{least, regions};
use super::error::OutsideError;
use super::facts::{Facts, WeightedCells};
use super::fractional::Fractional;
use super::text::{Text, digits};
use super::tree::{Cap, Id, Mark, Needs, Row, Tree, Weights};
use super::veripb::{Map, WrittenProof};

/// The text of the proof, and the number of its next constraint.
struct Lines<'a> {
    out: &'a mut dyn Write,
    text: Text,
    next: Id,
    written: WrittenProof,
}

impl Lines<'_> {
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

/// The place of a node in the tree.
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

/// The goal of a tree.
enum Goal {
    /// Fewer cells than the puzzle has are not enough.
    Better,
    /// At least `min` cells of a region, by the row that holds if that is so; `first` is the first constraint of the proof.
    AtLeast { region: Vec<u32>, min: i128, row: Id, first: Id, of: Fact },
}

/// The kind of a bound of a region.
enum Fact {
    Claim,
    Lemma,
    ImageOfLemma,
    /// A bound of our own, which stays.
    Own,
}

/// Rows and lemmas that are images of those of the certificate.
#[derive(Default)]
pub(super) struct Images {
    /// Images of sets and weighted sets, which stand in the formula.
    pub(super) rows: Vec<WeightedCells>,
    /// Lemmas, by their numbers, and how the cells are mapped.
    pub(super) lemmas: Vec<(usize, Map)>,
}

impl Images {
    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.lemmas.is_empty()
    }

    /// Takes more. The image of a lemma may need those of lemmas before it.
    pub(super) fn extend(&mut self, more: Self) {
        self.rows.extend(more.rows);
        self.lemmas.extend(more.lemmas);
        self.lemmas.sort_by_key(|(lemma, _)| *lemma);
    }
}

/// The contents of a row: its coefficients and its right side.
type RowKey = (Vec<(u32, i128)>, i128);

/// A proof that is being written.
pub(super) struct Proof<'a> {
    lines: Lines<'a>,
    pub(super) n_cells: usize,
    max_steps: u64,
    below: usize,
    upper: usize,
    sets: Vec<Rc<Row>>,
    /// Weighted sets, and then lemmas.
    facts: Vec<Rc<Row>>,
    n_weighted: usize,
    pub(super) symmetries: Vec<Vec<usize>>,
    /// The puzzles that are listed, and the constraints that exclude them.
    listed: Vec<(Vec<usize>, Id)>,
    /// If there are symmetries, all rows that hold everywhere.
    known: HashMap<RowKey, Rc<Row>>,
    missing: Images,
    /// That there are fewer cells than the puzzle has, if the proof has a puzzle.
    better: Option<Id>,
    goal: Option<Goal>,
    bound: Option<Id>,
    pub(super) tree: Tree,
    /// Variables that are premises, and whether as they are or negated.
    premises: Vec<(Variable, bool)>,
    nodes: Vec<Node>,
    /// Parts of the grid whose bounds are proven before the first search, and the bounds that were.
    regions: Vec<u128>,
    own: Rc<Vec<Rc<Row>>>,
    /// The first constraint and the last one of these bounds, once all are there; between them there is nothing else.
    stays: Option<(Id, Id)>,
    /// How many variables are in use outside while they are proven.
    n_outside: u32,
}

impl<'a> Proof<'a> {
    /// A proof over the formula of these facts and images.
    pub(super) fn new(
        facts: &Facts,
        images: &Images,
        out: &'a mut dyn Write,
        max_steps: u64,
    ) -> Result<Self, OutsideError> {
        let (n_sets, n_weighted, listed) = (facts.sets.len(), facts.weighted.len(), facts.listed());
        let n_facts = n_sets + n_weighted + listed.len();
        let n_rows = (n_facts + images.rows.len()) as u64;
        let unit = |(set, id): (&Vec<usize>, Id)| Rc::new(Row::unit(id, &cells(set), 1));
        let sets: Vec<Rc<Row>> = facts.sets.iter().zip(1..).map(unit).collect();
        let weighted = |(set, id): (&WeightedCells, Id)| Rc::new(row_of(set, id));
        let first = n_sets as Id + 1;
        let of_facts: Vec<Rc<Row>> = facts.weighted.iter().zip(first..).map(weighted).collect();
        let of_images: Vec<Rc<Row>> = images.rows.iter().zip(n_facts as Id + 1..).map(weighted).collect();
        let known = of_images.iter().chain(&of_facts).chain(&sets).map(|row| (key(row), Rc::clone(row)));
        let mut proof = Self {
            lines: Lines { out, text: Text::default(), next: n_rows + 1, written: WrittenProof::default() },
            n_cells: facts.n_cells(),
            max_steps,
            below: facts.below,
            upper: facts.puzzle().len(),
            known: known.filter(|_| !facts.symmetries.is_empty()).collect(),
            symmetries: facts.symmetries.clone(),
            sets,
            facts: of_facts,
            n_weighted,
            listed: listed.iter().cloned().zip((n_sets + n_weighted) as Id + 1..).collect(),
            missing: Images::default(),
            better: None,
            goal: None,
            bound: None,
            tree: Tree::new(Vec::new(), 0, 0),
            premises: Vec::new(),
            nodes: Vec::new(),
            regions: regions(&facts.problem),
            own: Rc::default(),
            stays: None,
            n_outside: 0,
        };
        let lines = &mut proof.lines;
        lines.push("pseudo-Boolean proof version 3.0\n").line()?;
        lines.push("f ").number(n_rows).push(";\n").line()?;
        // The puzzles of a list are what the formula excludes.
        if listed.is_empty() {
            proof.better = Some(proof.solution(facts.puzzle())?);
        }
        Ok(proof)
    }

    pub(super) fn finish(mut self) -> Result<WrittenProof, OutsideError> {
        let (lower, upper, bound, has_puzzle) = (self.below, self.upper, self.bound, self.better.is_some());
        let lines = &mut self.lines;
        lines.push("output NONE;\nconclusion BOUNDS ").number(lower as u64);
        if let Some(id) = bound {
            lines.push(" : ").number(id);
        }
        lines.push(" ");
        if has_puzzle {
            lines.number(upper as u64);
        } else {
            lines.push("INF");
        }
        lines.push(";\nend pseudo-Boolean proof;\n").line()?;
        lines.out.flush()?;
        Ok(lines.written)
    }

    /// Rows and lemmas that were named, and are none of this proof.
    pub(super) fn missing(self) -> Images {
        self.missing
    }

    /// What parts of a large grid need, with proofs that come before the first search and stay to the end.
    pub(super) fn own_bounds(&mut self) -> Result<Rc<Vec<Rc<Row>>>, OutsideError> {
        let regions = std::mem::take(&mut self.regions);
        if regions.is_empty() {
            return Ok(Rc::clone(&self.own));
        }
        let tree = std::mem::replace(&mut self.tree, Tree::new(Vec::new(), 0, 0));
        let (premises, nodes) = (std::mem::take(&mut self.premises), std::mem::take(&mut self.nodes));
        let goal = self.goal.take();
        self.n_outside = premises.len() as u32;
        let cells = |row: &Row| row.terms.iter().fold(0, |mask, (cell, _)| mask | 1_u128 << cell);
        let sets: Vec<(Rc<Row>, u128)> = self.sets.iter().map(|row| (Rc::clone(row), cells(row))).collect();
        for region in regions {
            let inside: Vec<&(Rc<Row>, u128)> = sets.iter().filter(|(_, set)| set & !region == 0).collect();
            let masks: Vec<u128> = inside.iter().map(|(_, set)| *set).collect();
            let min = least(&masks);
            let of_sets = masks.iter().map(|set| (*set, 1));
            let of_bounds = self.own.iter().map(|row| (cells(row), row.rhs));
            let rows: Vec<(u128, i128)> = of_sets.chain(of_bounds.filter(|(row, _)| row & !region == 0)).collect();
            // A bound that already follows in the linear program is not worth a proof.
            if min < 2 || Fractional::new(self.n_cells, &rows, min - 1, &[]).reaches(min) {
                continue;
            }
            let inside: Vec<Rc<Row>> = inside.into_iter().map(|(row, _)| Rc::clone(row)).collect();
            let region = (0..self.n_cells as u32).filter(|cell| region >> cell & 1 == 1).collect();
            self.begin_at_least(region, min, Fact::Own)?;
            self.search(&inside)?;
        }
        (self.tree, self.premises, self.nodes, self.goal) = (tree, premises, nodes, goal);
        self.n_outside = 0;
        self.stays = self.own.first().zip(self.own.last()).map(|(first, last)| (first.id, last.id));
        Ok(Rc::clone(&self.own))
    }

    /// Deletes the constraints from `first` up to the last but one, without those that stay.
    fn forget(&mut self, first: Id) -> Result<(), OutsideError> {
        match self.stays {
            Some((from, to)) if first <= from => {
                if first < from {
                    self.lines.push("del range ").id(first).push(" ").id(from).push(";\n").line()?;
                }
                self.lines.forget(to + 1)
            }
            _ => self.lines.forget(first),
        }
    }

    /// Writes the puzzle for the checker, and returns the constraint that there be fewer cells.
    fn solution(&mut self, puzzle: &[usize]) -> Result<Id, OutsideError> {
        self.lines.push("soli");
        for cell in 0..self.n_cells {
            let is_clue = puzzle.binary_search(&cell).is_ok();
            self.lines.push(if is_clue { " " } else { " ~" }).cell(cell as u32);
        }
        self.lines.push(";\n").constraint()
    }

    /// Begins a proof that the region has at least `min` cells.
    pub(super) fn begin_lemma(&mut self, region: Vec<u32>, min: i128, is_image: bool) -> Result<(), OutsideError> {
        self.begin_at_least(region, min, if is_image { Fact::ImageOfLemma } else { Fact::Lemma })
    }

    /// Begins the proof of the claim, if there is something to prove.
    pub(super) fn begin_tree(&mut self) -> Result<(), OutsideError> {
        let all: Vec<u32> = (0..self.n_cells as u32).collect();
        match self.better {
            _ if self.below == 0 => Ok(()),
            Some(better) if self.below == self.upper => {
                self.goal = Some(Goal::Better);
                self.open_root(&all, self.below as i128 - 1, better, None);
                Ok(())
            }
            _ => self.begin_at_least(all, self.below as i128, Fact::Claim),
        }
    }

    fn begin_at_least(&mut self, region: Vec<u32>, min: i128, of: Fact) -> Result<(), OutsideError> {
        let first = self.lines.next;
        let variable = Variable(self.n_outside);
        let (cap, row) = self.lines.define(variable, &region, min - 1)?;
        self.open_root(&region, min - 1, cap, Some(variable));
        self.goal = Some(Goal::AtLeast { region, min, row, first, of });
        Ok(())
    }

    fn open_root(&mut self, region: &[u32], budget: i128, budget_id: Id, variable: Option<Variable>) {
        let mut inside = vec![false; self.n_cells];
        region.iter().for_each(|cell| inside[*cell as usize] = true);
        self.tree = Tree::new(inside, budget, budget_id);
        self.premises = variable.map(|variable| (variable, false)).into_iter().collect();
        self.open(Place::Root);
    }

    /// The tree is closed: its clause says that the variable of the root is true, or that there is a contradiction.
    /// Nothing is left of it but what was to be proven.
    fn reached(&mut self, clause: Id) -> Result<(), OutsideError> {
        match self.goal.take() {
            None => Err(OutsideError::Lost("a root")),
            Some(Goal::Better) => {
                self.bound = Some(clause);
                Ok(())
            }
            Some(Goal::AtLeast { region, min, row, first, of }) => {
                self.lines.term(true, row, 1);
                self.lines.term(false, clause, min);
                let id = self.lines.push(";\n").constraint()?;
                self.forget(first)?;
                let row = Rc::new(Row::unit(id, &region, min));
                match of {
                    Fact::Claim => self.bound = Some(id),
                    Fact::Lemma => self.facts.push(Rc::clone(&row)),
                    Fact::ImageOfLemma => {}
                    Fact::Own => {
                        Rc::make_mut(&mut self.own).push(row);
                        return Ok(());
                    }
                }
                if !self.symmetries.is_empty() {
                    self.known.insert(key(&row), row);
                }
                Ok(())
            }
        }
    }

    pub(super) fn n_sets(&self) -> usize {
        self.sets.len()
    }

    /// The image of a set.
    pub(super) fn set(&mut self, set: usize, map: &Map) -> Result<Rc<Row>, OutsideError> {
        let row = self.sets.get(set).cloned().ok_or(OutsideError::Lost("a set"))?;
        Ok(self.image(&row, None, map))
    }

    /// The image of a weighted set or a lemma.
    fn fact(&mut self, fact: usize, map: &Map) -> Result<Rc<Row>, OutsideError> {
        let row = self.facts.get(fact).cloned().ok_or(OutsideError::Lost("a lemma"))?;
        Ok(self.image(&row, fact.checked_sub(self.n_weighted), map))
    }

    /// The image of a row of the formula, or of a lemma.
    fn image(&mut self, row: &Rc<Row>, lemma: Option<usize>, map: &Map) -> Rc<Row> {
        if map.is_none() {
            return Rc::clone(row);
        }
        let (terms, rhs) = (mapped_terms(&row.terms, map), row.rhs);
        let known = self.known.entry((terms, rhs));
        let missing = &mut self.missing;
        let image = known.or_insert_with_key(|(terms, rhs)| {
            match lemma {
                Some(lemma) => missing.lemmas.push((lemma, map.clone())),
                None => {
                    let cells = terms.iter().map(|(cell, a)| (*cell as usize, *a as i64)).collect();
                    missing.rows.push(WeightedCells { cells, min: *rhs as i64 });
                }
            }
            Rc::new(Row { id: 0, terms: terms.clone(), rhs: *rhs })
        });
        Rc::clone(image)
    }

    fn open(&mut self, place: Place) {
        self.nodes.push(Node { place, first: self.lines.next, n_held: 0, mark: self.tree.mark() });
    }

    fn hold(&mut self, n: u64) {
        if let Some(node) = self.nodes.last_mut() {
            node.n_held += n;
        }
    }

    /// Returns the size of the proof so far.
    pub(super) fn written(&self) -> WrittenProof {
        self.lines.written
    }

    pub(super) fn count(&mut self) -> Result<(), OutsideError> {
        self.lines.written.steps += 1;
        if self.lines.written.steps > self.max_steps {
            return Err(OutsideError::TooLong { form: "VeriPB", limit: self.max_steps });
        }
        Ok(())
    }

    /// Names rows; `branches` has the numbers of the branch rows.
    pub(super) fn name_rows(&mut self, names: &[RowName], branches: &[usize], map: &Map) -> Result<(), OutsideError> {
        let mut named: Vec<Rc<Row>> = Vec::with_capacity(names.len());
        for name in names {
            let row = match name {
                RowName::Set(set) => self.set(*set, map)?,
                RowName::Fact(fact) => self.fact(*fact, map)?,
                RowName::Branch(branch) => {
                    let row = branches.get(*branch).and_then(|at| self.tree.branches().get(*at));
                    Rc::clone(row.ok_or(OutsideError::Lost("a branch row"))?)
                }
                RowName::Rounded { divisor, parts } => Rc::new(self.rounded(&named, parts, (*divisor).into())?),
            };
            named.push(row);
        }
        self.tree.name_rows(Rc::new(named));
        Ok(())
    }

    fn rounded(&mut self, named: &[Rc<Row>], parts: &[(usize, i64)], divisor: i128) -> Result<Row, OutsideError> {
        let part = |(row, weight): &(usize, i64)| {
            let row: &Row = named.get(*row).ok_or(OutsideError::Lost("a part of a row"))?;
            Ok((row, i128::from(*weight)))
        };
        let parts: Vec<(&Row, i128)> = parts.iter().map(part).collect::<Result<_, OutsideError>>()?;
        let lines = &mut self.lines;
        let row = Tree::rounded(self.n_cells, &parts, divisor, lines.next);
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

    /// A sum. Says whether it closed the node.
    pub(super) fn sum(
        &mut self,
        budget: i64,
        caps: &[(usize, i64)],
        rows: &[(usize, i64)],
    ) -> Result<bool, OutsideError> {
        let named = rows.iter().map(|(row, weight)| Ok((self.tree.row(*row)?, i128::from(*weight))));
        let named: Vec<(Rc<Row>, i128)> = named.collect::<Result<_, OutsideError>>()?;
        let weights = Weights {
            budget: budget.into(),
            caps: caps.iter().map(|(cap, weight)| (*cap, i128::from(*weight))).collect(),
            rows: named.iter().map(|(row, weight)| (row.as_ref(), *weight)).collect(),
        };
        let outcome = self.tree.sum(&weights);
        if !outcome.closed && outcome.removed.is_empty() {
            return Ok(false);
        }
        let lines = &mut self.lines;
        let mut is_first = lines.term(true, self.tree.budget_id(), weights.budget);
        for (cap, weight) in &weights.caps {
            is_first = lines.term(is_first, self.tree.caps()[*cap].id, *weight);
        }
        for (row, weight) in &weights.rows {
            is_first = lines.term(is_first, row.id, *weight);
        }
        debug_assert!(!is_first, "a sum of nothing proves nothing");
        let id = lines.push(";\n").constraint()?;
        self.hold(1);
        if outcome.closed {
            self.close(&outcome.needs, id)?;
        } else {
            self.tree.remove(&outcome.removed, id, outcome.needs);
        }
        Ok(outcome.closed)
    }

    /// The cap outside of a row: its cells, and how many of them there may be.
    pub(super) fn outside(&self, row: usize) -> Result<(Vec<bool>, i128), OutsideError> {
        let row = self.tree.row(row)?;
        let mut members = self.tree.region().to_vec();
        row.terms.iter().for_each(|(cell, _)| members[*cell as usize] = false);
        Ok((members, self.tree.budget() - row.rhs))
    }

    pub(super) fn cap(&mut self, row: usize) -> Result<(), OutsideError> {
        let (members, bound) = self.outside(row)?;
        let row = self.tree.row(row)?;
        self.lines.term(true, self.tree.budget_id(), 1);
        self.lines.term(false, row.id, 1);
        let id = self.lines.push(";\n").constraint()?;
        self.hold(1);
        self.tree.add_cap(Cap { id, members, bound });
        Ok(())
    }

    pub(super) fn split(&mut self, region: Vec<u32>, bound: i128) -> Result<(), OutsideError> {
        let variable = Variable(self.premises.len() as u32);
        let (cap, row) = self.lines.define(variable, &region, bound)?;
        self.hold(2);
        let mut members = vec![false; self.n_cells];
        region.iter().for_each(|cell| members[*cell as usize] = true);
        self.open(Place::First(region, bound + 1, row));
        self.premises.push((variable, false));
        self.tree.add_cap(Cap { id: cap, members, bound });
        Ok(())
    }

    /// Closes the node by a row of which no cell is left.
    pub(super) fn dead(&mut self, row: usize) -> Result<(), OutsideError> {
        let row = self.tree.row(row)?;
        let needs = self.tree.dead(&row).ok_or(OutsideError::Lost("a row that closes a node"))?;
        self.close(&needs, row.id)
    }

    /// Closes the node by a listed puzzle among the chosen cells.
    pub(super) fn listed(&mut self) -> Result<(), OutsideError> {
        let chosen = self.tree.chosen();
        let is_chosen = |(puzzle, _): &&(Vec<usize>, Id)| puzzle.iter().all(|cell| chosen.contains(&(*cell as u32)));
        let id = self.listed.iter().find(is_chosen).map(|(_, id)| *id);
        self.close(&Needs::default(), id.ok_or(OutsideError::Lost("a listed puzzle"))?)
    }

    /// Begins the node with one more chosen cell, which must be live.
    pub(super) fn child(&mut self, cell: u32) {
        self.open(Place::Child(cell));
        self.tree.choose(cell);
    }

    /// Closes the node by a constraint, and the nodes above that end with it.
    fn close(&mut self, needs: &Needs, by: Id) -> Result<(), OutsideError> {
        let mut hints = self.tree.hints(needs);
        hints.push(by);
        while let Some(node) = self.nodes.pop() {
            let clause = self.clause(&hints)?;
            let mut n_held = node.n_held;
            if n_held > 1 {
                self.forget(node.first)?;
                n_held = 0;
            }
            self.tree.back_to(node.mark);
            // The clause, and at most one constraint that is cheaper to keep until the node above goes.
            self.hold(n_held + 1);
            match node.place {
                Place::Root => return self.reached(clause),
                Place::Child(cell) => {
                    self.tree.unchoose();
                    self.tree.remove(&[cell], clause, Needs::default());
                    return Ok(());
                }
                Place::First(region, min, row) => {
                    if let Some((_, as_is)) = self.premises.last_mut() {
                        *as_is = true;
                    }
                    self.open(Place::Second(clause));
                    self.tree.add_branch(Row::unit(row, &region, min));
                    return Ok(());
                }
                Place::Second(first) => {
                    // The node of the split has no more steps.
                    self.premises.pop();
                    hints = vec![first, clause];
                }
            }
        }
        Ok(())
    }

    /// Not all premises of this node are true.
    fn clause(&mut self, hints: &[Id]) -> Result<Id, OutsideError> {
        let lines = &mut self.lines;
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

fn cells(cells: &[usize]) -> Vec<u32> {
    cells.iter().map(|cell| *cell as u32).collect()
}

fn row_of(set: &WeightedCells, id: Id) -> Row {
    let terms = set.cells.iter().map(|(cell, weight)| (*cell as u32, i128::from(*weight))).collect();
    Row { id, terms, rhs: set.min.into() }
}

fn key(row: &Row) -> RowKey {
    (row.terms.clone(), row.rhs)
}

/// The image of a cell.
pub(super) fn mapped(cell: u32, map: &Map) -> u32 {
    map.as_ref().map_or(cell, |map| map[cell as usize])
}

/// The images of cells, ascending.
pub(super) fn mapped_cells(cells: &[usize], map: &Map) -> Vec<u32> {
    let mut images: Vec<u32> = cells.iter().map(|cell| mapped(*cell as u32, map)).collect();
    images.sort_unstable();
    images
}

/// The image of a row.
pub(super) fn mapped_terms(terms: &[(u32, i128)], map: &Map) -> Vec<(u32, i128)> {
    let mut images: Vec<(u32, i128)> = terms.iter().map(|(cell, a)| (mapped(*cell, map), *a)).collect();
    images.sort_unstable();
    images
}
