//! Formats in which variables are numbers, read back by the words of each format.

use minclue_core::base::{Cell, CellSet, Index, Limits, rng};
use minclue_core::hitting::{reference, write_hgr};
use minclue_core::ilp::{BinaryModel, Names, VarId};
use minclue_core::problem::{ClueProblem, SudokuClues, Verdict};
use minclue_core::sudoku::{Shape, all_grids};
use minclue_core::unavoidable::{Family, set_model};
use minclue_engines::bilevel::{BilevelModel, Format, ModelKind, export, follower, hitting_model};
use rand::Rng;

use super::{four_by_four, nine_by_nine};

/// The hyperedges of an hgr file, read by the words of its format: comments, one head line, one line for each edge.
pub(crate) fn read_hgr(text: &str) -> (usize, Vec<CellSet<1>>) {
    let mut lines = text.lines().filter(|line| !line.starts_with('c'));
    let head: Vec<&str> = lines.next().expect("a head line").split(' ').collect();
    let ["p", "hs", n_vertices, n_edges] = head[..] else { panic!("{head:?} is not a head line") };
    let n_vertices: usize = n_vertices.parse().expect("a number");
    let edges: Vec<CellSet<1>> = lines
        .map(|line| {
            let vertices = line.split(' ').map(|v| v.parse::<usize>().expect("a number"));
            vertices.inspect(|v| assert!((1..=n_vertices).contains(v))).map(|v| Cell::new(v - 1)).collect()
        })
        .collect();
    assert_eq!(edges.len(), n_edges.parse::<usize>().expect("a number"));
    (n_vertices, edges)
}

/// With all minimal unavoidable sets as edges, a minimum hitting set is a smallest puzzle: 4 clues on 4x4.
#[test]
fn hypergraphs_are_read_back() {
    for (problem, family) in four_by_four() {
        let sets: Vec<CellSet<1>> = family.sets().iter().map(|set| set.cells).collect();
        let (n_vertices, edges) = read_hgr(&write_hgr(16, sets.iter().copied(), "two lines\nof comment"));
        assert_eq!((n_vertices, &edges), (16, &sets));
        let clues = reference::minimum(&edges).expect("no edge is empty");
        assert_eq!(clues.len(), 4);
        assert_eq!(problem.oracle().second_solution(clues, &mut Limits::none().pace(1)), Verdict::Unique);
    }
}

/// A sum over variables from 0.
type Terms = Vec<(usize, i64)>;

/// An OPB file: rows are terms, "is it an equality?" and right side.
struct Opb {
    names: Vec<String>,
    objective: Terms,
    rows: Vec<(Terms, bool, i64)>,
}

impl Opb {
    /// The value of the objective at a 0/1 point.
    fn value(&self, point: &impl Fn(usize) -> bool) -> i64 {
        sum(&self.objective, point)
    }

    fn holds(&self, row: usize, point: &impl Fn(usize) -> bool) -> bool {
        let (terms, is_equality, rhs) = &self.rows[row];
        let sum = sum(terms, point);
        if *is_equality { sum == *rhs } else { sum >= *rhs }
    }

    fn is_feasible(&self, point: &impl Fn(usize) -> bool) -> bool {
        (0..self.rows.len()).all(|row| self.holds(row, point))
    }
}

fn sum(terms: &[(usize, i64)], point: &impl Fn(usize) -> bool) -> i64 {
    terms.iter().filter(|(i, _)| point(*i)).map(|(_, a)| a).sum()
}

