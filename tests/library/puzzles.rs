//! The 0/1 models of the puzzles have one point for each solution: points are counted by a search that knows rows only,
//! solutions by trying everything, and both are held against known numbers. Besides, all files of `instances/puzzles`.

use std::collections::BTreeSet;

use minclue_core::ilp::{BinaryModel, Sense, VarId};
use minclue_puzzles::puzzles::{Graph, MAX_CLUES, MODIFIERS, PUZZLES, PuzzleInstance, PuzzleReader};

use crate::common::instances;

pub(crate) fn posed(text: &str) -> PuzzleInstance {
    let mut all: Vec<PuzzleInstance> =
        PuzzleReader::new(text.as_bytes()).map(|found| found.expect("an instance")).collect();
    assert_eq!(all.len(), 1, "{text}");
    all.remove(0)
}

/// Counts the 0/1 points of a model: fixes what a row forces, then tries both values of the first variable left.
struct Points<'m> {
    model: &'m BinaryModel,
    with_var: Vec<Vec<usize>>,
    values: Vec<Option<bool>>,
    trail: Vec<usize>,
}

impl<'m> Points<'m> {
    fn new(model: &'m BinaryModel) -> Self {
        let mut with_var = vec![Vec::new(); model.n_vars()];
        for (i, row) in model.rows().iter().enumerate() {
            row.terms.iter().for_each(|(var, _)| with_var[var.get()].push(i));
        }
        Self { model, with_var, values: vec![None; model.n_vars()], trail: Vec::new() }
    }

    fn set(&mut self, var: usize, value: bool) {
        self.values[var] = Some(value);
        self.trail.push(var);
    }

    /// Fixes what the rows at the variables of the trail from `from` on force; false at a contradiction.
    fn propagate(&mut self, mut from: usize) -> bool {
        while from < self.trail.len() {
            for i in 0..self.with_var[self.trail[from]].len() {
                if !self.row(self.with_var[self.trail[from]][i]) {
                    return false;
                }
            }
            from += 1;
        }
        true
    }

    fn row(&mut self, number: usize) -> bool {
        let row = &self.model.rows()[number];
        let (mut min, mut max) = (0, 0);
        for (var, a) in &row.terms {
            match self.values[var.get()] {
                Some(true) => (min, max) = (min + a, max + a),
                Some(false) => {}
                None => (min, max) = (min + a.min(&0), max + a.max(&0)),
            }
        }
        // How much the sum may rise from its least, and fall from its greatest value.
        let up = if row.sense == Sense::GreaterEqual { i64::MAX } else { row.rhs - min };
        let down = if row.sense == Sense::LessEqual { i64::MAX } else { max - row.rhs };
        if up < 0 || down < 0 {
            return false;
        }
        for (var, a) in &row.terms {
            if self.values[var.get()].is_none() {
                if a.abs() > up {
                    self.set(var.get(), *a < 0);
                } else if a.abs() > down {
                    self.set(var.get(), *a > 0);
                }
            }
        }
        true
    }

    fn count(&mut self, found: &mut dyn FnMut(&[bool])) -> usize {
        let Some(var) = self.values.iter().position(Option::is_none) else {
            let point: Vec<bool> = self.values.iter().copied().flatten().collect();
            assert_eq!(self.model.violated_row(&point), None);
            found(&point);
            return 1;
        };
        let mut n = 0;
        for value in [true, false] {
            let from = self.trail.len();
            self.set(var, value);
            if self.propagate(from) {
                n += self.count(found);
            }
            self.trail.drain(from..).for_each(|var| self.values[var] = None);
        }
        n
    }
}

/// The number of points in which all of these variables are 1.
pub(crate) fn n_points_with(model: &BinaryModel, ones: &[VarId]) -> usize {
    let mut points = Points::new(model);
    ones.iter().for_each(|var| points.set(var.get(), true));
    let alone = (0..model.rows().len()).all(|row| points.row(row));
    if alone && points.propagate(0) { points.count(&mut |_| {}) } else { 0 }
}

pub(crate) fn n_points(text: &str) -> usize {
    let posed = posed(text);
    let (mut n_known, solution) = (0, posed.solution.clone());
    let mut points = Points::new(&posed.model);
    assert!((0..posed.model.rows().len()).all(|row| points.row(row)) && points.propagate(0));
    let n = points.count(&mut |point| n_known += usize::from(point == solution));
    assert_eq!(n_known, 1, "the known solution is one of them: {text}");
    n
}

