//! Values that are known from elsewhere: sizes of critical sets of Latin squares, forcing numbers of perfect matchings,
//! defining numbers of colorings. Where no source stands beside them, a program that only tries everything counted
//! them.

use std::collections::BTreeMap;

use minclue_core::base::Limits;
use minclue_puzzles::puzzles::Graph;

use super::{both, branch_and_cut, minimum, native, posed, problem};

/// All Latin squares of order n, row-major, with digits 1 to n, that begin with these rows.
fn squares(n: usize, square: &mut Vec<usize>, keep: &dyn Fn(&[usize]) -> bool, found: &mut Vec<Vec<usize>>) {
    if square.len() == n * n {
        found.push(square.clone());
        return;
    }
    let at = square.len();
    for digit in 1..=n {
        let meets = |i: usize| i / n == at / n || i % n == at % n;
        if (0..at).all(|i| !meets(i) || square[i] != digit) {
            square.push(digit);
            if keep(square) {
                squares(n, square, keep, found);
            }
            square.pop();
        }
    }
}

fn latin(n: usize, square: &[usize]) -> String {
    let row = |row: &[usize]| row.iter().map(usize::to_string).chain(["\n".into()]).collect::<String>();
    format!("latin\n{}", square.chunks(n).map(row).collect::<String>())
}

/// How many have which minimum.
fn minima(texts: impl IntoIterator<Item = String>) -> BTreeMap<usize, usize> {
    let mut found = BTreeMap::new();
    texts.into_iter().for_each(|text| *found.entry(minimum(&text)).or_insert(0) += 1);
    found
}

#[test]
fn critical_sets_of_all_latin_squares_up_to_order_three() {
    critical_sets_of_all_squares([(1, vec![(0, 1)]), (2, vec![(1, 2)]), (3, vec![(2, 12)])]);
}

#[test]
#[ignore = "long: 576 squares"]
fn critical_sets_of_all_latin_squares_of_order_four_at_length() {
    critical_sets_of_all_squares([(4, vec![(4, 432), (5, 144)])]);
}

fn critical_sets_of_all_squares<const N: usize>(wanted: [(usize, Vec<(usize, usize)>); N]) {
    for (n, wanted) in wanted {
        let mut all = Vec::new();
        squares(n, &mut Vec::new(), &|_| true, &mut all);
        assert_eq!(minima(all.iter().map(|square| latin(n, square))), BTreeMap::from_iter(wanted), "order {n}");
    }
}

/// With rows, columns and digits in another order, a square needs as many clues, and some order puts 1 to 5 into the
/// first row and column. So these 56 stand for all 161,280 = 56 * 5! * 4!. The table of the cyclic group has 5!^3 /
/// (5^2 * 4) = 17,280 forms, 6 of them here; all others are forms of one square with an intercalate.
#[test]
#[ignore = "long: 56 squares of order five"]
fn critical_sets_of_latin_squares_of_order_five_at_length() {
    let n = 5;
    let in_order = |square: &[usize]| {
        let last = square.len() - 1;
        (last >= n || square[last] == last + 1) && (!last.is_multiple_of(n) || square[last] == last / n + 1)
    };
    let mut all = Vec::new();
    squares(n, &mut Vec::new(), &in_order, &mut all);
    assert_eq!(all.len() * 120 * 24, 161_280);
    let has_intercalate = |square: &Vec<usize>| {
        let at = |r: usize, c: usize| square[n * r + c];
        let pairs = || (0..n).flat_map(|i| (0..i).map(move |j| (i, j)));
        pairs().any(|(r, s)| pairs().any(|(c, d)| at(r, c) == at(s, d) && at(r, d) == at(s, c)))
    };
    let (others, cyclic): (Vec<_>, Vec<_>) = all.into_iter().partition(has_intercalate);
    assert_eq!(minima(cyclic.iter().map(|square| latin(n, square))), BTreeMap::from([(6, 6)]));
    assert_eq!(minima(others.iter().map(|square| latin(n, square))), BTreeMap::from([(7, 50)]));
}

type Matching = Vec<(usize, usize)>;

/// All perfect matchings: the first vertex without a partner takes each of its neighbors in turn. Pairs ascend.
fn matchings(graph: &Graph) -> Vec<Matching> {
    fn go(graph: &Graph, so_far: &mut Matching, found: &mut Vec<Matching>) {
        let is_free = |v: usize, so_far: &Matching| so_far.iter().all(|(a, b)| *a != v && *b != v);
        let Some(first) = (0..graph.n_vertices()).find(|v| is_free(*v, so_far)) else {
            found.push(so_far.clone());
            return;
        };
        for &(a, b) in graph.edges() {
            let (a, b) = (a.min(b), a.max(b));
            if a == first && is_free(b, so_far) {
                so_far.push((a, b));
                go(graph, so_far, found);
                so_far.pop();
            }
        }
    }
    let mut found = Vec::new();
    go(graph, &mut Vec::new(), &mut found);
    found
}

