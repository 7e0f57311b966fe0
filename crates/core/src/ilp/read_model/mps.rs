//! The MPS format, free and fixed: sections begin in the first column, and fields are separated by blanks.
//!
//! Lines on which the dialects of CPLEX, HiGHS, CBC and GLPK agree are accepted; all others are rejected.

use std::collections::HashMap;
use std::io::BufRead;

use crate::ilp::VarId;
use crate::ilp::text::{Lines, NO_TEXT, TextPlace, TextReason};

use super::super::decimal::{Decimal, NoNumber, Number, near_whole};
use super::super::model_error::{ModelError, ModelReason};
use super::draft::{Constant, Draft, DraftRow, Variable};

/// Reads lines up to `ENDATA`.
pub(super) fn read<R: BufRead>(lines: &mut Lines<R>, draft: &mut Draft) -> Result<(), ModelError> {
    let mut reader = Reader::new(draft);
    while let Some((number, line)) = lines.advance()? {
        let read = reader
            .line(number, line)
            .map_err(|(part, reason)| ModelError::Place { place: Box::new(TextPlace::of(number, line, part)), reason });
        if read? == Next::End {
            return reader.finish(number);
        }
    }
    Err(ModelError::Line { line: lines.number(), reason: ModelReason::NoEnd("ENDATA") })
}

/// An error, with the part of the line.
type Refused<'a> = (&'a str, ModelReason);

/// Does the file go on?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Line,
    End,
}

/// The sections that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Section {
    Start,
    Name,
    ObjSense,
    ObjName,
    Rows,
    LazyRows,
    Columns,
    Rhs,
    Ranges,
    Bounds,
    Quadratic,
}

impl Section {
    /// Sections stand by rank; those of one rank in any order.
    fn rank(self) -> u8 {
        match self {
            Self::Start => 0,
            Self::Name | Self::ObjSense | Self::ObjName => 1,
            Self::Rows => 2,
            Self::LazyRows => 3,
            Self::Columns => 4,
            Self::Rhs | Self::Ranges | Self::Bounds | Self::Quadratic => 5,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Start | Self::Name => "NAME",
            Self::ObjSense => "OBJSENSE",
            Self::ObjName => "OBJNAME",
            Self::Rows => "ROWS",
            Self::LazyRows => "LAZYCONS",
            Self::Columns => "COLUMNS",
            Self::Rhs => "RHS",
            Self::Ranges => "RANGES",
            Self::Bounds => "BOUNDS",
            Self::Quadratic => "QUADOBJ",
        }
    }

    fn of(word: &str) -> Option<Self> {
        Some(match word {
            "NAME" => Self::Name,
            "OBJSENSE" => Self::ObjSense,
            "OBJNAME" => Self::ObjName,
            "ROWS" => Self::Rows,
            "LAZYCONS" => Self::LazyRows,
            "COLUMNS" => Self::Columns,
            "RHS" => Self::Rhs,
            "RANGES" => Self::Ranges,
            "BOUNDS" => Self::Bounds,
            "QUADOBJ" | "QMATRIX" => Self::Quadratic,
            _ => return None,
        })
    }
}

/// Sections of other programs, which mean something that a 0/1 linear model cannot say, or not for certain. Their heads
/// may stand anywhere before ENDATA, and nothing below them.
const UNREAD: [&str; 15] = [
    "USERCUTS",
    "QCMATRIX",
    "QSECTION",
    "SOS",
    "SOS1",
    "SOS2",
    "SETS",
    "INDICATORS",
    "GENCONS",
    "PWLOBJ",
    "PWLNAM",
    "PWLCON",
    "CSECTION",
    "REFROW",
    "OBJECTIVE",
];

/// A row of the section ROWS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The first row of type N, or the one that OBJNAME names.
    Free,
    Equal,
    Less,
    Greater,
}

/// The data of a row, without its terms.
#[derive(Debug)]
struct Row {
    name: String,
    kind: Kind,
    terms: Vec<(VarId, Decimal)>,
    /// Whether a coefficient is not exact; only for rows of type N.
    is_inexact: bool,
    /// The last column with an entry in this row.
    last: Option<VarId>,
    rhs: Option<Number>,
    range: Option<Number>,
    line: usize,
}

