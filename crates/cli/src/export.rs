//! `minclue export`: models of each grid as files for other solvers.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use minclue_core::base::{Cell, Index as _, Stop, folder_of, write_whole};
use minclue_core::sudoku::{Entry, Grid, Puzzle, Variant};
use minclue_core::unavoidable::ImportedSet;
use minclue_engines::bilevel::{AuxDialect, RegionRows};
use minclue_interop::{Cover, write_second};
use minclue_report::{AnswerStatus, ErrorRecord, ExportRecord, Head, Record, seconds};
use minclue_solver::{
    Error, ExportFormat, ExportModel, ExportOptions, Exported, GivenSets, GivenSetsReport, Problem, SetsFrom,
    SetsOptions, Solver, SourceOptions, solution_within,
};

use super::answer::Answer;
use super::args::values::as_usize;
use super::args::{AuxStyle, ExportArgs, FileFormat, Jobs, Model, ending};
use super::cells::Cells;
use super::command::Command;
use super::context::Context;
use super::exit::Exit;
use super::file_guard::{FileGuard, Refusal};
use super::message::Messages;
use super::output::Layout;
use super::progress::grouped;
use super::record_sink::RecordSink;
use super::runner::{self, EntryVerb};
use super::set_file;
use super::target;
use super::version::VERSION;

impl Command for ExportArgs {
    fn run(&self) -> Exit {
        export(self)
    }

    fn conflict(&self) -> Option<String> {
        self.contradiction()
    }
}