/// All fillings of `n_cells` cells with 1 to n that `fits` accepts cell by cell: it sees the cells filled so far.
pub(crate) fn fillings(n_cells: usize, n: usize, fits: &dyn Fn(&[usize]) -> bool) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..n_cells {
        let longer = |filling: &Vec<usize>| (1..=n).map(|d| [filling.as_slice(), &[d]].concat()).collect::<Vec<_>>();
        all = all.iter().flat_map(longer).filter(|filling| fits(filling)).collect();
    }
    all
}

/// Does the last of the cells filled so far differ from all others of its row, its column and these houses?
pub(crate) fn is_latin(filling: &[usize], n: usize, houses: &[&[usize]]) -> bool {
    let last = filling.len() - 1;
    let same_house = |cell: usize| houses.iter().any(|house| house.contains(&cell) && house.contains(&last));
    (0..last).all(|cell| {
        let meets = cell / n == last / n || cell % n == last % n || same_house(cell);
        !meets || filling[cell] != filling[last]
    })
}

#[test]
fn latin_squares() {
    assert_eq!(n_points("latin\n12\n21\n"), 2);
    assert_eq!(n_points("latin\n123\n231\n312\n"), 12);
    assert_eq!(n_points("latin\n1234\n2143\n3412\n4321\n"), 576);
}

pub(crate) const BOXES: [&[usize]; 4] = [&[0, 1, 4, 5], &[2, 3, 6, 7], &[8, 9, 12, 13], &[10, 11, 14, 15]];

#[test]
fn sudokus_of_all_kinds() {
    assert_eq!(n_points("sudoku\n1234\n3412\n2143\n4321\n"), 288);
    let x: Vec<&[usize]> = BOXES.into_iter().chain([&[0, 5, 10, 15][..], &[3, 6, 9, 12]]).collect();
    let n = fillings(16, 4, &|filling| is_latin(filling, 4, &x)).len();
    assert_eq!((n_points("sudoku-x\n1234\n3412\n4321\n2143\n"), n), (48, 48));
    let regions: [&[usize]; 4] = [&[0, 1, 4, 8], &[2, 3, 7, 11], &[5, 6, 9, 12], &[10, 13, 14, 15]];
    let n = fillings(16, 4, &|filling| is_latin(filling, 4, &regions)).len();
    let example = PUZZLES.iter().find(|puzzle| puzzle.name == "jigsaw").expect("there is one").example;
    let drawn = "AABB\nACCB\nACDB\nCDDD\n";
    assert!(example.ends_with(drawn), "the regions above are those of the example");
    assert_eq!(n_points(example), n);
    assert!(n > 1);
}

#[test]
fn windows_are_houses() {
    let posed = posed(PUZZLES.iter().find(|puzzle| puzzle.name == "windoku").expect("there is one").example);
    // 81 cells and 9 rows, columns, boxes and 4 windows with 9 digits each.
    assert_eq!(posed.model.rows().len(), 81 + 9 * (27 + 4));
    // With all but the cells of two digits given, every other point swaps them in some cycles.
    let rest: Vec<VarId> =
        posed.clues.iter().copied().filter(|clue| !posed.model.var_name(*clue).ends_with(['1', '2'])).collect();
    let n = n_points_with(&posed.model, &rest);
    assert!(n.is_power_of_two() && n >= 2, "{n}");
}

#[test]
fn futoshikis() {
    let text = "futoshiki\n1<2 3\n    v\n2 3 1\n^\n3 1 2\n";
    let n = fillings(9, 3, &|f| is_latin(f, 3, &[]) && (f.len() < 9 || (f[0] < f[1] && f[5] < f[2] && f[3] < f[6])));
    assert_eq!(n_points(text), n.len());
    assert!(!n.is_empty() && n.len() < 12);
    // One sign of a Latin square of order 4: as many squares either way.
    assert_eq!(n_points("futoshiki\n1<2 3 4\n2 1 4 3\n3 4 1 2\n4 3 2 1\n"), 288);
    assert_eq!(n_points("futoshiki\n1 2 3 4\n2 1 4 3\n    v\n3 4 1 2\n4 3 2 1\n"), 288);
}

/// All fillings of these runs, and how often each list of sums occurs.
fn cross_sums(n_cells: usize, runs: &[&[usize]]) -> Vec<Vec<usize>> {
    let differ = |f: &[usize], run: &&[usize]| {
        let last = f.len() - 1;
        !run.contains(&last) || run.iter().all(|cell| *cell >= last || f[*cell] != f[last])
    };
    let all = fillings(n_cells, 9, &|f| runs.iter().all(|run| differ(f, run)));
    all.into_iter().map(|f| runs.iter().map(|run| run.iter().map(|cell| f[*cell]).sum()).collect()).collect()
}

