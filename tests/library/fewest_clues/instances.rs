//! Every instance of `instances/puzzles`: the engines agree, HiGHS finds no second solution either, and certificates
//! are accepted.

use std::fs;
use std::time::Duration;

use minclue_core::base::{Limits, cpu_time};
use minclue_core::problem::{Certifiable as _, ClueProblem as _, Minimum, Status, Verdict};
use minclue_core::proof::Proof;
use minclue_core::unavoidable::Family;
use minclue_engines::bilevel::{AnswerBy, BranchAndCut, ByIlp};
use minclue_engines::search::SearchOptions;
use minclue_lp::Highs;
use minclue_puzzles::puzzles::PuzzleInstance;
use minclue_verifier::verify;

use super::{Problem, answer, branch_and_cut, native, problem};
use crate::{ask, common};

/// Those that take an engine seconds, or once did: large grids without the start sets and the oracle of Sudoku, and
/// cross sums. `what_the_instances_cost` says how long each takes.
const SLOW: &[&str] = &[
    "killer-9",
    "minesweeper-8",
    "anti-knight-9",
    "anti-king-9",
    "disjoint-groups-9",
    "jigsaw-9",
    "sums-10",
    "kakuro-6",
    "x-9-1",
    "x-9-2",
    "sudoku-9",
    "windoku-1",
    "windoku-2",
];

/// Those whose certificates are checked: one of each kind that has a small one.
const CERTIFIED: &[&str] = &[
    "klein-4",
    "futoshiki-4-1",
    "sums-3",
    "kakuro-3",
    "loop-3",
    "bricks-4x4",
    "petersen",
    "queens-6",
    "jigsaw-5",
    "x-4",
    "killer-4",
    "nonogram-5",
    "minesweeper-5",
    "star-battle-6",
];

/// The instances of the project, each by its name.
fn named() -> Vec<(String, PuzzleInstance)> {
    let name = |posed: &PuzzleInstance| posed.id.clone().expect("a name");
    common::instances().into_iter().map(|(_, posed)| (name(&posed), posed)).collect()
}

#[test]
fn the_engines_agree_and_an_integer_program_confirms_them() {
    let all = named();
    assert!(SLOW.iter().all(|slow| all.iter().any(|(id, _)| id == slow)), "a slow one is no more");
    for (id, posed) in all.into_iter().filter(|(id, _)| !SLOW.contains(&&id[..])) {
        let problem = problem(&posed);
        let clues = answer(&problem, &id);
        let by_ilp = ByIlp::new(&problem, AnswerBy::Ilp(&Highs));
        assert_eq!(by_ilp.oracle().second_solution(clues, &mut Limits::none().pace(1)), Verdict::Unique, "{id}");
    }
}

/// The lower and the upper bound that a checker which knows nothing of this search confirms.
fn checked(problem: &Problem) -> (usize, usize) {
    let (options, limits) = (SearchOptions::default(), Limits::none());
    let (minimum, proof) = ask::proven(&ask::native(&options), problem, &Family::new(), &limits, tempfile::tempfile);
    let proof = proof.expect("temporary files can be written");
    assert_eq!(minimum.status(), Status::Optimal);
    verdict(problem, &minimum, proof)
}

/// What the checker says of these bounds and their proof.
fn verdict(problem: &Problem, minimum: &Minimum<2>, proof: Proof<2>) -> (usize, usize) {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("certificate");
    let certificate = problem.certificate(minimum.clues.expect("an answer"), proof, &|_| None);
    certificate.write(&path).expect("it can be written");
    let verdict = verify(&fs::read(&path).expect("it was written")[..]).unwrap_or_else(|e| panic!("REFUSED {e}"));
    (verdict.lower, verdict.upper)
}

#[test]
fn certificates_are_accepted() {
    let of_name = |(id, _): &(String, PuzzleInstance)| CERTIFIED.contains(&&id[..]);
    let chosen: Vec<_> = named().into_iter().filter(of_name).collect();
    assert_eq!(chosen.len(), CERTIFIED.len());
    for (id, posed) in chosen {
        let problem = problem(&posed);
        let minimum = native(&problem, None, &Limits::none()).lower_bound;
        assert_eq!(checked(&problem), (minimum, minimum), "{id}");
    }
}

/// A cross sum whose first question, without a clue, is out of reach of the oracle. The branch and cut asks from many
/// clues down and keeps the sets that it learns, so it proves the minimum; the certificate holds it against a checker
/// that knows nothing of the search.
#[test]
fn the_branch_and_cut_learns_its_first_inequalities_from_easy_questions() {
    let (_, posed) = named().into_iter().find(|(id, _)| id == "kakuro-6").expect("it is there");
    let problem = problem(&posed);
    let engine = BranchAndCut::new(&Highs);
    let (minimum, proof) = ask::proven(&engine, &problem, &Family::new(), &Limits::none(), tempfile::tempfile);
    let proof = proof.expect("temporary files can be written");
    assert_eq!(minimum.status(), Status::Optimal);
    assert_eq!(verdict(&problem, &minimum, proof), (minimum.lower_bound, minimum.lower_bound));
}

/// Without start sets, a question to the oracle is the only way to a set, and may take as long as a linear program.
#[test]
fn the_local_search_asks_no_more_than_the_rest_of_the_branch_and_cut() {
    for (id, posed) in named().into_iter().filter(|(id, _)| !SLOW.contains(&&id[..])) {
        let problem = problem(&posed);
        let found = branch_and_cut(&problem, None, &Limits::none().with_nodes(1));
        let (n_cells, counters) = (problem.cells().len() as u64, found.counters);
        // One start drops each cell once, and exchanges for a while: small problems as long as large ones.
        let max = 20 * n_cells + 40;
        assert!(counters.n_checks <= max, "{id}: {} questions about {n_cells} cells", counters.n_checks);
        // What it learns is there for the root LP, unless nothing can be learned since no clue is needed.
        assert!(counters.root_bound >= 1.0 || found.upper_bound() == Some(0), "{id}: {counters:?}");
    }
}

/// A table of processor seconds.
#[test]
#[ignore = "takes minutes, and measures"]
#[expect(clippy::print_stdout, reason = "a table for people")]
fn what_the_instances_cost() {
    let seconds = std::env::var("MINCLUE_SECONDS").map_or(60, |text| text.parse().expect("seconds"));
    println!(
        "instance variables rows clues | native: bounds seconds nodes | bilevel: bounds seconds nodes | by HiGHS: seconds"
    );
    for (id, posed) in named() {
        let problem = problem(&posed);
        let (n_vars, n_rows, n_clues) = (posed.model.n_vars(), posed.model.rows().len(), posed.clues.len());
        print!("{id} {n_vars} {n_rows} {n_clues}");
        let mut best = None;
        for engine in [native, branch_and_cut] {
            let before = cpu_time();
            let found = engine(&problem, None, &Limits::none().with_time(Duration::from_secs(seconds)));
            let took = (cpu_time() - before).as_secs_f64();
            let upper = found.upper_bound().unwrap_or(n_clues);
            print!(" | {}-{upper} {took:.3} {}", found.lower_bound, found.counters.n_nodes);
            best = found.clues;
        }
        let before = cpu_time();
        let by_ilp = ByIlp::new(&problem, AnswerBy::Ilp(&Highs));
        let limits = Limits::none().with_time(Duration::from_secs(seconds));
        let verdict = by_ilp.oracle().second_solution(best.expect("all clues"), &mut limits.pace(1));
        println!(" | {verdict:?} {:.3}", (cpu_time() - before).as_secs_f64());
    }
}
