//! The objective and the rows of an LP file, token by token.

use std::collections::HashSet;

use crate::ilp::{Sense, VarId};

use super::super::decimal::{Decimal, NoNumber, Number, near_whole};
use super::super::model_error::ModelReason;
use super::draft::{Draft, DraftRow};
use super::lp_words::{Refused, Sign, Span, Token, rare_head};

/// The kind of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Objective,
    Row,
}

/// The progress in a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// Nothing, or only a name and its colon.
    Start,
    /// A first word: the name of the row, or a variable.
    Word,
    /// A comparison after a number; now comes the sum.
    Sum,
    /// A sign within a sum.
    Sign,
    /// A number within a sum.
    Number,
    Term,
    /// A comparison after the sum.
    Compared,
    /// A complete row, in this line.
    Done(usize),
    /// Within brackets of the objective.
    Product,
    ProductEnd,
    /// A slash after them.
    Divided,
}

/// A row or the objective while it is read.
#[derive(Debug)]
pub(super) struct Statement {
    step: Step,
    name: Option<String>,
    /// The first word, with its place.
    word: String,
    word_span: Span,
    is_negative: bool,
    /// The last number, with its text and place.
    number: Option<Result<Number, NoNumber>>,
    number_text: String,
    number_span: Span,
    terms: Vec<(VarId, Decimal)>,
    /// The comparison before the sum.
    left: Option<Sense>,
    /// The last comparison after the sum.
    right: Option<Sense>,
    lower: Option<Decimal>,
    upper: Option<Decimal>,
    /// The value of a sum without variables.
    constant: Option<Number>,
    /// The line where the row begins, and the line of its last term.
    line: usize,
    last_line: usize,
    /// The names of rows and of the objective.
    names: HashSet<String>,
    /// For each variable, the last statement with a term of it, and the number of that term.
    last_terms: Vec<(usize, usize)>,
    n_statements: usize,
}

impl Statement {
    pub(super) fn new() -> Self {
        Self {
            step: Step::Start,
            name: None,
            word: String::new(),
            word_span: Span { line: 0, start: 0, length: 0 },
            is_negative: false,
            number: None,
            number_text: String::new(),
            number_span: Span { line: 0, start: 0, length: 0 },
            terms: Vec::new(),
            left: None,
            right: None,
            lower: None,
            upper: None,
            constant: None,
            line: 0,
            last_line: 0,
            names: HashSet::new(),
            last_terms: Vec::new(),
            n_statements: 1,
        }
    }

    /// Has nothing been read of it, not even a name?
    pub(super) fn is_at_start(&self) -> bool {
        self.step == Step::Start && self.name.is_none()
    }

    pub(super) fn token(
        &mut self,
        kind: Kind,
        token: Token<'_>,
        text: &str,
        span: Span,
        draft: &mut Draft,
    ) -> Result<(), Refused> {
        let refused = |reason: ModelReason| Err((span, reason));
        match token {
            Token::Label(name) if self.step != Step::Product => return self.label(kind, name, span, draft),
            Token::Arrow => return refused(ModelReason::Indicator),
            Token::Product('[') if kind == Kind::Row => return refused(ModelReason::Quadratic(self.shown(draft))),
            Token::Product('[') if matches!(self.step, Step::Start | Step::Sign) => {
                draft.objective.is_inexact = true;
                self.step = Step::Product;
                return Ok(());
            }
            Token::Product(c) if self.step != Step::Product => return refused(ModelReason::Character(c)),
            _ => {}
        }
        match self.step {
            Step::Start => self.start(kind, token, text, span, draft),
            Step::Word => self.word(kind, token, text, span, draft),
            Step::Sum | Step::Sign => self.term(kind, token, text, span, draft),
            Step::Number => self.number(kind, token, text, span, draft),
            Step::Term => self.behind_term(kind, token, text, span, draft),
            Step::Compared => self.right_side(token, text, span, draft),
            Step::Done(line) => {
                if line != span.line {
                    self.commit(draft);
                    return self.token(kind, token, text, span, draft);
                }
                self.same_line(token, text, span, draft)
            }
            Step::Product => {
                if token == Token::Product(']') {
                    self.step = Step::ProductEnd;
                }
                Ok(())
            }
            Step::ProductEnd => match token {
                Token::Name("/") => {
                    self.step = Step::Divided;
                    Ok(())
                }
                Token::Name(name) if name.starts_with('/') => {
                    self.step = Step::Term;
                    Ok(())
                }
                _ => self.behind_term(kind, token, text, span, draft),
            },
            Step::Divided => match token {
                Token::Number(_) => {
                    self.step = Step::Term;
                    Ok(())
                }
                _ => refused(ModelReason::Expected("a number")),
            },
        }
    }

