//! `minclue campaign collect`: is all of it there, is it what was run, and is it right? Then the records, in the order
//! of the inputs.

use std::collections::{BTreeMap, HashSet};
use std::io::{self, Write};
use std::path::PathBuf;

use serde_json::{Map, Value};

use minclue_campaign::{
    CampaignFolder, CampaignInput, CampaignSetting, ChunkFault, ChunkFile, TaskLine, as_ranges, without_times,
};
use minclue_core::base::{WholeFile, folder_of, ordinary_file, quoted};
use minclue_puzzles::grid_files::GridReader;
use minclue_report::NeighborsRecord;

use super::super::exit::Exit;
use super::super::file_guard::{FileGuard, Refusal, file_of};
use super::super::progress::{Steps, counted, grouped};
use super::args::CampaignCollectArgs;
use super::directory::Directory;
use super::listed_puzzles::{LookError, RegionFinds};
use super::opinion::{self, Opinion};
use super::puzzles::{Checked, PuzzleCheck};
use super::regions::RegionSums;
use super::status::other_programs;
use super::tasks::{Task, is_part, part_of_regions};

/// The option of the output, as people write it.
const OUTPUT: &str = "-o";

pub(super) fn run(args: &CampaignCollectArgs) -> Result<Exit, Exit> {
    let directory = Directory::open(&args.common)?;
    let has_puzzles = |setting: &CampaignSetting| {
        let mut words = setting.words.iter();
        words.next().is_some_and(|verb| verb == "catalog") && words.all(|word| word != "--count" && word != "--minimal")
    };
    if args.known.is_some() && !directory.campaign.manifest.settings.iter().all(has_puzzles) {
        let message = "--known requires a campaign of `catalog -k` without --count and --minimal";
        directory.context.messages.error(message, None);
        return Err(Exit::Usage);
    }
    claim(args, &directory).map_err(|refusal| refusal.report(&directory.context.messages))?;
    let mut collector = Collector {
        args,
        directory: &directory,
        findings: Findings::default(),
        sums: RegionSums::default(),
        searched: RegionFinds::default(),
    };
    collector.inputs()?;
    let survey = directory.survey()?;
    for stranger in &survey.strangers {
        collector.findings.note(format!("{} does not belong to the campaign", stranger.display()));
    }
    for program in other_programs(&directory, &survey) {
        collector.findings.note(program);
    }
    let mut out = Sink::of(args).map_err(|e| directory.failed(args.output.as_deref().unwrap_or("-".as_ref()), &e))?;
    collector.chunks(&mut out)?;
    collector.regions()?;
    collector.known()?;
    let Findings { wrong, notes, tally, not_checked } = collector.findings;
    let messages = &directory.context.messages;
    for note in notes.iter().filter(|_| !args.common.messages.quiet) {
        messages.note(note);
    }
    for wrong in &wrong {
        messages.error(wrong, None);
    }
    // After an interrupt, a puzzle was not given up for its steps.
    if !not_checked.is_empty() && !args.common.messages.quiet && !directory.context.interrupt().is_raised() {
        let one = not_checked.len() == 1;
        messages.note(&format!(
            "{} {} not checked, since the second solver did not finish within {}: {}; raise `--check-steps`",
            counted(not_checked.len() as u64, "puzzle"),
            if one { "was" } else { "were" },
            counted(args.check_steps, "step"),
            not_checked.join(" ")
        ));
    }
    if !args.common.messages.quiet {
        messages.note(&tally.text(directory.campaign.n_tasks()));
    }
    if directory.context.interrupt().is_raised() {
        return Ok(directory.context.exit_of_signal());
    }
    if wrong.is_empty() || args.partial {
        out.keep().map_err(|e| directory.failed(args.output.as_deref().unwrap_or("-".as_ref()), &e))?;
    } else {
        messages.error(
            "nothing was written",
            Some("run the missing chunks, or use --partial to write the available records"),
        );
    }
    let any = |end: &str| tally.statuses.keys().any(|status| status.ends_with(end));
    Ok(if !wrong.is_empty() {
        Exit::CheckFailed
    } else if any("invalid_input") {
        Exit::InvalidInput
    } else if any("_limit") {
        Exit::Limit
    } else {
        Exit::Answered
    })
}