/// Reads an OPB file: the head, comments, perhaps an objective, then rows that end with `;`.
fn read_opb(text: &str) -> Opb {
    let mut lines = text.lines();
    let head: Vec<&str> = lines.next().expect("a head").split(' ').collect();
    let ["*", "#variable=", n_vars, "#constraint=", n_rows] = head[..] else { panic!("{head:?}") };
    let number = |word: &str| -> i64 { word.parse().unwrap_or_else(|_| panic!("{word} is not a number")) };
    let var = |word: &str| -> usize {
        let i = word.strip_prefix('x').map(number).and_then(|i| usize::try_from(i).ok()).expect("a variable");
        assert!((1..=usize::try_from(number(n_vars)).expect("a size")).contains(&i));
        i - 1
    };
    let terms = |words: &[&str]| words.chunks(2).map(|term| (var(term[1]), number(term[0]))).collect();
    let (mut names, mut objective, mut rows) = (Vec::new(), Vec::new(), Vec::new());
    for line in lines {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["*", variable, name] => {
                assert_eq!(var(variable), names.len());
                names.push(name.to_owned());
            }
            ["*", _] => {}
            ["min:", ref sum @ .., ";"] => objective = terms(sum),
            [ref sum @ .., sense @ (">=" | "="), rhs, ";"] => rows.push((terms(sum), sense == "=", number(rhs))),
            _ => panic!("{line}"),
        }
    }
    assert_eq!((names.len() as i64, rows.len() as i64), (number(n_vars), number(n_rows)));
    Opb { names, objective, rows }
}

fn written<const W: usize>(problem: &SudokuClues<W>, kind: ModelKind<'_, W>, format: Format) -> String {
    let files = export(problem, kind, format, Names::Full, "model").expect("format and model go together");
    assert_eq!(files.aux, None);
    files.model
}

/// Row by row, a file says of a point what the model says.
fn assert_same_rows(opb: &Opb, model: &BinaryModel, points: &[Vec<bool>]) {
    assert!(opb.names.iter().map(String::as_str).eq(model.var_names()));
    assert_eq!(opb.rows.len(), model.rows().len());
    for values in points {
        let point = |i: usize| values[i];
        assert_eq!(opb.value(&point), model.value(values));
        for (i, row) in model.rows().iter().enumerate() {
            assert_eq!(opb.holds(i, &point), row.holds(values), "{}", row.name);
        }
    }
}

/// Points of every density, and every complete grid with z = 0 and z = 1 where the model has as many variables more.
fn points<const W: usize>(problem: &SudokuClues<W>, model: &BinaryModel) -> Vec<Vec<bool>> {
    let mut rng = rng(2);
    let mut points: Vec<Vec<bool>> =
        (0..50).map(|i| (0..model.n_vars()).map(|_| rng.random_bool(f64::from(i) / 49.0)).collect()).collect();
    if problem.grid().shape() == Shape::new(2, 2).expect("a shape") {
        for grid in all_grids::<1>(problem.grid().shape(), usize::MAX) {
            for rest in [false, true] {
                let mut values = vec![rest; model.n_vars()];
                values.iter_mut().take(64).for_each(|value| *value = false);
                for (i, digit) in grid.digits().iter().enumerate() {
                    values[4 * i + digit.index()] = true;
                }
                points.push(values);
            }
        }
    }
    points
}

#[test]
fn opb_files_hold_the_rows_of_each_model() {
    let (problem, family) = four_by_four().remove(0);
    let clues: CellSet<1> = [0, 3, 13, 14].map(Cell::new).into_iter().collect();
    let hpr = BilevelModel::new(&problem, &family).hpr;
    for (kind, model) in [
        (ModelKind::Hpr((&family).into()), hpr),
        (ModelKind::Follower(clues), follower(&problem, clues)),
        (ModelKind::Sets { size: 4, known: &family }, set_model(&problem, 4, &family)),
    ] {
        assert_same_rows(&read_opb(&written(&problem, kind, Format::Opb)), &model, &points(&problem, &model));
    }
    let (problem, family) = nine_by_nine();
    let model = BilevelModel::new(&problem, &family).hpr;
    let opb = read_opb(&written(&problem, ModelKind::Hpr((&family).into()), Format::Opb));
    assert_eq!((opb.names.len(), opb.rows.len()), (811, 407 + 12));
    assert_eq!((&*opb.names[0], &*opb.names[729], &*opb.names[810]), ("x_r1c1_1", "y_r1c1", "z"));
    assert_same_rows(&opb, &model, &points(&problem, &model));
}