struct Reader<'d> {
    draft: &'d mut Draft,
    section: Section,
    /// The current section, if it is one of [`UNREAD`]; `section` is then the previous one.
    unread: Option<&'static str>,
    seen: Vec<Section>,
    rows: Vec<Row>,
    row_numbers: HashMap<String, u32>,
    objective: Option<String>,
    is_integer: bool,
    column: Option<VarId>,
    /// The names of the vectors of right sides, ranges and bounds.
    sets: [Option<String>; 3],
}

/// Most fields of a line of data.
const MAX_FIELDS: usize = 6;

/// The fields of a line, and one more than there may be if there are too many.
struct Fields<'a> {
    items: [&'a str; MAX_FIELDS + 1],
    n: usize,
}

impl<'a> Fields<'a> {
    /// The fields up to a comment, which a word with `$` at its front begins. It is a name if `is_name` says so or too
    /// few fields stand before it.
    fn of(line: &'a str, is_name: impl Fn(&str) -> bool) -> Self {
        let (mut items, mut n) = ([""; MAX_FIELDS + 1], 0);
        let n_before = if line.starts_with([' ', '\t']) { 2 } else { 1 };
        for (item, word) in items.iter_mut().zip(line.split([' ', '\t']).filter(|word| !word.is_empty())) {
            if n >= n_before && word.starts_with('$') && !is_name(word) {
                break;
            }
            *item = word;
            n += 1;
        }
        Self { items, n }
    }

    fn all(&self) -> &[&'a str] {
        &self.items[..self.n]
    }
}

impl<'d> Reader<'d> {
    fn new(draft: &'d mut Draft) -> Self {
        Self {
            draft,
            section: Section::Start,
            unread: None,
            seen: Vec::new(),
            rows: Vec::new(),
            row_numbers: HashMap::new(),
            objective: None,
            is_integer: false,
            column: None,
            sets: [None, None, None],
        }
    }