/// Looks at the output before any work: it takes the place of nothing that belongs to the campaign or is read.
///
/// # Errors
/// It would, or it cannot be written.
fn claim(args: &CampaignCollectArgs, directory: &Directory) -> Result<(), Refusal> {
    let Some(path) = &args.output else { return Ok(()) };
    let folder = &directory.folder;
    let place = ordinary_file(path).and_then(|place| folder_of(&place).canonicalize());
    let place = place.map_err(|e| Refusal::unwritable(OUTPUT, path, &e))?;
    // They may have a million files, so nobody asks which one it is.
    let has_it = |own: &PathBuf| own.canonicalize().is_ok_and(|own| place.starts_with(own));
    if folder.own_folders().iter().any(has_it) {
        let message = format!("{OUTPUT} {}: this directory is for the files of the campaign", path.display());
        return Err(Refusal::usage(message, Some("write the records to another directory")));
    }
    let mut claims = FileGuard::output();
    let of_study = [CampaignFolder::STUDY_SETTINGS, CampaignFolder::STUDY_RUNS];
    let of_study = of_study.into_iter().filter(|_| directory.campaign.manifest.study.is_some());
    for own in folder.own_files().into_iter().chain(of_study.map(|name| folder.root().join(name))) {
        claims.reads("a file of the campaign", &own);
    }
    if let Some(known) = &args.known {
        claims.reads(&file_of("--known"), known);
    }
    claims.replaces(OUTPUT, path)
}

#[derive(Default)]
struct Findings {
    /// What must not be.
    wrong: Vec<String>,
    /// What a person should know.
    notes: Vec<String>,
    /// Inputs with a puzzle that the second solver gave up.
    not_checked: Vec<String>,
    tally: Tally,
}

impl Findings {
    fn note(&mut self, text: String) {
        self.notes.push(text);
    }

    fn wrong(&mut self, text: String) {
        self.wrong.push(text);
    }
}

/// What there is, in numbers.
#[derive(Default)]
struct Tally {
    n_tasks: u64,
    statuses: BTreeMap<String, u64>,
    minima: BTreeMap<u64, u64>,
    n_puzzles: u64,
    n_again: u64,
    n_silent: u64,
}

impl Tally {
    fn text(&self, n_tasks: u64) -> String {
        let mut text = format!("{} of {}", grouped(self.n_tasks), counted(n_tasks, "task"));
        let list = |counts: &mut dyn Iterator<Item = String>| counts.collect::<Vec<_>>().join(", ");
        let statuses = list(&mut self.statuses.iter().map(|(status, n)| format!("{} {status}", grouped(*n))));
        text.push_str(&format!(": {statuses}"));
        if !self.minima.is_empty() {
            let minima = list(&mut self.minima.iter().map(|(minimum, n)| format!("{minimum} clues {}", grouped(*n))));
            text.push_str(&format!("; minima: {minima}"));
        }
        if self.n_puzzles > 0 {
            text.push_str(&format!("; {} solved by a second solver", counted(self.n_puzzles, "puzzle")));
        }
        if self.n_again + self.n_silent > 0 {
            text.push_str(&format!("; {} solved again, the same answers", counted(self.n_again, "task")));
        }
        if self.n_silent > 0 {
            text.push_str(&format!("; {} solved again without an answer", grouped(self.n_silent)));
        }
        text
    }
}

struct Collector<'a> {
    args: &'a CampaignCollectArgs,
    directory: &'a Directory,
    findings: Findings,
    sums: RegionSums,
    /// Filled only if it will be asked.
    searched: RegionFinds,
}

