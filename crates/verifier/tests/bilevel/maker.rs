//! Makes certificates by brute force: branches down to points, and on the way whatever random steps are right. It has the
//! plain form, the rows of witnesses and the rows of rules once more, over dense rows.

use std::fmt::Write as _;

use super::common::Random;
use super::program::{Program, points};

/// `sum a v <= rhs`.
pub(crate) type Dense = (Vec<i64>, i64);

/// The plain form.
#[derive(Clone, Debug)]
pub(crate) struct Plain {
    pub(crate) bounds: Vec<(i64, i64)>,
    pub(crate) is_follower: Vec<bool>,
    /// With whose they are.
    pub(crate) halves: Vec<(bool, Dense)>,
    pub(crate) leader: Vec<i64>,
    pub(crate) constant: i64,
    pub(crate) follower: Vec<i64>,
}

pub(crate) fn least(a: &[i64], bounds: &[(i64, i64)]) -> i64 {
    a.iter().zip(bounds).map(|(a, (lower, upper))| (a * lower).min(a * upper)).sum()
}

pub(crate) fn most(a: &[i64], bounds: &[(i64, i64)]) -> i64 {
    a.iter().zip(bounds).map(|(a, (lower, upper))| (a * lower).max(a * upper)).sum()
}

pub(crate) fn dot(a: &[i64], point: &[i64]) -> i64 {
    a.iter().zip(point).map(|(a, x)| a * x).sum()
}

impl Plain {
    pub(crate) fn new(program: &Program) -> Self {
        let n = program.variables.len();
        let coupling = program.rows.iter().map(|row| {
            let has = !row.is_follower && row.terms.iter().any(|term| program.variables[term.0].0);
            if has { 1 + usize::from(row.sense == "=") } else { 0 }
        });
        let n_switches = if program.is_pessimistic { coupling.sum() } else { 0 };
        let n_all = n + n_switches + usize::from(program.is_prevented);
        let dense = |terms: &[(usize, i64)], sign: i64| {
            let mut a = vec![0; n_all];
            terms.iter().for_each(|&(v, c)| a[v] = sign * c);
            a
        };
        let mut bounds: Vec<(i64, i64)> = program.variables.iter().map(|&(_, lower, upper)| (lower, upper)).collect();
        bounds.resize(n_all, (0, 1));
        let mut is_follower: Vec<bool> = program.variables.iter().map(|variable| variable.0).collect();
        is_follower.resize(n_all, true);
        let mut halves = Vec::new();
        for row in &program.rows {
            if row.sense != ">=" {
                halves.push((row.is_follower, (dense(&row.terms, 1), row.rhs)));
            }
            if row.sense != "<=" {
                halves.push((row.is_follower, (dense(&row.terms, -1), -row.rhs)));
            }
        }
        let leader = dense(&program.leader, 1);
        let mut follower = dense(&program.follower, 1);
        let mut next = n;
        if program.is_pessimistic {
            for i in 0..halves.len() {
                let (own, (a, b)) = halves[i].clone();
                if own || !(0..n).any(|v| is_follower[v] && a[v] != 0) {
                    continue;
                }
                let low = least(&a, &bounds);
                let mut opposite: Vec<i64> = a.iter().map(|a| -a).collect();
                opposite[next] = b + 1 - low;
                halves.push((true, (opposite, -low)));
                let mut switch = vec![0; n_all];
                switch[next] = 1;
                halves[i] = (false, (switch, 0));
                next += 1;
            }
            let r: i64 =
                (0..n).filter(|v| is_follower[*v]).map(|v| leader[v].abs() * (bounds[v].1 - bounds[v].0)).sum();
            let k = n_switches as i64;
            for v in (0..n).filter(|v| is_follower[*v]) {
                follower[v] = (k * (r + 1) + r + 1) * follower[v] - leader[v];
            }
            (n..n + n_switches).for_each(|w| follower[w] = -(r + 1));
        }
        if program.is_prevented {
            let s = n_all - 1;
            let d = most(&follower, &bounds) - least(&follower, &bounds);
            for (own, (a, b)) in &mut halves {
                if *own || (0..n_all).any(|v| is_follower[v] && a[v] != 0) {
                    a[s] = -(most(a, &bounds) - *b).max(0);
                }
            }
            follower[s] = d + 1;
        }
        Self { bounds, is_follower, halves, leader, constant: program.constant, follower }
    }

