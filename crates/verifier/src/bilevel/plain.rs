//! The plain form of a program: rows `sum a v <= b`, an optimistic follower, and no choices without a response.

use super::area::Area;
use super::lines::{LARGEST, beyond, exact, fit};
use super::listener::BilevelStep;
use super::program::{Half, Program, Terms};
use super::sums::BilevelRow;
use crate::{Reason, require};

/// The program in its plain form.
pub(super) struct Plain {
    /// The bounds of all variables.
    pub(super) area: Area,
    pub(super) is_follower: Vec<bool>,
    pub(super) halves: Vec<Half>,
    pub(super) leader: Terms,
    pub(super) constant: i64,
    pub(super) follower: Terms,
}

impl Plain {
    pub(super) fn new(program: &Program) -> Result<Self, Reason> {
        let area = Area {
            lower: program.variables.iter().map(|variable| variable.lower).collect(),
            upper: program.variables.iter().map(|variable| variable.upper).collect(),
        };
        let mut plain = Self {
            area,
            is_follower: program.variables.iter().map(|variable| variable.is_follower).collect(),
            halves: program.halves.clone(),
            leader: program.leader.clone(),
            constant: program.constant,
            follower: program.follower.clone(),
        };
        if program.is_pessimistic {
            plain.be_pessimistic()?;
        }
        if program.is_prevented {
            plain.prevent()?;
        }
        Ok(plain)
    }

    /// The program for who listens.
    pub(super) fn step(&self, program: &Program) -> BilevelStep {
        let row = |half: &Half| (BilevelRow { terms: half.terms.clone(), rhs: half.rhs }, half.is_follower);
        BilevelStep::Program {
            bounds: self.area.lower.iter().copied().zip(self.area.upper.iter().copied()).collect(),
            is_follower: self.is_follower.clone(),
            halves: self.halves.iter().map(row).collect(),
            leader: self.leader.clone(),
            constant: self.constant,
            follower: self.follower.clone(),
            names: program.variables.iter().map(|variable| variable.name.clone()).collect(),
        }
    }

    pub(super) fn n_vars(&self) -> usize {
        self.is_follower.len()
    }

    /// The leader's value at a point, with the constant.
    pub(super) fn value(&self, point: &[i64]) -> Result<i64, Reason> {
        fit(exact(at(&self.leader, point)?.checked_add(self.constant.into()))?)
    }

    /// One more variable of the follower, 0 or 1.
    fn new_variable(&mut self) -> u32 {
        self.area.lower.push(0);
        self.area.upper.push(1);
        self.is_follower.push(true);
        self.n_vars() as u32 - 1
    }

    fn has_follower(&self, half: &Half) -> bool {
        half.terms.iter().any(|(v, _)| self.is_follower[*v as usize])
    }

    fn be_pessimistic(&mut self) -> Result<(), Reason> {
        let n_file = self.n_vars();
        let coupling = |half: &Half| !half.is_follower && self.has_follower(half);
        let coupling: Vec<usize> = (0..self.halves.len()).filter(|i| coupling(&self.halves[*i])).collect();
        let mut breaks = Vec::new();
        for i in coupling {
            let w = self.new_variable();
            let own = Half { terms: vec![(w, 1)], rhs: 0, is_follower: false };
            let Half { terms, rhs, .. } = std::mem::replace(&mut self.halves[i], own);
            let least = fit(self.area.least(&terms)?)?;
            let mut opposite: Terms = terms.into_iter().map(|(v, a)| (v, -a)).collect();
            let switch = fit(i128::from(rhs) + 1 - i128::from(least))?;
            if switch != 0 {
                opposite.push((w, switch));
            }
            self.halves.push(Half { terms: opposite, rhs: -least, is_follower: true });
            breaks.push(w);
        }
        let own = |v: u32| self.is_follower[v as usize];
        let mut spread = 0_i128;
        for (v, c) in self.leader.iter().filter(|(v, _)| own(*v)) {
            // Both are below 2^63, and what was added before is below 2^62.
            spread = fit(spread + i128::from(*c).abs() * self.area.width(*v))?.into();
        }
        let step = fit(spread + 1)?;
        let factor = fit((breaks.len() as i128) * i128::from(step) + i128::from(step))?;
        let mut objective = vec![0_i128; n_file];
        for (v, d) in &self.follower {
            objective[*v as usize] = i128::from(factor) * i128::from(*d);
            if objective[*v as usize].abs() >= LARGEST {
                return Err(beyond());
            }
        }
        for (v, c) in self.leader.iter().filter(|(v, _)| own(*v)) {
            objective[*v as usize] -= i128::from(*c);
        }
        let mut follower = Terms::new();
        for (v, d) in (0..).zip(objective).filter(|(_, d)| *d != 0) {
            follower.push((v, fit(d)?));
        }
        follower.extend(breaks.into_iter().map(|w| (w, -step)));
        self.follower = follower;
        Ok(())
    }

