//! The OPB format of the pseudo-Boolean competitions, linear: `min: +1 x1 -2 ~x2 ;` and rows `+1 x1 +1 x2 >= 1 ;`.

use std::collections::BTreeMap;
use std::io::BufRead;

use rustc_hash::FxHashMap;

use crate::base::Pace;
use crate::ilp::fresh_names::FreshNames;
use crate::ilp::text::{Lines, NO_TEXT, TextPlace, TextReason};
use crate::ilp::{BinaryModel, Sense, VarId};

use super::super::decimal::near_whole;
use super::super::model_error::{ModelError, ModelReason};
use super::{Read, stopped};

/// An error, with the part of the line.
type Refused<'a> = (&'a str, ModelReason);

/// Marks that need no blank after them.
const MARKS: [&str; 3] = ["min:", "max:", "soft:"];

/// The place of the next word in a statement.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Place {
    /// Before the first word.
    #[default]
    Start,
    /// A coefficient or a comparison is expected.
    Term,
    /// A variable is expected after this coefficient.
    Variable(i64),
    /// The right side is expected.
    RightSide,
    End,
}

struct Reader {
    place: Place,
    /// The label before the row, as `VeriPB` reads it: `@c1`.
    label: Option<String>,
    names: FreshNames,
    /// The line in which the statement begins.
    line: usize,
    is_objective: bool,
    has_objective: bool,
    terms: BTreeMap<VarId, i128>,
    /// The constant that negated variables add to the sum.
    constant: i128,
    sense: Option<Sense>,
    rhs: i128,
    vars: FxHashMap<String, VarId>,
    model: BinaryModel,
}

/// Reads statements up to the end of the file.
pub(super) fn read<R: BufRead>(lines: &mut Lines<R>, name: String, pace: &mut Pace) -> Result<Read, ModelError> {
    let mut reader = Reader::new(BinaryModel::new(name));
    while let Some((number, line)) = lines.advance()? {
        if line.starts_with('*') {
            continue;
        }
        let refused = |(part, reason): Refused<'_>| ModelError::Place {
            place: Box::new(TextPlace::of(number, line, part)),
            reason,
        };
        for mut piece in line.split_whitespace() {
            if piece.contains(NO_TEXT) {
                return Err(refused((piece, TextReason::Encoding.into())));
            }
            while !piece.is_empty() {
                stopped(pace)?;
                piece = reader.words(number, piece).map_err(refused)?;
            }
        }
    }
    if reader.place != Place::Start || reader.label.is_some() {
        return Err(ModelError::Line { line: reader.line, reason: ModelReason::OpenStatement });
    }
    if reader.model.n_vars() == 0 {
        return Err(ModelError::NoVariables);
    }
    let Reader { model, .. } = reader;
    let (upper_halves, free_rows, selectors) = (Vec::new(), Vec::new(), Vec::new());
    Ok(Read { model, n_bound_rows: 0, upper_halves, free_rows, has_objective: true, selectors, cells: None })
}

/// Marks of which comparisons are made here, or elsewhere.
const COMPARES: [char; 4] = ['<', '=', '>', '!'];

impl Reader {
    fn new(model: BinaryModel) -> Self {
        Self {
            place: Place::Start,
            label: None,
            names: FreshNames::beside([]),
            line: 0,
            is_objective: false,
            has_objective: false,
            terms: BTreeMap::new(),
            constant: 0,
            sense: None,
            rhs: 0,
            vars: FxHashMap::default(),
            model,
        }
    }