    fn line<'a>(&mut self, number: usize, line: &'a str) -> Result<Next, Refused<'a>> {
        if line.starts_with('*') {
            return Ok(Next::Line);
        }
        let is_name = |word: &str| self.row_numbers.contains_key(word) || self.draft.find(word).is_some();
        let fields = Fields::of(line, is_name);
        let fields = fields.all();
        let Some(&first) = fields.first() else { return Ok(Next::Line) };
        if let Some(&bad) = fields.iter().find(|field| field.contains(NO_TEXT)) {
            return Err((bad, TextReason::Encoding.into()));
        }
        if !line.starts_with([' ', '\t']) {
            return self.head(fields);
        }
        if first.starts_with('*') {
            return Err((first, ModelReason::IndentedComment));
        }
        if let Some(unread) = self.unread {
            return Err((first, ModelReason::UnreadSection(unread.to_owned())));
        }
        match self.section {
            Section::Start | Section::Name => Err((first, ModelReason::NoSection)),
            Section::ObjSense => self.direction(first),
            Section::ObjName => {
                self.objective = Some(first.to_owned());
                Ok(())
            }
            Section::Rows => self.row(fields, number),
            Section::LazyRows => self.row(fields, number),
            Section::Columns => self.entries(fields, number),
            Section::Rhs => self.right_sides(fields, number),
            Section::Ranges => self.ranges(fields),
            Section::Bounds => self.bound(fields, number),
            Section::Quadratic => {
                self.draft.objective.is_inexact = true;
                Ok(())
            }
        }?;
        Ok(Next::Line)
    }

    /// The head of a section.
    fn head<'a>(&mut self, fields: &[&'a str]) -> Result<Next, Refused<'a>> {
        let word = fields[0];
        let order = || (word, ModelReason::SectionOrder(word.to_owned()));
        if word == "ENDATA" {
            return if self.seen.contains(&Section::Columns) { Ok(Next::End) } else { Err(order()) };
        }
        let Some(section) = Section::of(word) else {
            self.unread = UNREAD.iter().copied().find(|name| *name == word);
            return match self.unread {
                None => Err((word, ModelReason::UnknownSection(word.to_owned()))),
                Some(_) => Ok(Next::Line),
            };
        };
        self.unread = None;
        if self.seen.contains(&section) {
            return Err((word, ModelReason::SectionTwice(word.to_owned())));
        }
        let needed = match section {
            Section::LazyRows | Section::Columns => Some(Section::Rows),
            Section::Rhs | Section::Ranges | Section::Bounds | Section::Quadratic => Some(Section::Columns),
            _ => None,
        };
        if section.rank() < self.section.rank() || needed.is_some_and(|needed| !self.seen.contains(&needed)) {
            return Err(order());
        }
        self.seen.push(section);
        self.section = section;
        match (section, fields.get(1)) {
            (Section::ObjSense, Some(direction)) => self.direction(direction)?,
            (Section::Start | Section::Name | Section::Quadratic, _) | (_, None) => {}
            (_, Some(more)) => {
                return Err((more, ModelReason::Fields { section: section.name(), form: "nothing after its name" }));
            }
        }
        Ok(Next::Line)
    }

    fn direction<'a>(&mut self, word: &'a str) -> Result<(), Refused<'a>> {
        self.draft.objective.is_maximized = match word.to_ascii_uppercase().as_str() {
            "MAX" | "MAXIMIZE" | "MAXIMUM" => true,
            "MIN" | "MINIMIZE" | "MINIMUM" => false,
            _ => return Err((word, ModelReason::Direction(word.to_owned()))),
        };
        Ok(())
    }

    /// A line of ROWS.
    fn row<'a>(&mut self, fields: &[&'a str], line: usize) -> Result<(), Refused<'a>> {
        let section = self.section.name();
        let &[kind, name] = fields else {
            return Err((fields[0], ModelReason::Fields { section, form: "a type and a name" }));
        };
        let is_lazy = self.section == Section::LazyRows;
        let kind = match kind {
            "N" | "n" if !is_lazy => Kind::Free,
            "E" | "e" => Kind::Equal,
            "L" | "l" => Kind::Less,
            "G" | "g" => Kind::Greater,
            _ => return Err((kind, ModelReason::RowType(kind.to_owned()))),
        };
        if self.row_numbers.insert(name.to_owned(), self.rows.len() as u32).is_some() {
            return Err((name, ModelReason::RowTwice(name.to_owned())));
        }
        if kind == Kind::Free && self.objective.is_none() {
            self.objective = Some(name.to_owned());
        }
        let (name, terms) = (name.to_owned(), Vec::new());
        self.rows.push(Row { name, kind, terms, is_inexact: false, last: None, rhs: None, range: None, line });
        Ok(())
    }

    /// A line of COLUMNS: a marker, or one or two entries of a column.
    fn entries<'a>(&mut self, fields: &[&'a str], line: usize) -> Result<(), Refused<'a>> {
        if let &[_, "'MARKER'", marker] = fields {
            self.column = None;
            return self.marker(marker);
        }
        let (name, entries) = match *fields {
            [name, row, value] => (name, [Some((row, value)), None]),
            [name, row, value, row2, value2] => (name, [Some((row, value)), Some((row2, value2))]),
            _ => {
                let form = "a column, a row and a number, and perhaps a row and a number more";
                return Err((fields[0], ModelReason::Fields { section: "COLUMNS", form }));
            }
        };
        let column = self.column_of(name, line)?;
        for (row_name, value) in entries.into_iter().flatten() {
            let row = self.find_row(row_name)?;
            let row = &mut self.rows[row];
            if row.last == Some(column) {
                let (column, row) = (name.to_owned(), row.name.clone());
                return Err((row_name, ModelReason::EntryTwice { column, row }));
            }
            row.last = Some(column);
            let is_free = row.kind == Kind::Free;
            match Number::parse(value) {
                Ok(Number::Finite(value)) => row.terms.push((column, value)),
                Err(NoNumber::Form) => return Err((value, ModelReason::Number(value.to_owned()))),
                _ if is_free => row.is_inexact = true,
                Err(NoNumber::Places) => {
                    let (row, variable) = (row.name.clone(), name.to_owned());
                    return Err((value, ModelReason::Coefficient { row, variable, value: value.to_owned() }));
                }
                _ => return Err((value, ModelReason::TooLarge(row.name.clone()))),
            }
        }
        Ok(())
    }

    fn marker<'a>(&mut self, marker: &'a str) -> Result<(), Refused<'a>> {
        let (begins, name) = match marker {
            "'INTORG'" => (true, "'INTORG'"),
            "'INTEND'" => (false, "'INTEND'"),
            _ => return Err((marker, ModelReason::Marker(marker.to_owned()))),
        };
        if self.is_integer == begins {
            return Err((marker, ModelReason::MarkerOrder(name)));
        }
        self.is_integer = begins;
        Ok(())
    }

    /// The column of this name: the one before, or a new one.
    fn column_of<'a>(&mut self, name: &'a str, line: usize) -> Result<VarId, Refused<'a>> {
        if let Some(column) = self.column.filter(|column| self.draft.variables[column.get()].name == name) {
            return Ok(column);
        }
        if self.draft.find(name).is_some() {
            return Err((name, ModelReason::ColumnTwice(name.to_owned())));
        }
        let column = self.draft.variable(name, line);
        let variable = &mut self.draft.variables[column.get()];
        variable.is_integer = self.is_integer;
        // Without any bound an integer column is binary to HiGHS, CBC and GLPK.
        variable.is_binary = self.is_integer;
        self.column = Some(column);
        Ok(column)
    }

    fn find_row<'a>(&self, name: &'a str) -> Result<usize, Refused<'a>> {
        let row = self.row_numbers.get(name).map(|&row| row as usize);
        row.ok_or_else(|| (name, ModelReason::UnknownRow(name.to_owned())))
    }

    fn right_sides<'a>(&mut self, fields: &[&'a str], line: usize) -> Result<(), Refused<'a>> {
        for (row_name, value_text) in self.pairs(Section::Rhs, 0, fields)?.into_iter().flatten() {
            let row = self.find_row(row_name)?;
            let row = &mut self.rows[row];
            let number = side(row, value_text)?;
            if row.rhs.replace(number).is_some() {
                return Err((row_name, ModelReason::RightSideTwice(row_name.to_owned())));
            }
            if self.objective.as_deref() == Some(row_name) {
                // The objective is its terms less its right side.
                let value = match number {
                    Number::Finite(number) => number.negated(),
                    Number::Infinite | Number::MinusInfinite => None,
                };
                self.draft.objective.constant = Some(Constant { value, text: value_text.to_owned(), line });
            }
        }
        Ok(())
    }

    fn ranges<'a>(&mut self, fields: &[&'a str]) -> Result<(), Refused<'a>> {
        for (row_name, value) in self.pairs(Section::Ranges, 1, fields)?.into_iter().flatten() {
            let row = self.find_row(row_name)?;
            let row = &mut self.rows[row];
            if row.kind == Kind::Free {
                return Err((row_name, ModelReason::FreeRange(row_name.to_owned())));
            }
            let number = side(row, value)?;
            if row.range.replace(number).is_some() {
                return Err((row_name, ModelReason::RangeTwice(row_name.to_owned())));
            }
        }
        Ok(())
    }

    /// The one or two pairs of a line of RHS or RANGES, with or without the name of a set before them.
    fn pairs<'a>(
        &mut self,
        section: Section,
        set_number: usize,
        fields: &[&'a str],
    ) -> Result<[Option<(&'a str, &'a str)>; 2], Refused<'a>> {
        let (set, first, second) = match *fields {
            [row, value] => (None, (row, value), None),
            [set, row, value] => (Some(set), (row, value), None),
            [row, value, row2, value2] => (None, (row, value), Some((row2, value2))),
            [set, row, value, row2, value2] => (Some(set), (row, value), Some((row2, value2))),
            _ => {
                let form = "the name of the set, a row and a number, and perhaps a row and a number more";
                return Err((fields[0], ModelReason::Fields { section: section.name(), form }));
            }
        };
        self.set(section, set_number, set)?;
        Ok([Some(first), second])
    }

    /// Programs read all sets of a section, or the first one.
    fn set<'a>(&mut self, section: Section, number: usize, name: Option<&'a str>) -> Result<(), Refused<'a>> {
        let Some(name) = name else { return Ok(()) };
        let known = self.sets[number].get_or_insert_with(|| name.to_owned());
        if known == name {
            return Ok(());
        }
        Err((name, ModelReason::SecondSet { section: section.name(), name: name.to_owned() }))
    }

    /// A line of BOUNDS.
    fn bound<'a>(&mut self, fields: &[&'a str], line: usize) -> Result<(), Refused<'a>> {
        let kind = fields[0].to_ascii_uppercase();
        let has_value = match kind.as_str() {
            "UP" | "LO" | "FX" | "UI" | "LI" | "SC" | "SI" => true,
            "FR" | "MI" | "PL" | "BV" => false,
            _ => return Err((fields[0], ModelReason::BoundType(fields[0].to_owned()))),
        };
        let is_column = |name: &str| self.draft.find(name).is_some();
        let (set, name, value) = match *fields {
            // `UP b x` names a set and a column, and no value.
            [_, set, name] if has_value && is_column(name) && !is_column(set) => (Some(set), name, None),
            [_, name, value] if has_value => (None, name, Some(value)),
            [_, name] => (None, name, None),
            // `BV x 1` has no set, and a value.
            [_, name, value] if !is_column(value) && is_column(name) => (None, name, Some(value)),
            [_, set, name] if !has_value => (Some(set), name, None),
            [_, set, name, value] => (Some(set), name, Some(value)),
            _ => {
                let form = "a type, the name of the set, a column, and a number where the type has one";
                return Err((fields[0], ModelReason::Fields { section: "BOUNDS", form }));
            }
        };
        self.set(Section::Bounds, 2, set)?;
        let column = self.draft.find(name).ok_or_else(|| (name, ModelReason::UnknownColumn(name.to_owned())))?;
        let variable = &mut self.draft.variables[column.get()];
        if has_value && value.is_none() {
            return Err((name, ModelReason::BoundValue { kind, column: name.to_owned() }));
        }
        let number = value.map(|value| bound_value(variable, value).map_err(|reason| (value, reason))).transpose()?;
        // A type that needs no value passes one over, as HiGHS, GLPK and SCIP do: `BV b x 0` does not fix x.
        apply(variable, &kind, number, line).map_err(|reason| (name, reason))
    }

    /// All rows with their limits.
    fn finish(self, number: usize) -> Result<(), ModelError> {
        let Self { draft, rows, objective, row_numbers, .. } = self;
        let objective = match objective {
            Some(name) => match row_numbers.get(&name) {
                Some(&row) if rows[row as usize].kind == Kind::Free => Some(row as usize),
                _ => return Err(ModelError::Line { line: number, reason: ModelReason::ObjectiveRow(name) }),
            },
            None => None,
        };
        for (i, row) in rows.into_iter().enumerate() {
            if Some(i) == objective {
                draft.objective.is_inexact |= row.is_inexact;
                draft.objective.terms = row.terms;
            } else if row.kind == Kind::Free {
                draft.free_line.get_or_insert(row.line);
                draft.free_rows.push(row.name);
            } else {
                let line = row.line;
                let (lower, upper) = limits(&row).map_err(|reason| ModelError::Line { line, reason })?;
                draft.rows.push(DraftRow { name: Some(row.name), terms: row.terms, lower, upper, line });
            }
        }
        Ok(())
    }
}

