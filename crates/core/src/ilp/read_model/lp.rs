//! The LP format of CPLEX, as HiGHS, CBC, GLPK and others read it: sections, and in them statements over several lines.
//!
//! A row ends with the number on its right side. So the right side must be a single number, and a new row begins in a
//! new line or with its name; ambiguous input is rejected. Two numbers with a comparison at the end of a line are also
//! a row, without variables.

use std::io::BufRead;

use crate::base::{Pace, Stop};
use crate::ilp::text::{Lines, TextPlace};

use super::super::model_error::{ModelError, ModelReason};
use super::draft::Draft;
use super::lp_bounds::Bound;
use super::lp_rows::{Kind, Statement};
use super::lp_words::{Head, Refused, Span, Token, head, is_keyword, rare_head, token};

/// Reads all lines. Behind `End` only comments may stand: some programs would read on, others drop what stands there.
pub(super) fn read<R: BufRead>(lines: &mut Lines<R>, draft: &mut Draft, pace: &mut Pace) -> Result<(), ModelError> {
    let mut parser = Parser::new(draft, pace);
    while let Some((number, line)) = lines.advance()? {
        match parser.line(number, line) {
            Ok(Next::Line) => {}
            Ok(Next::End) => return nothing_more(lines),
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

/// Are there only blank lines and comments?
fn nothing_more<R: BufRead>(lines: &mut Lines<R>) -> Result<(), ModelError> {
    while let Some((number, line)) = lines.advance()? {
        let text = line[..line.find('\\').unwrap_or(line.len())].trim();
        if !text.is_empty() {
            let place = Box::new(TextPlace::of(number, line, text));
            return Err(ModelError::Place { place, reason: ModelReason::AfterEnd });
        }
    }
    Ok(())
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
    /// The first byte of the error in the line, and its length.
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
    /// A section that is not read, and must be empty.
    Unread,
}

struct Parser<'d> {
    draft: &'d mut Draft,
    pace: &'d mut Pace,
    part: Part,
    has_rows: bool,
    /// The head of the last section that is not read.
    unread: String,
    statement: Statement,
    bound: Bound,
}

impl<'d> Parser<'d> {
    fn new(draft: &'d mut Draft, pace: &'d mut Pace) -> Self {
        let (statement, bound) = (Statement::new(), Bound::default());
        Self { draft, pace, part: Part::Start, has_rows: false, unread: String::new(), statement, bound }
    }

    fn line(&mut self, number: usize, line: &str) -> Result<Next, Refusal> {
        let text = &line[..line.find('\\').unwrap_or(line.len())];
        let is_blank = |c: char| c == ' ' || c == '\t';
        let skip = |from: usize| text.len() - text[from..].trim_start_matches(is_blank).len();
        let at = |(span, reason): Refused| Refusal::At { start: span.start, length: span.length, reason };
        let mut start = skip(0);
        if self.is_rare_head(text) {
            text.trim().clone_into(&mut self.unread);
            self.bound.finish(Span { line: number, start, length: text.trim().len() }).map_err(at)?;
            self.part = Part::Unread;
            return Ok(Next::Line);
        }
        if let Some((head, length)) = head(&text[start..]) {
            let (span, word) = (Span { line: number, start, length }, &text[start..start + length]);
            let behind = skip(start + length);
            let has_colon = text[behind..].starts_with(':');
            if !(has_colon && self.takes_label(word)) {
                start = behind;
                self.head(head, word, has_colon, span).map_err(at)?;
                if head == Head::End {
                    let length = text[start..].trim_end().len();
                    let more = Refusal::At { start, length, reason: ModelReason::AfterEnd };
                    return if length > 0 { Err(more) } else { Ok(Next::End) };
                }
            }
        }
        while start < text.len() {
            if let Some(stop) = self.pace.step(0) {
                return Err(Refusal::Stopped(stop));
            }
            let (token, length) =
                token(&text[start..]).map_err(|(length, reason)| Refusal::At { start, length, reason })?;
            let (span, word) = (Span { line: number, start, length }, &text[start..start + length]);
            start = skip(start + length);
            let is_label = matches!(token, Token::Name(_) | Token::Infinity) && text[start..].starts_with(':');
            let token = if is_label { Token::Label(word) } else { token };
            if is_label {
                start = skip(start + 1);
            }
            self.token(token, word, span).map_err(at)?;
        }
        self.statement.end_line(self.draft).map_err(at)?;
        Ok(Next::Line)
    }

    /// Is a keyword with a colon behind it the name of a row here? `Maximize:` at the beginning is none, and between
    /// the objective and the rows `st:` is more likely a head with a colon too many.
    fn takes_label(&self, word: &str) -> bool {
        let is_word = !word.contains([' ', '\t']);
        is_word && (self.part == Part::Rows || self.part == Part::Objective && self.statement.is_at_start())
    }

    /// Is this line the head of a section that could be a name, but is that of no variable?
    fn is_rare_head(&self, text: &str) -> bool {
        let may_be = matches!(self.part, Part::Bounds | Part::Integers | Part::Binaries | Part::Unread);
        may_be && rare_head(text) && self.draft.find(text.trim()).is_none()
    }

    /// Ends the section before, and begins another.
    fn head(&mut self, head: Head, word: &str, has_colon: bool, span: Span) -> Result<(), Refused> {
        let word = || word.to_owned();
        let is_objective = matches!(head, Head::Minimize | Head::Maximize);
        match (self.part, has_colon) {
            (Part::Start, true) if is_objective => return Err((span, ModelReason::LpSolve(word()))),
            (Part::Start, _) if !is_objective => return Err((span, ModelReason::Beginning)),
            (_, true) => return Err((span, ModelReason::HeadColon(word()))),
            (Part::Objective, _) => self.statement.finish(Kind::Objective, self.draft, span)?,
            (Part::Rows, _) => self.statement.finish(Kind::Row, self.draft, span)?,
            (Part::Bounds, _) => self.bound.finish(span)?,
            (Part::Start | Part::Integers | Part::Binaries | Part::Unread, _) => {}
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
                if self.part == Part::Rows || self.part == Part::Unread && self.has_rows {
                    Part::Rows
                } else {
                    return order();
                }
            }
            Head::Bounds => Part::Bounds,
            Head::Integers => Part::Integers,
            Head::Binaries => Part::Binaries,
            Head::End => self.part,
            Head::Unread => {
                self.unread = word();
                Part::Unread
            }
        };
        self.has_rows |= next == Part::Rows;
        self.part = next;
        Ok(())
    }

    fn token(&mut self, token: Token<'_>, text: &str, span: Span) -> Result<(), Refused> {
        if self.part == Part::Start {
            return Err((span, ModelReason::Beginning));
        }
        if self.part == Part::Unread {
            return Err((span, ModelReason::UnreadSection(self.unread.clone())));
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
