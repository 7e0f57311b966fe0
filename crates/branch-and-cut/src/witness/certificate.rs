//! Certificates of bilevel programs, in the format of docs/formats/bilevel-certificate.md.

use std::fmt::Write as _;
use std::io;
use std::rc::Rc;

use crate::ilp::IntegerBilevel;

use super::bounds::{RowName, Weights};
use super::leader::Case;
use super::rules::Rule;
use super::tree::Place;

/// The trees of both halves of the proof.
#[derive(Clone, Debug)]
pub struct WitnessProof {
    program: String,
    n_halves: usize,
    lower: Option<i64>,
    lower_tree: Vec<Place<Case>>,
    /// The rules that the tree needs, and the position of each rule of the search among them.
    rules: Vec<Rc<Rule>>,
    numbers: Vec<Option<usize>>,
    upper: Option<(i64, Vec<i64>, Vec<Place<()>>)>,
}

impl WitnessProof {
    pub(super) fn new(
        program: &IntegerBilevel,
        (lower, lower_tree, all): (Option<i64>, Vec<Place<Case>>, Vec<Case>),
        n_halves: usize,
        upper: Option<(i64, Vec<i64>, Vec<Place<()>>)>,
    ) -> Self {
        let all: Vec<Rc<Rule>> = all
            .into_iter()
            .filter_map(|case| match case {
                Case::Rule(rule) => Some(rule),
                Case::Answer(_) | Case::Knapsack => None,
            })
            .collect();
        let mut is_used = vec![false; all.len()];
        for place in &lower_tree {
            if let Place::Closed(weights) | Place::Open(weights) = place {
                for (name, _) in &weights.rows {
                    if let RowName::Rule(i) = name {
                        is_used[*i as usize] = true;
                    }
                }
            }
        }
        // A rule falls back on one before it.
        for i in (0..all.len()).rev().filter(|i| all[*i].fallback.is_some()) {
            if let (true, Some(fallback)) = (is_used[i], all[i].fallback) {
                is_used[fallback] = true;
            }
        }
        let mut rules = Vec::new();
        let numbers = all.into_iter().zip(is_used).map(|(rule, is_used)| {
            is_used.then(|| {
                rules.push(rule);
                rules.len() - 1
            })
        });
        let numbers = numbers.collect();
        Self { program: program.text(), n_halves, lower, lower_tree, rules, numbers, upper }
    }

    /// The number of a rule in the certificate, by that of the search.
    fn number(&self, rule: usize) -> usize {
        self.numbers[rule].expect("all rules that are named are there")
    }

    fn write_rules(&self, out: &mut impl io::Write) -> io::Result<()> {
        writeln!(out, "rules {}", self.rules.len())?;
        for rule in &self.rules {
            let mut line = "rule ".to_owned();
            line.push_str(&rule.fallback.map_or_else(|| "-".to_owned(), |rule| self.number(rule).to_string()));
            let _ = write!(line, " {}", rule.values.len());
            rule.values.iter().for_each(|(v, x)| _ = write!(line, " {v} {x}"));
            let _ = write!(line, " {}", rule.moves.len());
            rule.moves.iter().for_each(|(v, u, d)| _ = write!(line, " {v} {u} {d}"));
            let _ = write!(line, " {}", rule.without.len());
            rule.without.iter().for_each(|u| _ = write!(line, " {u}"));
            writeln!(out, "{line}")?;
        }
        Ok(())
    }

    /// The number of witnesses in its tree.
    #[must_use]
    pub fn n_witnesses(&self) -> u64 {
        self.lower_tree.iter().filter(|place| matches!(place, Place::Cases(Case::Answer(_), _))).count() as u64
    }

    /// Writes the certificate.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, mut out: impl io::Write) -> io::Result<()> {
        out.write_all(self.program.as_bytes())?;
        self.write_rules(&mut out)?;
        match self.lower {
            Some(value) => writeln!(out, "lower {value}")?,
            None => writeln!(out, "infeasible")?,
        }
        self.tree(&self.lower_tree, &mut out, |case, line| {
            let answer = match case {
                Case::Answer(answer) => answer,
                Case::Knapsack => return line.push('k'),
                Case::Rule(_) => return,
            };
            let _ = write!(line, "w {}", answer.values.len());
            for (v, x) in &answer.values {
                let _ = write!(line, " {v} {x}");
            }
            line.push_str(" 0");
        })?;
        if let Some((value, point, tree)) = &self.upper {
            writeln!(out, "upper {value}")?;
            let values: Vec<String> = point.iter().map(i64::to_string).collect();
            writeln!(out, "point {}", values.join(" "))?;
            self.tree(tree, &mut out, |(), _| {})?;
        }
        writeln!(out, "end")
    }

    fn tree<T>(&self, places: &[Place<T>], out: &mut impl io::Write, case: impl Fn(&T, &mut String)) -> io::Result<()> {
        let mut stack = vec![0];
        let mut line = String::new();
        while let Some(place) = stack.pop() {
            line.clear();
            match &places[place] {
                Place::Branch { variable, at, sides } => {
                    let _ = write!(line, "b {variable} {at}");
                    stack.extend(sides.iter().rev());
                }
                Place::Cases(named, children) => {
                    case(named, &mut line);
                    stack.extend(children.iter().rev());
                }
                Place::Closed(weights) | Place::Open(weights) => self.sum(weights, &mut line),
            }
            writeln!(out, "{line}")?;
        }
        Ok(())
    }

    fn sum(&self, weights: &Weights, line: &mut String) {
        let _ = write!(line, "d {} {}", weights.objective, weights.rows.len());
        for (name, weight) in &weights.rows {
            let number = match name {
                RowName::Half(i) => *i as usize,
                RowName::Rule(i) => self.n_halves + self.number(*i as usize),
                RowName::Path(i) => self.n_halves + self.rules.len() + *i as usize,
            };
            let _ = write!(line, " {number} {weight}");
        }
    }
}