    fn answers(&self, point: &[i64]) -> Vec<Vec<i64>> {
        let bounds: Vec<(i64, i64)> = (self.bounds.iter().zip(&self.is_follower).zip(point))
            .map(|((&bounds, is_follower), &x)| if *is_follower { bounds } else { (x, x) })
            .collect();
        let mut answers = points(&bounds);
        answers.retain(|y| self.halves.iter().filter(|half| half.0).all(|(_, (a, b))| dot(a, y) <= *b));
        answers
    }

    /// The best answers to the choice in a point.
    pub(crate) fn best_answers(&self, point: &[i64]) -> Vec<Vec<i64>> {
        let mut answers = self.answers(point);
        let best = answers.iter().map(|y| dot(&self.follower, y)).min();
        answers.retain(|y| Some(dot(&self.follower, y)) == best);
        answers
    }

    /// Do all halves hold?
    pub(crate) fn holds(&self, point: &[i64]) -> bool {
        self.halves.iter().all(|(_, (a, b))| dot(a, point) <= *b)
    }
}

/// An answer: X, and triples.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reply {
    pub(crate) values: Vec<(usize, i64)>,
    pub(crate) links: Vec<(usize, usize, i64)>,
}

impl Reply {
    pub(crate) fn random(plain: &Plain, random: &mut Random) -> Self {
        let of = |is_follower: bool| (0..plain.bounds.len()).filter(move |v| plain.is_follower[*v] == is_follower);
        let mut reply = Self::default();
        for v in of(true) {
            let (lower, upper) = plain.bounds[v];
            let x = lower + random.below((upper - lower + 1) as usize) as i64;
            if x != 0 || random.below(2) == 0 {
                reply.values.push((v, x));
            }
            for u in of(false) {
                if random.below(3) == 0 {
                    reply.links.push((v, u, [-2, -1, 1, 1, 2, -1][random.below(6)]));
                }
            }
        }
        reply.values = random.shuffled(reply.values);
        reply.links = random.shuffled(reply.links);
        reply
    }

    pub(crate) fn text(&self) -> String {
        let mut text = self.values.len().to_string();
        self.values.iter().for_each(|(v, x)| text += &format!(" {v} {x}"));
        text += &format!(" {}", self.links.len());
        self.links.iter().for_each(|(v, u, d)| text += &format!(" {v} {u} {d}"));
        text
    }

    fn value(&self, v: usize) -> i64 {
        self.values.iter().find(|value| value.0 == v).map_or(0, |value| value.1)
    }

    fn links(&self, v: usize) -> impl Iterator<Item = (usize, i64)> {
        self.links.iter().filter(move |link| link.0 == v).map(|&(_, u, d)| (u, d))
    }

    /// A sum at the answer: over the leader's variables, and a constant.
    fn put(&self, a: &[i64], plain: &Plain) -> Dense {
        let (mut g, mut constant) = (vec![0; a.len()], 0);
        for v in 0..a.len() {
            if plain.is_follower[v] {
                constant += a[v] * self.value(v);
                self.links(v).for_each(|(u, d)| g[u] += a[v] * d);
            } else {
                g[v] += a[v];
            }
        }
        (g, constant)
    }

