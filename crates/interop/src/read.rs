//! Reads the formats `minclue-cert/1` to `/4`, but not `/5` with its weighted sets nor `/6` with its symmetries of
//! models: the parts before the proofs as values, the proofs as a stream of steps.

use std::fmt;
use std::io::{self, BufReader, Read};

use thiserror::Error;

const MAGIC: &[u8] = b"minclue-cert/";

/// Digits of the digest in the second line.
const DIGEST: usize = 64;

/// No count and no size of a problem is larger. Every number that is kept stands for at least one byte of the file, so
/// this only guards what is computed from sizes.
const LARGEST: u64 = 1 << 24;

/// The largest side of a grid.
const LARGEST_SIDE: u64 = 64;

/// Why a certificate could not be read.
#[derive(Debug, Error)]
pub enum CertificateReadError {
    /// It is not in the format.
    #[error("byte {position}: {what}")]
    Malformed {
        /// Where, in the unpacked certificate, from 0.
        position: u64,
        /// What is wrong there.
        what: Malformed,
    },
    /// Its bytes could not be had, or not be unpacked.
    #[error("byte {position}: {source}")]
    Read {
        /// How many unpacked bytes came before.
        position: u64,
        /// What happened.
        source: io::Error,
    },
}

/// What is wrong at some byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Malformed {
    /// It does not start as a certificate does.
    Magic,
    /// It has weighted sets, which are not translated.
    Weighted,
    /// Symmetries of a model.
    Symmetric,
    /// It ends too early.
    End,
    /// Something follows after its end.
    Trailing,
    /// A number of more than 64 bits, or with superfluous bytes.
    Number,
    /// A number of something that is not there, or beyond what this reader takes.
    Range {
        /// The number.
        found: u64,
        /// The first number that is too large.
        end: u64,
    },
    /// A number that must not be 0.
    Zero,
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Magic => write!(f, "this is not a certificate in the format minclue-cert/1 to /4"),
            Self::Weighted => write!(
                f,
                "a certificate in the format minclue-cert/5 has rows with weights, which no other format here can express; take --engine native or bilevel for one without"
            ),
            Self::Symmetric => write!(
                f,
                "a certificate in the format minclue-cert/6 has symmetries of a model, which no other format here can express; make one with --no-symmetry"
            ),
            Self::End => write!(f, "the certificate ends in the middle"),
            Self::Trailing => write!(f, "something follows after the end of the certificate"),
            Self::Number => write!(f, "this is not a number of the format"),
            Self::Range { found, end } => write!(f, "{found} is too large here; below {end} is right"),
            Self::Zero => write!(f, "0 is not allowed here"),
        }
    }
}

/// What an exact cover problem stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A grid of box shape `rows` x `columns`, with its digits row by row, from 1.
    Grid {
        /// Rows of a box.
        rows: usize,
        /// Columns of a box.
        columns: usize,
        /// The digits of the target.
        digits: Vec<u32>,
    },
    /// Nothing else.
    Cover,
    /// No exact cover problem but a linear model, whose rows are not kept.
    Model {
        /// Number of variables.
        n_vars: usize,
    },
}

/// An exact cover problem with its target, or what is kept of a linear model: its cells. That the target is a solution
/// is not checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateProblem {
    /// What it stands for.
    pub origin: Origin,
    /// Number of items; 0 of a linear model.
    pub n_items: usize,
    /// The items of each option, ascending, each below `n_items`; none of a linear model.
    pub options: Vec<Vec<u32>>,
    /// The options of the target, ascending; cell i is the i-th of them. Of a linear model, the variables of the cells.
    pub target: Vec<u32>,
}

impl CertificateProblem {
    /// That of a grid of box shape `rows` x `columns`, with its digits row by row, from 1. The option of a digit in a
    /// cell has four items: the cell, and the digit in its row, its column and its box.
    #[must_use]
    pub fn of_grid(rows: usize, columns: usize, digits: Vec<u32>) -> Self {
        let n = rows * columns;
        let item = |kind: usize, house: usize, digit: usize| (kind * n * n + house * n + digit) as u32;
        let options = (0..n * n * n).map(|option| {
            let (cell, digit) = (option / n, option % n);
            let (row, column) = (cell / n, cell % n);
            let block = row / rows * rows + column / columns;
            vec![item(0, row, column), item(1, row, digit), item(2, column, digit), item(3, block, digit)]
        });
        Self {
            options: options.collect(),
            n_items: 4 * n * n,
            target: (0..).zip(&digits).map(|(cell, digit)| cell * n as u32 + digit - 1).collect(),
            origin: Origin::Grid { rows, columns, digits },
        }
    }