    fn start(
        &mut self,
        kind: Kind,
        token: Token<'_>,
        text: &str,
        span: Span,
        draft: &mut Draft,
    ) -> Result<(), Refused> {
        if let (Token::Compare(sense), Kind::Row, true) = (token, kind, self.name.is_some()) {
            // `r: >= 0`, as some programs write a row without terms.
            self.constant = Some(Number::Finite(Decimal::default()));
            (self.right, self.step) = (Some(sense), Step::Compared);
            return Ok(());
        }
        if self.name.is_none() {
            self.line = span.line;
            if let Token::Name(name) = token {
                name.clone_into(&mut self.word);
                (self.word_span, self.step) = (span, Step::Word);
                return Ok(());
            }
        }
        self.term(kind, token, text, span, draft)
    }

    fn word(&mut self, kind: Kind, token: Token<'_>, text: &str, span: Span, draft: &mut Draft) -> Result<(), Refused> {
        let word = std::mem::take(&mut self.word);
        if token == Token::Colon {
            let place = if self.word_span.line == span.line { self.word_span } else { span };
            return self.named(word, place);
        }
        self.add(kind, &word, span, draft)?;
        self.token(kind, token, text, span, draft)
    }

    /// A name with its colon: a row begins, and the one before must be whole.
    fn label(&mut self, kind: Kind, name: &str, span: Span, draft: &mut Draft) -> Result<(), Refused> {
        match self.step {
            Step::Start if self.name.is_none() => {}
            _ if kind == Kind::Objective => return Err((span, ModelReason::HeadColon(name.to_owned()))),
            Step::Done(_) => self.commit(draft),
            Step::Term if self.left.is_some() => self.commit(draft),
            Step::Number if self.is_constant() => {
                self.take_constant(draft)?;
                self.commit(draft);
            }
            _ => return Err((span, ModelReason::Incomplete(self.shown(draft)))),
        }
        self.line = span.line;
        self.named(name.to_owned(), span)
    }

    fn named(&mut self, name: String, span: Span) -> Result<(), Refused> {
        if !self.names.insert(name.clone()) {
            return Err((span, ModelReason::RowTwice(name)));
        }
        self.name = Some(name);
        self.step = Step::Start;
        Ok(())
    }

    /// A piece of a term.
    fn term(&mut self, kind: Kind, token: Token<'_>, text: &str, span: Span, draft: &mut Draft) -> Result<(), Refused> {
        match token {
            Token::Sign(sign) => {
                self.is_negative ^= sign == Sign::Minus;
                self.step = Step::Sign;
                Ok(())
            }
            Token::Number(_) | Token::Infinity => {
                self.keep_number(text, span);
                self.step = Step::Number;
                Ok(())
            }
            Token::Name(name) => self.add(kind, name, span, draft),
            _ => Err((span, ModelReason::Expected("a variable or a number"))),
        }
    }

    /// Reads the token after a number in a sum: its variable, or a comparison if the number is the left side.
    fn number(
        &mut self,
        kind: Kind,
        token: Token<'_>,
        text: &str,
        span: Span,
        draft: &mut Draft,
    ) -> Result<(), Refused> {
        let is_first = self.terms.is_empty() && self.left.is_none() && kind == Kind::Row;
        match token {
            Token::Compare(sense) if self.is_constant() => {
                self.take_constant(draft)?;
                self.compare(sense, span, draft)
            }
            // The number ended its line, and so its row.
            _ if self.is_constant() && self.number_span.line != span.line => {
                self.take_constant(draft)?;
                self.commit(draft);
                self.token(kind, token, text, span, draft)
            }
            Token::Name(name) => self.add(kind, name, span, draft),
            Token::Compare(sense) if is_first => {
                let turned = match sense {
                    Sense::LessEqual => Sense::GreaterEqual,
                    Sense::Equal => Sense::Equal,
                    Sense::GreaterEqual => Sense::LessEqual,
                };
                self.limit(turned, draft)?;
                (self.left, self.step) = (Some(sense), Step::Sum);
                Ok(())
            }
            Token::Number(_) | Token::Infinity => Err((span, ModelReason::MissingSign(text.to_owned()))),
            // The objective plays no part, and its constant less.
            Token::Sign(_) if kind == Kind::Objective => {
                (self.number, self.is_negative, self.step) = (None, false, Step::Term);
                self.token(kind, token, text, span, draft)
            }
            Token::Colon => Err((span, ModelReason::Expected("a variable"))),
            _ if kind == Kind::Objective => Err((span, ModelReason::Expected("`Subject To`"))),
            _ => {
                let has_exponent = self.number_text.contains(['e', 'E']);
                let help = if has_exponent {
                    "if a variable is meant, write a blank before the e"
                } else {
                    "write it on the right side, with the other sign"
                };
                let (row, value) = (self.shown(draft), self.number_text.clone());
                Err((self.number_place(span), ModelReason::Constant { row, value, help }))
            }
        }
    }