    /// The rows of a witness that may be broken, and the last one; `None` if it is not right in this box.
    fn cases(&self, plain: &Plain, area: &[(i64, i64)]) -> Option<(Vec<Dense>, Dense)> {
        for v in (0..area.len()).filter(|v| plain.is_follower[*v]) {
            let mut unit = vec![0; area.len()];
            unit[v] = 1;
            let (g, x) = self.put(&unit, plain);
            if least(&g, area) + x < plain.bounds[v].0 || most(&g, area) + x > plain.bounds[v].1 {
                return None;
            }
        }
        let mut rows = Vec::new();
        for (_, (a, b)) in plain.halves.iter().filter(|half| half.0) {
            let (g, constant) = self.put(a, plain);
            if most(&g, area) + constant > *b {
                if g.iter().all(|g| *g == 0) {
                    return None;
                }
                rows.push((g, b - constant));
            }
        }
        let (e, f) = self.put(&plain.follower, plain);
        Some((rows, (plain.follower.iter().zip(&e).map(|(d, e)| d - e).collect(), f)))
    }

    /// The row of a rule and what it counts on in the worst case, where it is right: nothing else is cut off, or less
    /// than one triple says.
    pub(crate) fn rule(&self, plain: &Plain, fallback: Option<i64>, left_out: &[usize]) -> Option<(Dense, i64)> {
        let n = plain.bounds.len();
        let width = |u: usize| plain.bounds[u].1 - plain.bounds[u].0;
        let exact = |v: usize| {
            let x = self.value(v);
            let end =
                |sign: i64| x + self.links(v).filter(|link| link.1 * sign > 0).map(|(u, d)| d * width(u)).sum::<i64>();
            plain.bounds[v].0 <= end(-1) && end(1) <= plain.bounds[v].1
        };
        for v in (0..n).filter(|v| plain.is_follower[*v]) {
            let (up, down) = (self.links(v).any(|link| link.1 > 0), self.links(v).any(|link| link.1 < 0));
            let is_simple = !(up && down) && self.links(v).all(|link| width(link.0) == 1);
            if !(plain.bounds[v].0..=plain.bounds[v].1).contains(&self.value(v)) || !(exact(v) || is_simple) {
                return None;
            }
        }
        let bound = |a: &[i64]| -> Dense {
            let (mut g, mut base) = (vec![0; n], 0);
            for v in (0..n).filter(|v| !plain.is_follower[*v]) {
                base += a[v] * plain.bounds[v].0;
                g[v] += a[v];
            }
            for v in (0..n).filter(|v| plain.is_follower[*v]) {
                base += a[v] * self.value(v);
                if exact(v) || self.links(v).all(|link| a[v] * link.1 > 0) {
                    self.links(v).for_each(|(u, d)| g[u] += a[v] * d);
                } else if a[v] != 0 {
                    let mut links: Vec<(usize, i64)> = self.links(v).collect();
                    links.sort_by_key(|link| (-a[link.0], link.0));
                    let (u, d) = links[0];
                    let x = self.value(v);
                    g[u] += a[v] * d.clamp(plain.bounds[v].0 - x, plain.bounds[v].1 - x);
                }
            }
            (g, base)
        };
        let counted = |u: &usize| !left_out.contains(u);
        let worst = |g: &[i64], base: i64| base + (0..n).filter(counted).map(|u| (g[u] * width(u)).max(0)).sum::<i64>();
        for (_, (a, b)) in plain.halves.iter().filter(|half| half.0) {
            let (g, base) = bound(a);
            if worst(&g, base) > *b {
                return None;
            }
        }
        let (g, base) = bound(&plain.follower);
        let low = base + (0..n).filter(counted).map(|u| (g[u] * width(u)).min(0)).sum::<i64>();
        let other = (fallback.unwrap_or_else(|| most(&plain.follower, &plain.bounds)) - low).max(0);
        let (mut row, mut rhs) = (plain.follower.clone(), base);
        for u in (0..n).filter(|u| !plain.is_follower[*u]) {
            let g = if counted(&u) { g[u] } else { other };
            row[u] -= g;
            rhs -= g * plain.bounds[u].0;
        }
        Some(((row, rhs), worst(&g, base)))
    }
}

/// A rule as a file has it.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub(crate) fallback: Option<usize>,
    pub(crate) reply: Reply,
    pub(crate) left_out: Vec<usize>,
}