    /// Number of cells.
    #[must_use]
    pub fn n_cells(&self) -> usize {
        self.target.len()
    }

    /// What people call a cell: `r1c2=3`, or the number of its option.
    #[must_use]
    pub fn cell_name(&self, cell: usize) -> String {
        match &self.origin {
            Origin::Grid { rows, columns, digits } => {
                let n = rows * columns;
                format!("r{}c{}={}", cell / n + 1, cell % n + 1, digits[cell])
            }
            Origin::Cover => format!("option {}", self.target[cell]),
            Origin::Model { .. } => format!("variable {}", self.target[cell]),
        }
    }

    /// Number of what a second solution can name: options, or variables.
    fn n_names(&self) -> usize {
        match self.origin {
            Origin::Model { n_vars } => n_vars,
            Origin::Grid { .. } | Origin::Cover => self.options.len(),
        }
    }
}

/// An unavoidable set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    /// Its cells, ascending.
    pub cells: Vec<u32>,
    /// The options that another solution has instead, ascending; of a linear model, the variables in which it differs.
    pub options: Vec<u32>,
}

/// What comes before the proofs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The problem.
    pub problem: CertificateProblem,
    /// No valid set of cells is said to be smaller, but for those with a puzzle of the list in them.
    pub lower: u64,
    /// The cells of the puzzle, ascending; of the first one of a list.
    pub puzzle: Vec<u32>,
    /// The unavoidable sets.
    pub sets: Vec<Set>,
    /// The images of all items, for each symmetry.
    pub symmetries: Vec<Vec<u32>>,
    /// Number of lemmas.
    pub n_lemmas: u32,
    /// The first step that is a child: 8, or 10 where 8 is a search and 9 a puzzle of the list.
    pub first_child: u64,
}

/// What a lemma says; its proof follows in the stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateLemma {
    /// Its cells, ascending.
    pub region: Vec<u32>,
    /// At least this many of them are clues.
    pub at_least: u64,
}

/// A row that step 0 names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CertificateEntry {
    /// A Chvátal-Gomory row.
    Rounded {
        /// At least 1.
        divisor: u64,
        /// Entries before it in the list, and their weights.
        parts: Vec<(u32, u64)>,
    },
    /// A branch row of the path.
    Branch(u32),
    /// An unavoidable set, below the number of sets.
    Set(u32),
    /// A lemma, below the number of lemmas.
    Lemma(u32),
}

/// One step of a node. Rows, caps and branch rows are not checked to exist, cells are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CertificateStep {
    /// Step 0.
    Rows(Vec<CertificateEntry>),
    /// Steps 1 to 3.
    Sum {
        /// The weight D of the budget.
        budget: u64,
        /// Caps and their weights.
        caps: Vec<(u32, u64)>,
        /// Rows and their weights.
        rows: Vec<(u32, u64)>,
        /// Whether the cap 0 gets the weight `u_0` in addition: steps 2 and 3.
        lifted: bool,
    },
    /// Step 4.
    Symmetry(Vec<u32>),
    /// Step 5.
    Split {
        /// The cells R, ascending.
        region: Vec<u32>,
        /// The number b.
        bound: u64,
    },
    /// Step 6.
    Cap(u32),
    /// Step 7.
    Dead(u32),
    /// Step 8, of version 3: the node is closed by a search of whoever follows the proof.
    Search {
        /// The cap whose cells are searched first, if there is one.
        first: Option<u32>,
        /// That many sets are known, the first ones.
        n_sets: u32,
        /// Groups of three cells, one after the other.
        groups: Vec<u32>,
    },
    /// Step 9, of version 3: the node is closed by a puzzle of the list.
    Listed,
    /// Step 8 + c, in version 3 step 10 + c.
    Child(u32),
}

/// A certificate that is being read.
///
/// Where a node ends depends on what its sums close, which a reader cannot know. So whoever follows the proofs says
/// what comes next: [`CertificateReader::lemma`] and its steps for each lemma, then the steps of the tree if `lower` is
/// not 0, then [`CertificateReader::end`].
pub struct CertificateReader<R> {
    bytes: Bytes<R>,
    header: Header,
}