    fn behind_term(
        &mut self,
        kind: Kind,
        token: Token<'_>,
        text: &str,
        span: Span,
        draft: &mut Draft,
    ) -> Result<(), Refused> {
        match token {
            Token::Sign(_) => {
                self.is_negative = false;
                self.term(kind, token, text, span, draft)
            }
            Token::Compare(_) if kind == Kind::Objective => Err((span, ModelReason::Expected("`Subject To`"))),
            Token::Compare(sense) => self.compare(sense, span, draft),
            // `1 <= x + y` may end here.
            Token::Name(_) | Token::Number(_) | Token::Infinity if self.left.is_some() && kind == Kind::Row => {
                if self.last_line == span.line {
                    return self.same_line(token, text, span, draft);
                }
                self.commit(draft);
                self.token(kind, token, text, span, draft)
            }
            Token::Name(_) | Token::Number(_) | Token::Infinity => {
                Err((span, ModelReason::MissingSign(text.to_owned())))
            }
            _ => Err((span, ModelReason::Expected("a sign or a comparison"))),
        }
    }

    /// The comparison after the sum.
    fn compare(&mut self, sense: Sense, span: Span, draft: &Draft) -> Result<(), Refused> {
        if self.left.is_some_and(|left| left != sense || left == Sense::Equal) {
            return Err((span, ModelReason::Comparisons(format!("row `{}`", self.shown(draft)))));
        }
        (self.right, self.is_negative, self.step) = (Some(sense), false, Step::Compared);
        Ok(())
    }

    /// Is the last number the whole sum, if nothing else comes? So it is in `0 <= 3`.
    fn is_constant(&self) -> bool {
        self.step == Step::Number && self.left.is_some() && self.terms.is_empty()
    }

    /// Takes the last number as the sum.
    fn take_constant(&mut self, draft: &Draft) -> Result<(), Refused> {
        let number = self.signed();
        if let Some(near) = near_whole(&self.side_text()) {
            return Err((self.number_span, self.near(near, draft)));
        }
        self.constant = Some(number.map_err(|no_number| (self.number_span, self.no_side(no_number, draft)))?);
        (self.number, self.is_negative) = (None, false);
        self.check_constant(draft)
    }

    /// Is a row without variables true? So it says nothing; otherwise it leaves no solution.
    fn check_constant(&self, draft: &Draft) -> Result<(), Refused> {
        let Some(constant) = self.constant else { return Ok(()) };
        let is_true = match constant {
            Number::Finite(sum) => {
                self.lower.is_none_or(|lower| !sum.is_below(lower))
                    && self.upper.is_none_or(|upper| !upper.is_below(sum))
            }
            Number::Infinite => self.upper.is_none(),
            Number::MinusInfinite => self.lower.is_none(),
        };
        if is_true { Ok(()) } else { Err((self.number_span, ModelReason::FalseRow(self.shown(draft)))) }
    }

    fn right_side(&mut self, token: Token<'_>, text: &str, span: Span, draft: &Draft) -> Result<(), Refused> {
        match token {
            Token::Sign(sign) => {
                self.is_negative ^= sign == Sign::Minus;
                Ok(())
            }
            Token::Number(_) | Token::Infinity => {
                self.keep_number(text, span);
                self.limit(self.right.unwrap_or(Sense::Equal), draft)?;
                self.step = Step::Done(span.line);
                self.check_constant(draft)
            }
            Token::Name(name) => {
                let (row, variable) = (self.shown(draft), name.to_owned());
                Err((span, ModelReason::RightVariable { row, variable }))
            }
            _ => Err((span, ModelReason::Expected("a number"))),
        }
    }

