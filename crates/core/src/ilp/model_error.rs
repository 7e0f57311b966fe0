//! Errors in model files: the reason, the place, and a remedy.

use crate::base::Stop;

use super::LARGEST_SUM;
use super::decimal::MAX_PLACES;
use super::text::{TextError, TextPlace, TextReason};

/// The reason why a file does not define a 0/1 model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// The extension of the file is not that of a known format.
    #[error("the name of a model file ends in `.lp`, `.mps`, `.opb`, `.cnf`, `.wcnf` or `.gcnf`")]
    Extension,
    /// The extension of the file is that of a compressed file.
    #[error("the file is compressed; decompress it first, for example with gunzip")]
    Compressed,
    /// The file cannot be read; the text is the error.
    #[error("the file cannot be read: {0}")]
    Unreadable(String),
    /// A limit was reached before the end of the file.
    #[error("a limit was reached while reading the model")]
    Stopped(Stop),
    /// Part of a line is invalid.
    #[error("{place}: {reason}")]
    Place { place: Box<TextPlace>, reason: ModelReason },
    /// Several lines contradict each other; `line` is the deciding one, from 1.
    #[error("line {line}: {reason}")]
    Line { line: usize, reason: ModelReason },
    /// The file has no variables.
    #[error("the model has no variables")]
    NoVariables,
}

impl From<TextError> for ModelError {
    fn from(error: TextError) -> Self {
        match error {
            TextError::Stopped(stop) => Self::Stopped(stop),
            TextError::Unreadable(why) => Self::Unreadable(why),
            TextError::Line { place, reason } => Self::Place { place, reason: ModelReason::Text(reason) },
        }
    }
}

