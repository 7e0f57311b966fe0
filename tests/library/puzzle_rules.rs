//! Modifiers of squares, and the puzzles on boards: points and minima of their models against trying everything.

use minclue_core::base::Limits;
use minclue_core::problem::{ModelClues, Status};
use minclue_core::unavoidable::Family;
use minclue_engines::bilevel::BilevelOptions;
use minclue_engines::search::SearchOptions;

use crate::ask;
use crate::puzzles::{BOXES, fillings, is_latin, n_points, n_points_with, posed};

/// Does a filling keep a rule?
type Rule<'a> = Box<dyn Fn(&[usize]) -> bool + 'a>;

const FOUR: &str = "1234\n3412\n2143\n4321\n";

/// All fillings of a 4x4 Sudoku, or of a Latin square.
fn squares(has_boxes: bool) -> Vec<Vec<usize>> {
    let houses: &[&[usize]] = if has_boxes { &BOXES } else { &[] };
    fillings(16, 4, &|filling| is_latin(filling, 4, houses))
}

fn rising(cells: &'static [usize]) -> Rule<'static> {
    Box::new(|f| cells.windows(2).all(|pair| f[pair[0]] < f[pair[1]]))
}

fn sum_of(f: &[usize], cells: &[usize]) -> usize {
    cells.iter().map(|cell| f[*cell]).sum()
}

fn sums(cells: &'static [usize], total: usize) -> Rule<'static> {
    Box::new(move |f| sum_of(f, cells) == total)
}

/// Different digits with a sum.
fn cage(cells: &'static [usize], total: usize) -> Rule<'static> {
    let differ = |f: &[usize]| (0..cells.len()).all(|i| (0..i).all(|j| f[cells[i]] != f[cells[j]]));
    Box::new(move |f| sum_of(f, cells) == total && differ(f))
}

/// Different digits.
fn differing(cells: &'static [usize]) -> Rule<'static> {
    Box::new(move |f| (0..cells.len()).all(|i| (0..i).all(|j| f[cells[i]] != f[cells[j]])))
}

/// Lines of rules, each with what it says.
fn lines() -> Vec<(&'static str, bool, &'static str, Vec<Rule<'static>>)> {
    vec![
        (
            "thermometers",
            true,
            "thermometer r1c1 r1c2 r2c2\nthermometer r4c4 r4c3\n",
            vec![rising(&[0, 1, 5]), rising(&[15, 14])],
        ),
        (
            "arrows",
            true,
            "arrow r1c3 r1c2 r1c1\narrow r2c2 r3c2 r2c1\narrow r1c1 r2c3\n",
            vec![Box::new(|f| f[2] == f[1] + f[0]), Box::new(|f| f[5] == f[9] + f[4]), Box::new(|f| f[0] == f[6])],
        ),
        (
            "signs",
            false,
            "greater r1c2 r1c1\ngreater r2c2 r2c3\ngreater r4c1 r1c1\ngreater r1c3 r2c4\n",
            vec![rising(&[0, 1]), rising(&[6, 5]), rising(&[0, 12]), rising(&[7, 2])],
        ),
        (
            "kropki",
            true,
            "kropki white r1c2 r1c3\nkropki black r1c4 r2c4\nkropki white r3c1 r3c2\n",
            vec![
                Box::new(|f| f[1].abs_diff(f[2]) == 1),
                Box::new(|f| f[3] == 2 * f[7] || f[7] == 2 * f[3]),
                Box::new(|f| f[8].abs_diff(f[9]) == 1),
            ],
        ),
        (
            "little-killer",
            true,
            "little-killer r1c2 down-right\nlittle-killer r4c1 up-right 10\nlittle-killer r2c4 up-left\n",
            vec![sums(&[1, 6, 11], 6), sums(&[12, 9, 6, 3], 10), sums(&[7, 2], 5)],
        ),
        (
            "cages",
            true,
            // Only A is in a house.
            "cages\nAA..\n.C.B\nC.B.\n....\n",
            vec![cage(&[0, 1], 3), cage(&[7, 10], 6), cage(&[5, 8], 6)],
        ),
        (
            "cages",
            false,
            "cages\nAA.B\nCCB.\n.C..\n....\n",
            vec![cage(&[0, 1], 3), cage(&[3, 6], 5), cage(&[4, 5, 9], 8)],
        ),
        (
            "cages",
            true,
            // The second has no sum, the third is in a house and has none: it says nothing. They overlap.
            "cage r1c1 r1c2 sum 3\ncage r1c2 r2c3 r3c4\ncage r1c1 r1c3\ncage r4c4 sum 1\n",
            vec![cage(&[0, 1], 3), differing(&[1, 6, 11]), differing(&[0, 2]), cage(&[15], 1)],
        ),
        ("cages", false, "cage r1c1 r2c2 r3c4 r4c3\n", vec![differing(&[0, 5, 11, 14])]),
    ]
}

fn text(has_boxes: bool, clues: &str, rules: &str) -> String {
    format!("{} {clues}\n{FOUR}{rules}", if has_boxes { "sudoku" } else { "latin" })
}

#[test]
fn rules_that_are_given_leave_the_fillings_that_keep_them() {
    for (name, has_boxes, rules, says) in lines() {
        let wanted = squares(has_boxes).iter().filter(|f| says.iter().all(|rule| rule(f))).count();
        assert_eq!(n_points(&text(has_boxes, "", rules)), wanted, "{name}");
        assert!(wanted > 0);
    }
}

/// As clues, rules leave every filling as one point, and any of them those that keep these.
#[test]
fn rules_as_clues_say_of_every_filling_whether_it_keeps_them() {
    for (name, has_boxes, rules, says) in lines() {
        let text = text(has_boxes, &format!("clues={name}"), rules);
        let (all, posed) = (squares(has_boxes), posed(&text));
        assert_eq!((n_points(&text), posed.clues.len()), (all.len(), says.len()), "{name}");
        for set in 1_usize..1 << says.len() {
            let of = |i: &usize| set >> i & 1 == 1;
            let ones: Vec<_> = (0..says.len()).filter(of).map(|i| posed.clues[i]).collect();
            let keeps = |f: &&Vec<usize>| (0..says.len()).filter(of).all(|i| says[i](f));
            assert_eq!(n_points_with(&posed.model, &ones), all.iter().filter(keeps).count(), "{name} {set:b}");
        }
    }
}

#[test]
fn rules_of_one_word() {
    let n = |head: &str, rows: &str| n_points(&format!("{head}\n{rows}"));
    let brute = |n: usize, houses: &[&[usize]], fits: &dyn Fn(&[usize]) -> bool| {
        fillings(n * n, n, &|f| is_latin(f, n, houses) && fits(f)).len()
    };
    // Does the last cell differ from those that these steps, in rows and columns, lead back to?
    let apart = |n: usize, steps: &'static [(usize, isize)]| {
        move |f: &[usize]| {
            let last = f.len() - 1;
            steps.iter().all(|(up, left)| {
                let row = (last / n).checked_sub(*up);
                let column = (last % n).checked_add_signed(-left).filter(|column| *column < n);
                row.zip(column).is_none_or(|(row, column)| f[row * n + column] != f[last])
            })
        }
    };
    let cyclic = |step: usize| {
        (0..5)
            .map(|i| (0..5).map(|j| char::from(b'1' + ((step * i + j) % 5) as u8)).chain(['\n']).collect::<String>())
            .collect::<String>()
    };
    let knight = apart(5, &[(1, 2), (1, -2), (2, 1), (2, -1)]);
    assert_eq!(n("latin anti-knight", &cyclic(1)), brute(5, &[], &knight));
    let king = apart(5, &[(1, 1), (1, -1)]);
    assert_eq!(n("latin anti-king", &cyclic(2)), brute(5, &[], &king));
    let steady = |f: &[usize]| {
        let (last, n) = (f.len() - 1, 5);
        let differs = |other: usize| f[other].abs_diff(f[last]) != 1;
        (last % n == 0 || differs(last - 1)) && (last < n || differs(last - n))
    };
    let rows = "13524\n35241\n52413\n24135\n41352\n";
    assert_eq!(n("latin non-consecutive", rows), brute(5, &[], &steady));
    let groups: [&[usize]; 8] =
        [BOXES[0], BOXES[1], BOXES[2], BOXES[3], &[0, 2, 8, 10], &[1, 3, 9, 11], &[4, 6, 12, 14], &[5, 7, 13, 15]];
    assert_eq!(n("sudoku disjoint-groups", FOUR), brute(4, &groups, &|_| true));
    let cross: [&[usize]; 6] = [BOXES[0], BOXES[1], BOXES[2], BOXES[3], &[0, 5, 10, 15], &[3, 6, 9, 12]];
    let rows = "1234\n3412\n4321\n2143\n";
    assert_eq!(n("sudoku x", rows), brute(4, &cross, &|_| true));
    // Of Sudokus of 4x4, one diagonal says as much as both.
    assert_eq!(n("latin falling-diagonal", "132\n321\n213\n"), brute(3, &[&[0, 4, 8]], &|_| true));
    assert_eq!(n("latin rising-diagonal", "231\n123\n312\n"), brute(3, &[&[2, 4, 6]], &|_| true));
    let both: Vec<&[usize]> = cross.into_iter().chain(groups[4..].iter().copied()).collect();
    assert_eq!(n("sudoku x disjoint-groups", rows), brute(4, &both, &|_| true));
}

/// All boards with this number of cells.
fn boards(n_cells: usize) -> impl Iterator<Item = Vec<bool>> {
    (0..1_u32 << n_cells).map(move |board| (0..n_cells).map(|i| board >> i & 1 == 1).collect())
}

/// The mines around a cell of a 3x3 board; `None` if it has one itself.
fn number(mines: &[bool], cell: usize) -> Option<usize> {
    let near =
        |other: &usize| *other != cell && (other / 3).abs_diff(cell / 3) <= 1 && (other % 3).abs_diff(cell % 3) <= 1;
    (!mines[cell]).then(|| (0..9).filter(near).filter(|other| mines[*other]).count())
}

#[test]
fn boards_of_minesweeper() {
    let text = "minesweeper\n*..\n..*\n...\n";
    let known = posed(text);
    let target: Vec<bool> = (0..9).map(|cell| cell == 0 || cell == 5).collect();
    let safe: Vec<usize> = (0..9).filter(|cell| !target[*cell]).collect();
    // 36 boards have two mines.
    assert_eq!((n_points(text), n_points(&text.replacen('\n', " mines=2\n", 1))), (512, 36));
    for set in 1_usize..1 << safe.len() {
        let given: Vec<usize> = (0..safe.len()).filter(|i| set >> i & 1 == 1).collect();
        let agrees = |board: &Vec<bool>| given.iter().all(|i| number(board, safe[*i]) == number(&target, safe[*i]));
        let ones: Vec<_> = given.iter().map(|i| known.clues[*i]).collect();
        assert_eq!(n_points_with(&known.model, &ones), boards(9).filter(agrees).count(), "{set:b}");
    }
}

/// The lists of the rows and columns of a board.
fn lists(board: &[bool], n_columns: usize) -> Vec<Vec<usize>> {
    let rows: Vec<Vec<bool>> = board.chunks(n_columns).map(<[bool]>::to_vec).collect();
    let columns = (0..n_columns).map(|j| rows.iter().map(|row| row[j]).collect::<Vec<bool>>());
    let list = |line: &Vec<bool>| -> Vec<usize> { line.split(|f| !f).map(<[bool]>::len).filter(|n| *n > 0).collect() };
    rows.iter().cloned().chain(columns).map(|line| list(&line)).collect()
}

#[test]
fn boards_of_nonograms() {
    for (n_columns, rows) in [(3, ".##\n##.\n.#.\n"), (4, "#.#.\n....\n.#.#\n"), (3, "...\n.##\n...\n"), (5, "#.#.#\n")]
    {
        let target: Vec<bool> = rows.chars().filter(|c| *c != '\n').map(|c| c == '#').collect();
        let wanted = lists(&target, n_columns);
        let text = format!("nonogram\n{rows}");
        let known = posed(&text);
        assert_eq!((n_points(&text), known.clues.len()), (1 << target.len(), wanted.len()), "{rows}");
        for set in 1_usize..1 << wanted.len() {
            let of = |i: &usize| set >> i & 1 == 1;
            let agrees = |board: &Vec<bool>| {
                let found = lists(board, n_columns);
                (0..wanted.len()).filter(of).all(|i| found[i] == wanted[i])
            };
            let ones: Vec<_> = (0..wanted.len()).filter(of).map(|i| known.clues[i]).collect();
            assert_eq!(
                n_points_with(&known.model, &ones),
                boards(target.len()).filter(agrees).count(),
                "{rows}{set:b}"
            );
        }
        let same = boards(target.len()).filter(|board| lists(board, n_columns) == wanted).count();
        assert_eq!(n_points(&format!("nonogram clues=cells\n{rows}")), same, "{rows}");
    }
}

#[test]
fn boards_of_star_battle() {
    let regions = "AABBB\nAABBC\nDAACC\nDDECC\nDEEEC\n";
    let letters: Vec<char> = regions.chars().filter(|c| *c != '\n').collect();
    let touches = |a: usize, b: usize| (a / 5).abs_diff(b / 5) <= 1 && (a % 5).abs_diff(b % 5) <= 1;
    // One star a row: the column of each.
    let fits = |f: &[usize]| {
        let at = |row: usize| row * 5 + f[row] - 1;
        let last = f.len() - 1;
        (0..last).all(|row| f[row] != f[last] && !touches(at(row), at(last)) && letters[at(row)] != letters[at(last)])
    };
    let all = fillings(5, 5, &fits);
    let board = |f: &Vec<usize>| -> String {
        f.iter().map(|c| (1..=5).map(|j| if j == *c { '*' } else { '.' }).chain(['\n']).collect::<String>()).collect()
    };
    assert!(!all.is_empty());
    assert_eq!(n_points(&format!("star-battle\n{}{regions}", board(&all[0]))), all.len());
    // One region, and so one star fewer: the rows alone decide, with two stars each.
    let two = ".*.*....\n.....*.*\n.*.*....\n.....*.*\n*.*.....\n....*.*.\n*.*.....\n....*.*.\n";
    let columns: String = "ABCDEFGH\n".repeat(8);
    let posed = posed(&format!("star-battle k=2\n{two}{columns}"));
    assert_eq!((posed.clues.len(), n_points_with(&posed.model, &posed.clues)), (16, 1));
}

/// The fewest cells that meet all of these sets.
fn fewest(sets: &[Vec<usize>]) -> usize {
    fn can(sets: &[Vec<usize>], chosen: &mut Vec<usize>, left: usize) -> bool {
        let Some(open) = sets.iter().find(|set| set.iter().all(|cell| !chosen.contains(cell))) else { return true };
        left > 0
            && open.iter().any(|cell| {
                chosen.push(*cell);
                let found = can(sets, chosen, left - 1);
                chosen.pop();
                found
            })
    }
    (0..).find(|k| can(sets, &mut Vec::new(), *k)).expect("all cells meet every set")
}

/// The clues that do not hold in each other solution, which `points` has as values of the clues.
fn broken(points: Vec<Vec<bool>>) -> Vec<Vec<usize>> {
    let mut sets: Vec<Vec<usize>> = points
        .into_iter()
        .map(|values| (0..values.len()).filter(|i| !values[*i]).collect::<Vec<_>>())
        .filter(|set: &Vec<usize>| !set.is_empty())
        .collect();
    sets.sort_by_key(Vec::len);
    sets
}

/// Both engines find the minimum that trying everything has.
fn both_engines(text: &str, sets: &[Vec<usize>]) {
    let posed = posed(text);
    let vars: Vec<_> = posed.model.vars().collect();
    let problem = ModelClues::<2>::new(posed.model, posed.solution, &posed.clues, &vars).expect("a problem");
    let (wanted, family, none) = (fewest(sets), Family::new(), Limits::none());
    let native = ask::minimum(&ask::native(&SearchOptions::default()), &problem, &family, &none);
    let tree = ask::minimum(&ask::tree(&BilevelOptions::default()), &problem, &family, &none);
    for found in [native, tree] {
        assert_eq!((found.status(), found.lower_bound), (Status::Optimal, wanted), "{text}");
    }
}

#[test]
fn minima_are_those_of_trying_everything() {
    let target: Vec<usize> = FOUR.chars().filter_map(|c| c.to_digit(10)).map(|d| d as usize).collect();
    // Digits as clues, with rules given.
    for (_, has_boxes, rules, says) in lines() {
        let kept = squares(has_boxes).into_iter().filter(|f| says.iter().all(|rule| rule(f)));
        let sets = broken(kept.map(|f| f.iter().zip(&target).map(|(a, b)| a == b).collect()).collect());
        both_engines(&text(has_boxes, "", rules), &sets);
    }
    // All signs between neighbors, alone and with the digits.
    let neighbors: Vec<(usize, usize)> = (0..16)
        .flat_map(|a| [(a, a + 1, a % 4 < 3), (a, a + 4, a < 12)])
        .filter(|(.., is_pair)| *is_pair)
        .map(|(a, b, _)| if target[a] > target[b] { (a, b) } else { (b, a) })
        .collect();
    let signs = |f: &[usize]| neighbors.iter().map(|(a, b)| f[*a] > f[*b]).collect::<Vec<_>>();
    let digits = |f: &[usize]| f.iter().zip(&target).map(|(a, b)| a == b).collect::<Vec<_>>();
    let all = squares(true);
    let same: Vec<_> = all.iter().filter(|f| signs(f).iter().all(|holds| *holds)).collect();
    assert_eq!(same, [&target], "all signs together leave one square");
    both_engines(&text(true, "clues=signs", "greater all\n"), &broken(all.iter().map(|f| signs(f)).collect()));
    let with_digits = broken(all.iter().map(|f| [digits(f), signs(f)].concat()).collect());
    both_engines(&text(true, "clues=digits,signs", "greater all\n"), &with_digits);
}

#[test]
fn minima_of_boards() {
    let target: Vec<bool> = (0..9).map(|cell| cell == 0 || cell == 5).collect();
    let safe: Vec<usize> = (0..9).filter(|cell| !target[*cell]).collect();
    let told = |board: &Vec<bool>| safe.iter().map(|cell| number(board, *cell) == number(&target, *cell)).collect();
    both_engines("minesweeper\n*..\n..*\n...\n", &broken(boards(9).map(|board| told(&board)).collect()));
    let rows = "#.#\n###\n.#.\n";
    let target: Vec<bool> = rows.chars().filter(|c| *c != '\n').map(|c| c == '#').collect();
    let wanted = lists(&target, 3);
    let told = |board: &Vec<bool>| lists(board, 3).iter().zip(&wanted).map(|(a, b)| a == b).collect::<Vec<bool>>();
    let points: Vec<Vec<bool>> = boards(9).map(|board| told(&board)).collect();
    assert_eq!(points.iter().filter(|holds| holds.iter().all(|holds| *holds)).count(), 1, "the lists leave one board");
    both_engines(&format!("nonogram\n{rows}"), &broken(points));
}

/// In the only filling with 1 in the corner and 4 opposite, both diagonals have each digit once and the first two cells
/// sum up to 3. Without the cage, the diagonals leave four fillings.
#[test]
fn a_puzzle_of_another_program_is_a_problem_with_its_rules() {
    let text = |rules: &str| {
        let (empty, row) = ("{},{},{},{}", |cells: &str| format!("[{cells}]"));
        let first = "{\"value\":1,\"given\":true},{},{},{}";
        let last = "{},{},{},{\"value\":4,\"given\":true}";
        format!(
            "{{\"size\":4,\"grid\":[{},{},{},{}],\"diagonal+\":true,\"diagonal-\":true{rules}}}",
            row(first),
            row(empty),
            row(empty),
            row(last)
        )
    };
    let cage = ",\"killercage\":[{\"cells\":[\"R1C1\",\"R1C2\"],\"value\":\"3\"}]";
    let problem: minclue::Problem = text(cage).parse().expect("a puzzle with one solution");
    let answer = minclue::Solver::new(&problem).run().expect("an answer");
    assert_eq!((problem.n_cells(), answer.minimum()), (16, Some(2)));
    let several = text("").parse::<minclue::Problem>().expect_err("several solutions").to_string();
    assert!(several.contains("several solutions"), "{several}");
    let unknown = text(",\"renban\":[1]").parse::<minclue::Problem>().expect_err("an unknown rule").to_string();
    assert!(unknown.contains("`renban`"), "{unknown}");
}
