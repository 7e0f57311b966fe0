//! A certificate of a bilevel program, as docs/formats/bilevel-certificate.md has it.

use std::fmt::Write as _;
use std::io;
use std::rc::Rc;

use crate::ilp::IntegerBilevel;

use super::answers::Answer;
use super::bounds::{RowName, Weights};
use super::tree::Place;

/// The trees of both halves.
#[derive(Clone, Debug)]
pub struct WitnessProof {
    program: String,
    n_halves: usize,
    lower: Option<i64>,
    lower_tree: Vec<Place<Rc<Answer>>>,
    upper: Option<(i64, Vec<i64>, Vec<Place<()>>)>,
}

impl WitnessProof {
    pub(super) fn new(
        program: &IntegerBilevel,
        (lower, lower_tree): (Option<i64>, Vec<Place<Rc<Answer>>>),
        n_halves: usize,
        upper: Option<(i64, Vec<i64>, Vec<Place<()>>)>,
    ) -> Self {
        Self { program: program.text(), n_halves, lower, lower_tree, upper }
    }

    /// How many witnesses its tree has.
    #[must_use]
    pub fn n_witnesses(&self) -> u64 {
        self.lower_tree.iter().filter(|place| matches!(place, Place::Cases(..))).count() as u64
    }

    /// Writes the certificate.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, mut out: impl io::Write) -> io::Result<()> {
        out.write_all(self.program.as_bytes())?;
        writeln!(out, "rules 0")?;
        match self.lower {
            Some(value) => writeln!(out, "lower {value}")?,
            None => writeln!(out, "infeasible")?,
        }
        self.tree(&self.lower_tree, &mut out, |answer, line| {
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
                RowName::Path(i) => self.n_halves + *i as usize,
            };
            let _ = write!(line, " {number} {weight}");
        }
    }
}