    /// Reads the token after a complete row in its last line.
    fn same_line(&self, token: Token<'_>, text: &str, span: Span, draft: &Draft) -> Result<(), Refused> {
        match token {
            Token::Name(name) if self.right.is_some() => {
                let (row, variable) = (self.shown(draft), name.to_owned());
                Err((span, ModelReason::RightVariable { row, variable }))
            }
            Token::Name(name) => Err((span, ModelReason::MissingSign(name.to_owned()))),
            Token::Compare(_) => Err((span, ModelReason::Comparisons(format!("row `{}`", self.shown(draft))))),
            Token::Number(_) | Token::Infinity if self.right.is_none() => {
                Err((span, ModelReason::MissingSign(text.to_owned())))
            }
            _ => Err((span, ModelReason::RightSum(self.shown(draft)))),
        }
    }

    /// The end of a line: a row of numbers may be at its end too, and here its place can be shown.
    pub(super) fn end_line(&mut self, draft: &Draft) -> Result<(), Refused> {
        if !self.is_constant() {
            return Ok(());
        }
        let (number, is_negative) = (self.number, self.is_negative);
        let checked = self.take_constant(draft);
        (self.number, self.is_negative, self.constant) = (number, is_negative, None);
        checked
    }

    /// The end of the section.
    pub(super) fn finish(&mut self, kind: Kind, draft: &mut Draft, span: Span) -> Result<(), Refused> {
        if kind == Kind::Objective {
            if self.step == Step::Word {
                let word = std::mem::take(&mut self.word);
                self.add(kind, &word, span, draft)?;
            }
            if !matches!(self.step, Step::Start | Step::Number | Step::Term | Step::ProductEnd) {
                return Err((span, ModelReason::Expected("the rest of the objective")));
            }
            draft.objective.terms = std::mem::take(&mut self.terms);
            self.reset();
            return Ok(());
        }
        match self.step {
            Step::Start if self.name.is_none() => Ok(()),
            // `sin` alone between the rows and the next head is an empty section.
            Step::Word if rare_head(&self.word) && draft.find(&self.word).is_none() => {
                self.reset();
                Ok(())
            }
            Step::Number if self.is_constant() => {
                self.take_constant(draft)?;
                self.commit(draft);
                Ok(())
            }
            Step::Done(_) => {
                self.commit(draft);
                Ok(())
            }
            Step::Term if self.left.is_some() => {
                self.commit(draft);
                Ok(())
            }
            _ => Err((span, ModelReason::Incomplete(self.shown(draft)))),
        }
    }

    /// Adds a term: this variable, with the number and the sign before it.
    fn add(&mut self, kind: Kind, name: &str, span: Span, draft: &mut Draft) -> Result<(), Refused> {
        let var = draft.variable(name, span.line);
        let (number, is_negative) = (self.number.take(), std::mem::take(&mut self.is_negative));
        (self.step, self.last_line) = (Step::Term, span.line);
        let large = |row: String| ModelReason::TooLarge(row);
        let coefficient = match number.unwrap_or(Ok(Number::Finite(Decimal::ONE))) {
            Ok(Number::Finite(number)) => {
                if is_negative { number.negated() } else { Some(number) }.ok_or_else(|| large(self.shown(draft)))
            }
            Ok(_) | Err(NoNumber::Large) => Err(large(self.shown(draft))),
            Err(NoNumber::Form) => Err(ModelReason::Number(self.number_text.clone())),
            Err(NoNumber::Places) => {
                let (row, value) = (self.shown(draft), self.number_text.clone());
                Err(ModelReason::Coefficient { row, variable: name.to_owned(), value })
            }
        };
        let added = coefficient.and_then(|a| self.add_term(var, a).ok_or_else(|| large(self.shown(draft))));
        match added {
            Err(_) if kind == Kind::Objective => {
                draft.objective.is_inexact = true;
                Ok(())
            }
            Err(reason) => Err((self.number_place(span), reason)),
            Ok(()) => Ok(()),
        }
    }