impl Rule {
    pub(crate) fn random(plain: &Plain, random: &mut Random, n_earlier: usize) -> Self {
        let reply = Reply::random(plain, random);
        let leaders = (0..plain.bounds.len()).filter(|v| !plain.is_follower[*v]);
        let left_out = leaders.filter(|_| random.below(4) == 0).collect();
        let fallback = (n_earlier > 0 && random.below(2) == 0).then(|| random.below(n_earlier));
        Self { fallback, reply, left_out }
    }

    pub(crate) fn text(&self) -> String {
        let fallback = self.fallback.map_or_else(|| "-".to_owned(), |rule| rule.to_string());
        let left_out: String = self.left_out.iter().map(|u| format!(" {u}")).collect();
        format!("rule {fallback} {} {}{left_out}\n", self.reply.text(), self.left_out.len())
    }
}

/// Rules that are right, with their rows and bounds.
#[derive(Default)]
pub(crate) struct Rules {
    pub(crate) all: Vec<Rule>,
    pub(crate) rows: Vec<Dense>,
    pub(crate) most: Vec<Option<i64>>,
}

impl Rules {
    /// Takes the rule, if it is right.
    pub(crate) fn take(&mut self, plain: &Plain, rule: Rule) -> bool {
        let fallback = rule.fallback.map(|at| self.most[at]);
        let found =
            if fallback == Some(None) { None } else { rule.reply.rule(plain, fallback.flatten(), &rule.left_out) };
        let Some((row, most)) = found else { return false };
        self.most.push(rule.left_out.is_empty().then_some(most));
        self.rows.push(row);
        self.all.push(rule);
        true
    }
}

/// Writes trees.
pub(crate) struct Maker<'a> {
    pub(crate) plain: &'a Plain,
    pub(crate) random: &'a mut Random,
    pub(crate) text: String,
    /// Only points with a smaller value need a proof; `None`: all.
    pub(crate) below: Option<i64>,
    pub(crate) rules: Rules,
    /// Witnesses that are not at points, at most.
    pub(crate) n_witnesses: usize,
}

impl<'a> Maker<'a> {
    pub(crate) fn new(plain: &'a Plain, random: &'a mut Random) -> Self {
        Self { plain, random, text: String::new(), below: None, rules: Rules::default(), n_witnesses: 4 }
    }

    /// The lower half: nothing is below this, or nothing is there at all.
    pub(crate) fn lower(&mut self, below: Option<i64>) {
        self.below = below;
        let rules = &self.rules.all;
        let _ = writeln!(self.text, "rules {}", rules.len());
        rules.iter().for_each(|rule| self.text += &rule.text());
        let _ = match below {
            Some(value) => writeln!(self.text, "lower {value}"),
            None => writeln!(self.text, "infeasible"),
        };
        let mut area = self.plain.bounds.clone();
        self.node(&mut area, &mut Vec::new());
    }

