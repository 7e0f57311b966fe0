//! What is said to the page, one line of JSON each. Cells are numbered row by row from 0; grids and puzzles are lines
//! of digits with `.` for an empty cell.

use std::fmt::Display;
use std::io::{self, Write};

use serde::Serialize;

#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub(crate) enum Message {
    /// A puzzle was read, and this is how many solutions it has.
    Puzzle {
        /// Rows and columns of a box.
        boxes: [usize; 2],
        /// Its rules beside those of the boxes, as a question names them.
        rules: String,
        line: String,
        /// The name that stood before it.
        #[serde(skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        solutions: Solutions,
    },
    /// The text is neither a puzzle nor a grid, or the question cannot be asked of it.
    Refused { message: String },
    /// What is proven by now.
    Bounds {
        /// No puzzle has fewer clues.
        lower: usize,
        /// There is one with so few.
        #[serde(skip_serializing_if = "Option::is_none")]
        upper: Option<usize>,
        /// Nodes of the search.
        nodes: u64,
    },
    /// A puzzle with fewer clues than any before.
    Better { puzzle: String },
    Minimum {
        clues: usize,
        /// A puzzle that has them.
        puzzle: String,
        /// Nodes of the search.
        nodes: u64,
        /// Unavoidable sets that were known at its end.
        sets: u64,
    },
    Sets {
        /// All minimal ones with at most this many cells.
        max_size: usize,
        sets: Vec<Unavoidable>,
    },
    /// A certificate is right.
    Verified {
        /// No puzzle has fewer clues.
        lower: usize,
        /// The clues of its puzzle.
        upper: usize,
        /// Its grid; certificates of other problems have none.
        #[serde(skip_serializing_if = "Option::is_none")]
        grid: Option<CertifiedGrid>,
        /// SHA-256 of the problem.
        sha256: String,
        /// Nodes of its tree.
        nodes: u64,
    },
    /// What a teaching solver did.
    Watched {
        /// `fill`, `mrv` or `ctn`.
        solver: &'static str,
        /// The first changes of the board: cell, digit or 0 for an emptied cell, and tries or recursions up to then.
        steps: Vec<[u64; 3]>,
        /// All of its changes.
        n_steps: u64,
        /// All of its tries or recursions.
        count: u64,
        /// Did it come to its end?
        ended: bool,
    },
    /// How a person solves the puzzle.
    Way {
        level: &'static str,
        /// The hardest technique that was needed; none for a complete grid.
        #[serde(skip_serializing_if = "Option::is_none")]
        technique: Option<&'static str>,
        steps: Vec<HumanStep>,
    },
    /// A puzzle that was made.
    Made {
        puzzle: String,
        solution: String,
        /// How hard it is for people; with more rules that is not always known.
        #[serde(skip_serializing_if = "Option::is_none")]
        level: Option<&'static str>,
    },
    /// A defect of minclue.
    Failed { message: String },
}

impl Message {
    pub(crate) fn refused(why: &dyn Display) -> Self {
        Self::Refused { message: why.to_string() }
    }

    pub(crate) fn failed(why: &dyn Display) -> Self {
        Self::Failed { message: why.to_string() }
    }
}

/// Why a question has no answer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// It cannot be asked: see [`Message::Refused`].
    Refused(String),
    /// A defect of minclue.
    Failed(String),
}

impl From<Trouble> for Message {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Refused(message) => Self::Refused { message },
            Trouble::Failed(message) => Self::Failed { message },
        }
    }
}

/// How many solutions a puzzle has.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "are", rename_all = "snake_case")]
pub(crate) enum Solutions {
    /// The clues contradict each other; without some of these clues they might not. No clues: no grid keeps the rules.
    None { clues: Vec<usize> },
    One {
        grid: String,
        /// Clues of which each can be dropped alone.
        redundant: Vec<usize>,
    },
    Several {
        two: [String; 2],
        /// Where these two differ.
        cells: Vec<usize>,
        /// Solutions that were counted.
        n: u64,
        all: bool,
    },
}

/// A minimal unavoidable set.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Unavoidable {
    pub(crate) cells: Vec<usize>,
    /// The second solution, which differs from the grid in these cells only.
    pub(crate) second: String,
}

/// What a person finds next, and what is on paper before it.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct HumanStep {
    pub(crate) technique: &'static str,
    pub(crate) level: &'static str,
    /// What follows and why, without a full stop.
    pub(crate) text: String,
    /// Cell and digit that are written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) placed: Option<(usize, char)>,
    /// Cells and digits that are candidates no more.
    pub(crate) removed: Vec<(usize, char)>,
    /// The digits before the step, as a line.
    pub(crate) line: String,
    /// The candidates of each cell before it; none of a filled one.
    pub(crate) left: Vec<String>,
}

/// What a certificate is about.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct CertifiedGrid {
    /// Rows and columns of a box.
    pub(crate) boxes: [usize; 2],
    pub(crate) grid: String,
    /// The puzzle with the fewest clues that it shows.
    pub(crate) puzzle: String,
}

/// Says it at once.
pub(crate) fn say(out: &mut impl Write, said: &Message) -> io::Result<()> {
    serde_json::to_writer(&mut *out, said)?;
    out.write_all(b"\n")?;
    out.flush()
}