#[test]
fn cross_sums_with_given_sums_and_with_sums_as_clues() {
    // The two cells at the corners are in one run each.
    let (rows, runs): (&str, &[&[usize]]) = ("12#\n349\n", &[&[0, 1], &[2, 3, 4], &[0, 2], &[1, 3]]);
    let sums = cross_sums(5, runs);
    assert_eq!(n_points(&format!("kakuro-sums\n{rows}")), sums.len());
    let n_same = sums.iter().filter(|list| **list == [3, 16, 4, 6]).count();
    assert_eq!(n_points(&format!("kakuro\n{rows}")), n_same);
    assert!(n_same > 0);
    // Given all sums, as many points are left; given some, those with the same sums in these runs.
    let posed = posed(&format!("kakuro-sums\n{rows}"));
    assert_eq!(n_points_with(&posed.model, &posed.clues), n_same);
    let n_some = sums.iter().filter(|list| (list[1], list[2]) == (16, 4)).count();
    assert_eq!(n_points_with(&posed.model, &posed.clues[1..3]), n_some);
    // A run of two cells: 9 * 8 fillings.
    assert_eq!(n_points("kakuro-sums\n12\n"), 72);
    assert_eq!(n_points("kakuro\n12\n"), 2);
}

/// The single loops among all sets of sides of `rows` x `columns` faces, each as the numbers of its faces.
fn loops(rows: usize, columns: usize) -> Vec<Vec<usize>> {
    let node = |r: usize, c: usize| r * (columns + 1) + c;
    let (mut sides, mut of_face) = (Vec::new(), vec![Vec::new(); rows * columns]);
    for r in 0..=rows {
        for c in 0..=columns {
            for (dr, dc) in [(0, 1), (1, 0)] {
                if r + dr > rows || c + dc > columns {
                    continue;
                }
                // A side from left to right has faces above and below, one downwards has them left and right.
                let beside = [
                    (Some(r), Some(c)),
                    if dr == 0 { (r.checked_sub(1), Some(c)) } else { (Some(r), c.checked_sub(1)) },
                ];
                for face in beside {
                    if let (Some(fr), Some(fc)) = face
                        && fr < rows
                        && fc < columns
                    {
                        of_face[fr * columns + fc].push(sides.len());
                    }
                }
                sides.push((node(r, c), node(r + dr, c + dc)));
            }
        }
    }
    let n_nodes = (rows + 1) * (columns + 1);
    let is_loop = |set: u32| {
        let mut near = vec![Vec::new(); n_nodes];
        for (i, (a, b)) in sides.iter().enumerate().filter(|(i, _)| set & (1 << i) != 0) {
            near[*a].push((i, *b));
            near[*b].push((i, *a));
        }
        if near.iter().any(|sides| !matches!(sides.len(), 0 | 2)) {
            return false;
        }
        let Some(start) = near.iter().position(|sides| !sides.is_empty()) else { return false };
        // Walk around from `start`; a single loop has all sides.
        let (mut at, mut by, mut length) = (start, usize::MAX, 0);
        loop {
            let (side, next) = near[at].iter().copied().find(|(side, _)| *side != by).expect("two sides");
            (at, by, length) = (next, side, length + 1);
            if at == start {
                return length == set.count_ones();
            }
        }
    };
    let numbers = |set: u32| {
        of_face.iter().map(|face| face.iter().filter(|side| set & (1 << **side) != 0).count()).collect::<Vec<_>>()
    };
    (1..1u32 << sides.len()).filter(|set| is_loop(*set)).map(numbers).collect()
}

#[test]
fn single_loops() {
    let text =
        |rows: usize, columns: usize| format!("slitherlink\n{}", format!("{}\n", "#".repeat(columns)).repeat(rows));
    for (rows, columns, known) in [(1, 1, Some(1)), (1, 4, Some(10)), (2, 2, Some(13)), (2, 3, None), (3, 2, None)] {
        let n = loops(rows, columns).len();
        assert_eq!(n_points(&text(rows, columns)), n, "{rows}x{columns}");
        assert!(known.is_none_or(|known| known == n), "{rows}x{columns}");
    }
    // Cycles of the grid graph of (n + 1)^2 vertices, OEIS A140517.
    assert_eq!(n_points(&text(3, 3)), 213);
    assert_eq!(n_points(&text(4, 4)), 9349);
}

