//! `minclue export`: models of each grid as files for other solvers.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use minclue_core::base::{Cell, CellSet, Group, Index as _, Limits, Stop, folder_of, write_whole};
use minclue_core::hitting::write_hgr;
use minclue_core::ilp;
use minclue_core::problem::{ClueProblem as _, LinearProblem, SudokuClues};
use minclue_core::sudoku::{Entry, Grid, Puzzle};
use minclue_core::unavoidable::Family;
use minclue_engines::bilevel::{self, AuxDialect, LeaderRows, ModelKind, RegionMinimum, RegionRows};
use minclue_interop::{CertificateProblem, write_qdimacs, write_second};
use minclue_report::{AnswerStatus, ErrorRecord, ExportRecord, Head, Record, seconds};
use minclue_solver::{Asks, RegionRowsError, SourceOptions, with_width};

use super::answer::Answer;
use super::args::values::as_usize;
use super::args::{AuxStyle, CLAUSES, ExportArgs, FileFormat, Model, NameStyle};
use super::cells::Cells;
use super::claims::{Claims, Refusal};
use super::command::Command;
use super::context::Context;
use super::exit::Exit;
use super::message::Messages;
use super::output::Layout;
use super::record_sink::RecordSink;
use super::runner::{self, EntryVerb};
use super::set_file::{self, SetLimits};
use super::target::{self, grid_line};
use super::version::VERSION;

impl Command for ExportArgs {
    fn run(&self) -> Exit {
        export(self)
    }

    fn conflict(&self) -> Option<String> {
        self.contradiction()
    }
}

/// Runs the verb.
fn export(args: &ExportArgs) -> Exit {
    let given = || Cells::of_option(GIVEN, args.given.as_deref(), &Messages::new(args.common.messages.color));
    match set_file::Sets::open(args.from.as_deref(), &args.common).and_then(|from| Ok((from, given()?))) {
        Ok((from, given)) => {
            runner::run(&args.common, Layout::of::<ExportRecord>(args.format), 1, &Export::new(args, from, given))
        }
        Err(exit) => exit,
    }
}

const GIVEN: &str = "--given";

struct Export<'a> {
    args: &'a ExportArgs,
    from: Option<set_file::Sets>,
    given: Option<Cells>,
    files: Mutex<Files>,
}

/// The files of the run so far.
#[derive(Default)]
struct Files {
    names: Names,
    claims: Claims,
}

impl EntryVerb for Export<'_> {
    fn answer(&self, number: usize, entry: &Entry, context: &Context, _: &mut dyn RecordSink) -> Answer {
        with_width!(entry.puzzle.shape().n_cells(), W => self.one::<W>(number, entry, context))
    }

    fn claim(&self, mut claims: Claims) -> Result<(), Refusal> {
        claims.reads_from(self.args.from.as_deref());
        self.files().claims = claims;
        Ok(())
    }

    fn unanswered(&self, id: Option<String>, status: AnswerStatus, error: ErrorRecord) -> Box<dyn Record> {
        Box::new(self.empty(Head::unanswered(ExportRecord::SCHEMA, id, status, error)))
    }
}

impl<'a> Export<'a> {
    fn new(args: &'a ExportArgs, from: Option<set_file::Sets>, given: Option<Cells>) -> Self {
        Self { args, from, given, files: Mutex::default() }
    }

    fn files(&self) -> MutexGuard<'_, Files> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The clues that the follower answers to, where it is asked.
    fn clues<const W: usize>(&self, puzzle: &Puzzle) -> Result<CellSet<W>, Answer> {
        match &self.given {
            Some(given) => given.of::<W>(puzzle.shape()).map_err(|e| e.answer(GIVEN)),
            None if matches!(self.args.model(), Model::Follower | Model::Second) && puzzle.as_grid().is_some() => {
                let who = if self.args.model() == Model::Second { "a second solution" } else { "the follower" };
                let message = format!("{who} answers to clues: give a puzzle, or name them with --given r1c1,r2c3,...");
                Err(Answer::Usage(message))
            }
            None => Ok(puzzle.clues()),
        }
    }