fn export(args: &ExportArgs) -> Exit {
    let given = || Cells::of_option(GIVEN, args.given.as_deref(), &Messages::new(args.common.messages.color));
    match set_file::Sets::open(args.from.as_deref(), &args.common).and_then(|from| Ok((from, given()?))) {
        Ok((from, given)) => runner::run(
            &args.common,
            Layout::of::<ExportRecord>(args.format),
            Jobs::ONE,
            &Export::new(args, from, given),
        ),
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
    names: FileNames,
    claims: FileGuard,
}

impl EntryVerb for Export<'_> {
    fn answer(&self, number: usize, entry: &Entry, context: &Context, _: &mut dyn RecordSink) -> Answer {
        self.one(number, entry, context)
    }

    fn claim(&self, mut claims: FileGuard) -> Result<(), Refusal> {
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
    fn clues(&self, puzzle: &Puzzle) -> Result<Vec<Cell>, Answer> {
        match &self.given {
            Some(given) => given.of(puzzle.shape()).map_err(|e| e.answer(GIVEN)),
            None if matches!(self.args.model(), Model::Follower | Model::Second) && puzzle.as_grid().is_some() => {
                let who = if self.args.model() == Model::Second { "a second solution" } else { "the follower" };
                let message =
                    format!("{who} requires clues: give a puzzle, or name the clues with --given r1c1,r2c3,...");
                Err(Answer::Usage(message))
            }
            None => Ok(puzzle.clue_cells()),
        }
    }

    fn empty(&self, head: Head) -> ExportRecord {
        ExportRecord {
            model: self.args.model().name(),
            format: self.args.file_format().name(),
            ..ExportRecord::new(head, VERSION)
        }
    }

    fn one(&self, number: usize, entry: &Entry, context: &Context) -> Answer {
        let (args, start) = (self.args, Instant::now());
        let limits = context.limits(None, None);
        let variant = Variant::plain(entry.puzzle.shape());
        let grid = match solution_within(&variant, &entry.puzzle, &limits) {
            Ok(grid) => grid,
            Err(no_grid) => return target::answer(&no_grid, |stop| self.stopped(entry, stop)),
        };
        let clues = match self.clues(&entry.puzzle) {
            Ok(clues) => clues,
            Err(answer) => return answer,
        };
        let files = {
            let mut taken = self.files();
            let files = taken.names.files(args, entry.id.as_deref(), number);
            if let Err(refusal) = claim(&mut taken.claims, "--output", &files) {
                return refusal.answer();
            }
            files
        };
        if args.model() == Model::Second {
            return self.clauses(entry, &grid, &clues, &files, start);
        }
        let (places, given) = match set_file::of_grid(self.from.as_ref(), &grid) {
            Ok(given) => given,
            Err(answer) => return answer,
        };
        let heard = |report: &GivenSetsReport| self.from.iter().for_each(|from| from.note(report, &context.messages));
        let options = export_options(args.model(), args.size, clues, args.file_format(), args.aux.unwrap_or_default());
        let stem = stem(&files);
        let options = ExportOptions {
            names: args.names.into(),
            stem: &stem,
            sets: (args.model() != Model::Follower).then(|| self.sets(given, &heard)),
            regions: args.region_rows.unwrap_or(RegionRows::None),
            symmetries: args.symmetry_rows,
            ..options
        };
        let problem = Problem::of_grid(&grid);
        let exported = match Solver::new(&problem).limits_by(&|| limits.clone()).export(&options) {
            Ok(exported) => exported,
            Err(Error::Stopped(stop)) => return self.stopped(entry, stop),
            Err(Error::Export(message)) => return Answer::Failed(message),
            Err(e) => return set_file::answer(self.from.as_ref(), &places, e),
        };
        if let Err(message) = save(&exported, &files) {
            return Answer::Failed(message);
        }
        if !args.common.messages.quiet {
            context.messages.note(&size(&exported, &files));
        }
        let head = target::head(ExportRecord::SCHEMA, entry, Some(&grid), AnswerStatus::Done);
        let mut record = self.empty(head);
        (record.n_variables, record.n_rows) = (Some(exported.n_variables), Some(exported.n_rows));
        record.n_sets = (args.model() != Model::Follower).then_some(exported.n_sets);
        record.n_region_rows = args.has_region_rows().then_some(exported.n_regions);
        record.n_symmetry_rows = args.symmetry_rows.then_some(exported.n_symmetries);
        record.files = files.iter().map(|file| file.display().to_string()).collect();
        record.seconds = seconds(start.elapsed());
        Answer::Known(Box::new(record))
    }

    /// The unavoidable sets whose inequalities the model has: those given, or those of the source.
    fn sets<'h>(&self, given: Option<Vec<ImportedSet>>, heard: &'h dyn Fn(&GivenSetsReport)) -> SetsOptions<'h> {
        let args = self.args;
        let max_sets = args.max_sets.map(as_usize);
        // Sets of the size asked for are what the set-generation model is to find.
        let max_size = args.size.map(|m| as_usize(m - 1)).or(args.max_size.map(as_usize));
        let regions = args.regions.unwrap_or_default();
        let source = SourceOptions { max_size, max_sets, regions, ..SourceOptions::of(args.source) };
        match given {
            Some(sets) => {
                let from = SetsFrom::Given(GivenSets { sets, max_size, max_sets, heard: Some(heard) });
                SetsOptions { from, ..SetsOptions::of(source) }
            }
            None => SetsOptions::of(source),
        }
    }

    /// Writes whether a puzzle has a second solution as clauses.
    fn clauses(&self, entry: &Entry, grid: &Grid, clues: &[Cell], files: &[PathBuf], start: Instant) -> Answer {
        let shape = grid.shape();
        let digits = grid.digits().iter().map(|digit| digit.value() as u32).collect();
        let cover = Cover::of_grid(shape.box_rows(), shape.box_cols(), digits);
        let mut text = Vec::new();
        let clues: Vec<usize> = clues.iter().map(|cell| cell.get()).collect();
        let comment = format!("satisfiable: these {} clues have a second solution", clues.len());
        let written = write_second(&cover, &clues, &comment, &mut text);
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
pub(super) fn claim(claims: &mut FileGuard, option: &str, files: &[PathBuf]) -> Result<(), Refusal> {
    files.iter().try_for_each(|file| {
        let folder = folder_of(file);
        std::fs::create_dir_all(folder).map_err(|e| Refusal::unwritable(option, folder, &e))?;
        claims.replaces(option, file)
    })
}

/// The model and the format that arguments ask for: the follower's for `clues`, the sets' for `size`.
pub(super) fn export_options<'a>(
    model: Model,
    size: Option<u64>,
    clues: Vec<Cell>,
    format: FileFormat,
    aux: AuxStyle,
) -> ExportOptions<'a> {
    let model = match model {
        Model::Bilevel => ExportModel::Bilevel,
        Model::Hpr => ExportModel::HighPoint,
        Model::Hitting => ExportModel::Hitting,
        // Clauses about a second solution are written by themselves.
        Model::Follower | Model::Second => ExportModel::Follower(clues),
        Model::Sets => ExportModel::Sets(size.and_then(|m| usize::try_from(m).ok()).unwrap_or(usize::MAX)),
    };
    let format = match format {
        FileFormat::Lp => ExportFormat::Lp,
        FileFormat::Mps => ExportFormat::Mps,
        FileFormat::MpsAux => ExportFormat::MpsAux(match aux {
            AuxStyle::Index => AuxDialect::Index,
            AuxStyle::Names => AuxDialect::Names,
        }),
        FileFormat::Bobilib => ExportFormat::Bobilib,
        FileFormat::Opb => ExportFormat::Opb,
        FileFormat::Wcnf => ExportFormat::Wcnf,
        FileFormat::Cnf => unreachable!("clauses are of no model, which was refused"),
        FileFormat::Hgr => ExportFormat::Hypergraph,
    };
    ExportOptions::new(model, format)
}