    /// A variable may come again: its coefficients add up. `None` if the sum does not fit.
    fn add_term(&mut self, var: VarId, coefficient: Decimal) -> Option<()> {
        if self.last_terms.len() <= var.get() {
            self.last_terms.resize(var.get() + 1, (0, 0));
        }
        let last = &mut self.last_terms[var.get()];
        if last.0 == self.n_statements {
            let term = &mut self.terms[last.1];
            term.1 = term.1.plus(coefficient)?;
        } else {
            *last = (self.n_statements, self.terms.len());
            self.terms.push((var, coefficient));
        }
        Some(())
    }

    fn keep_number(&mut self, text: &str, span: Span) {
        self.number = Some(Number::parse_bound(text));
        text.clone_into(&mut self.number_text);
        self.number_span = span;
    }

    /// The place of the last number, if it is in this line.
    fn number_place(&self, span: Span) -> Span {
        if self.number_span.line == span.line { self.number_span } else { span }
    }

    /// The last number with its sign.
    fn signed(&self) -> Result<Number, NoNumber> {
        match self.number.unwrap_or(Err(NoNumber::Form))? {
            number if self.is_negative => number.negated().ok_or(NoNumber::Large),
            number => Ok(number),
        }
    }

    /// Takes the last number with its sign as a limit of the sum.
    fn limit(&mut self, sense: Sense, draft: &Draft) -> Result<(), Refused> {
        let limit = match (self.signed(), sense) {
            (Ok(Number::Finite(limit)), _) => Some(limit),
            (Ok(Number::Infinite), Sense::LessEqual) | (Ok(Number::MinusInfinite), Sense::GreaterEqual) => None,
            (Ok(_), _) => {
                return Err((self.number_span, ModelReason::Infinite(format!("row `{}`", self.shown(draft)))));
            }
            (Err(no_number), _) => return Err((self.number_span, self.no_side(no_number, draft))),
        };
        let is_whole = self.terms.iter().all(|(_, a)| a.places() == 0);
        // Terms come after a limit on the left, which is looked at when the model is whole.
        if let (true, Some(near)) = (is_whole && self.right.is_some(), near_whole(&self.side_text())) {
            return Err((self.number_span, self.near(near, draft)));
        }
        (self.number, self.is_negative) = (None, false);
        if let Some(limit) = limit {
            if sense != Sense::LessEqual {
                self.lower = Some(limit);
            }
            if sense != Sense::GreaterEqual {
                self.upper = Some(limit);
            }
        }
        Ok(())
    }

    /// The last number as it stands there, with its sign.
    fn side_text(&self) -> String {
        if self.is_negative { format!("-{}", self.number_text) } else { self.number_text.clone() }
    }

    fn near(&self, near: i64, draft: &Draft) -> ModelReason {
        let what = format!("row `{}`: the limit", self.shown(draft));
        ModelReason::Near { what, value: self.side_text(), near: near.to_string() }
    }

    /// Why the last number is no limit.
    fn no_side(&self, no_number: NoNumber, draft: &Draft) -> ModelReason {
        let row = self.shown(draft);
        match no_number {
            NoNumber::Form => ModelReason::Number(self.number_text.clone()),
            NoNumber::Places => match near_whole(&self.side_text()) {
                Some(near) => self.near(near, draft),
                None => ModelReason::RightSide { row, value: self.number_text.clone() },
            },
            NoNumber::Large => ModelReason::TooLarge(row),
        }
    }

    /// The row is whole.
    fn commit(&mut self, draft: &mut Draft) {
        let terms = std::mem::take(&mut self.terms);
        let (name, line) = (self.name.take(), self.line);
        let (lower, upper) = if self.constant.is_some() { (None, None) } else { (self.lower, self.upper) };
        draft.rows.push(DraftRow { name, terms, lower, upper, line });
        self.reset();
    }

    fn reset(&mut self) {
        (self.name, self.number, self.is_negative) = (None, None, false);
        (self.left, self.right, self.lower, self.upper, self.constant) = (None, None, None, None, None);
        self.step = Step::Start;
        self.n_statements += 1;
    }

    /// The name of the row in messages; one without has its later name.
    fn shown(&self, draft: &Draft) -> String {
        self.name.clone().unwrap_or_else(|| format!("c{}", draft.rows.len() + 1))
    }
}