#[test]
fn numbers_belong_to_the_loop() {
    let posed = posed("slitherlink\n###\n..#\n");
    let all = loops(2, 3);
    let shown = posed.layout.show(&|_| true);
    let numbers: Vec<usize> = shown.chars().filter_map(|c| c.to_digit(10)).map(|d| d as usize).collect();
    assert_eq!(numbers, [3, 2, 2, 1, 2, 3]);
    assert!(all.contains(&numbers));
    for (i, j) in [(0, 1), (0, 5), (3, 5), (2, 4)] {
        let n = all.iter().filter(|loop_of| loop_of[i] == numbers[i] && loop_of[j] == numbers[j]).count();
        assert_eq!(n_points_with(&posed.model, &[posed.clues[i], posed.clues[j]]), n);
    }
}

fn edges(graph: &Graph) -> String {
    let edges = graph.edges().iter().map(|(a, b)| format!(" {}-{}", a + 1, b + 1));
    format!("edges{}", edges.collect::<String>())
}

#[test]
fn perfect_matchings() {
    // Domino tilings of 4x4: 36; perfect matchings of the cube: 9; of K6: 5 * 3 * 1; of Petersen's graph: 6.
    let rows = "matched 1-2 3-4 5-6 7-8 9-10 11-12 13-14 15-16";
    assert_eq!(n_points(&format!("matching\ngrid 4x4\n{rows}\n")), 36);
    assert_eq!(n_points(&format!("matching\n{}\n{rows}\n", edges(&Graph::grid(4, 4)))), 36);
    assert_eq!(n_points("matching\nhypercube 3\nmatched 1-2 3-4 5-6 7-8\n"), 9);
    assert_eq!(n_points("matching\ncomplete 6\nmatched 1-2 3-4 5-6\n"), 15);
    assert_eq!(n_points("matching\npetersen\nmatched 1-6 2-7 3-8 4-9 5-10\n"), 6);
}

#[test]
fn colorings() {
    // The chromatic polynomials (k - 1)^n + (-1)^n (k - 1) of cycles; 120 of Petersen's graph with three colors.
    assert_eq!(n_points("coloring k=3\ncycle 5\ncolors 1 2 1 2 3\n"), 30);
    assert_eq!(n_points("coloring k=4\ncycle 6\ncolors 1 2 1 2 1 2\n"), 732);
    assert_eq!(n_points("coloring\npetersen\ncolors 1 2 1 2 3 2 1 3 3 2\n"), 120);
    assert_eq!(n_points("coloring\ncomplete 4\ncolors 1 2 3 4\n"), 24);
    let graph = Graph::grid(2, 3);
    let fits = |f: &[usize]| graph.edges().iter().all(|(a, b)| *b >= f.len() || f[*a] != f[*b]);
    assert_eq!(n_points("coloring k=3\ngrid 2x3\ncolors 1 2 3 2 1 2\n"), fillings(6, 3, &fits).len());
}

#[test]
fn queens() {
    assert_eq!(n_points("queens\nQ\n"), 1);
    assert_eq!(n_points("queens\n.Q..\n...Q\nQ...\n..Q.\n"), 2);
    assert_eq!(n_points("queens\nQ....\n..Q..\n....Q\n.Q...\n...Q.\n"), 10);
    assert_eq!(n_points("queens\n.Q....\n...Q..\n.....Q\nQ.....\n..Q...\n....Q.\n"), 4);
}

#[test]
fn every_instance_stands_in_the_file_of_its_puzzle_under_a_name_of_its_own() {
    let all = instances();
    let (mut ids, mut files) = (BTreeSet::new(), BTreeSet::new());
    for (file, posed) in &all {
        let is_modifier = |name: &str| MODIFIERS.iter().any(|modifier| modifier.name == name);
        assert!(
            *file == posed.puzzle
                || ["sudoku", "latin"].contains(&posed.puzzle) && (file == "killer" || is_modifier(file)),
            "{file}"
        );
        assert!(ids.insert(posed.id.clone().expect("a name")), "{posed:?} is there twice");
        assert!(posed.clues.len() <= MAX_CLUES);
        files.insert(file.as_str());
    }
    let all = PUZZLES.iter().map(|puzzle| puzzle.name).chain(MODIFIERS.iter().map(|modifier| modifier.name));
    // These are names of puzzles too, and cages make a killer.
    let file = |name| match name {
        "x" => "sudoku-x",
        "cages" => "killer",
        other => other,
    };
    assert_eq!(files, all.map(file).collect(), "a file for every puzzle and every modifier");
}

/// Where clues say less than the solution, all of them together need not be enough; in these files they are.
#[test]
fn all_clues_together_leave_one_solution() {
    for (_, posed) in instances() {
        assert_eq!(n_points_with(&posed.model, &posed.clues), 1, "{posed:?}");
    }
}
