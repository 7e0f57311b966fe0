//! A bilevel program in its plain form: rows `sum a v <= b` of both levels, an optimistic follower, and no choices
//! without a response. docs/formats/bilevel-certificate.md defines the form, which checkers construct too.

use crate::ilp::{IntegerBilevel, NoAnswer, Reading, Sense};

/// A row `sum a v <= rhs`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Half {
    /// Variables ascending, no coefficient 0.
    pub(super) terms: Vec<(usize, i64)>,
    pub(super) rhs: i64,
    pub(super) is_follower: bool,
}

/// The program. Both levels minimize.
#[derive(Clone, Debug)]
pub(super) struct Plain {
    /// The number of variables of the file; further variables of the plain form come after them.
    pub(super) n_file: usize,
    pub(super) lower: Vec<i64>,
    pub(super) upper: Vec<i64>,
    pub(super) is_follower: Vec<bool>,
    pub(super) halves: Vec<Half>,
    /// The leader's objective, by variable, and the constant of a value.
    pub(super) leader: Vec<i64>,
    pub(super) constant: i64,
    /// The follower's objective, by variable.
    pub(super) follower: Vec<i64>,
}

/// The reason why a program has no plain form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoPlainForm {
    /// The numbers would be too large.
    #[error("sums of its numbers are not exact: they reach 2^62")]
    TooLarge,
    /// Choices without a response are allowed, but their value depends on the follower's response.
    #[error(
        "a choice that leaves the follower without an answer has no value, since the leader's objective has \
         variables of the follower"
    )]
    Prevented,
}

/// No number of the plain form reaches this.
pub(super) const LARGEST: i128 = 1 << 62;

fn checked(number: i128) -> Result<i64, NoPlainForm> {
    if number.abs() < LARGEST { Ok(number as i64) } else { Err(NoPlainForm::TooLarge) }
}

impl Plain {
    pub(super) fn of(program: &IntegerBilevel) -> Result<Self, NoPlainForm> {
        let n = program.variables.len();
        let dense = |terms: &[(crate::ilp::VarId, i64)]| {
            let mut dense = vec![0; n];
            terms.iter().for_each(|(var, a)| dense[var.get()] += a);
            dense
        };
        let mut plain = Self {
            n_file: n,
            lower: program.variables.iter().map(|var| var.lower).collect(),
            upper: program.variables.iter().map(|var| var.upper).collect(),
            is_follower: program.variables.iter().map(|var| var.is_follower).collect(),
            halves: Vec::new(),
            leader: dense(&program.leader.terms),
            constant: program.leader.constant,
            follower: dense(&program.follower.terms),
        };
        for row in &program.rows {
            let signs: &[i64] = match row.row.sense {
                Sense::LessEqual => &[1],
                Sense::GreaterEqual => &[-1],
                Sense::Equal => &[1, -1],
            };
            for sign in signs {
                let terms = row.row.terms.iter().map(|(var, a)| (var.get(), sign * a)).collect();
                plain.halves.push(Half { terms, rhs: sign * row.row.rhs, is_follower: row.is_follower });
            }
        }
        if program.reading == Reading::Pessimistic {
            plain.be_pessimistic()?;
        }
        if program.no_answer == NoAnswer::Prevented {
            plain.prevent()?;
        }
        plain.check()?;
        Ok(plain)
    }

    pub(super) fn n_vars(&self) -> usize {
        self.lower.len()
    }

    /// The maximum distance of a variable from its lower bound.
    pub(super) fn range_of(&self, v: usize) -> i128 {
        i128::from(self.upper[v]) - i128::from(self.lower[v])
    }

    /// The most that the follower's objective can be within the bounds.
    pub(super) fn worst_reply(&self) -> i128 {
        self.range(self.follower.iter().copied().enumerate()).1
    }

    /// The least and the most of `sum a v` within the bounds of the program.
    fn range(&self, terms: impl Iterator<Item = (usize, i64)>) -> (i128, i128) {
        terms.fold((0, 0), |(least, most), (v, a)| {
            let ends = [self.lower[v], self.upper[v]].map(|end| i128::from(a) * i128::from(end));
            (least + ends[0].min(ends[1]), most + ends[0].max(ends[1]))
        })
    }

    fn is_coupling(&self, half: &Half) -> bool {
        !half.is_follower && half.terms.iter().any(|(v, _)| self.is_follower[*v])
    }