/// A right side or a range. A row of type N has no limits, so whatever number stands there plays no part.
fn side<'a>(row: &Row, value: &'a str) -> Result<Number, Refused<'a>> {
    let is_whole = row.terms.iter().all(|(_, a)| a.places() == 0);
    let near = near_whole(value).filter(|_| row.kind != Kind::Free);
    let too_near = |near: i64| {
        let what = format!("row `{}`: the limit", row.name);
        (value, ModelReason::Near { what, value: value.to_owned(), near: near.to_string() })
    };
    if let (true, Some(near)) = (is_whole, near) {
        return Err(too_near(near));
    }
    match Number::parse_bound(value) {
        Ok(number) => Ok(number),
        Err(NoNumber::Form) => Err((value, ModelReason::Number(value.to_owned()))),
        Err(_) if row.kind == Kind::Free => Ok(Number::Infinite),
        Err(NoNumber::Places) => Err(near.map_or_else(
            || (value, ModelReason::RightSide { row: row.name.clone(), value: value.to_owned() }),
            too_near,
        )),
        Err(NoNumber::Large) => Err((value, ModelReason::TooLarge(row.name.clone()))),
    }
}

fn bound_value(variable: &Variable, value: &str) -> Result<Number, ModelReason> {
    if let Some(near) = near_whole(value) {
        let what = format!("variable `{}`: the bound", variable.name);
        return Err(ModelReason::Near { what, value: value.to_owned(), near: near.to_string() });
    }
    Number::parse_bound(value).map_err(|no_number| match no_number {
        NoNumber::Form => ModelReason::Number(value.to_owned()),
        NoNumber::Places => ModelReason::Bound { variable: variable.name.clone(), value: value.to_owned() },
        NoNumber::Large => ModelReason::LargeBound(variable.name.clone()),
    })
}

