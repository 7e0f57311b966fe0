//! AUX files: the columns and rows of a model that belong to the follower, and the follower's objective.
//!
//! Three dialects are read: by number (`N M LC LR LO OS`), by name (`@NUMVARS @NUMCONSTRS ..`), and that of the
//! interdiction instances of MibS, in which the model file holds the follower alone (`IC`, `IB`).
//! docs/formats/lp-mps-aux.md describes them. Unknown words and missing rows, which MibS ignores, are errors.

use std::io::BufRead;

use crate::base::Limits;
use crate::ilp::decimal::Decimal;
use crate::ilp::text::Lines;

use super::error::{BilevelFileError, BilevelReason};
use super::words::{Word, Words};

/// A column or a row, by number or by name, and the line that says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) what: Reference,
    pub(super) line: usize,
}

/// A reference in an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reference {
    /// The number in the order of the model file, from 0.
    Number(usize),
    Name(String),
}

/// The leader's data of the interdiction dialect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Prices {
    /// One for each item, with its line.
    pub(super) costs: Vec<(i64, usize)>,
    pub(super) budget: i64,
}

/// An AUX file, before it is looked at beside a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AuxFile {
    pub(super) columns: Vec<Entry>,
    pub(super) rows: Vec<Entry>,
    /// The coefficient of each column in the follower's objective.
    pub(super) objective: Vec<Decimal>,
    pub(super) is_maximized: bool,
    pub(super) prices: Option<Prices>,
    /// The lines of the counts, for what is wrong with them.
    pub(super) count_lines: [usize; 2],
}

impl AuxFile {
    /// The follower's objective where it has to be one of integers.
    pub(super) fn integer_objective(&self) -> Result<Vec<i64>, BilevelFileError> {
        let integer = |(cost, entry): (&Decimal, &Entry)| {
            let refused =
                || BilevelFileError::Line { line: entry.line, reason: BilevelReason::Integer(cost.to_string()) };
            cost.times_ten_to(0).ok_or_else(refused)
        };
        self.objective.iter().zip(&self.columns).map(integer).collect()
    }
}

/// The programs that a pair of files may say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Interdiction and blocker problems over 0/1 variables, with integer numbers.
    ZeroOne,
    /// Bounded integers. Objectives may have decimals, and the follower may have no rows.
    Integers,
}

/// Reads an AUX file.
pub(super) fn read(text: impl BufRead, class: Class, limits: &Limits) -> Result<AuxFile, BilevelFileError> {
    let mut reader = Reader {
        class,
        words: Words::new(Lines::new(text, limits), true),
        by_name: None,
        counts: [None, None],
        columns: Vec::new(),
        rows: Vec::new(),
        objective: Vec::new(),
        sense: None,
        costs: Vec::new(),
        budget: None,
    };
    while let Some(word) = reader.words.advance()? {
        reader.key(&word)?;
    }
    reader.finish()
}

struct Reader<R> {
    class: Class,
    words: Words<R>,
    /// Whether it is the dialect with names, known from the first key on.
    by_name: Option<bool>,
    /// The numbers of columns and of rows, each with its line number.
    counts: [Option<(usize, usize)>; 2],
    columns: Vec<Entry>,
    rows: Vec<Entry>,
    objective: Vec<Decimal>,
    sense: Option<bool>,
    costs: Vec<(i64, usize)>,
    budget: Option<i64>,
}

/// The names of the counts and lists, with numbers and with names.
const COUNTS: [[&str; 2]; 2] = [["N", "M"], ["@NUMVARS", "@NUMCONSTRS"]];
const LISTS: [[&str; 2]; 2] = [["LC", "LR"], ["@VARSBEGIN", "@CONSTRSBEGIN"]];