/// The follower's optimum is 1 for a valid puzzle and 0 for one clue less: every 4x4 grid with either z is tried.
#[test]
fn the_follower_as_opb_has_the_follower_s_optimum() {
    for (problem, family) in four_by_four() {
        let sets: Vec<CellSet<1>> = family.sets().iter().map(|set| set.cells).collect();
        let valid = reference::minimum(&sets).expect("no set is empty");
        let fewer = valid - CellSet::only(valid.first().expect("four clues"));
        for (clues, optimum) in [(valid, 1), (fewer, 0)] {
            let opb = read_opb(&written(&problem, ModelKind::Follower(clues), Format::Opb));
            let points = points(&problem, &follower(&problem, clues));
            let feasible = points.iter().filter(|values| opb.is_feasible(&|i| values[i]));
            assert_eq!(feasible.map(|values| opb.value(&|i| values[i])).min(), Some(optimum));
        }
    }
}

/// A WCNF file of 2022: names from 0, hard clauses, and the weight of each soft clause that is one negated variable.
struct Wcnf {
    names: Vec<String>,
    hard: Vec<Vec<i64>>,
    soft: Vec<(u64, i64)>,
}

fn read_wcnf(text: &str) -> Wcnf {
    let mut wcnf = Wcnf { names: Vec::new(), hard: Vec::new(), soft: Vec::new() };
    let number = |word: &&str| -> i64 { word.parse().unwrap_or_else(|_| panic!("{word} is not a number")) };
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["c", variable, name] => {
                wcnf.names.push(name.to_owned());
                assert_eq!(variable, wcnf.names.len().to_string());
            }
            ["c", _] => {}
            ["h", ref literals @ .., "0"] => wcnf.hard.push(literals.iter().map(number).collect()),
            [weight, literal, "0"] => wcnf.soft.push((weight.parse().expect("a weight"), number(&literal))),
            _ => panic!("{line}"),
        }
    }
    wcnf
}

/// With all minimal unavoidable sets the hitting-set model is the whole problem, so every subset of the 16 cells is
/// tried.
#[test]
fn brute_force_finds_four_clues_in_opb_and_wcnf() {
    for (problem, family) in four_by_four() {
        let opb = read_opb(&written(&problem, ModelKind::Hitting((&family).into()), Format::Opb));
        let wcnf = read_wcnf(&written(&problem, ModelKind::Hitting((&family).into()), Format::Wcnf));
        let model = hitting_model(&problem, &family);
        for names in [&opb.names, &wcnf.names] {
            assert!(names.iter().map(String::as_str).eq(model.var_names()));
        }
        assert_eq!((opb.rows.len(), wcnf.hard.len(), wcnf.soft.len()), (family.len(), family.len(), 16));
        assert_eq!(model.var_name(VarId::new(0)), "y_r1c1");

        let (mut by_opb, mut by_wcnf) = (i64::MAX, u64::MAX);
        for subset in 0_u32..1 << 16 {
            let point = |i: usize| subset >> i & 1 == 1;
            let is_true = |literal: i64| point(literal.unsigned_abs() as usize - 1) == (literal > 0);
            let feasible = opb.is_feasible(&point);
            assert_eq!(feasible, wcnf.hard.iter().all(|clause| clause.iter().any(|l| is_true(*l))));
            if feasible {
                by_opb = by_opb.min(opb.value(&point));
                by_wcnf = by_wcnf.min(wcnf.soft.iter().filter(|(_, l)| !is_true(*l)).map(|(weight, _)| weight).sum());
            }
        }
        assert_eq!((by_opb, by_wcnf), (4, 4));
    }
}

/// Without a set there is nothing to hit: no row and no hard clause, but all variables.
#[test]
fn no_set_is_a_file_too() {
    let (problem, _) = four_by_four().remove(0);
    let none = Family::new();
    let opb = read_opb(&written(&problem, ModelKind::Hitting((&none).into()), Format::Opb));
    let wcnf = read_wcnf(&written(&problem, ModelKind::Hitting((&none).into()), Format::Wcnf));
    assert_eq!((opb.names.len(), opb.rows.len()), (16, 0));
    assert_eq!((wcnf.names.len(), wcnf.hard.len(), wcnf.soft.len()), (16, 0, 16));
}