    fn prevent(&mut self) -> Result<(), Reason> {
        let has_own = self.leader.iter().any(|(v, _)| self.is_follower[*v as usize]);
        require!(!has_own, "`prevented`, and the leader's objective has a variable of the follower");
        let (least, most) = (self.area.least(&self.follower)?, self.area.most(&self.follower)?);
        let difference = i128::from(fit(most)?) - i128::from(fit(least)?);
        let dear = fit(difference + 1)?;
        let silent = self.n_vars() as u32;
        for i in 0..self.halves.len() {
            let half = &self.halves[i];
            if !half.is_follower && !self.has_follower(half) {
                continue;
            }
            let over = fit(exact(self.area.most(&half.terms)?.checked_sub(half.rhs.into()))?)?;
            if over > 0 {
                self.halves[i].terms.push((silent, -over));
            }
        }
        self.new_variable();
        self.follower.push((silent, dear));
        Ok(())
    }
}

/// The sum at a point.
pub(super) fn at(terms: &Terms, point: &[i64]) -> Result<i128, Reason> {
    // Products of numbers below 2^62 are below 2^124.
    let mut products = terms.iter().map(|(v, a)| i128::from(*a) * i128::from(point[*v as usize]));
    exact(products.try_fold(0_i128, i128::checked_add))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bilevel::lines::Lines;
    use crate::work::Meter;

    /// The plain form of a program: halves, the follower's objective, and how many variables there are.
    fn plain(text: &str) -> Result<(Vec<Half>, Terms, usize), Reason> {
        let mut bytes = text.as_bytes();
        let mut lines = Lines::new(&mut bytes, Meter::new(1 << 20, &|| false));
        let plain = Plain::new(&Program::read(&mut lines)?)?;
        let n = plain.n_vars();
        Ok((plain.halves, plain.follower, n))
    }

    fn half(is_follower: bool, rhs: i64, terms: &[(u32, i64)]) -> Half {
        Half { terms: terms.to_vec(), rhs, is_follower }
    }

    const LINES: &str = "variables 2\nL 0 3 x\nF -1 2 y\nrows 2\nL = 1 a 0 1 1 2\nF >= 0 b 0 1 1 -1\n";

    #[test]
    fn a_program_as_it_is() {
        let text = format!("program p\nreading optimistic\nno-answer forbidden\n{LINES}leader 1 0\nfollower 1 0 1 1\n");
        let halves = vec![
            half(false, 1, &[(0, 1), (1, 2)]),
            half(false, -1, &[(0, -1), (1, -2)]),
            half(true, 0, &[(0, -1), (1, 1)]),
        ];
        assert_eq!(plain(&text), Ok((halves, vec![(1, 1)], 2)));
    }

    #[test]
    fn pessimistic_and_then_prevented() {
        let text = format!(
            "program p\nreading pessimistic\nno-answer forbidden\n{LINES}leader 1 0 0 1 1 5\nfollower 1 0 1 1\n"
        );
        // x + 2 y is from -2 to 7, and 5 y has a range of 15.
        let mut halves = vec![
            half(false, 0, &[(2, 1)]),
            half(false, 0, &[(3, 1)]),
            half(true, 0, &[(0, -1), (1, 1)]),
            half(true, 2, &[(0, -1), (1, -2), (2, 4)]),
            half(true, 7, &[(0, 1), (1, 2), (3, 7)]),
        ];
        let follower = vec![(1, 3 * 16 - 5), (2, -16), (3, -16)];
        assert_eq!(plain(&text), Ok((halves.clone(), follower, 4)));
        let text = text.replace("forbidden", "prevented");
        assert!(plain(&text).is_err(), "the leader's objective has y");
        let text = text.replace(" 1 5\n", "\n");
        for (i, over) in [(0, 1), (1, 1), (2, 2), (3, 4), (4, 7)] {
            halves[i].terms.push((4, -over));
        }
        // 3 y - w - w' is from -5 to 6.
        assert_eq!(plain(&text), Ok((halves, vec![(1, 3), (2, -1), (3, -1), (4, 12)], 5)));
    }

    #[test]
    fn numbers_that_are_too_large() {
        let largest = i64::try_from(LARGEST).expect("2^62");
        let of = |number: i64| {
            plain(&format!(
                "program p\nreading pessimistic\nno-answer forbidden\nvariables 1\nF 0 1 y\nrows 0\nleader 1 0 0 1\n\
                 follower 1 0 0 {number}\n"
            ))
        };
        assert_eq!(of(largest / 2 - 1).map(|found| found.1), Ok(vec![(0, largest - 3)]));
        assert!(of(largest / 2).is_err() && of(largest - 1).is_err());
    }
}
