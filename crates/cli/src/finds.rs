//! What belongs to the answer of a verb and is known before its record goes to the output at once, or when it is the
//! turn of the input; a verb need not know which.

use std::io;

use minclue_report::{PuzzleRecord, Record};

use super::output::Output;
use super::progress;
use super::turn;

/// Where a verb puts what belongs to the answer and is known before its record.
pub(super) trait Finds {
    /// Writes a puzzle, as [`Output::puzzle`] does.
    ///
    /// # Errors
    /// The output does not take any more.
    fn puzzle(&mut self, puzzle: PuzzleRecord) -> io::Result<()>;

    /// Writes a record that is not the last one of its input.
    ///
    /// # Errors
    /// The output does not take any more.
    fn record(&mut self, record: Box<dyn Record>) -> io::Result<()>;
}

/// Writes at once.
pub(super) struct Now<'a>(pub(super) &'a mut dyn Output);

impl Finds for Now<'_> {
    fn puzzle(&mut self, puzzle: PuzzleRecord) -> io::Result<()> {
        self.0.puzzle(&puzzle)
    }

    fn record(&mut self, record: Box<dyn Record>) -> io::Result<()> {
        progress::aside_output(|| self.0.record(&*record))
    }
}

/// Writes once it is the turn of this thread.
pub(super) struct Later;

impl Later {
    fn keep(write: impl FnOnce(&mut dyn Output) -> io::Result<()> + Send + 'static) -> io::Result<()> {
        // One who takes no results any more has closed the pipe.
        if turn::keeps_result(write) { Ok(()) } else { Err(io::ErrorKind::BrokenPipe.into()) }
    }
}

impl Finds for Later {
    fn puzzle(&mut self, puzzle: PuzzleRecord) -> io::Result<()> {
        Self::keep(move |out| out.puzzle(&puzzle))
    }

    fn record(&mut self, record: Box<dyn Record>) -> io::Result<()> {
        Self::keep(move |out| out.record(&*record))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_that_nobody_takes_is_a_closed_pipe() {
        let put = || {
            let puzzle = PuzzleRecord::of_grid(None, "1".repeat(16), "2x2".parse().expect("a shape"));
            Later.puzzle(puzzle).map_err(|e| e.kind())
        };
        assert_eq!(put(), Err(io::ErrorKind::BrokenPipe));
        assert_eq!(turn::listen(|_| false, put), Err(io::ErrorKind::BrokenPipe));
        assert_eq!(turn::listen(|_| true, put), Ok(()));
    }
}