    fn empty(&self, head: Head) -> ExportRecord {
        ExportRecord {
            head,
            model: self.args.model().name(),
            format: self.args.file_format().name(),
            n_sets: None,
            n_region_rows: None,
            n_symmetry_rows: None,
            files: Vec::new(),
            seconds: 0.0,
            version: VERSION,
        }
    }

    fn one<const W: usize>(&self, number: usize, entry: &Entry, context: &Context) -> Answer
    where
        CellSet<W>: Asks<W>,
    {
        let start = Instant::now();
        let limits = context.limits(None, None);
        let grid = match target::grid::<W>(&entry.puzzle, &limits) {
            Ok(grid) => grid,
            Err(no_grid) => return target::answer(&no_grid, |stop| self.stopped(entry, stop)),
        };
        let clues = match self.clues::<W>(&entry.puzzle) {
            Ok(clues) => clues,
            Err(answer) => return answer,
        };
        let files = {
            let mut taken = self.files();
            let files = taken.names.files(self.args, entry.id.as_deref(), number);
            if let Err(refusal) = claim(&mut taken.claims, "--output", &files) {
                return refusal.answer();
            }
            files
        };
        if matches!(self.args.model(), Model::Second | Model::Puzzle) {
            return self.clauses(entry, &grid, clues, &files, start);
        }
        let problem = SudokuClues::<W>::new(grid);
        let inequalities = match self.inequalities(&problem, &limits, &context.messages) {
            Ok(family) => family,
            Err(answer) => return answer,
        };
        let args = self.args;
        let regions = match self.regions(&problem, &limits) {
            Ok(regions) => regions,
            Err(RegionRowsError::Stopped(stop)) => return self.stopped(entry, stop),
            Err(failed @ RegionRowsError::Failed(_)) => return Answer::Failed(failed.to_string()),
        };
        let symmetries = self.symmetries(&problem, &limits);
        // A part of the rows would be a file of another model, which nobody could tell from the whole.
        if let Some(stop) = limits.reached(0) {
            return self.stopped(entry, stop);
        }
        let rows = LeaderRows { sets: &inequalities, regions: &regions, symmetries: &symmetries };
        let how = How { format: args.file_format(), aux: args.aux.unwrap_or_default(), names: args.names };
        let hypergraph = || hypergraph(&problem, &inequalities);
        match write(&problem, kind(args.model(), args.size, clues, rows), how, &hypergraph, &files) {
            Ok(()) => {
                let head = target::head(ExportRecord::SCHEMA, entry, Some(problem.grid()), AnswerStatus::Done);
                let mut record = self.empty(head);
                record.n_sets = (self.args.model() != Model::Follower).then_some(inequalities.len());
                record.n_region_rows = args.has_region_rows().then_some(regions.len());
                record.n_symmetry_rows = args.symmetry_rows.then_some(symmetries.len());
                record.files = files.iter().map(|file| file.display().to_string()).collect();
                record.seconds = seconds(start.elapsed());
                Answer::Known(Box::new(record))
            }
            Err(Unwritten::Model(message) | Unwritten::File(message)) => Answer::Failed(message),
        }
    }