/// The reason of an error in a model file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelReason {
    /// The line is not text.
    #[error(transparent)]
    Text(#[from] TextReason),
    /// The file ends too early.
    #[error("the file ends without `{0}`: is a part of it missing?")]
    NoEnd(&'static str),

    // What makes a model one over 0/1 variables.
    /// A variable is not an integer.
    #[error("variable `{0}` is continuous; every variable must be binary")]
    Continuous(String),
    /// An integer variable has values other than 0 and 1.
    #[error("variable `{variable}` may be {value}; every variable must be binary")]
    Range {
        variable: String,
        /// One of its values.
        value: String,
    },
    /// The bounds of a variable exclude both 0 and 1.
    #[error("the bounds of variable `{0}` leave it no value")]
    NoValue(String),

    // Numbers.
    #[error("`{0}` is not a number")]
    Number(String),
    /// A coefficient has more than nine decimals.
    #[error(
        "row `{row}`: the coefficient {value} of variable `{variable}` is neither an integer nor a decimal with at most {MAX_PLACES} places"
    )]
    Coefficient { row: String, variable: String, value: String },
    /// A right side or a range has more than nine decimals.
    #[error("row `{row}`: the right side {value} is neither an integer nor a decimal with at most {MAX_PLACES} places")]
    RightSide { row: String, value: String },
    /// A bound has more than nine decimals.
    #[error(
        "variable `{variable}`: the bound {value} is neither an integer nor a decimal with at most {MAX_PLACES} places"
    )]
    Bound { variable: String, value: String },
    /// The coefficients of a row do not fit into 64 bits, perhaps because the smallest have many decimals.
    #[error("the numbers of row `{0}` do not fit into 64 bits as integers")]
    TooLarge(String),
    /// A bound does not fit into 64 bits.
    #[error("variable `{0}`: the bound does not fit into 64 bits")]
    LargeBound(String),
    /// A limit is infinite on the wrong side.
    #[error("{0} can never hold: its limit is infinite")]
    Infinite(String),

    /// A limit is close to, but not equal to, a possible value of the sum.
    #[error("{what} {value} is within 10^-6 of {near}, which solvers treat as equal; did you mean {near}?")]
    Near {
        /// The limit, with its row or variable.
        what: String,
        value: String,
        /// The number that is probably meant.
        near: String,
    },

    // What occurs twice.
    /// Two rows have the same name.
    #[error("there are two rows `{0}`")]
    RowTwice(String),
    /// A column has two entries in one row.
    #[error("column `{column}` has two entries in row `{row}`")]
    EntryTwice { column: String, row: String },
    /// A column occurs in two places.
    #[error("column `{0}` occurs again; all entries of a column must be consecutive")]
    ColumnTwice(String),
    /// A row has two right sides.
    #[error("row `{0}` has two right sides")]
    RightSideTwice(String),
    /// A row has two ranges.
    #[error("row `{0}` has two ranges")]
    RangeTwice(String),
    /// A variable has two bounds on the same side, which programs read differently.
    #[error(
        "the {side} bound of variable `{variable}` is given twice, here and in line {line}; a later bound may only be `FX`"
    )]
    BoundTwice {
        variable: String,
        /// `lower` or `upper`.
        side: &'static str,
        /// The line of the first bound.
        line: usize,
    },
    /// A variable has only a negative upper bound, which programs read differently.
    #[error(
        "variable `{0}` gets a negative upper bound without a lower bound, which programs read differently; give it a lower bound first"
    )]
    NegativeUpper(String),

    // MPS.
    /// A line of data comes before the first section.
    #[error("there are data before the first section; an MPS file begins with NAME or ROWS")]
    NoSection,
    /// A line begins with an unknown section.
    #[error("`{0}` is not a supported section; lines of data begin with a blank")]
    UnknownSection(String),
    /// A section is in the wrong order.
    #[error("section {0} is in the wrong place; the order is ROWS, COLUMNS, then RHS, RANGES and BOUNDS")]
    SectionOrder(String),
    /// A section occurs twice.
    #[error("section {0} occurs twice")]
    SectionTwice(String),
    /// A section is not allowed in a 0/1 linear model.
    #[error("section {0} is not supported: only linear rows over 0/1 variables are")]
    UnreadSection(String),
    /// A line has too few or too many fields.
    #[error("a line of section {section} has {form}, and names cannot contain blanks")]
    Fields { section: &'static str, form: &'static str },
    /// A comment is indented.
    #[error("a comment begins with `*` in the first column")]
    IndentedComment,
    /// A word is not `MAX` or `MIN`.
    #[error("`{0}` is neither MAX nor MIN")]
    Direction(String),
    /// A word is not `N`, `E`, `L` or `G`.
    #[error("`{0}` is not a row type; use N, E, L or G")]
    RowType(String),
    /// The type of a bound is unknown.
    #[error("`{0}` is not a supported bound type")]
    BoundType(String),
    /// A bound has no value.
    #[error(
        "the bound {kind} of column `{column}` lacks its value; without one `{column}` has no upper limit, and every variable must be binary"
    )]
    BoundValue { kind: String, column: String },
    /// The kind of a marker is unknown.
    #[error("`{0}` is not a supported marker; use 'INTORG' or 'INTEND'")]
    Marker(String),
    /// A marker does not match the previous one.
    #[error("marker {0} does not match the marker before it")]
    MarkerOrder(&'static str),
    /// A row is not in ROWS.
    #[error("there is no row `{0}`")]
    UnknownRow(String),
    /// A column is not in COLUMNS.
    #[error("there is no column `{0}`")]
    UnknownColumn(String),
    /// There is a second vector of right sides, ranges or bounds, which programs read differently.
    #[error("section {section} has a second set `{name}`; only one is supported")]
    SecondSet { section: &'static str, name: String },
    /// The objective is not a row of type N.
    #[error("OBJNAME is `{0}`, but there is no row of type N with this name")]
    ObjectiveRow(String),
    /// A free row has a range.
    #[error("row `{0}` has type N, so it cannot have a range")]
    FreeRange(String),

    // MPS beside an AUX file.
    /// There is a row of type N besides the objective, or another row without a limit.
    #[error("row `{0}` has no limit; programs count such rows differently, so they are not allowed with an AUX file")]
    FreeBeside(String),
    /// A row has a range.
    #[error("row `{0}` has a range; with an AUX file, write it as two rows")]
    RangeBeside(String),
    /// The file has `OBJSENSE MAX`.
    #[error("OBJSENSE is MAX, which MibS ignores; with an AUX file, write the objective with inverted signs")]
    MaximizedBeside,
    /// The objective is quadratic or has decimals.
    #[error("the objective is not linear with integers; with an AUX file, multiply it by a power of ten")]
    ObjectiveBeside,
    /// The constant of the objective has decimals or is too large.
    #[error(
        "the constant `{0}` of the objective is not an integer of at most 64 bits; with an AUX file, multiply all of the objective by a \
         power of ten, or leave it out"
    )]
    ConstantBeside(String),

    // The same where every variable is an integer between two bounds.
    /// A variable is continuous.
    #[error("variable `{0}` is continuous; every variable must be an integer between two bounds")]
    NoInteger(String),
    /// A variable has no limit on one side.
    #[error(
        "`{variable}` has no {side}, and its rows give it none; every variable must be an integer between two bounds"
    )]
    NoBound { variable: String, side: &'static str },
    /// A variable is semi-integer.
    #[error(
        "`{variable}` is 0 or at least {lower}; every variable must be an integer between two bounds, with all values between them"
    )]
    Gap {
        variable: String,
        /// The least value other than 0.
        lower: i64,
    },
    /// A bound is too large for exact sums.
    #[error("the bounds of `{0}` are beyond {LARGEST_SUM}, where sums would not be exact")]
    WideBound(String),
    /// The numbers are too large for exact sums.
    #[error("{0} may come to more than {LARGEST_SUM}, so sums would not be exact; use smaller numbers or bounds")]
    LargeSum(String),
    /// The objective is quadratic or has too many decimals.
    #[error("the objective is not linear with numbers of at most 64 bits and {MAX_PLACES} decimals")]
    InexactObjective,
    /// The constant of the objective has too many decimals, or is too large.
    #[error("the constant `{0}` of the objective is not a number of at most 64 bits and {MAX_PLACES} decimals")]
    InexactConstant(String),

    // LP.
    #[error("a model in LP format begins with `Minimize` or `Maximize`")]
    Beginning,
    /// The file is in the format of another program.
    #[error(
        "`{0}:` begins a file in the LP format of lp_solve, which is another one; write `Minimize` or `Maximize` in a line of its own"
    )]
    LpSolve(String),
    /// A word begins with an invalid character.
    #[error("the character `{0}` is not allowed here")]
    Character(char),
    /// A keyword of the format is used as a name.
    #[error("`{0}` is a keyword of the LP format: a section begins a line, and no variable can have this name")]
    Keyword(String),
    /// The head of a section is followed by a colon.
    #[error("a colon follows `{0}` here, as it follows the name of a row; the head of a section has none")]
    HeadColon(String),
    /// The file continues after `End`.
    #[error("this comes after `End`, where programs stop reading; move `End` to the end of the file")]
    AfterEnd,
    /// A row without variables is false.
    #[error("row `{0}` has no variables and never holds, so the model has no solution")]
    FalseRow(String),
    /// A section is in the wrong place.
    #[error("the section `{0}` is in the wrong place")]
    LpSectionOrder(String),
    /// Something else is expected here.
    #[error("expected {0} here")]
    Expected(&'static str),
    /// A number and a name are not separated by a blank.
    #[error("`{0}` can be read in two ways; write a blank between a number and a name")]
    Glued(String),
    /// A row has a constant.
    #[error("row `{row}` has the constant {value} on its left side; {help}")]
    Constant { row: String, value: String, help: &'static str },
    /// Names or numbers follow each other without a sign.
    #[error("a sign is missing before `{0}`")]
    MissingSign(String),
    /// A variable comes after the comparison.
    #[error(
        "row `{row}` has the variable `{variable}` on its right side; write all variables on the left, as in x - y <= 0"
    )]
    RightVariable { row: String, variable: String },
    /// More than a number comes after the comparison.
    #[error("the right side of row `{0}` is not a single number; start the next row on a new line")]
    RightSum(String),
    /// A row ends before its right side.
    #[error("row `{0}` is not complete")]
    Incomplete(String),
    /// The comparisons do not form a lower and an upper limit.
    #[error("{0} has inconsistent comparisons: two point the same way, as in 1 <= x <= 2")]
    Comparisons(String),
    #[error("row `{0}` is quadratic; only linear rows are supported")]
    Quadratic(String),
    // OPB.
    /// A comparison is not one of the format.
    #[error("`{0}` is not a comparison of this format; it has >=, <= and =")]
    Comparison(String),
    #[error("`{0}` is not an integer of at most 64 bits")]
    Integer(String),
    /// A word is not the name of a variable.
    #[error("`{0}` is not a variable; write a variable as x1 or ~x1, after its coefficient")]
    VariableName(String),
    /// A term is a product of variables.
    #[error("`{0}` follows another variable: a product is not linear; only linear rows are supported")]
    Product(String),
    /// The file has soft rows, which may be violated at a cost.
    #[error("soft rows (WBO) are not supported; WCNF and GCNF have soft clauses")]
    SoftRows,
    /// The file has `max:`.
    #[error("this format only minimizes: write `min:` with inverted signs")]
    Maximized,
    #[error("there is already an objective")]
    ObjectiveTwice,
    /// The objective comes after rows.
    #[error("the objective must come before all rows")]
    LateObjective,
    /// A statement has no `;`.
    #[error("the statement that begins here has no `;` at its end: is a part of the file missing?")]
    OpenStatement,

    // Clauses.
    /// There is no head line before the first clause.
    #[error("a line that begins with `{0}` must come before the clauses")]
    NoClauseHead(&'static str),
    /// The head line is invalid.
    #[error("this line should be `{0}`, with numbers")]
    ClauseHead(&'static str),
    /// There is a second head line, or one after clauses.
    #[error("a line with `p` must occur once, before all clauses")]
    LateHead,
    #[error("`{0}` is not a literal: a number other than 0, with `-` before it if the variable is negated")]
    Literal(String),
    /// A variable exceeds the number in the head line.
    #[error("the literal {literal} exceeds the {n_vars} variables of the line `p`")]
    LiteralRange {
        literal: String,
        /// The number of variables in the head line.
        n_vars: u32,
    },
    #[error("`{0}` is not a weight; a clause begins with one, at least 1, or with `h` in files without a line `p`")]
    Weight(String),
    #[error("`{0}` is not a group of the line `p`; a clause begins with one, written as {{1}}")]
    Group(String),
    /// A clause does not end with 0.
    #[error("the clause that begins here has no 0 at its end: is a part of the file missing?")]
    OpenClause,
    /// The number of clauses differs from the head line.
    #[error("the line `p` declares {told} clauses, but there are {found}: is a part of the file missing?")]
    ClauseCount {
        /// The number in the head line.
        told: u64,
        /// The number of clauses in the file.
        found: u64,
    },
    /// A hard clause has no literals.
    #[error("a clause without literals can never hold, so there is no solution")]
    EmptyClause,

    /// The row has an indicator, `->`.
    #[error("an indicator constraint is not linear; only linear rows are supported")]
    Indicator,
}
