//! Nodes of knapsack interdiction: what a table closes, compared with the game that it stands for, and with the truth.

use std::fmt::Write as _;

use crate::common::Random;
use crate::program::Program;
use crate::values::check;

/// Items with price, weight and worth, in any order, and the right sides of both rows.
struct Items {
    all: Vec<[i64; 3]>,
    budget: i64,
    capacity: i64,
    /// The places of the variables: those of the leader, then those of the follower.
    places: Vec<usize>,
    unit: i64,
    constant: i64,
}

impl Items {
    fn random(random: &mut Random) -> Self {
        let n = 1 + random.below(5);
        let mut number = |from: i64, to: i64| from + random.below((to - from + 1) as usize) as i64;
        let all: Vec<[i64; 3]> = (0..n).map(|_| [number(0, 6), number(0, 6), number(0, 6)]).collect();
        let sum = |part: usize| all.iter().map(|item| item[part]).sum::<i64>();
        let (budget, capacity) = (number(0, sum(0)), number(0, sum(1)));
        let mut places: Vec<usize> = (0..2 * n).collect();
        (1..2 * n).for_each(|i| places.swap(i, number(0, i as i64) as usize));
        let (unit, constant) = (number(1, 3), number(-4, 4));
        Self { all, budget, capacity, places, unit, constant }
    }

    fn n(&self) -> usize {
        self.all.len()
    }

    /// The program, whose rows are scaled.
    fn program(&self) -> String {
        let n = self.n();
        let mut text = "minclue-bilevel-cert/1\nprogram knapsack\nreading optimistic\nno-answer forbidden\n".to_owned();
        let _ = writeln!(text, "variables {}", 2 * n);
        for v in 0..2 * n {
            let of = self.places.iter().position(|place| *place == v).expect("all have places");
            let _ = writeln!(text, "{} 0 1 v{v}", if of < n { "L" } else { "F" });
        }
        let terms = |from: usize, part: usize, factor: i64| {
            let items = self.all.iter().enumerate().filter(|(_, item)| item[part] != 0);
            let mut terms: Vec<_> = items.map(|(i, item)| (self.places[from + i], factor * item[part])).collect();
            terms.sort_unstable();
            terms.iter().map(|(v, a)| format!(" {v} {a}")).collect::<String>()
        };
        let rows = [("L", 0, self.budget, 0), ("F", n, self.capacity, 1)];
        let rows: Vec<_> = rows.into_iter().filter(|(.., part)| self.all.iter().any(|item| item[*part] > 0)).collect();
        let _ = writeln!(text, "rows {}", n + rows.len());
        for i in 0..n {
            let (v, w) = (self.places[i].min(self.places[n + i]), self.places[i].max(self.places[n + i]));
            let _ = writeln!(text, "F <= 3 link {v} 2 {w} 2");
        }
        for (level, from, most, part) in rows {
            let _ = writeln!(text, "{level} >= {} row{}", -3 * most, terms(from, part, -3));
        }
        let _ = writeln!(text, "leader 1 {}{}", self.constant, terms(n, 2, self.unit));
        let _ = writeln!(text, "follower 1 0{}", terms(n, 2, -2));
        text
    }

    /// The items in the order of the table.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.n()).collect();
        order.sort_by(|i, j| {
            let [[_, a, p], [_, b, q]] = [self.all[*i], self.all[*j]];
            let of_worth = if a > 0 && b > 0 { (q * a).cmp(&(p * b)) } else { std::cmp::Ordering::Equal };
            (a > 0).cmp(&(b > 0)).then(of_worth).then(self.places[self.n() + i].cmp(&self.places[self.n() + j]))
        });
        order
    }

    /// What the follower gets from the items in this order, of which the leader has decided about the first ones; the
    /// others it decides about one by one.
    fn game(&self, order: &[usize], decided: &[bool], budget: i64, capacity: i64) -> i64 {
        let Some((i, order)) = order.split_first() else { return 0 };
        let [price, weight, worth] = self.all[*i];
        let (now, decided) = decided.split_first().map_or((None, decided), |(now, rest)| (Some(*now), rest));
        let taken = || self.game(order, decided, budget - price, capacity);
        let left = || {
            let unpacked = self.game(order, decided, budget, capacity);
            let packed = || worth + self.game(order, decided, budget, capacity - weight);
            if weight <= capacity { unpacked.max(packed()) } else { unpacked }
        };
        match now {
            Some(true) => taken(),
            Some(false) => left(),
            None if price <= budget => taken().min(left()),
            None => left(),
        }
    }

    /// The bound of a node in which these are decided; `None` if they cost too much.
    fn bound(&self, decided: &[bool]) -> Option<i64> {
        let order = self.order();
        let paid =
            order.iter().zip(decided).filter(|(_, is_taken)| **is_taken).map(|(i, _)| self.all[*i][0]).sum::<i64>();
        let game = || self.unit * self.game(&order, decided, self.budget, self.capacity) + self.constant;
        (paid <= self.budget).then(game)
    }

    /// A tree that branches in order, and ends somewhere; and the least bound of its nodes.
    fn tree(&self, decided: &mut Vec<bool>, random: &mut Random, text: &mut String) -> i64 {
        let Some(bound) = self.bound(decided) else {
            text.push_str("k\n");
            return i64::MAX;
        };
        if decided.len() == self.n() || random.below(3) == 0 {
            text.push_str("k\n");
            return bound;
        }
        let _ = writeln!(text, "b {} 0", self.places[self.order()[decided.len()]]);
        let sides = [false, true].map(|is_taken| {
            decided.push(is_taken);
            let least = self.tree(decided, random, text);
            decided.pop();
            least
        });
        sides[0].min(sides[1])
    }
}

