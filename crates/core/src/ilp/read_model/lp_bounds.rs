//! The section of bounds of an LP file.

use crate::ilp::{Sense, VarId};

use super::super::decimal::{NoNumber, Number, near_whole};
use super::super::model_error::ModelReason;
use super::draft::{Draft, Variable};
use super::lp_words::{Refused, Sign, Span, Token};

/// The part of a bound read so far: `x <= 1`, `0 <= x`, `0 <= x <= 1`, `x = 1` or `x free`.
#[derive(Clone, Copy, Debug, Default)]
enum Step {
    #[default]
    Start,
    Signed,
    Value(Number),
    ValueCompare(Number, Sense),
    /// `0 <= x`, which may continue.
    ValueVariable(VarId, Sense),
    Variable(VarId),
    VariableCompare(VarId, Sense),
}

/// A bound while it is read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bound {
    step: Step,
    is_negative: bool,
}

impl Bound {
    /// May `free` come next?
    pub(super) fn is_at_variable(&self) -> bool {
        matches!(self.step, Step::Variable(_))
    }

    pub(super) fn token(&mut self, token: Token<'_>, text: &str, span: Span, draft: &mut Draft) -> Result<(), Refused> {
        let expected = |what: &'static str| Err((span, ModelReason::Expected(what)));
        let line = span.line;
        self.step = match (self.step, token) {
            (Step::Start | Step::Signed, Token::Sign(sign)) => {
                self.is_negative ^= sign == Sign::Minus;
                Step::Signed
            }
            (Step::VariableCompare(..), Token::Sign(sign)) => {
                self.is_negative ^= sign == Sign::Minus;
                self.step
            }
            (Step::Start, Token::Name(name)) => Step::Variable(draft.variable(name, line)),
            (Step::Start | Step::Signed, Token::Number(_) | Token::Infinity) => {
                Step::Value(self.value(text, None).map_err(|reason| (span, reason))?)
            }
            (Step::Start, _) => return expected("a bound, as in 0 <= x <= 1,"),
            (Step::Signed, _) => return expected("a number"),
            (Step::Value(value), Token::Compare(sense)) => Step::ValueCompare(value, sense),
            (Step::Value(_), _) => return expected("a comparison"),
            (Step::ValueCompare(value, sense), Token::Name(name)) => {
                let var = draft.variable(name, line);
                let turned = match sense {
                    Sense::LessEqual => Sense::GreaterEqual,
                    Sense::Equal => Sense::Equal,
                    Sense::GreaterEqual => Sense::LessEqual,
                };
                apply(&mut draft.variables[var.get()], turned, value, line).map_err(|reason| (span, reason))?;
                Step::ValueVariable(var, sense)
            }
            (Step::ValueCompare(..), _) => return expected("a variable"),
            (Step::ValueVariable(var, first), Token::Compare(second)) => {
                if first != second || first == Sense::Equal {
                    let name = &draft.variables[var.get()].name;
                    return Err((span, ModelReason::Comparisons(format!("the bound of variable `{name}`"))));
                }
                Step::VariableCompare(var, second)
            }
            (Step::ValueVariable(..), _) => {
                self.step = Step::Start;
                return self.token(token, text, span, draft);
            }
            (Step::Variable(var), Token::Compare(sense)) => Step::VariableCompare(var, sense),
            (Step::Variable(var), Token::Name(name)) if name.eq_ignore_ascii_case("free") => {
                let variable = &mut draft.variables[var.get()];
                let freed = variable.set(false, Number::MinusInfinite, line);
                freed.and_then(|()| variable.set(true, Number::Infinite, line)).map_err(|reason| (span, reason))?;
                Step::Start
            }
            (Step::Variable(_), _) => return expected("a comparison or `free`"),
            (Step::VariableCompare(var, sense), Token::Number(_) | Token::Infinity) => {
                let variable = &mut draft.variables[var.get()];
                let value = self.value(text, Some(variable)).map_err(|reason| (span, reason))?;
                apply(variable, sense, value, line).map_err(|reason| (span, reason))?;
                Step::Start
            }
            (Step::VariableCompare(..), _) => return expected("a number"),
        };
        Ok(())
    }

    /// A number with the signs before it.
    fn value(&mut self, text: &str, variable: Option<&Variable>) -> Result<Number, ModelReason> {
        let name = || variable.map_or_else(String::new, |variable| variable.name.clone());
        let is_negative = std::mem::take(&mut self.is_negative);
        let shown = if is_negative { format!("-{text}") } else { text.to_owned() };
        if let Some(near) = near_whole(&shown) {
            let what = variable.map_or_else(|| "the bound".to_owned(), |v| format!("variable `{}`: the bound", v.name));
            return Err(ModelReason::Near { what, value: shown, near: near.to_string() });
        }
        let number = Number::parse_bound(text).map_err(|no_number| match no_number {
            NoNumber::Form => ModelReason::Number(text.to_owned()),
            NoNumber::Places => ModelReason::Bound { variable: name(), value: text.to_owned() },
            NoNumber::Large => ModelReason::LargeBound(name()),
        })?;
        let signed = if is_negative { number.negated() } else { Some(number) };
        signed.ok_or_else(|| ModelReason::LargeBound(name()))
    }

    /// The end of the section.
    pub(super) fn finish(&mut self, span: Span) -> Result<(), Refused> {
        match std::mem::take(self).step {
            Step::Start | Step::ValueVariable(..) => Ok(()),
            _ => Err((span, ModelReason::Expected("the rest of a bound"))),
        }
    }
}

/// Sets a bound. Of two on the same side the later one holds, as HiGHS, CBC and GLPK have it.
fn apply(variable: &mut Variable, sense: Sense, value: Number, line: usize) -> Result<(), ModelReason> {
    match sense {
        Sense::LessEqual => variable.set(true, value, line),
        Sense::GreaterEqual => variable.set(false, value, line),
        Sense::Equal => variable.fix(value, line),
    }
}