    /// Writes a question about a puzzle or its grid as clauses.
    fn clauses<const W: usize>(
        &self,
        entry: &Entry,
        grid: &Grid,
        clues: CellSet<W>,
        files: &[PathBuf],
        start: Instant,
    ) -> Answer {
        let shape = grid.shape();
        let digits = grid.digits().iter().map(|digit| digit.value() as u32).collect();
        let problem = CertificateProblem::of_grid(shape.box_rows(), shape.box_cols(), digits);
        let mut text = Vec::new();
        let written = match self.args.at_most {
            Some(k) => write_qdimacs(&problem, k, &mut text),
            None => {
                let clues: Vec<u32> = clues.iter().map(|cell| cell.get() as u32).collect();
                let comment = format!("satisfiable: these {} clues have a second solution", clues.len());
                write_second(&problem, &clues, &comment, &mut text)
            }
        };
        let saved = written.map_err(|e| e.to_string()).and_then(|()| {
            files.iter().try_for_each(|file| write_whole(file, &text).map_err(|e| format!("{}: {e}", file.display())))
        });
        match saved {
            Ok(()) => {
                let head = target::head(ExportRecord::SCHEMA, entry, Some(grid), AnswerStatus::Done);
                let mut record = self.empty(head);
                record.files = files.iter().map(|file| file.display().to_string()).collect();
                record.seconds = seconds(start.elapsed());
                Answer::Known(Box::new(record))
            }
            Err(message) => Answer::Failed(message),
        }
    }

    /// The unavoidable-set inequalities of the model, where it has such rows.
    fn inequalities<const W: usize>(
        &self,
        problem: &SudokuClues<W>,
        limits: &Limits,
        messages: &Messages,
    ) -> Result<Family<W>, Answer>
    where
        CellSet<W>: Asks<W>,
    {
        let mut family = Family::new();
        let args = self.args;
        if args.model() == Model::Follower {
            return Ok(family);
        }
        let max_sets = args.max_sets.map(as_usize);
        // Sets of the size asked for are what the set-generation model is to find.
        let max_size = args.size.map(|m| as_usize(m - 1)).or(args.max_size.map(as_usize));
        if let Some(from) = &self.from {
            from.find(problem, SetLimits { size: max_size, sets: max_sets }, &mut family, limits, messages)?;
        } else {
            let regions = args.regions.unwrap_or_default();
            let wanted = SourceOptions { max_size, max_sets, regions, ..SourceOptions::of(args.source) };
            CellSet::<W>::find_sets(problem, &wanted, &mut family, limits)
                .map_err(|e| Answer::Failed(format!("inequalities: {e}")))?;
        }
        Ok(family)
    }

    /// The minima of regions of the model, where it has such rows.
    fn regions<const W: usize>(
        &self,
        problem: &SudokuClues<W>,
        limits: &Limits,
    ) -> Result<Vec<RegionMinimum<W>>, RegionRowsError>
    where
        CellSet<W>: Asks<W>,
    {
        CellSet::<W>::region_minima(problem, self.args.region_rows.unwrap_or(RegionRows::None), limits)
    }

    /// The rows of symmetries of the model, where it has such rows.
    fn symmetries<const W: usize>(&self, problem: &SudokuClues<W>, limits: &Limits) -> Vec<(Cell, Cell)> {
        let wanted = self.args.symmetry_rows;
        if wanted { problem.automorphisms(Group::MAX, limits).first_rows::<W>() } else { Vec::new() }
    }

    /// The answer where a limit came first.
    fn stopped(&self, entry: &Entry, stop: Stop) -> Answer {
        let head = target::head(ExportRecord::SCHEMA, entry, None, stop.into());
        Answer::Known(Box::new(self.empty(head)))
    }
}

/// Claims the files of a model; folders on their way are made.
///
/// # Errors
/// A folder cannot be made, or a file is not to be written.
pub(super) fn claim(claims: &mut Claims, option: &str, files: &[PathBuf]) -> Result<(), Refusal> {
    files.iter().try_for_each(|file| {
        let folder = folder_of(file);
        std::fs::create_dir_all(folder).map_err(|e| Refusal::unwritable(option, folder, &e))?;
        claims.replaces(option, file)
    })
}

/// How a model is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct How {
    pub(super) format: FileFormat,
    pub(super) aux: AuxStyle,
    pub(super) names: NameStyle,
}

