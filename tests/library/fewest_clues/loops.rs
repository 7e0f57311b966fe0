//! Slitherlink against brute force: all loops of small boards, found without a model.

use minclue_core::base::Limits;
use minclue_core::problem::Verdict;

use super::brute::fewest;
use super::{both, posed, problem};

/// The numbers of the faces if the border of `inside` is one single loop. Sides are walked from corner to corner.
fn numbers(rows: usize, columns: usize, inside: u32) -> Option<Vec<usize>> {
    // Whether a face is inside; those around the board are not.
    let is_in = |r: usize, c: usize| {
        (1..=rows).contains(&r) && (1..=columns).contains(&c) && inside >> ((r - 1) * columns + c - 1) & 1 == 1
    };
    // From corner (r, c), below and right of face (r, c), the corners that it is joined to.
    let joined = |(r, c): (usize, usize)| {
        let mut corners = Vec::new();
        if is_in(r, c) != is_in(r, c + 1) {
            corners.push((r.wrapping_sub(1), c));
        }
        if is_in(r + 1, c) != is_in(r + 1, c + 1) {
            corners.push((r + 1, c));
        }
        if is_in(r, c) != is_in(r + 1, c) {
            corners.push((r, c.wrapping_sub(1)));
        }
        if is_in(r, c + 1) != is_in(r + 1, c + 1) {
            corners.push((r, c + 1));
        }
        corners
    };
    let corners = || (0..=rows).flat_map(|r| (0..=columns).map(move |c| (r, c)));
    if corners().any(|corner| !matches!(joined(corner).len(), 0 | 2)) {
        return None;
    }
    let start = corners().find(|corner| !joined(*corner).is_empty())?;
    let (mut before, mut at, mut length) = (start, joined(start)[0], 1);
    while at != start {
        let next = joined(at).into_iter().find(|corner| *corner != before)?;
        (before, at, length) = (at, next, length + 1);
    }
    let n_sides = corners().map(|corner| joined(corner).len()).sum::<usize>() / 2;
    let number = |(r, c): (usize, usize)| {
        [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)].iter().filter(|(y, x)| is_in(*y, *x) != is_in(r, c)).count()
    };
    let faces = (1..=rows).flat_map(|r| (1..=columns).map(move |c| (r, c)));
    (length == n_sides).then(|| faces.map(number).collect())
}

/// Every loop of the board, as the faces inside with the numbers of all faces.
fn loops(rows: usize, columns: usize) -> Vec<(u32, Vec<usize>)> {
    (1..1 << (rows * columns)).filter_map(|inside| Some((inside, numbers(rows, columns, inside)?))).collect()
}

fn text(rows: usize, columns: usize, inside: u32) -> String {
    let face = |r: usize, c: usize| if inside >> (r * columns + c) & 1 == 1 { '#' } else { '.' };
    let rows = (0..rows).map(|r| (0..columns).map(|c| face(r, c)).chain(['\n']).collect::<String>());
    format!("slitherlink\n{}", rows.collect::<String>())
}

/// Every `step`-th loop; how many of them have an answer, and how many have none.
fn agree(rows: usize, columns: usize, n_loops: usize, step: usize) -> [usize; 2] {
    let all = loops(rows, columns);
    // Cycles of the grid graph, OEIS A140517 for squares.
    assert_eq!(all.len(), n_loops);
    let mut counts = [0; 2];
    for (inside, target) in all.iter().step_by(step) {
        let others: Vec<&[usize]> = all.iter().filter(|(i, _)| i != inside).map(|(_, numbers)| &numbers[..]).collect();
        let text = text(rows, columns, *inside);
        let problem = problem(&posed(&text));
        let suffices = problem.suffices(&mut Limits::none().pace(1)) == Verdict::Unique;
        let wanted = fewest(target, &others);
        assert_eq!(wanted.is_some(), suffices, "{text}");
        if let Some(wanted) = wanted {
            assert_eq!(both(&problem, &text), wanted, "{text}");
        }
        counts[usize::from(suffices)] += 1;
    }
    counts
}

#[test]
fn loops_of_small_boards() {
    let [n_without, n_with] = agree(3, 3, 213, 6);
    assert!(n_without > 0 && n_with > 20, "{n_without} {n_with}");
    // The paths of faces in a strip of one row: any run of them.
    assert_eq!(agree(1, 4, 10, 1)[1], 10);
}

#[test]
#[ignore = "long: boards of 4x4 faces"]
fn loops_of_boards_of_four_by_four_at_length() {
    let [_, n_with] = agree(4, 4, 9349, 1500);
    assert!(n_with > 0);
}