/// Sets bounds. Of two on the same side HiGHS takes the first, while CBC and GLPK refuse the file; only `FX` may come
/// later, as CBC has it: appended lines fix variables.
fn apply(variable: &mut Variable, kind: &str, value: Option<Number>, line: usize) -> Result<(), ModelReason> {
    let is_fixed = kind == "FX";
    let (sets_lower, sets_upper) = match kind {
        "LO" | "LI" | "MI" => (true, false),
        "UP" | "UI" | "PL" | "SC" | "SI" => (false, true),
        _ => (true, true),
    };
    for (sets, side, name) in [(sets_lower, variable.lower, "lower"), (sets_upper, variable.upper, "upper")] {
        if sets && side.is_said() && !is_fixed {
            let variable = variable.name.clone();
            return Err(ModelReason::BoundTwice { variable, side: name, line: side.line });
        }
    }
    // A bound ends what holds without one.
    variable.is_binary = false;
    variable.line = line;
    variable.is_integer |= matches!(kind, "BV" | "UI" | "LI" | "SI");
    variable.is_semi |= matches!(kind, "SC" | "SI");
    let one = Number::Finite(Decimal::ONE);
    let zero = Number::Finite(Decimal::default());
    match (kind, value) {
        ("BV", _) => {
            variable.set(false, zero, line)?;
            variable.set(true, one, line)
        }
        ("FR", _) => {
            variable.set(false, Number::MinusInfinite, line)?;
            variable.set(true, Number::Infinite, line)
        }
        ("MI", _) => variable.set(false, Number::MinusInfinite, line),
        ("PL", _) => variable.set(true, Number::Infinite, line),
        ("FX", Some(value)) => variable.fix(value, line),
        ("LO" | "LI", Some(value)) => variable.set(false, value, line),
        (_, Some(value)) => variable.set(true, value, line),
        (kind, None) => Err(ModelReason::BoundType(kind.to_owned())),
    }
}