impl Header {
    /// Reads steps until `bytes` end, as those of this certificate's tree.
    ///
    /// # Errors
    /// As for [`CertificateReader::unpacked`].
    pub fn steps(&self, bytes: &[u8]) -> Result<Vec<CertificateStep>, CertificateReadError> {
        let mut bytes = Bytes { inner: io::empty(), buffer: bytes.to_vec(), at: 0, end: bytes.len(), passed: 0 };
        let mut steps = Vec::new();
        while bytes.at < bytes.end {
            steps.push(bytes.step(self)?);
        }
        Ok(steps)
    }
}

impl<R: Read> CertificateReader<zstd::stream::read::Decoder<'static, BufReader<R>>> {
    /// Reads up to the lemmas of a packed certificate.
    ///
    /// # Errors
    /// If it cannot be read, not be unpacked, or is not in the format.
    pub fn new(packed: R) -> Result<Self, CertificateReadError> {
        let unpacked = zstd::stream::read::Decoder::new(packed)
            .map_err(|source| CertificateReadError::Read { position: 0, source })?;
        Self::unpacked(unpacked)
    }
}

impl<R: Read> CertificateReader<R> {
    /// Reads up to the lemmas of a certificate that is unpacked already. It is read in large pieces.
    ///
    /// # Errors
    /// If it cannot be read, or is not in the format.
    pub fn unpacked(bytes: R) -> Result<Self, CertificateReadError> {
        let mut bytes = Bytes { inner: bytes, buffer: vec![0; 1 << 16], at: 0, end: 0, passed: 0 };
        for wanted in MAGIC {
            if bytes.next()? != Some(*wanted) {
                return Err(CertificateReadError::Malformed { position: bytes.position(), what: Malformed::Magic });
            }
        }
        let version = bytes.version()?;
        let first_child = if version >= b'3' { 10 } else { 8 };
        let problem = bytes.problem()?;
        let n_cells = problem.n_cells() as u64;
        let lower = bytes.number()?;
        let mut puzzle = Vec::new();
        let n_puzzles = if first_child > 8 { bytes.number()? } else { 1 };
        for i in 0..n_puzzles {
            let next = bytes.list(n_cells)?;
            puzzle = if i == 0 { next } else { puzzle };
            // Clauses that shorten the search for a second solution; whoever follows the proof makes that search anew.
            let n_clauses = if version >= b'4' { bytes.number()? } else { 0 };
            for _ in 0..n_clauses {
                bytes.list(2 * problem.n_names() as u64)?;
            }
        }
        let sets = bytes
            .many(|bytes| Ok(Set { cells: bytes.list(n_cells)?, options: bytes.list(problem.n_names() as u64)? }))?;
        let n_symmetries = bytes.below(LARGEST)?;
        if n_symmetries > 0 && problem.n_items == 0 {
            // They would take no bytes.
            return Err(bytes.malformed(Malformed::Range { found: n_symmetries.into(), end: 1 }));
        }
        let image = |bytes: &mut Bytes<R>| bytes.below(problem.n_items as u64);
        let images = |bytes: &mut Bytes<R>| (0..problem.n_items).map(|_| image(bytes)).collect();
        let symmetries = (0..n_symmetries).map(|_| images(&mut bytes)).collect::<Result<_, _>>()?;
        let n_lemmas = bytes.below(LARGEST)?;
        Ok(Self { bytes, header: Header { problem, lower, puzzle, sets, symmetries, n_lemmas, first_child } })
    }

    /// What came before the lemmas.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Number of unpacked bytes read so far.
    pub fn position(&self) -> u64 {
        self.bytes.position()
    }

    /// Reads what the next lemma says.
    ///
    /// # Errors
    /// As for [`CertificateReader::unpacked`].
    pub fn lemma(&mut self) -> Result<CertificateLemma, CertificateReadError> {
        let region = self.bytes.list(self.header.problem.n_cells() as u64)?;
        Ok(CertificateLemma { region, at_least: self.bytes.number()? })
    }

    /// Reads the next step of a node.
    ///
    /// # Errors
    /// As for [`CertificateReader::unpacked`].
    pub fn step(&mut self) -> Result<CertificateStep, CertificateReadError> {
        self.bytes.step(&self.header)
    }

    /// Makes sure that nothing follows.
    ///
    /// # Errors
    /// If something does, or if it cannot be read.
    pub fn end(&mut self) -> Result<(), CertificateReadError> {
        match self.bytes.next()? {
            None => Ok(()),
            Some(_) => Err(self.bytes.malformed(Malformed::Trailing)),
        }
    }
}

struct Bytes<R> {
    inner: R,
    buffer: Vec<u8>,
    at: usize,
    end: usize,
    /// Bytes of the buffers before this one.
    passed: u64,
}