/// The beginning of the names of files.
pub(super) fn stem(files: &[PathBuf]) -> String {
    files.first().and_then(|file| file.file_stem()).unwrap_or_default().to_string_lossy().into_owned()
}

/// Writes what was exported to `files`, one for each ending of the format, in that order.
///
/// # Errors
/// A message if the machine does not take it.
pub(super) fn save(exported: &Exported, files: &[PathBuf]) -> Result<(), String> {
    for (file, text) in files.iter().zip(std::iter::once(&exported.model).chain(&exported.aux)) {
        write_whole(file, text.as_bytes()).map_err(|e| format!("{}: {e}", file.display()))?;
    }
    Ok(())
}

/// How large a model is, and where it was written.
pub(super) fn size(exported: &Exported, files: &[PathBuf]) -> String {
    let file = files.first().map(|file| file.display().to_string()).unwrap_or_default();
    let count = |n: usize, noun: &str| format!("{} {noun}{}", grouped(n as u64), if n == 1 { "" } else { "s" });
    format!("{file}: {}, {}", count(exported.n_variables, "variable"), count(exported.n_rows, "row"))
}

/// The names of files that were given to grids, without model and ending: no two grids have the same.
#[derive(Debug, Default)]
struct FileNames(HashSet<PathBuf>);

impl FileNames {
    /// The files of the `n`-th grid. In a directory `ID.MODEL.ENDING`; otherwise the prefix as it is for the first grid
    /// without a name, and followed by the name or the number for all others. A file with the ending of the format is
    /// that of the first grid, whatever its name. Where an earlier grid has the name, the least number from 2 on that
    /// makes it another one comes after it.
    fn files(&mut self, args: &ExportArgs, id: Option<&str>, n: usize) -> Vec<PathBuf> {
        let (output, is_file) = prefix(&args.output);
        let ends_with_slash = output.as_os_str().to_string_lossy().ends_with(['/', std::path::MAIN_SEPARATOR]);
        let is_directory = output.is_dir() || ends_with_slash;
        let name = match (is_directory, id, n) {
            (false, _, 1) if is_file => output.clone(),
            (true, Some(id), _) => output.join(plain(id)),
            (true, None, n) => output.join(format!("grid-{n}")),
            (false, Some(id), _) => appended(&output, &format!("-{}", plain(id))),
            (false, None, 1) => output.clone(),
            (false, None, n) => appended(&output, &format!("-{n}")),
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

/// The beginning of the names of files, and whether it comes from the name of a file: it is then without its ending.
pub(super) fn prefix(output: &Path) -> (PathBuf, bool) {
    let is_file = ending(output).is_some();
    (if is_file { output.with_extension("") } else { output.to_owned() }, is_file)
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
        let mut names = FileNames::default();
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
    fn a_file_with_an_ending_is_that_of_the_first_grid() {
        assert_eq!(names("x.mps", Some("a"), 1), ["x.mps", "x.aux"]);
        assert_eq!(some_names("x.LP", &[(Some("a"), 1), (Some("a"), 2), (None, 3)]), ["x.lp", "x-a.lp", "x-3.lp"]);
        assert_eq!(names("new/x.wcnf", None, 1), ["new/x.wcnf"]);
        assert_eq!(names("x.lp/", None, 1), ["x.lp/grid-1.bilevel.mps", "x.lp/grid-1.bilevel.aux"]);
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