    fn new_variable(&mut self) -> usize {
        self.lower.push(0);
        self.upper.push(1);
        self.is_follower.push(true);
        self.leader.push(0);
        self.follower.push(0);
        self.lower.len() - 1
    }

    fn be_pessimistic(&mut self) -> Result<(), NoPlainForm> {
        let coupling: Vec<usize> = (0..self.halves.len()).filter(|i| self.is_coupling(&self.halves[*i])).collect();
        let mut breaks = Vec::new();
        for i in coupling {
            let w = self.new_variable();
            let own = Half { terms: vec![(w, 1)], rhs: 0, is_follower: false };
            let Half { terms, rhs, .. } = std::mem::replace(&mut self.halves[i], own);
            let (least, _) = self.range(terms.iter().copied());
            let mut opposite: Vec<(usize, i64)> = terms.into_iter().map(|(v, a)| (v, -a)).collect();
            let switch = checked(i128::from(rhs) + 1 - least)?;
            if switch != 0 {
                opposite.push((w, switch));
            }
            self.halves.push(Half { terms: opposite, rhs: checked(-least)?, is_follower: true });
            breaks.push(w);
        }
        let own = (0..self.n_file).filter(|v| self.is_follower[*v]);
        let spread: i128 = own
            .map(|v| i128::from(self.leader[v]).abs() * (i128::from(self.upper[v]) - i128::from(self.lower[v])))
            .sum();
        let step = spread + 1;
        let factor = (breaks.len() as i128).checked_mul(step).map_or(LARGEST, |sum| sum + spread + 1);
        for v in (0..self.n_file).filter(|v| self.is_follower[*v]) {
            let number = factor.checked_mul(i128::from(self.follower[v])).ok_or(NoPlainForm::TooLarge)?;
            self.follower[v] = checked(number - i128::from(self.leader[v]))?;
        }
        for w in breaks {
            self.follower[w] = checked(-step)?;
        }
        Ok(())
    }

    fn prevent(&mut self) -> Result<(), NoPlainForm> {
        if (0..self.n_vars()).any(|v| self.is_follower[v] && self.leader[v] != 0) {
            return Err(NoPlainForm::Prevented);
        }
        let (least, most) = self.range(self.follower.iter().copied().enumerate());
        for i in 0..self.halves.len() {
            let half = &self.halves[i];
            if half.is_follower || self.is_coupling(half) {
                let over = self.range(half.terms.iter().copied()).1 - i128::from(half.rhs);
                let silent = self.n_vars();
                if over > 0 {
                    self.halves[i].terms.push((silent, checked(-over)?));
                }
            }
        }
        let silent = self.new_variable();
        self.follower[silent] = checked(most - least + 1)?;
        Ok(())
    }

    /// Can all sums be exact?
    fn check(&self) -> Result<(), NoPlainForm> {
        for half in &self.halves {
            let (least, most) = self.range(half.terms.iter().copied());
            checked(least.abs().max(most.abs()) + i128::from(half.rhs).abs())?;
        }
        for objective in [&self.leader, &self.follower] {
            let (least, most) = self.range(objective.iter().copied().enumerate());
            checked(least.abs().max(most.abs()) + i128::from(self.constant).abs())?;
        }
        Ok(())
    }

    /// The first half that the point breaks.
    pub(super) fn broken(&self, point: &[i64]) -> Option<&Half> {
        self.halves.iter().find(|half| half.left(point) > i128::from(half.rhs))
    }

    /// The row that says that the follower gets at most this.
    pub(super) fn reply_at_most(&self, worth: i64) -> Half {
        let terms = self.follower.iter().copied().enumerate().filter(|(_, d)| *d != 0).collect();
        Half { terms, rhs: worth, is_follower: false }
    }

    /// The leader's value at the point, with the constant.
    pub(super) fn value(&self, point: &[i64]) -> i64 {
        self.constant + dot(&self.leader, point)
    }

    /// The follower's value at the point.
    pub(super) fn reply_value(&self, point: &[i64]) -> i64 {
        dot(&self.follower, point)
    }
}

/// The sum, which [`Plain::check`] has seen to be exact for points within the bounds.
fn dot(a: &[i64], point: &[i64]) -> i64 {
    a.iter().zip(point).map(|(a, x)| a * x).sum()
}

impl Half {
    /// The left side at a point.
    pub(super) fn left(&self, point: &[i64]) -> i128 {
        self.terms.iter().map(|(v, a)| i128::from(*a) * i128::from(point[*v])).sum()
    }
}