    /// The beginning of what stands between two blanks: a word, perhaps with a mark before it and `;` after it. Returns
    /// the rest.
    fn words<'a>(&mut self, number: usize, piece: &'a str) -> Result<&'a str, Refused<'a>> {
        let Some((word, rest)) = piece.split_once(';') else {
            self.marked(number, piece)?;
            return Ok("");
        };
        if !word.is_empty() {
            self.marked(number, word)?;
        }
        self.end(&piece[word.len()..=word.len()])?;
        Ok(rest)
    }

    /// A word, or a mark and the word behind it.
    fn marked<'a>(&mut self, number: usize, piece: &'a str) -> Result<(), Refused<'a>> {
        let compare = piece.len() - piece.trim_start_matches(COMPARES).len();
        let mark = MARKS.iter().find(|mark| piece.starts_with(**mark)).map_or(compare, |mark| mark.len());
        if mark == 0 || mark == piece.len() {
            return self.word(number, piece);
        }
        let (mark, word) = piece.split_at(mark);
        self.word(number, mark)?;
        self.word(number, word)
    }

    fn word<'a>(&mut self, number: usize, word: &'a str) -> Result<(), Refused<'a>> {
        match self.place {
            Place::Start => {
                self.line = number;
                if let (Some(label), None) = (word.strip_prefix('@').filter(|label| !label.is_empty()), &self.label) {
                    self.label = Some(label.to_owned());
                    return Ok(());
                }
                match word {
                    _ if word.ends_with(':') && self.label.is_some() => {
                        return Err((word, ModelReason::Expected("a row, since a label precedes it,")));
                    }
                    "min:" if self.has_objective => return Err((word, ModelReason::ObjectiveTwice)),
                    "min:" if !self.model.rows().is_empty() => return Err((word, ModelReason::LateObjective)),
                    "min:" => (self.is_objective, self.has_objective) = (true, true),
                    "max:" => return Err((word, ModelReason::Maximized)),
                    "soft:" => return Err((word, ModelReason::SoftRows)),
                    _ if word.starts_with('[') => return Err((word, ModelReason::SoftRows)),
                    _ => return self.term(word),
                }
                self.place = Place::Term;
                Ok(())
            }
            Place::Term => self.term(word),
            Place::Variable(coefficient) => self.variable(word, coefficient),
            Place::RightSide => {
                let reason = || match near_whole(word) {
                    Some(near) => {
                        let what = "the right side".to_owned();
                        ModelReason::Near { what, value: word.to_owned(), near: near.to_string() }
                    }
                    None => ModelReason::Integer(word.to_owned()),
                };
                self.rhs = i128::from(integer(word).ok_or_else(|| (word, reason()))?);
                self.place = Place::End;
                Ok(())
            }
            Place::End => Err((word, ModelReason::Expected("`;`"))),
        }
    }

    /// A coefficient, or a comparison.
    fn term<'a>(&mut self, word: &'a str) -> Result<(), Refused<'a>> {
        let sense = match word {
            ">=" => Some(Sense::GreaterEqual),
            "<=" => Some(Sense::LessEqual),
            "=" => Some(Sense::Equal),
            _ => None,
        };
        if sense.is_some() {
            if self.is_objective {
                return Err((word, ModelReason::Expected("a coefficient or `;`")));
            }
            (self.sense, self.place) = (sense, Place::RightSide);
            return Ok(());
        }
        let Some(coefficient) = integer(word) else {
            if word.chars().all(|c| COMPARES.contains(&c)) {
                return Err((word, ModelReason::Comparison(word.to_owned())));
            }
            // A second name after a coefficient is a product.
            let is_name = name(word.trim_start_matches('~')).is_some();
            let reason = if is_name && !self.terms.is_empty() {
                ModelReason::Product(word.to_owned())
            } else {
                ModelReason::Integer(word.to_owned())
            };
            return Err((word, reason));
        };
        self.place = Place::Variable(coefficient);
        Ok(())
    }

    fn variable<'a>(&mut self, word: &'a str, coefficient: i64) -> Result<(), Refused<'a>> {
        let plain = word.strip_prefix('~').unwrap_or(word);
        let Some(plain_name) = name(plain) else {
            return Err((word, ModelReason::VariableName(word.to_owned())));
        };
        let next = VarId::new(self.vars.len());
        let var = match self.vars.get(plain_name) {
            Some(var) => *var,
            None => {
                self.vars.insert(plain_name.to_owned(), next);
                self.model.add_var(plain_name)
            }
        };
        let coefficient = i128::from(coefficient);
        let is_negated = plain.len() < word.len();
        if is_negated {
            self.constant += coefficient;
        }
        *self.terms.entry(var).or_default() += if is_negated { -coefficient } else { coefficient };
        self.place = Place::Term;
        Ok(())
    }

    /// The end of a statement.
    fn end<'a>(&mut self, mark: &'a str) -> Result<(), Refused<'a>> {
        let missing = match self.place {
            Place::Start | Place::Term if !self.is_objective => Some("a comparison (>=, <= or =)"),
            Place::Variable(_) => Some("a variable"),
            Place::RightSide => Some("a right side"),
            _ => None,
        };
        if let Some(missing) = missing {
            return Err((mark, ModelReason::Expected(missing)));
        }
        let row = self.model.rows().len() + 1;
        let key = if self.is_objective {
            "min:".to_owned()
        } else {
            self.names.fresh(self.label.take().unwrap_or_else(|| format!("c{row}")))
        };
        let rhs = self.rhs - self.constant;
        let sum: i128 = self.terms.values().map(|a| a.abs()).sum();
        if sum + rhs.abs() > i128::from(i64::MAX) {
            return Err((mark, ModelReason::TooLarge(key)));
        }
        let terms = std::mem::take(&mut self.terms);
        let terms = terms.into_iter().filter(|(_, a)| *a != 0).map(|(var, a)| (var, a as i64));
        match self.sense.take() {
            Some(sense) => {
                self.model.add_row(key, terms, sense, rhs as i64);
            }
            None => self.model.minimize(terms),
        }
        (self.place, self.is_objective, self.constant, self.rhs) = (Place::Start, false, 0, 0);
        Ok(())
    }
}

/// An integer with or without a sign.
fn integer(word: &str) -> Option<i64> {
    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
    if digits.bytes().all(|b| b.is_ascii_digit()) { word.parse().ok() } else { None }
}

/// A name of a variable: a letter or `_`, and then anything but the marks of the format.
fn name(word: &str) -> Option<&str> {
    let is_first = word.starts_with(|c: char| c.is_alphabetic() || c == '_');
    (is_first && !word.contains(['~', ':', ';', '=', '<', '>', '*', '+'])).then_some(word)
}