/// The limits of a row by its right side and its range: a range widens a row of type L downwards, one of type G
/// upwards, and one of type E to the side of its sign.
fn limits(row: &Row) -> Result<(Option<Decimal>, Option<Decimal>), ModelReason> {
    let infinite = || ModelReason::Infinite(format!("row `{}`", row.name));
    let too_large = || ModelReason::TooLarge(row.name.clone());
    let rhs = match (row.rhs.unwrap_or(Number::Finite(Decimal::default())), row.kind) {
        (Number::Finite(rhs), _) => rhs,
        // No limit, and so none at any distance.
        (Number::Infinite, Kind::Less) | (Number::MinusInfinite, Kind::Greater) if row.range.is_none() => {
            return Ok((None, None));
        }
        _ => return Err(infinite()),
    };
    let Some(range) = row.range else {
        return Ok(match row.kind {
            Kind::Less => (None, Some(rhs)),
            Kind::Greater => (Some(rhs), None),
            Kind::Equal | Kind::Free => (Some(rhs), Some(rhs)),
        });
    };
    let (size, is_negative) = match range {
        Number::Finite(range) => (Some(range.size().ok_or_else(too_large)?), range.is_negative()),
        Number::Infinite => (None, false),
        Number::MinusInfinite => (None, true),
    };
    let below = || match size {
        Some(size) => size.negated().and_then(|size| rhs.plus(size)).map(Some).ok_or_else(too_large),
        None => Ok(None),
    };
    let above = || match size {
        Some(size) => rhs.plus(size).map(Some).ok_or_else(too_large),
        None => Ok(None),
    };
    Ok(match row.kind {
        Kind::Less => (below()?, Some(rhs)),
        Kind::Equal if is_negative => (below()?, Some(rhs)),
        Kind::Greater | Kind::Equal | Kind::Free => (Some(rhs), above()?),
    })
}
