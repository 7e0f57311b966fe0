use std::collections::BTreeMap;

use super::super::{Cover, OutsideError, write_cnf, write_drat};
use super::make::{cover, hitting_set, solutions, unavoidable};

fn clause(line: &str) -> Vec<i64> {
    let mut literals: Vec<i64> = line.split_whitespace().map(|word| word.parse().expect("a literal")).collect();
    assert_eq!(literals.pop(), Some(0));
    literals.sort_unstable();
    literals
}

/// Whether unit propagation among variables up to `n` refutes that all of `false_ones` are false. It is slow and
/// simple.
fn propagates(clauses: &BTreeMap<Vec<i64>, usize>, n: usize, false_ones: &[i64]) -> bool {
    // 1 for true, -1 for false, 0 for open.
    let mut truth = vec![0; n + 1];
    false_ones.iter().for_each(|literal| truth[literal.unsigned_abs() as usize] = -literal.signum());
    loop {
        let mut changed = false;
        for clause in clauses.keys() {
            let value = |literal: &i64| truth[literal.unsigned_abs() as usize] * literal.signum();
            if clause.iter().any(|literal| value(literal) == 1) {
                continue;
            }
            let mut open = clause.iter().filter(|literal| value(literal) == 0);
            match (open.next().copied(), open.next()) {
                (None, _) => return true,
                (Some(literal), None) => {
                    truth[literal.unsigned_abs() as usize] = literal.signum();
                    changed = true;
                }
                _ => {}
            }
        }
        if !changed {
            return false;
        }
    }
}

/// Checks a proof in the clauses' own words; the number of its clauses, or what is wrong.
fn check(cnf: &str, proof: &str) -> Result<usize, String> {
    let mut clauses = BTreeMap::new();
    let mut lines = cnf.lines().filter(|line| !line.starts_with('c'));
    let sizes: Vec<usize> =
        lines.next().expect("a head").split_whitespace().filter_map(|word| word.parse().ok()).collect();
    for line in lines {
        let clause = clause(line);
        assert!(clause.iter().all(|literal| literal.unsigned_abs() as usize <= sizes[0]));
        *clauses.entry(clause).or_insert(0) += 1;
    }
    assert_eq!(clauses.values().sum::<usize>(), sizes[1]);
    let mut n = 0;
    for line in proof.lines() {
        if let Some(line) = line.strip_prefix("d ") {
            clauses.remove(&clause(line)).ok_or_else(|| format!("{line} is not there"))?;
            continue;
        }
        let clause = clause(line);
        if !propagates(&clauses, sizes[0], &clause) {
            return Err(format!("{line} does not follow"));
        }
        n += 1;
        if clause.is_empty() {
            return Ok(n);
        }
        clauses.insert(clause, 1);
    }
    Err("no empty clause".to_owned())
}

fn texts(cover: &Cover, puzzle: &[usize]) -> Result<(String, String), OutsideError> {
    let (mut cnf, mut proof) = (Vec::new(), Vec::new());
    write_cnf(cover, puzzle, &mut cnf)?;
    let written = write_drat(cover, puzzle, &mut proof, 100_000)?;
    assert_eq!(written.bytes, proof.len() as u64);
    let texts = [cnf, proof].map(|bytes| String::from_utf8(bytes).expect("ASCII"));
    // Others' checkers can look at the same files.
    if let Some(folder) = std::env::var_os("MINCLUE_MEASURE") {
        let name = format!("{}-{}-{}", cover.options.len(), puzzle.len(), written.clauses);
        for (text, kind) in texts.iter().zip(["cnf", "drat"]) {
            std::fs::write(std::path::Path::new(&folder).join(format!("{name}.{kind}")), text).expect("space");
        }
    }
    let [cnf, proof] = texts;
    Ok((cnf, proof))
}

