//! Reads clause files line by line. A clause may continue in the next line, as in old files.

use std::collections::BTreeMap;
use std::io::BufRead;

use crate::ilp::model_error::{ModelError, ModelReason};
use crate::ilp::text::{Lines, NO_TEXT, TextPlace, TextReason};

use super::{Clause, ClauseFormat, ClauseGroup, ClauseSet};

/// The highest variable, so that every literal fits into 32 bits.
const MAX_VAR: u32 = i32::MAX as u32;

/// An error, with the part of the line.
type Refused<'a> = (&'a str, ModelReason);

/// The line that begins with `p`.
#[derive(Clone, Copy, Debug)]
struct Head {
    n_vars: u32,
    n_clauses: u64,
    /// The weight of the hard clauses of WCNF, or the highest group of GCNF.
    top: Option<u64>,
}

/// To whom a clause belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    Hard,
    /// A soft clause with its weight.
    Soft(u64),
    Group(u32),
}

struct Reader {
    format: ClauseFormat,
    head: Option<Head>,
    /// The clause that has not ended yet.
    open: Option<(Owner, Clause)>,
    n_clauses: u64,
    highest: u32,
    hard: Vec<Clause>,
    soft: Vec<(u64, Clause)>,
    groups: BTreeMap<u32, Vec<Clause>>,
}

pub(super) fn read<R: BufRead>(lines: &mut Lines<R>, format: ClauseFormat) -> Result<ClauseSet, ModelError> {
    let mut reader = Reader {
        format,
        head: None,
        open: None,
        n_clauses: 0,
        highest: 0,
        hard: Vec::new(),
        soft: Vec::new(),
        groups: BTreeMap::new(),
    };
    while let Some((number, line)) = lines.advance()? {
        // What SATLIB has after its clauses.
        if line.trim_start().starts_with('%') {
            break;
        }
        reader.line(number, line).map_err(|(part, reason)| ModelError::Place {
            place: Box::new(TextPlace::of(number, line, part)),
            reason,
        })?;
    }
    reader.finish(lines.number())
}

