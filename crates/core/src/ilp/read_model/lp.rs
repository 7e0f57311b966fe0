//! The LP format of CPLEX, as HiGHS, CBC, GLPK and others read it: sections, and in them statements over several lines.
//!
//! A row ends with the number on its right side. So one number stands there and nothing else, and a new row begins in a
//! new line or with its name; whatever could be read as both is refused.

use std::io::BufRead;

use crate::base::{Pace, Stop};
use crate::ilp::text::{Lines, TextPlace};

use super::super::model_error::{ModelError, ModelReason};
use super::draft::Draft;
use super::lp_bounds::Bound;
use super::lp_rows::{Kind, Statement};
use super::lp_words::{Head, Refused, Span, Token, head, is_keyword, token};

/// Reads lines up to `End`.
pub(super) fn read<R: BufRead>(lines: &mut Lines<R>, draft: &mut Draft, pace: &mut Pace) -> Result<(), ModelError> {
    let mut parser = Parser::new(draft, pace);
    while let Some((number, line)) = lines.advance()? {
        match parser.line(number, line) {
            Ok(Next::Line) => {}
            Ok(Next::End) => return Ok(()),
            Err(Refusal::Stopped(stop)) => return Err(ModelError::Stopped(stop)),
            Err(Refusal::At { start, length, reason }) => {
                let place = Box::new(TextPlace::at(number, line, start, length));
                return Err(ModelError::Place { place, reason });
            }
        }
    }
    let line = lines.number();
    Err(ModelError::Line {
        line,
        reason: if parser.part == Part::Start { ModelReason::Beginning } else { ModelReason::NoEnd("End") },
    })
}

/// Does the file go on?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Line,
    End,
}

/// Why a line ends the reading.
enum Refusal {
    Stopped(Stop),
    /// With the first byte of what is wrong in the line, and its length.
    At {
        start: usize,
        length: usize,
        reason: ModelReason,
    },
}

/// The part of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Start,
    Objective,
    Rows,
    Bounds,
    Integers,
    Binaries,
}

struct Parser<'d> {
    draft: &'d mut Draft,
    pace: &'d mut Pace,
    part: Part,
    statement: Statement,
    bound: Bound,
}

impl<'d> Parser<'d> {
    fn new(draft: &'d mut Draft, pace: &'d mut Pace) -> Self {
        Self { draft, pace, part: Part::Start, statement: Statement::new(), bound: Bound::default() }
    }

    fn line(&mut self, number: usize, line: &str) -> Result<Next, Refusal> {
        let text = &line[..line.find('\\').unwrap_or(line.len())];
        let is_blank = |c: char| c == ' ' || c == '\t';
        let skip = |from: usize| text.len() - text[from..].trim_start_matches(is_blank).len();
        let at = |(span, reason): Refused| Refusal::At { start: span.start, length: span.length, reason };
        let mut start = skip(0);
        if let Some((head, length)) = head(&text[start..]) {
            let (span, word) = (Span { line: number, start, length }, &text[start..start + length]);
            start = skip(start + length);
            let has_colon = text[start..].starts_with(':');
            self.head(head, word, has_colon, span).map_err(at)?;
            if head == Head::End {
                return Ok(Next::End);
            }
        }
        while start < text.len() {
            if let Some(stop) = self.pace.step(0) {
                return Err(Refusal::Stopped(stop));
            }
            let (token, length) =
                token(&text[start..]).map_err(|(length, reason)| Refusal::At { start, length, reason })?;
            let span = Span { line: number, start, length };
            self.token(token, &text[start..start + length], span).map_err(at)?;
            start = skip(start + length);
        }
        self.statement.end_line(self.draft).map_err(at)?;
        Ok(Next::Line)
    }

    /// Ends the section before, and begins another.
    fn head(&mut self, head: Head, word: &str, has_colon: bool, span: Span) -> Result<(), Refused> {
        let word = || word.to_owned();
        let is_objective = matches!(head, Head::Minimize | Head::Maximize);
        match (self.part, has_colon) {
            (Part::Start, true) if is_objective => return Err((span, ModelReason::LpSolve(word()))),
            (Part::Start, _) if !is_objective => return Err((span, ModelReason::Beginning)),
            (_, true) => return Err((span, ModelReason::Keyword(word()))),
            (Part::Objective, _) => self.statement.finish(Kind::Objective, self.draft, span)?,
            (Part::Rows, _) => self.statement.finish(Kind::Row, self.draft, span)?,
            (Part::Bounds, _) => self.bound.finish(span)?,
            (Part::Start | Part::Integers | Part::Binaries, _) => {}
        }
        let order = || Err((span, ModelReason::LpSectionOrder(word())));
        let next = match head {
            Head::Minimize | Head::Maximize => {
                self.draft.objective.is_maximized = head == Head::Maximize;
                if self.part == Part::Start { Part::Objective } else { return order() }
            }
            Head::Rows => {
                if self.part == Part::Objective {
                    Part::Rows
                } else {
                    return order();
                }
            }
            Head::LazyRows => {
                if self.part == Part::Rows {
                    Part::Rows
                } else {
                    return order();
                }
            }
            Head::Bounds => Part::Bounds,
            Head::Integers => Part::Integers,
            Head::Binaries => Part::Binaries,
            Head::End => self.part,
            Head::Unread => return Err((span, ModelReason::UnreadSection(word()))),
        };
        self.part = next;
        Ok(())
    }

    fn token(&mut self, token: Token<'_>, text: &str, span: Span) -> Result<(), Refused> {
        if self.part == Part::Start {
            return Err((span, ModelReason::Beginning));
        }
        if let Token::Name(name) = token {
            let is_free = self.part == Part::Bounds && self.bound.is_at_variable() && name.eq_ignore_ascii_case("free");
            if is_keyword(name) && !is_free {
                return Err((span, ModelReason::Keyword(name.to_owned())));
            }
        }
        match (self.part, token) {
            (Part::Objective, _) => self.statement.token(Kind::Objective, token, text, span, self.draft),
            (Part::Rows, _) => self.statement.token(Kind::Row, token, text, span, self.draft),
            (Part::Bounds, _) => self.bound.token(token, text, span, self.draft),
            (_, Token::Name(name)) => {
                let var = self.draft.variable(name, span.line);
                let variable = &mut self.draft.variables[var.get()];
                variable.is_integer = true;
                variable.is_binary |= self.part == Part::Binaries;
                variable.line = span.line;
                Ok(())
            }
            _ => Err((span, ModelReason::Expected("the name of a variable"))),
        }
    }
}