/// The model that arguments ask for, with these rows of the leader: the follower's for `clues`, the sets' for `size`.
pub(super) fn kind<'a, const W: usize>(
    model: Model,
    size: Option<u64>,
    clues: CellSet<W>,
    rows: LeaderRows<'a, W>,
) -> ModelKind<'a, W> {
    match model {
        Model::Bilevel => ModelKind::Bilevel(rows),
        Model::Hpr => ModelKind::Hpr(rows),
        Model::Hitting => ModelKind::Hitting(rows),
        // What is written as clauses alone is never written as a model; see `write`.
        Model::Follower | Model::Second | Model::Puzzle => ModelKind::Follower(clues),
        Model::Sets => {
            let size = size.and_then(|m| usize::try_from(m).ok()).unwrap_or(usize::MAX);
            ModelKind::Sets { size, known: rows.sets }
        }
    }
}

/// Writes a model to `files`, one for each ending of the format, in that order. `hypergraph` has the text of an `.hgr`
/// file.
///
/// # Errors
/// A message if the format cannot hold the model, or a file cannot be written.
pub(super) fn write<const W: usize>(
    problem: &dyn LinearProblem<W>,
    kind: ModelKind<'_, W>,
    how: How,
    hypergraph: &dyn Fn() -> String,
    files: &[PathBuf],
) -> Result<(), Unwritten> {
    let format = match how.format {
        FileFormat::Lp => bilevel::Format::Lp,
        FileFormat::Mps => bilevel::Format::Mps,
        FileFormat::MpsAux => bilevel::Format::MpsAux(match how.aux {
            AuxStyle::Index => AuxDialect::Index,
            AuxStyle::Names => AuxDialect::Names,
        }),
        FileFormat::Bobilib => bilevel::Format::Bobilib,
        FileFormat::Opb => bilevel::Format::Opb,
        FileFormat::Wcnf => bilevel::Format::Wcnf,
        FileFormat::Cnf | FileFormat::Qdimacs => return Err(Unwritten::Model(CLAUSES.to_owned())),
        FileFormat::Hgr => return files.iter().try_for_each(|file| saved(file, &hypergraph())),
    };
    let names = match how.names {
        NameStyle::Full => ilp::Names::Full,
        NameStyle::Short => ilp::Names::Short,
    };
    let instance = files.first().and_then(|file| file.file_stem()).unwrap_or_default().to_string_lossy();
    let texts = bilevel::export(problem, kind, format, names, &instance);
    let texts = texts.map_err(|e| Unwritten::Model(e.to_string()))?;
    for (file, text) in files.iter().zip(std::iter::once(texts.model).chain(texts.aux)) {
        saved(file, &text)?;
    }
    Ok(())
}

/// The sets as a hypergraph, with comments that name the grid and the cells.
fn hypergraph<const W: usize>(problem: &SudokuClues<W>, family: &Family<W>) -> String {
    let (grid, shape) = (problem.grid(), problem.grid().shape());
    let comments = format!(
        "unavoidable sets of the grid {} (boxes {shape})\n\
         vertex v is cell v - 1, row by row: vertex 1 is R1C1, vertex {} is R1C{}",
        grid_line(grid),
        shape.n(),
        shape.n()
    );
    write_hgr(shape.n_cells(), family.sets().iter().map(|set| set.cells), &comments)
}

fn saved(file: &Path, text: &str) -> Result<(), Unwritten> {
    write_whole(file, text.as_bytes()).map_err(|e| Unwritten::File(format!("{}: {e}", file.display())))
}

/// Why there is no file.
pub(super) enum Unwritten {
    /// The format has no place for the model.
    Model(String),
    /// The machine did not take it.
    File(String),
}

/// The names of files that were given to grids, without model and ending: no two grids have the same.
#[derive(Debug, Default)]
struct Names(HashSet<PathBuf>);