impl Reader {
    fn line<'a>(&mut self, number: usize, line: &'a str) -> Result<(), Refused<'a>> {
        let mut words = line.split_whitespace();
        match line.split_whitespace().next() {
            None | Some("c") => return Ok(()),
            Some("p") => return self.head(line.trim()),
            Some(_) => {}
        }
        while let Some(word) = words.next() {
            if word.contains(NO_TEXT) {
                return Err((word, TextReason::Encoding.into()));
            }
            let Some((owner, mut clause)) = self.open.take() else {
                let (owner, is_literal) = self.owner(word)?;
                self.open = Some((owner, Clause { literals: Vec::new(), line: number }));
                if is_literal {
                    self.literal(word)?;
                }
                continue;
            };
            // The common case, without a look-up of the clause for each literal.
            let mut next = Some(word);
            let mut ended = false;
            while let Some(word) = next {
                match self.number(word)? {
                    0 => {
                        ended = true;
                        break;
                    }
                    literal => clause.literals.push(literal),
                }
                next = words.next();
            }
            if ended {
                self.put(owner, clause);
            } else {
                self.open = Some((owner, clause));
            }
        }
        Ok(())
    }

    /// The line `p cnf VARIABLES CLAUSES` or its like.
    fn head<'a>(&mut self, line: &'a str) -> Result<(), Refused<'a>> {
        let form = match self.format {
            ClauseFormat::Cnf => "p cnf VARIABLES CLAUSES",
            ClauseFormat::Wcnf => "p wcnf VARIABLES CLAUSES [TOP]",
            ClauseFormat::Gcnf => "p gcnf VARIABLES CLAUSES GROUPS",
        };
        if self.head.is_some() || self.n_clauses > 0 || self.open.is_some() {
            return Err((line, ModelReason::LateHead));
        }
        let refused = || (line, ModelReason::ClauseHead(form));
        let words: Vec<&str> = line.split_whitespace().collect();
        let (name, n_numbers) = match self.format {
            ClauseFormat::Cnf => ("cnf", 2..=2),
            ClauseFormat::Wcnf => ("wcnf", 2..=3),
            ClauseFormat::Gcnf => ("gcnf", 3..=3),
        };
        let [_, kind, numbers @ ..] = words.as_slice() else { return Err(refused()) };
        if *kind != name || !n_numbers.contains(&numbers.len()) {
            return Err(refused());
        }
        let numbers: Option<Vec<u64>> = numbers.iter().map(|word| unsigned(word)).collect();
        let numbers = numbers.ok_or_else(refused)?;
        let n_vars = u32::try_from(numbers[0]).ok().filter(|n| *n <= MAX_VAR).ok_or_else(refused)?;
        self.head = Some(Head { n_vars, n_clauses: numbers[1], top: numbers.get(2).copied() });
        Ok(())
    }

    /// To whom a clause that begins with this word belongs; and is the word a literal already?
    fn owner<'a>(&self, word: &'a str) -> Result<(Owner, bool), Refused<'a>> {
        match (self.format, self.head) {
            (ClauseFormat::Cnf, None) => Err((word, ModelReason::NoClauseHead("p cnf"))),
            (ClauseFormat::Gcnf, None) => Err((word, ModelReason::NoClauseHead("p gcnf"))),
            (ClauseFormat::Cnf, Some(_)) => Ok((Owner::Hard, true)),
            (ClauseFormat::Wcnf, None) if word == "h" => Ok((Owner::Hard, false)),
            (ClauseFormat::Wcnf, head) => match unsigned(word) {
                Some(weight) if weight > 0 => {
                    let is_hard = head.and_then(|head| head.top).is_some_and(|top| weight >= top);
                    Ok((if is_hard { Owner::Hard } else { Owner::Soft(weight) }, false))
                }
                _ => Err((word, ModelReason::Weight(word.to_owned()))),
            },
            (ClauseFormat::Gcnf, Some(head)) => {
                let inside = word.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
                let number = inside.and_then(unsigned).filter(|group| head.top.is_none_or(|top| *group <= top));
                match number.and_then(|group| u32::try_from(group).ok()) {
                    Some(0) => Ok((Owner::Hard, false)),
                    Some(group) => Ok((Owner::Group(group), false)),
                    None => Err((word, ModelReason::Group(word.to_owned()))),
                }
            }
        }
    }

    /// Adds a literal to the open clause, or ends it.
    fn literal<'a>(&mut self, word: &'a str) -> Result<(), Refused<'a>> {
        let literal = self.number(word)?;
        if let Some((owner, mut clause)) = self.open.take() {
            if literal == 0 {
                self.put(owner, clause);
            } else {
                clause.literals.push(literal);
                self.open = Some((owner, clause));
            }
        }
        Ok(())
    }

    /// A literal, or 0.
    fn number<'a>(&mut self, word: &'a str) -> Result<i32, Refused<'a>> {
        let digits = word.strip_prefix('-').unwrap_or(word);
        let var = unsigned(digits).filter(|var| *var <= u64::from(MAX_VAR));
        let Some(var) = var.map(|var| var as u32).filter(|var| *var > 0 || digits.len() == word.len()) else {
            return Err((word, ModelReason::Literal(word.to_owned())));
        };
        if let Some(head) = self.head.filter(|head| var > head.n_vars) {
            return Err((word, ModelReason::LiteralRange { literal: word.to_owned(), n_vars: head.n_vars }));
        }
        self.highest = self.highest.max(var);
        Ok(if digits.len() < word.len() { -(var as i32) } else { var as i32 })
    }

    fn put(&mut self, owner: Owner, clause: Clause) {
        self.n_clauses += 1;
        match owner {
            Owner::Hard => self.hard.push(clause),
            Owner::Soft(weight) => self.soft.push((weight, clause)),
            Owner::Group(group) => self.groups.entry(group).or_default().push(clause),
        }
    }

    fn finish(self, line: usize) -> Result<ClauseSet, ModelError> {
        let refused = |line, reason| Err(ModelError::Line { line, reason });
        if let Some((_, clause)) = &self.open {
            return refused(clause.line, ModelReason::OpenClause);
        }
        match self.head {
            Some(head) if head.n_clauses != self.n_clauses => {
                return refused(line, ModelReason::ClauseCount { told: head.n_clauses, found: self.n_clauses });
            }
            None if self.format == ClauseFormat::Cnf => return refused(line, ModelReason::NoClauseHead("p cnf")),
            None if self.format == ClauseFormat::Gcnf => return refused(line, ModelReason::NoClauseHead("p gcnf")),
            None if self.n_clauses == 0 => return Err(ModelError::NoVariables),
            _ => {}
        }
        let soft = self.soft.into_iter().zip(1..);
        let soft = soft.map(|((weight, clause), number)| ClauseGroup { number, weight, clauses: vec![clause] });
        let groups = self.groups.into_iter().map(|(number, clauses)| ClauseGroup { number, weight: 1, clauses });
        let is_grouped = self.format == ClauseFormat::Gcnf;
        Ok(ClauseSet {
            n_groups: self.head.and_then(|head| head.top).filter(|_| is_grouped).unwrap_or(0),
            format: self.format,
            n_vars: self.head.map_or(self.highest, |head| head.n_vars),
            hard: self.hard,
            groups: soft.chain(groups).collect(),
        })
    }
}

/// A number of digits alone.
fn unsigned(word: &str) -> Option<u64> {
    if word.bytes().all(|b| b.is_ascii_digit()) { word.parse().ok() } else { None }
}