impl Collector<'_> {
    /// The inputs must be those that the campaign was made of.
    fn inputs(&mut self) -> Result<(), Exit> {
        if let Some(message) = self.directory.changed_inputs()? {
            self.findings.wrong(message);
        }
        Ok(())
    }

    /// Reads all chunks, checks them, and gives what they have to `out`.
    fn chunks(&mut self, out: &mut Sink) -> Result<(), Exit> {
        let Directory { folder, campaign, context } = self.directory;
        let mut list = self.directory.inputs()?;
        let again = self.args.again.map_or_else(Vec::new, |share| {
            opinion::drawn(share.of(campaign.n_tasks()), campaign.n_tasks(), self.args.seed)
        });
        let again: HashSet<u64> = again.into_iter().collect();
        let mut steps = Steps::new(&context.verbosity, 0, campaign.n_chunks() as usize);
        let mut missing = Vec::new();
        let place = tempfile::tempdir().map_err(|e| self.directory.failed(folder.root(), &e))?;
        for chunk in 0..campaign.n_chunks() {
            if context.interrupt().is_raised() {
                return Ok(());
            }
            let path = folder.chunk(chunk);
            let file = match ChunkFile::read(&path, campaign, chunk) {
                Ok(file) => file,
                Err(ChunkFault::Io(e)) if e.kind() == io::ErrorKind::NotFound => {
                    missing.push(chunk);
                    continue;
                }
                Err(fault) => {
                    // A quick look at first and last lines does not see every fault, so this chunk is named.
                    let root = quoted(&folder.root().display().to_string());
                    let run = format!("minclue campaign run {root} --chunk {chunk}");
                    self.findings.wrong(format!("{}: {fault}; `{run}` runs it again", path.display()));
                    continue;
                }
            };
            let tasks = campaign.tasks(chunk);
            let numbers = campaign.of_task(tasks.start).0..campaign.of_task(tasks.end - 1).0 + 1;
            let first = numbers.start;
            let inputs = list.read(numbers).map_err(|e| self.directory.failed(&folder.inputs(), &e))?;
            for line in &file.lines {
                let (input_number, setting) = campaign.of_task(line.task);
                let input = &inputs[(input_number - first) as usize];
                let not_checked = self.task(input, setting, line);
                let setting = &campaign.manifest.settings[setting];
                if again.contains(&line.task) {
                    let task = Task { number: line.task, input_number, input, setting };
                    let opinion = opinion::ask(self.args.by, task, line, place.path(), context.interrupt());
                    self.second(input, opinion);
                }
                out.records(line, &setting.key, &not_checked, self.args.no_times)
                    .map_err(|e| self.directory.failed("the output".as_ref(), &e))?;
            }
            steps.done(&format!("chunk {chunk}"));
        }
        if !missing.is_empty() {
            let are = if missing.len() == 1 { "is" } else { "are" };
            let chunks = counted(missing.len() as u64, "chunk");
            self.findings.wrong(format!("{chunks} {are} missing: {}", as_ranges(&missing)));
        }
        Ok(())
    }

    /// Checks one task: its records are about its input, and its puzzles are puzzles of it. The places of the records
    /// whose puzzles were given up.
    fn task(&mut self, input: &CampaignInput, setting: usize, line: &TaskLine) -> Vec<usize> {
        let tally = &mut self.findings.tally;
        tally.n_tasks += 1;
        *tally.statuses.entry(line.status()).or_default() += 1;
        if line.has_failed() {
            let said = line.message.as_deref().unwrap_or("it ended without an answer");
            self.findings.wrong(format!("{}: failed: {said}", input.name));
            return Vec::new();
        }
        if line.exit == Some(5) {
            let said = line.message.as_deref().unwrap_or("engines contradict each other, or a check failed");
            self.findings.wrong(format!("{}: {said}", input.name));
        }
        let is_part = is_part(input);
        let text = if is_part { "" } else { &input.line };
        let shape = input.shape.parse().ok();
        let entry = match GridReader::new(text.as_bytes(), shape, None).next() {
            Some(Ok(entry)) => Some(entry),
            // Its grids are not kept, and their puzzles must only be puzzles.
            _ if is_part => None,
            _ => {
                self.findings.wrong(format!("{}: its input cannot be read", input.name));
                return Vec::new();
            }
        };
        // A hunt leads to other grids.
        let is_hunt =
            line.records.last().is_some_and(|record| schema(record.get()) == Some(NeighborsRecord::SCHEMA.into()));
        let check = PuzzleCheck::new(shape, entry.as_ref().filter(|_| !is_hunt).map(|entry| &entry.puzzle));
        if let Some(part) = part_of_regions(input) {
            if let Err(wrong) = self.sums.add(part, setting, line) {
                self.findings.wrong(format!("{}: {wrong}", input.name));
            }
            if self.args.known.is_some() {
                self.searched.add(line);
            }
        }
        let limits = self.directory.context.limits(None, Some(self.args.check_steps));
        let mut not_checked = Vec::new();
        for (place, record) in line.records.iter().enumerate() {
            let Ok(record) = serde_json::from_str::<Value>(record.get()) else { continue };
            if let Some(minimum) = record.get("minimum").and_then(Value::as_u64) {
                *self.findings.tally.minima.entry(minimum).or_default() += 1;
            }
            if !is_part && record.get("id").and_then(Value::as_str) != Some(&input.name) {
                self.findings.wrong(format!("{}: its record is about another problem", input.name));
            }
            match check.record(&record, &limits) {
                Ok(Checked::Nothing) => {}
                Ok(Checked::Solved) => self.findings.tally.n_puzzles += 1,
                Ok(Checked::GivenUp) => not_checked.push(place),
                Err(wrong) => self.findings.wrong(format!("{}: {wrong}", input.name)),
            }
        }
        self.findings.not_checked.extend(not_checked.iter().map(|_| input.name.clone()));
        not_checked
    }

    /// Are parts of the catalog what they say, and the whole of it the whole?
    fn regions(&mut self) -> Result<(), Exit> {
        let context = &self.directory.context;
        if context.interrupt().is_raised() {
            return Ok(());
        }
        let sums = std::mem::take(&mut self.sums);
        let notes = sums.check(&context.limits(None, None), &mut |wrong| self.findings.wrong(wrong));
        self.findings.notes.extend(notes.map_err(|_| context.exit_of_signal())?);
        Ok(())
    }

    /// Looks for puzzles that are known.
    fn known(&mut self) -> Result<(), Exit> {
        let Self { args, directory: Directory { context, .. }, findings, searched, .. } = self;
        let Some(path) = args.known.as_ref().filter(|_| !context.interrupt().is_raised()) else { return Ok(()) };
        match searched.look_for(path, &context.limits(None, None), &mut |wrong| findings.wrong.push(wrong)) {
            Ok(known) => findings.note(known.text()),
            Err(LookError::Io(e)) => return Err(self.directory.failed(path, &e)),
            Err(LookError::Stop(_)) => return Err(context.exit_of_signal()),
        }
        Ok(())
    }

    fn second(&mut self, input: &CampaignInput, opinion: Opinion) {
        match opinion {
            Opinion::Same => self.findings.tally.n_again += 1,
            Opinion::None(why) => {
                self.findings.tally.n_silent += 1;
                self.findings.note(format!("{}: solved again without an answer: {why}", input.name));
            }
            Opinion::Other(how) => {
                self.findings.wrong(format!("{}: solved again, the answer differs: {how}", input.name));
            }
        }
    }
}