impl<R: Read> Bytes<R> {
    fn position(&self) -> u64 {
        self.passed + self.at as u64
    }

    /// Blames the byte before.
    fn malformed(&self, what: Malformed) -> CertificateReadError {
        CertificateReadError::Malformed { position: self.position().saturating_sub(1), what }
    }

    fn next(&mut self) -> Result<Option<u8>, CertificateReadError> {
        if self.at == self.end {
            self.passed += self.end as u64;
            (self.at, self.end) = (0, 0);
            self.end = loop {
                match self.inner.read(&mut self.buffer) {
                    Ok(n) => break n,
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(source) => return Err(CertificateReadError::Read { position: self.passed, source }),
                }
            };
        }
        let byte = self.buffer[..self.end].get(self.at).copied();
        self.at += usize::from(byte.is_some());
        Ok(byte)
    }

    fn number(&mut self) -> Result<u64, CertificateReadError> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let Some(byte) = self.next()? else {
                return Err(CertificateReadError::Malformed { position: self.position(), what: Malformed::End });
            };
            let bits = u64::from(byte & 0x7f);
            let superfluous = byte == 0 && shift > 0;
            if bits << shift >> shift != bits || superfluous {
                break;
            }
            number |= bits << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(self.malformed(Malformed::Number))
    }

    /// `found` if it is below `end`, which is at most 2^24.
    fn within(&self, found: u64, end: u64) -> Result<u32, CertificateReadError> {
        match u32::try_from(found) {
            Ok(small) if found < end => Ok(small),
            _ => Err(self.malformed(Malformed::Range { found, end })),
        }
    }

    fn below(&mut self, end: u64) -> Result<u32, CertificateReadError> {
        let found = self.number()?;
        self.within(found, end)
    }

    /// The number of something that the proof names.
    fn index(&mut self) -> Result<u32, CertificateReadError> {
        self.below(LARGEST)
    }

    /// A number, then that many items.
    fn many<T>(
        &mut self,
        mut one: impl FnMut(&mut Self) -> Result<T, CertificateReadError>,
    ) -> Result<Vec<T>, CertificateReadError> {
        let n = self.below(LARGEST)?;
        // What is said to come may not come, so nothing is reserved for it.
        (0..n).map(|_| one(self)).collect()
    }

    fn list(&mut self, end: u64) -> Result<Vec<u32>, CertificateReadError> {
        let mut next = 0_u64;
        self.many(|bytes| {
            let step = bytes.number()?;
            let found = bytes.within(next.saturating_add(step), end)?;
            next = u64::from(found) + 1;
            Ok(found)
        })
    }

    fn entry(&mut self, n_sets: u64, n_lemmas: u32) -> Result<CertificateEntry, CertificateReadError> {
        Ok(match self.number()? {
            0 => {
                let divisor = self.number()?;
                if divisor == 0 {
                    return Ok(CertificateEntry::Lemma(self.below(n_lemmas.into())?));
                }
                CertificateEntry::Rounded { divisor, parts: self.many(|bytes| Ok((bytes.index()?, bytes.number()?)))? }
            }
            1 => CertificateEntry::Branch(self.index()?),
            kind => CertificateEntry::Set(self.within(kind - 2, n_sets)?),
        })
    }

    /// The next step of a node.
    fn step(&mut self, header: &Header) -> Result<CertificateStep, CertificateReadError> {
        let n_cells = header.problem.n_cells() as u64;
        let unit = |bytes: &mut Self| Ok((bytes.index()?, 1));
        let weighted = |bytes: &mut Self| Ok((bytes.index()?, bytes.number()?));
        let kind = self.number()?;
        Ok(match kind {
            0 => {
                let n_sets = header.sets.len() as u64;
                CertificateStep::Rows(self.many(|bytes| bytes.entry(n_sets, header.n_lemmas))?)
            }
            1 => {
                let budget = self.number()?;
                let caps = self.many(weighted)?;
                CertificateStep::Sum { budget, caps, rows: self.many(weighted)?, lifted: false }
            }
            2 => CertificateStep::Sum { budget: 1, caps: Vec::new(), rows: self.many(unit)?, lifted: true },
            3 => {
                let caps = vec![(self.index()?, 1)];
                CertificateStep::Sum { budget: 0, caps, rows: self.many(unit)?, lifted: true }
            }
            4 => {
                let end = header.symmetries.len() as u64;
                CertificateStep::Symmetry(self.many(|bytes| bytes.below(end))?)
            }
            5 => CertificateStep::Split { region: self.list(n_cells)?, bound: self.number()? },
            6 => CertificateStep::Cap(self.index()?),
            7 => CertificateStep::Dead(self.index()?),
            8 if header.first_child > 8 => {
                let cap = self.index()?;
                let n_sets = self.below(header.sets.len() as u64 + 1)?;
                let n_groups = self.index()?;
                let groups = (0..u64::from(n_groups) * 3).map(|_| self.below(n_cells)).collect::<Result<_, _>>()?;
                CertificateStep::Search { first: cap.checked_sub(1), n_sets, groups }
            }
            9 if header.first_child > 8 => CertificateStep::Listed,
            cell => CertificateStep::Child(self.within(cell - header.first_child, n_cells)?),
        })
    }

    /// The end of the first line, and the second line where there is one: a digest, which the checker compares.
    fn version(&mut self) -> Result<u8, CertificateReadError> {
        let version = self.next()?.unwrap_or(0);
        let mut right = matches!(version, b'1'..=b'4') && self.next()? == Some(b'\n');
        if right && version > b'1' {
            for _ in 0..DIGEST {
                right = right && matches!(self.next()?, Some(b'0'..=b'9' | b'a'..=b'f'));
            }
            right = right && self.next()? == Some(b'\n');
        }
        let position = self.position();
        let refused = |what| Err(CertificateReadError::Malformed { position, what });
        match version {
            b'5' => refused(Malformed::Weighted),
            b'6' => refused(Malformed::Symmetric),
            _ if right => Ok(version),
            _ => refused(Malformed::Magic),
        }
    }

    fn problem(&mut self) -> Result<CertificateProblem, CertificateReadError> {
        let kind = self.below(3)?;
        if kind == 2 {
            return self.model();
        }
        if kind == 0 {
            let (rows, columns) = (self.number()?, self.number()?);
            if rows == 0 || columns == 0 {
                return Err(self.malformed(Malformed::Zero));
            }
            let n = self.within(rows.saturating_mul(columns), LARGEST_SIDE + 1)?;
            let digit = |bytes: &mut Self| match bytes.below(u64::from(n) + 1)? {
                0 => Err(bytes.malformed(Malformed::Zero)),
                digit => Ok(digit),
            };
            let digits = (0..n * n).map(|_| digit(self)).collect::<Result<_, _>>()?;
            return Ok(grid(rows as usize, columns as usize, digits));
        }
        let n_items = self.below(LARGEST)?;
        let options = self.many(|bytes| bytes.list(n_items.into()));
        let options = options?;
        let target = self.list(options.len() as u64)?;
        Ok(CertificateProblem { origin: Origin::Cover, n_items: n_items as usize, options, target })
    }

    /// A linear model. Its rows are read past: they are needed to check sets, which are axioms here.
    fn model(&mut self) -> Result<CertificateProblem, CertificateReadError> {
        let n_vars = self.below(LARGEST)?;
        self.many(|bytes| {
            let n_terms = bytes.list(n_vars.into())?.len();
            // A coefficient for each, and the right side.
            (0..=n_terms).try_for_each(|_| bytes.number().map(drop))
        })?;
        self.list(n_vars.into())?;
        let target = self.many(|bytes| bytes.below(n_vars.into()))?;
        self.list(n_vars.into())?;
        Ok(CertificateProblem {
            origin: Origin::Model { n_vars: n_vars as usize },
            n_items: 0,
            options: Vec::new(),
            target,
        })
    }
}

/// The exact cover problem of a grid, whose side is `rows * columns`.
fn grid(rows: usize, columns: usize, digits: Vec<u32>) -> CertificateProblem {
    let n = rows * columns;
    let has_boxes = rows > 1 && columns > 1;
    let options = (0..n * n * n).map(|option| {
        let (cell, digit) = (option / n, option % n);
        let (row, column) = (cell / n, cell % n);
        let house = |kind: usize, index: usize| kind * n * n + index * n + digit;
        let mut items = vec![cell, house(1, row), house(2, column)];
        // There are n / columns = rows boxes side by side.
        items.extend(has_boxes.then(|| house(3, row / rows * rows + column / columns)));
        items.into_iter().map(|item| item as u32).collect()
    });
    let target = digits.iter().zip(0..).map(|(digit, cell)| cell * n as u32 + digit - 1);
    let (options, target) = (options.collect(), target.collect());
    let n_items = if has_boxes { 4 } else { 3 } * n * n;
    CertificateProblem { origin: Origin::Grid { rows, columns, digits }, n_items, options, target }
}