#[test]
fn a_table_closes_what_the_game_is_worth_and_no_more() {
    let mut random = Random(11);
    let mut n_exact = 0;
    for _ in 0..400 {
        let items = Items::random(&mut random);
        if items.all.iter().all(|item| item[2] == 0) {
            continue;
        }
        let text = items.program();
        let truth = Program::read(&text).truth().expect("a point").0;
        let mut tree = String::new();
        let least = items.tree(&mut Vec::new(), &mut random, &mut tree);
        assert!(least <= truth, "{text}{tree}");
        n_exact += usize::from(least == truth);
        let of = |lower: i64| check(&format!("{text}rules 0\nlower {lower}\n{tree}end\n"));
        assert!(of(least).is_ok(), "{least}: {:?}\n{text}{tree}", of(least));
        assert!(of(least - 1).is_ok() && of(least + 1).is_err(), "{least}\n{text}{tree}");
        let infeasible = check(&format!("{text}rules 0\ninfeasible\n{tree}end\n"));
        assert!(infeasible.is_err());
    }
    assert!(n_exact > 200, "{n_exact}");
}

/// Whatever is changed in the program, a table that the checker makes for it shows only what is true.
#[test]
fn tables_of_other_programs_are_true_or_refused() {
    let mut random = Random(12);
    let (mut n_accepted, mut n_refused) = (0, 0);
    for _ in 0..3000 {
        let items = Items::random(&mut random);
        let text = items.program();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let at = 4 + random.below(lines.len() - 4);
        let mut words: Vec<String> = lines[at].split(' ').map(str::to_owned).collect();
        let word = random.below(words.len());
        words[word] = match (&*words[word], words[word].parse::<i64>()) {
            (_, Ok(number)) => (number + [-1, 1, 2][random.below(3)]).to_string(),
            ("L", _) => "F".to_owned(),
            ("F", _) => "L".to_owned(),
            (other, _) => other.to_owned(),
        };
        lines[at] = words.join(" ");
        let text: String = lines.into_iter().map(|line| line + "\n").collect();
        let highest = |lower: i64| check(&format!("{text}rules 0\nlower {lower}\nk\nend\n"));
        let Some((lower, verdict)) = (-30..80).rev().find_map(|lower| highest(lower).ok().map(|found| (lower, found)))
        else {
            n_refused += 1;
            continue;
        };
        n_accepted += 1;
        let truth = Program::read(&verdict.program).truth();
        assert!(truth.is_none_or(|truth| lower <= truth.0), "{lower}\n{text}");
    }
    assert!(n_accepted > 300 && n_refused > 300, "{n_accepted}, {n_refused}");
}

/// The box of a node must be that of the first items.
#[test]
fn a_box_that_is_no_beginning_is_refused() {
    let mut random = Random(13);
    let mut n = 0;
    for _ in 0..200 {
        let items = Items::random(&mut random);
        let text = items.program();
        if items.n() < 2 || items.all.iter().all(|item| item[2] == 0) {
            continue;
        }
        let order = items.order();
        for v in 0..2 * items.n() {
            let found = check(&format!("{text}rules 0\nlower -9\nb {v} 0\nk\nk\nend\n"));
            assert_eq!(found.is_ok(), v == items.places[order[0]], "{v}: {found:?}\n{text}");
            n += 1;
        }
    }
    assert!(n > 500, "{n}");
}