    fn node(&mut self, area: &mut Vec<(i64, i64)>, path: &mut Vec<Dense>) {
        let plain = self.plain;
        let halves = plain.halves.iter().map(|half| &half.1);
        let rows: Vec<&Dense> = halves.chain(&self.rules.rows).chain(path.iter()).collect();
        if let Some(at) = rows.iter().position(|(a, b)| least(a, area) > *b) {
            let _ = writeln!(self.text, "d 0 1 {at} {}", 1 + self.random.below(3));
            return;
        }
        if let Some(below) = self.below {
            let q = below - plain.constant - 1;
            if least(&plain.leader, area) > q {
                self.text += "d 1 0\n";
                return;
            }
            let (o, at, w) = (
                1 + self.random.below(2) as i64,
                self.random.below(rows.len().max(1)),
                1 + self.random.below(2) as i64,
            );
            if let Some((a, b)) = rows.get(at) {
                let sum: Vec<i64> = plain.leader.iter().zip(a).map(|(c, a)| o * c + w * a).collect();
                if least(&sum, area) > o * q + w * b {
                    let _ = writeln!(self.text, "d {o} 1 {at} {w}");
                    return;
                }
            }
        }
        let open: Vec<usize> = (0..area.len()).filter(|v| area[*v].0 < area[*v].1).collect();
        if open.is_empty() {
            let point: Vec<i64> = area.iter().map(|bounds| bounds.0).collect();
            let best = plain.best_answers(&point).swap_remove(0);
            if dot(&plain.follower, &best) < dot(&plain.follower, &point) {
                let own = (0..area.len()).filter(|v| plain.is_follower[*v]);
                let reply = Reply { values: own.map(|v| (v, best[v])).collect(), links: Vec::new() };
                self.witness(&reply, area, path);
            } else {
                // This point is one: whatever is written here must be refused.
                self.text += if self.below.is_some() { "d 1 0\n" } else { "d 0 0\n" };
            }
            return;
        }
        if self.n_witnesses > 0 && self.random.below(3) == 0 {
            let reply = if self.random.below(2) == 0 {
                Reply::random(plain, self.random)
            } else {
                let point: Vec<i64> = area.iter().map(|bounds| bounds.0).collect();
                let own =
                    |best: &Vec<i64>| (0..area.len()).filter(|v| plain.is_follower[*v]).map(|v| (v, best[v])).collect();
                let best = plain.best_answers(&point);
                Reply { values: best.first().map(own).unwrap_or_default(), links: Vec::new() }
            };
            self.n_witnesses -= 1;
            if self.witness(&reply, area, path) {
                return;
            }
        }
        let v = open[self.random.below(open.len())];
        self.branch(v, area, |maker, area| maker.node(area, path));
    }

    fn branch(&mut self, v: usize, area: &mut Vec<(i64, i64)>, mut node: impl FnMut(&mut Self, &mut Vec<(i64, i64)>)) {
        let (lower, upper) = area[v];
        let at = lower + self.random.below((upper - lower) as usize) as i64;
        let _ = writeln!(self.text, "b {v} {at}");
        area[v] = (lower, at);
        node(self, area);
        area[v] = (at + 1, upper);
        node(self, area);
        area[v] = (lower, upper);
    }

    /// False, and nothing is written, if the witness is not right.
    fn witness(&mut self, reply: &Reply, area: &mut Vec<(i64, i64)>, path: &mut Vec<Dense>) -> bool {
        let Some((rows, last)) = reply.cases(self.plain, area) else { return false };
        let _ = writeln!(self.text, "w {}", reply.text());
        let n = path.len();
        for i in 0..=rows.len() {
            path.extend_from_slice(&rows[..i]);
            path.push(rows.get(i).map_or_else(|| last.clone(), |(g, h)| (g.iter().map(|g| -g).collect(), -h - 1)));
            self.node(area, path);
            path.truncate(n);
        }
        true
    }

    /// The upper half: a point, whether it is one or not.
    pub(crate) fn upper(&mut self, point: &[i64]) {
        let plain = self.plain;
        let value = plain.constant + dot(&plain.leader, point);
        let words: String = point.iter().map(|x| format!(" {x}")).collect();
        let _ = writeln!(self.text, "upper {value}\npoint{words}");
        let fixed =
            |((bounds, is_follower), x): ((&(i64, i64), &bool), &i64)| if *is_follower { *bounds } else { (*x, *x) };
        let mut area = plain.bounds.iter().zip(&plain.is_follower).zip(point).map(fixed).collect();
        self.no_better(&mut area, dot(&plain.follower, point) - 1);
    }

    fn no_better(&mut self, area: &mut Vec<(i64, i64)>, q: i64) {
        let plain = self.plain;
        let broken = |(own, (a, b)): &(bool, Dense)| *own && least(a, area) > *b;
        let open: Vec<usize> = (0..area.len()).filter(|v| area[*v].0 < area[*v].1).collect();
        if let Some(at) = plain.halves.iter().position(broken) {
            let _ = writeln!(self.text, "d 0 1 {at} 1");
        } else if least(&plain.follower, area) > q || open.is_empty() {
            self.text += "d 1 0\n";
        } else {
            let v = open[self.random.below(open.len())];
            self.branch(v, area, |maker, area| maker.no_better(area, q));
        }
    }
}