impl<R: BufRead> Reader<R> {
    /// A key, and what belongs to it. The manual of MibS spells two keys in another way than its reader does.
    fn key(&mut self, word: &Word) -> Result<(), BilevelFileError> {
        let by_name = word.text.starts_with('@');
        let known = matches!(
            word.text.as_str(),
            "N" | "M"
                | "LC"
                | "LR"
                | "LO"
                | "OS"
                | "IC"
                | "IB"
                | "@NUMVARS"
                | "@NUMCONSTRS"
                | "@NUMCONSTR"
                | "@VARSBEGIN"
                | "@CONSTRSBEGIN"
                | "@CONSTRBEGIN"
                | "@OBJSENSE"
                | "@NAME"
                | "@MPS"
                | "@LP"
        );
        // MibS reads the numbers of the one dialect with lists of names, which end where their counts say.
        let counted = self.class == Class::Integers && self.by_name == Some(false);
        match word.text.as_str() {
            "@VARSBEGIN" if counted => return self.counted_columns(word),
            "@CONSTSBEGIN" if counted => return self.counted_rows(word),
            _ => {}
        }
        if !known {
            return Err(self.words.refused(word, BilevelReason::Key(word.text.clone())));
        }
        if *self.by_name.get_or_insert(by_name) != by_name {
            return Err(self.words.refused(word, BilevelReason::Dialect(word.text.clone())));
        }
        match word.text.as_str() {
            "N" | "@NUMVARS" => self.count(0, word),
            "M" | "@NUMCONSTRS" | "@NUMCONSTR" => self.count(1, word),
            "LC" => {
                self.counted(word, 0)?;
                let entry = self.entry("a column")?;
                self.columns.push(entry);
                Ok(())
            }
            "LR" => {
                self.counted(word, 1)?;
                let entry = self.entry("a row")?;
                self.rows.push(entry);
                Ok(())
            }
            "LO" => {
                self.counted(word, 0)?;
                let cost = self.cost()?;
                self.objective.push(cost);
                Ok(())
            }
            "IC" => {
                let (cost, value) = self.words.integer("a price of the leader")?;
                if cost < 0 {
                    return Err(self.words.refused(&value, BilevelReason::Negative(cost)));
                }
                self.costs.push((cost, value.line));
                Ok(())
            }
            "IB" => {
                let (budget, _) = self.words.integer("the leader's budget")?;
                if self.budget.replace(budget).is_some() {
                    return Err(self.words.refused(word, BilevelReason::Twice("IB")));
                }
                Ok(())
            }
            "OS" | "@OBJSENSE" => self.sense(word),
            "@VARSBEGIN" => self.named_columns(word),
            "@CONSTRSBEGIN" | "@CONSTRBEGIN" => self.named_rows(word),
            // The name of the program and of its model file, which the caller has named.
            _ => self.words.expect("a name").map(|_| ()),
        }
    }

    fn count(&mut self, which: usize, word: &Word) -> Result<(), BilevelFileError> {
        let (number, value) = self.words.natural("a count")?;
        if self.counts[which].replace((number, value.line)).is_some() {
            let key = COUNTS[usize::from(self.by_name == Some(true))][which];
            return Err(self.words.refused(word, BilevelReason::Twice(key)));
        }
        Ok(())
    }

    /// A list comes after its count.
    fn counted(&self, word: &Word, which: usize) -> Result<(), BilevelFileError> {
        let dialect = usize::from(self.by_name == Some(true));
        let key = match word.text.as_str() {
            "LO" => "LO",
            _ => LISTS[dialect][which],
        };
        match self.counts[which] {
            Some(_) => Ok(()),
            None => Err(self.words.refused(word, BilevelReason::BeforeCount { key, count: COUNTS[dialect][which] })),
        }
    }

    /// A coefficient of the follower's objective.
    fn cost(&mut self) -> Result<Decimal, BilevelFileError> {
        let what = "a coefficient of the follower's objective";
        match self.class {
            Class::ZeroOne => self.words.integer(what).map(|(cost, _)| Decimal::whole(cost)),
            Class::Integers => self.words.decimal(what),
        }
    }

    /// A number, or the name where an option of MibS has names in place of numbers.
    fn entry(&mut self, what: &'static str) -> Result<Entry, BilevelFileError> {
        let word = self.words.expect(what)?;
        let what = match word.text.parse::<u32>() {
            Ok(number) if word.text.bytes().all(|b| b.is_ascii_digit()) => Reference::Number(number as usize),
            _ => Reference::Name(word.text),
        };
        Ok(Entry { what, line: word.line })
    }

    fn sense(&mut self, word: &Word) -> Result<(), BilevelFileError> {
        let value = self.words.expect("the follower's sense")?;
        let is_maximized = match value.text.to_ascii_uppercase().as_str() {
            "1" | "MIN" | "MINIMIZE" => false,
            "-1" | "MAX" | "MAXIMIZE" => true,
            _ => return Err(self.words.refused(&value, BilevelReason::Sense(value.text.clone()))),
        };
        match self.sense.replace(is_maximized) {
            None => Ok(()),
            Some(_) => {
                let key = if word.text == "OS" { "OS" } else { "@OBJSENSE" };
                Err(self.words.refused(word, BilevelReason::Twice(key)))
            }
        }
    }