impl Names {
    /// The files of the `n`-th grid. In a directory `ID.MODEL.ENDING`; otherwise the prefix as it is for the first grid
    /// without a name, and followed by the name or the number for all others. Where an earlier grid has the name, the
    /// least number from 2 on that makes it another one comes after it.
    fn files(&mut self, args: &ExportArgs, id: Option<&str>, n: usize) -> Vec<PathBuf> {
        let output = &args.output;
        let ends_with_slash = output.as_os_str().to_string_lossy().ends_with(['/', std::path::MAIN_SEPARATOR]);
        let is_directory = output.is_dir() || ends_with_slash;
        let name = match (is_directory, id, n) {
            (true, Some(id), _) => output.join(plain(id)),
            (true, None, n) => output.join(format!("grid-{n}")),
            (false, Some(id), _) => appended(output, &format!("-{}", plain(id))),
            (false, None, 1) => output.clone(),
            (false, None, n) => appended(output, &format!("-{n}")),
        };
        let name = self.free(name);
        let stem = if is_directory { appended(&name, &format!(".{}", args.model().name())) } else { name };
        args.file_format().endings().iter().map(|ending| appended(&stem, &format!(".{ending}"))).collect()
    }

    /// The name, or the first one with a number that is free.
    fn free(&mut self, name: PathBuf) -> PathBuf {
        let numbered = (2..=usize::MAX).map(|number| appended(&name, &format!("-{number}")));
        let free = std::iter::once(name.clone()).chain(numbered).find(|name| !self.0.contains(name)).unwrap_or(name);
        self.0.insert(free.clone());
        free
    }
}

/// A path with more at the end of its name.
pub(super) fn appended(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// A name from the input as part of a file name: it must not lead elsewhere.
fn plain(id: &str) -> String {
    id.chars().map(|c| if c.is_alphanumeric() || matches!(c, '-' | '_') { c } else { '_' }).collect()
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::super::{Args, Verb};
    use super::*;

    fn some_names(output: &str, grids: &[(Option<&str>, usize)]) -> Vec<String> {
        let args = Args::parse_from(["minclue", "export", "-o", output]);
        let Verb::Export(args) = args.verb else { panic!("the verb is export") };
        let mut names = Names::default();
        let files = grids.iter().flat_map(|(id, n)| names.files(&args, *id, *n));
        files.map(|p| p.display().to_string()).collect()
    }

    fn names(output: &str, id: Option<&str>, n: usize) -> Vec<String> {
        some_names(output, &[(id, n)])
    }

    #[test]
    fn files_are_named_by_id_or_number() {
        assert_eq!(names("new/", Some("7"), 1), ["new/7.bilevel.mps", "new/7.bilevel.aux"]);
        assert_eq!(names("new/", None, 3), ["new/grid-3.bilevel.mps", "new/grid-3.bilevel.aux"]);
        assert_eq!(names("x.y", None, 1), ["x.y.mps", "x.y.aux"]);
        assert_eq!(names("x", None, 2), ["x-2.mps", "x-2.aux"]);
        assert_eq!(names("x", Some("../../up"), 2), ["x-______up.mps", "x-______up.aux"]);
    }

    #[test]
    fn no_two_grids_share_a_file() {
        let models = |output: &str, ids: &[Option<&str>]| -> Vec<String> {
            let grids: Vec<_> = ids.iter().copied().zip(1..).collect();
            some_names(output, &grids).into_iter().filter(|name| name.ends_with(".mps")).collect()
        };
        assert_eq!(
            models("d/", &[Some("same"), Some("same"), Some("same-2"), Some("same")]),
            ["d/same.bilevel.mps", "d/same-2.bilevel.mps", "d/same-2-2.bilevel.mps", "d/same-3.bilevel.mps"]
        );
        assert_eq!(models("d/", &[Some("grid-2"), None]), ["d/grid-2.bilevel.mps", "d/grid-2-2.bilevel.mps"]);
        assert_eq!(models("d/", &[Some("a/b"), Some("a_b")]), ["d/a_b.bilevel.mps", "d/a_b-2.bilevel.mps"]);
        assert_eq!(models("x", &[Some("2"), None, None, Some("2")]), ["x-2.mps", "x-2-2.mps", "x-3.mps", "x-2-3.mps"]);
    }
}
