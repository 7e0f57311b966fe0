//! The program as a certificate states it.

use std::collections::HashSet;

use super::lines::{Lines, Words, shown};
use crate::{Reason, require};

/// The first line.
pub(crate) const FIRST: &str = "minclue-bilevel-cert/1";
/// How it begins, of any version.
pub(crate) const MAGIC: &str = "minclue-bilevel-cert/";
/// More variables, or more rows, than this are not taken.
const MAX_LINES: usize = 1 << 20;
/// More terms in all rows and objectives together, with those of `=` twice, than this are not taken.
const MAX_TERMS: usize = 1 << 24;
/// A longer text of the program, in bytes, is not taken.
const MAX_TEXT: usize = 1 << 28;

/// Variables with their coefficients, ascending; none is 0.
pub(super) type Terms = Vec<(u32, i64)>;

/// `sum a v <= rhs`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Half {
    pub(super) terms: Terms,
    pub(super) rhs: i64,
    pub(super) is_follower: bool,
}

/// A variable of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "names say it")]
pub struct BilevelVariable {
    pub name: String,
    pub is_follower: bool,
    pub lower: i64,
    pub upper: i64,
}

/// The program: both levels minimize.
pub(super) struct Program {
    /// Byte for byte, up to the line of the follower's objective.
    pub(super) text: String,
    pub(super) name: String,
    pub(super) is_pessimistic: bool,
    pub(super) is_prevented: bool,
    pub(super) variables: Vec<BilevelVariable>,
    pub(super) n_rows: usize,
    pub(super) halves: Vec<Half>,
    pub(super) scale: u64,
    pub(super) constant: i64,
    pub(super) leader: Terms,
    pub(super) follower: Terms,
}

/// The reader, with the number of terms read so far.
struct Reader<'r, 'a> {
    lines: &'r mut Lines<'a>,
    text: String,
    n_terms: usize,
}

impl<'a> Reader<'_, 'a> {
    fn next(&mut self) -> Result<Words<'_>, Reason> {
        self.lines.next()?;
        let line = self.lines.line();
        require!(self.text.len() + line.len() < MAX_TEXT, "the program has more than {MAX_TEXT} bytes");
        let line = std::str::from_utf8(line);
        require!(line.is_ok(), "the line is not in UTF-8");
        self.text.push_str(line.unwrap_or_default());
        self.text.push('\n');
        Ok(self.lines.words())
    }

    /// A line with a word, and one of two others.
    fn choice(&mut self, word: &str, of: [&str; 2]) -> Result<bool, Reason> {
        let mut words = self.next()?;
        words.expect(word)?;
        let found = words.word()?;
        let at = of.iter().position(|one| one.as_bytes() == found);
        require!(at.is_some(), "`{}` is neither {} nor {}", shown(found), of[0], of[1]);
        words.end()?;
        Ok(at == Some(1))
    }

    fn count(&mut self, word: &str) -> Result<usize, Reason> {
        let mut words = self.next()?;
        words.expect(word)?;
        let n = words.count(MAX_LINES, word)?;
        words.end()?;
        Ok(n)
    }
}

/// `L` or `F`.
fn is_follower(words: &mut Words<'_>) -> Result<bool, Reason> {
    match words.word()? {
        b"L" => Ok(false),
        b"F" => Ok(true),
        other => Err(Reason::Wrong(format!("`{}` is neither L nor F", shown(other)))),
    }
}

/// The rest of a line.
fn read_terms(words: &mut Words<'_>, n_vars: usize) -> Result<Terms, Reason> {
    let mut terms = Terms::new();
    while !words.is_at_end() {
        let variable = words.index(n_vars, "variable")?;
        require!(terms.last().is_none_or(|last| (last.0 as usize) < variable), "the variables are not ascending");
        let a = words.number()?;
        require!(a != 0, "a coefficient is 0");
        terms.push((variable as u32, a));
    }
    Ok(terms)
}

impl Program {
    /// Reads it, after the first line.
    pub(super) fn read(lines: &mut Lines<'_>) -> Result<Self, Reason> {
        let mut reader = Reader { lines, text: format!("{FIRST}\n"), n_terms: 0 };
        let mut words = reader.next()?;
        words.expect("program")?;
        let name = words.name()?;
        words.end()?;
        let is_pessimistic = reader.choice("reading", ["optimistic", "pessimistic"])?;
        let is_prevented = reader.choice("no-answer", ["forbidden", "prevented"])?;
        let n_vars = reader.count("variables")?;
        let (mut variables, mut names) = (Vec::new(), HashSet::new());
        for _ in 0..n_vars {
            let mut words = reader.next()?;
            let is_follower = is_follower(&mut words)?;
            let (lower, upper) = (words.number()?, words.number()?);
            require!(lower <= upper, "the lower bound is above the upper one");
            let name = words.name()?;
            words.end()?;
            require!(names.insert(name.clone()), "two variables are called {name}");
            variables.push(BilevelVariable { name, is_follower, lower, upper });
        }
        let n_rows = reader.count("rows")?;
        let mut halves = Vec::new();
        for _ in 0..n_rows {
            read_row(&mut reader, n_vars, &mut halves)?;
        }
        let (scale, constant, leader) = read_objective(&mut reader, "leader", n_vars)?;
        let (_, _, follower) = read_objective(&mut reader, "follower", n_vars)?;
        let is_own = follower.iter().all(|(v, _)| variables[*v as usize].is_follower);
        require!(is_own, "the follower's objective has a variable of the leader");
        let text = reader.text;
        let scale = scale as u64;
        Ok(Self {
            text,
            name,
            is_pessimistic,
            is_prevented,
            variables,
            n_rows,
            halves,
            scale,
            constant,
            leader,
            follower,
        })
    }
}

fn read_row(reader: &mut Reader<'_, '_>, n_vars: usize, halves: &mut Vec<Half>) -> Result<(), Reason> {
    let mut words = reader.next()?;
    let is_follower = is_follower(&mut words)?;
    let signs: &[i64] = match words.word()? {
        b"<=" => &[1],
        b">=" => &[-1],
        b"=" => &[1, -1],
        other => return Err(Reason::Wrong(format!("`{}` is neither <= nor = nor >=", shown(other)))),
    };
    let rhs = words.number()?;
    words.name()?;
    let terms = read_terms(&mut words, n_vars)?;
    reader.n_terms += signs.len() * terms.len();
    require!(reader.n_terms <= MAX_TERMS, "more than {MAX_TERMS} terms, which is the limit of this checker");
    for sign in signs {
        let terms = terms.iter().map(|(v, a)| (*v, sign * a)).collect();
        halves.push(Half { terms, rhs: sign * rhs, is_follower });
    }
    Ok(())
}

/// Its scale, its constant and its terms.
fn read_objective(reader: &mut Reader<'_, '_>, word: &str, n_vars: usize) -> Result<(i64, i64, Terms), Reason> {
    let mut words = reader.next()?;
    words.expect(word)?;
    let scale = words.number()?;
    let is_power = std::iter::successors(Some(1_i64), |power| power.checked_mul(10)).any(|power| power == scale);
    require!(is_power, "the scale is not a power of ten");
    let constant = words.number()?;
    Ok((scale, constant, read_terms(&mut words, n_vars)?))
}