#[test]
fn puzzles_of_4x4() {
    for digits in ["1234341221434321", "1234341223414123"] {
        let cover = cover(2, 2, digits);
        let sets: Vec<Vec<u32>> = unavoidable(&cover).into_iter().map(|(set, _)| set).collect();
        let puzzle = hitting_set(&(0..16).collect::<Vec<_>>(), &sets);
        let puzzle: Vec<usize> = puzzle.into_iter().map(|cell| cell as usize).collect();
        let (cnf, proof) = texts(&cover, &puzzle).expect("it is valid");
        check(&cnf, &proof).expect("a proof");
        assert!(cnf.contains("c a grid of box shape 2x2") && cnf.contains(" r1c1=1\n"), "{cnf}");
        // One clue less leaves a second solution, and the old proof proves nothing.
        assert!(matches!(texts(&cover, &puzzle[1..]), Err(OutsideError::SecondSolution)));
        let mut clauses = Vec::new();
        write_cnf(&cover, &puzzle[1..], &mut clauses).expect("memory");
        check(&String::from_utf8(clauses).expect("ASCII"), &proof).expect_err("it is satisfiable");
        // All clues leave nothing to differ in.
        let (cnf, proof) = texts(&cover, &(0..16).collect::<Vec<_>>()).expect("it is valid");
        assert_eq!((check(&cnf, &proof), proof.as_str()), (Ok(1), "0\n"));
    }
}

/// The search finds second solutions exactly where they are.
#[test]
fn puzzles_of_5x5_latin_squares() {
    let problem = cover(1, 5, "1234521453345124523153124");
    let mut chance = super::make::Chance(1);
    let all = solutions(&grid_with(&problem, &[0, 1, 2, 3, 4]));
    assert!(all.len() == 1344 && all.contains(&problem.target));
    let mut valid = 0;
    for _ in 0..300 {
        let puzzle: Vec<usize> = (0..25).filter(|cell| *cell < 5 || chance.one_in(5)).collect();
        let has = |solution: &&Vec<u32>| puzzle.iter().all(|cell| solution.contains(&problem.target[*cell]));
        match (all.iter().filter(has).count(), texts(&problem, &puzzle)) {
            (1, Ok((cnf, proof))) => {
                check(&cnf, &proof).expect("a proof");
                valid += 1;
            }
            (2.., Err(OutsideError::SecondSolution)) => {}
            (n, other) => panic!("{n} solutions, {other:?}"),
        }
    }
    assert!(valid > 5, "{valid} valid");
}

/// The problem without the options that clash with these clues.
fn grid_with(problem: &Cover, clues: &[u32]) -> Cover {
    let mut with = problem.clone();
    for clue in clues {
        let option = problem.target[*clue as usize];
        for (other, items) in problem.options.iter().enumerate() {
            if other != option as usize && items.iter().any(|item| problem.options[option as usize].contains(item)) {
                with.options[other] = Box::default();
            }
        }
    }
    with
}

/// Puzzles from which no clue can be taken, made by asking for a proof at every cell, need some search.
#[test]
fn puzzles_of_9x9() {
    let target = "693784512487512936125963874932651487568247391741398625319475268856129743274836159";
    let mut chance = super::make::Chance(17);
    let mut longest = 0;
    for _ in 0..4 {
        let grid = cover(3, 3, target);
        let mut puzzle: Vec<usize> = (0..81).collect();
        let mut order = puzzle.clone();
        (1..81).for_each(|i| order.swap(i, chance.below(i + 1)));
        for cell in order {
            let fewer: Vec<usize> = puzzle.iter().copied().filter(|clue| *clue != cell).collect();
            match write_drat(&grid, &fewer, &mut Vec::new(), 10_000) {
                Ok(_) => puzzle = fewer,
                Err(OutsideError::SecondSolution) => {}
                Err(error) => panic!("{error}"),
            }
        }
        assert!((17..40).contains(&puzzle.len()));
        let (cnf, proof) = texts(&grid, &puzzle).expect("it is valid");
        if proof.lines().count() < 60 {
            longest = longest.max(check(&cnf, &proof).expect("a proof"));
        }
    }
    assert!(longest > 2, "{longest} clauses");
}

/// A puzzle that nobody solves without trying.
#[test]
fn a_hard_puzzle_of_9x9() {
    let clues = "100007090030020008009600500005300900010080002600004000300000010040000007007000300";
    let target = "162857493534129678789643521475312986913586742628794135356478219241935867897261354";
    let puzzle: Vec<usize> = (0..).zip(clues.bytes()).filter(|(_, clue)| *clue != b'0').map(|(cell, _)| cell).collect();
    let (cnf, proof) = texts(&cover(3, 3, target), &puzzle).expect("it is valid");
    let n = check(&cnf, &proof).expect("a proof");
    assert!(n > 20, "{n} clauses");
    // Without one of its clauses it is none.
    let line = proof.lines().position(|line| !line.starts_with('d')).expect("a clause");
    let damaged: Vec<&str> = proof.lines().enumerate().filter(|(i, _)| *i != line).map(|(_, line)| line).collect();
    check(&cnf, &damaged.join("\n")).expect_err("a branch is missing");
}