/// Where the records go. A file has all of them or does not change.
enum Sink {
    /// Kept until all is known.
    Memory(Vec<u8>),
    File(Box<io::BufWriter<WholeFile>>),
}

impl Sink {
    fn of(args: &CampaignCollectArgs) -> io::Result<Self> {
        args.output.as_ref().map_or(Ok(Self::Memory(Vec::new())), |path| {
            Ok(Self::File(Box::new(io::BufWriter::new(WholeFile::create(path)?))))
        })
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Memory(all) => all.write_all(bytes),
            Self::File(file) => file.write_all(bytes),
        }
    }

    /// The records of a task, each with what sets its setting apart, and whether its puzzle was `not_checked`.
    fn records(
        &mut self,
        line: &TaskLine,
        key: &Map<String, Value>,
        not_checked: &[usize],
        no_times: bool,
    ) -> io::Result<()> {
        for (place, raw) in line.records.iter().enumerate() {
            let is_open = not_checked.contains(&place);
            if key.is_empty() && !no_times && !is_open {
                self.write(raw.get().as_bytes())?;
            } else {
                let mut record: Value = serde_json::from_str(raw.get())?;
                if let Some(fields) = record.as_object_mut() {
                    if !key.is_empty() {
                        fields.insert("setting".to_owned(), Value::Object(key.clone()));
                    }
                    if is_open {
                        fields.insert("puzzle_checked".to_owned(), false.into());
                    }
                }
                let record = if no_times { without_times(record) } else { record };
                self.write(record.to_string().as_bytes())?;
            }
            self.write(b"\n")?;
        }
        Ok(())
    }

    fn keep(self) -> io::Result<()> {
        match self {
            Self::Memory(all) => match io::stdout().write_all(&all).and_then(|()| io::stdout().flush()) {
                Err(e) if e.kind() == io::ErrorKind::BrokenPipe => Ok(()),
                written => written,
            },
            Self::File(file) => file.into_inner().map_err(io::IntoInnerError::into_error)?.keep(),
        }
    }
}

/// The name and version of a record's layout.
fn schema(record: &str) -> Option<String> {
    let record: Value = serde_json::from_str(record).ok()?;
    record.get("schema")?.as_str().map(str::to_owned)
}