fn matched(graph: &str, matching: &Matching) -> String {
    let pairs: String = matching.iter().map(|(a, b)| format!(" {}-{}", a + 1, b + 1)).collect();
    format!("matching\n{graph}\nmatched{pairs}\n")
}

#[test]
fn forcing_numbers_of_a_board_and_of_cubes() {
    let of = |name: &str, graph: &Graph| minima(matchings(graph).iter().map(|matching| matched(name, matching)));
    assert_eq!(of("grid 4x4", &Graph::grid(4, 4)), BTreeMap::from([(2, 4), (3, 16), (4, 16)]));
    // At least 2^(d - 2) in dimension d, a theorem of others; here no matching needs more.
    assert_eq!(of("hypercube 3", &Graph::hypercube(3)), BTreeMap::from([(2, 9)]));
    assert_eq!(of("hypercube 4", &Graph::hypercube(4)), BTreeMap::from([(4, 272)]));
}

/// Four of the 6,728 matchings of 6x6 are forced by 3 edges, none by 2. One matching stands for all that the symmetries
/// of the board make of it.
#[test]
fn forcing_numbers_of_six_by_six() {
    let turned = |matching: &Matching, symmetry: usize| {
        let image = |v: usize| {
            let (r, c) = (v / 6, v % 6);
            let (r, c) = if symmetry & 1 == 0 { (r, c) } else { (5 - r, c) };
            let (r, c) = if symmetry & 2 == 0 { (r, c) } else { (r, 5 - c) };
            if symmetry & 4 == 0 { 6 * r + c } else { 6 * c + r }
        };
        let mut pairs: Matching = matching.iter().map(|(a, b)| (image(*a), image(*b))).collect();
        pairs.iter_mut().for_each(|(a, b)| (*a, *b) = (*a.min(b), *a.max(b)));
        pairs.sort_unstable();
        pairs
    };
    let mut orbits: BTreeMap<Matching, usize> = BTreeMap::new();
    for matching in matchings(&Graph::grid(6, 6)) {
        let images = (0..8).map(|symmetry| turned(&matching, symmetry));
        *orbits.entry(images.min().expect("eight")).or_default() += 1;
    }
    assert_eq!(orbits.values().sum::<usize>(), 6_728);
    let mut n_forced_by_three = 0;
    for (matching, n) in orbits {
        let problem = problem(&posed(&matched("grid 6x6", &matching)));
        let limits = Limits::none();
        let found = [native(&problem, Some(3), &limits), branch_and_cut(&problem, Some(3), &limits)];
        let needs_more = found.map(|found| found.lower_bound > 3);
        assert_eq!(needs_more[0], needs_more[1], "{matching:?}");
        if !needs_more[0] {
            assert_eq!(both(&problem, "6x6"), 3, "{matching:?}");
            n_forced_by_three += n;
        }
    }
    assert_eq!(n_forced_by_three, 4);
}

/// All colorings with three colors in which the colors occur for the first time in their order. The graphs here need
/// all three, so each stands for six.
fn colorings(graph: &Graph, colors: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
    let at = colors.len();
    if at == graph.n_vertices() {
        found.push(colors.clone());
        return;
    }
    let highest = colors.iter().max().map_or(1, |highest| 3.min(highest + 1));
    for color in 1..=highest {
        let meets = |(a, b): &(usize, usize)| {
            (*a == at && *b < at && colors[*b] == color) || (*b == at && *a < at && colors[*a] == color)
        };
        if !graph.edges().iter().any(meets) {
            colors.push(color);
            colorings(graph, colors, found);
            colors.pop();
        }
    }
}

#[test]
fn defining_numbers_of_colorings() {
    let of = |name: &str, graph: &Graph| {
        let mut all = Vec::new();
        colorings(graph, &mut Vec::new(), &mut all);
        let text = |colors: &Vec<usize>| {
            let colors: String = colors.iter().map(|color| format!(" {color}")).collect();
            format!("coloring k=3\n{name}\ncolors{colors}\n")
        };
        (6 * all.len(), minima(all.iter().map(text)))
    };
    for (n, n_colorings, fewest) in [(5, 30, 3), (7, 126, 4), (9, 510, 5)] {
        let (n_found, minima) = of(&format!("cycle {n}"), &Graph::cycle(n));
        assert_eq!((n_found, minima.keys().next()), (n_colorings, Some(&fewest)), "cycle of {n}: {minima:?}");
    }
    assert_eq!(of("petersen", &Graph::petersen()), (120, BTreeMap::from([(4, 20)])));
}