    /// As many names of columns as there are, each with its coefficient.
    fn counted_columns(&mut self, word: &Word) -> Result<(), BilevelFileError> {
        let Some((n, _)) = self.counts[0] else {
            let reason = BilevelReason::BeforeCount { key: "@VARSBEGIN", count: COUNTS[0][0] };
            return Err(self.words.refused(word, reason));
        };
        if !self.columns.is_empty() || !self.objective.is_empty() {
            return Err(self.words.refused(word, BilevelReason::Twice("@VARSBEGIN")));
        }
        for _ in 0..n {
            let name = self.words.expect("a column")?;
            let cost = self.cost()?;
            self.columns.push(Entry { line: name.line, what: Reference::Name(name.text) });
            self.objective.push(cost);
        }
        Ok(())
    }

    /// As many names of rows as there are.
    fn counted_rows(&mut self, word: &Word) -> Result<(), BilevelFileError> {
        let Some((m, _)) = self.counts[1] else {
            let reason = BilevelReason::BeforeCount { key: "@CONSTSBEGIN", count: COUNTS[0][1] };
            return Err(self.words.refused(word, reason));
        };
        if !self.rows.is_empty() {
            return Err(self.words.refused(word, BilevelReason::Twice("@CONSTSBEGIN")));
        }
        for _ in 0..m {
            let name = self.words.expect("a row")?;
            self.rows.push(Entry { line: name.line, what: Reference::Name(name.text) });
        }
        Ok(())
    }

    fn named_columns(&mut self, word: &Word) -> Result<(), BilevelFileError> {
        self.counted(word, 0)?;
        if !self.columns.is_empty() {
            return Err(self.words.refused(word, BilevelReason::Twice("@VARSBEGIN")));
        }
        loop {
            let name = self.words.expect("@VARSEND")?;
            if name.text == "@VARSEND" {
                return Ok(());
            }
            if name.text.starts_with('@') {
                return Err(self.words.refused(&name, BilevelReason::Missing("@VARSEND")));
            }
            let cost = self.cost()?;
            self.columns.push(Entry { line: name.line, what: Reference::Name(name.text) });
            self.objective.push(cost);
        }
    }

    fn named_rows(&mut self, word: &Word) -> Result<(), BilevelFileError> {
        self.counted(word, 1)?;
        if !self.rows.is_empty() {
            return Err(self.words.refused(word, BilevelReason::Twice("@CONSTRSBEGIN")));
        }
        loop {
            let name = self.words.expect("@CONSTRSEND")?;
            match name.text.as_str() {
                "@CONSTRSEND" | "@CONSTREND" => return Ok(()),
                text if text.starts_with('@') => {
                    return Err(self.words.refused(&name, BilevelReason::Missing("@CONSTRSEND")));
                }
                _ => self.rows.push(Entry { line: name.line, what: Reference::Name(name.text) }),
            }
        }
    }

    /// All counts agree, and nothing is missing.
    fn finish(self) -> Result<AuxFile, BilevelFileError> {
        let line = self.words.line();
        let refused = |line: usize, reason: BilevelReason| Err(BilevelFileError::Line { line, reason });
        let dialect = usize::from(self.by_name == Some(true));
        let ([n_key, m_key], [columns_key, rows_key]) = (COUNTS[dialect], LISTS[dialect]);
        let [Some((n, n_line)), Some((m, m_line))] = self.counts else {
            let missing = if self.counts[0].is_none() { n_key } else { m_key };
            return refused(line, BilevelReason::Missing(missing));
        };
        let objective_key = if dialect == 0 { "LO" } else { columns_key };
        for (told, line, count, key, found) in [
            (n, n_line, n_key, columns_key, self.columns.len()),
            (n, n_line, n_key, objective_key, self.objective.len()),
            (m, m_line, m_key, rows_key, self.rows.len()),
        ] {
            if told != found {
                return refused(line, BilevelReason::Count { count, told, key, found });
            }
        }
        let may_be_free = self.class == Class::Integers;
        for (number, line, what) in [(n, n_line, "variables"), (m, m_line, "rows")] {
            if number == 0 && !(what == "rows" && may_be_free) {
                return refused(line, BilevelReason::NoFollower(what));
            }
        }
        let prices = match (self.costs.is_empty(), self.budget) {
            (true, None) => None,
            (true, Some(_)) => return refused(line, BilevelReason::HalfInterdiction("IC")),
            (false, None) => return refused(line, BilevelReason::HalfInterdiction("IB")),
            (false, Some(budget)) => {
                let found = self.costs.len();
                if found != n {
                    return refused(n_line, BilevelReason::Count { count: n_key, told: n, key: "IC", found });
                }
                Some(Prices { costs: self.costs, budget })
            }
        };
        let Self { columns, rows, objective, sense, .. } = self;
        let is_maximized = sense.unwrap_or(false);
        Ok(AuxFile { columns, rows, objective, is_maximized, prices, count_lines: [n_line, m_line] })
    }
}
