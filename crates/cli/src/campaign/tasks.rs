//! What runs one task: a verb on one input, in this process.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Instant;

use minclue_campaign::{CampaignInput, CampaignSetting, TaskLine};
use minclue_core::base::Interrupt;
use minclue_report::seconds;
use minclue_solver::upper_file;

use super::super::catalog::CATALOG;
use super::super::certificates::holds_something_else;
use super::super::embedded::{Host, Message, Request};
use super::opinion::is_final;

/// What stands for the number of the input in the words of a setting.
pub(in super::super) const NUMBER: &str = "{}";
/// What stands for the folder of the campaign, wherever that lies by now.
pub(in super::super) const FOLDER: &str = "{folder}";

pub(super) trait TaskRunner {
    /// Runs one, until `interrupt` is raised. `input` is the input with this number, from 0.
    ///
    /// # Errors
    /// What is wrong with the words of its setting.
    fn run(&mut self, task: Task<'_>, interrupt: &Interrupt) -> Result<TaskLine, String>;
}

/// A task to run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task<'a> {
    /// Its number in the campaign.
    pub(super) number: u64,
    /// The number of its input.
    pub(super) input_number: u64,
    pub(super) input: &'a CampaignInput,
    /// What is done with it.
    pub(super) setting: &'a CampaignSetting,
}

/// The words of a task: those of its setting, and what is the same for all. The input is standard input.
pub(super) fn words_of(setting: &[String], input_number: u64, shape: &str) -> Vec<OsString> {
    let number = (input_number + 1).to_string();
    let own = setting.iter().map(|word| OsString::from(word.replace(NUMBER, &number)));
    let same = ["--shape", shape, "--format", "jsonl", "--color", "never", "--quiet", "-"];
    own.chain(same.map(OsString::from)).collect()
}

/// What a task reads that has this grid for its input.
pub(super) fn text_of(input: &CampaignInput) -> String {
    format!("{} {}\n", input.name, input.line)
}

/// What the line of an input begins with whose regions are searched.
pub(super) const REGIONS: &str = "regions:";

/// The words of a task that searches a part of the catalog.
pub(super) fn region_words(setting: &[String], part: &str) -> Vec<OsString> {
    let same = ["--format", "jsonl", "--color", "never", "--quiet", part];
    setting.iter().map(OsString::from).chain(same.map(OsString::from)).collect()
}

/// The part of the catalog whose regions the task searches, if it does.
pub(super) fn part_of_regions(input: &CampaignInput) -> Option<&str> {
    input.line.strip_prefix(REGIONS)
}

/// Is this not a grid but a part of the catalog, whose grids the task makes?
pub(super) fn is_part_of_the_catalog(input: &CampaignInput) -> bool {
    input.line.starts_with(CATALOG)
}

/// Is this a part of the catalog in any way, and no text of a grid?
pub(super) fn is_part(input: &CampaignInput) -> bool {
    is_part_of_the_catalog(input) || part_of_regions(input).is_some()
}

/// What a wrong word says, on one line.
pub(super) fn sentence(message: &Message) -> String {
    let help = message.help.as_ref().map_or_else(String::new, |help| format!(" ({help})"));
    format!("{}{help}", message.text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Runs verbs. Words that were understood once are kept.
#[derive(Debug, Default)]
pub(super) struct VerbTasks {
    understood: HashMap<Vec<OsString>, Request>,
    folder: String,
}

impl VerbTasks {
    /// Settings whose words hold the number of the input are all different; beyond this many they are forgotten.
    const MAX_UNDERSTOOD: usize = 1000;

    /// Tasks of the campaign in this folder.
    pub(super) fn of(folder: &Path) -> Self {
        Self { folder: folder.display().to_string(), ..Self::default() }
    }

    fn request(&mut self, words: &[OsString]) -> Result<&Request, String> {
        if self.understood.len() >= Self::MAX_UNDERSTOOD {
            self.understood.clear();
        }
        if !self.understood.contains_key(words) {
            let request = Request::new(words.to_vec()).map_err(|message| sentence(&message))?;
            self.understood.insert(words.to_vec(), request);
        }
        Ok(&self.understood[words])
    }
}

impl TaskRunner for VerbTasks {
    fn run(&mut self, task: Task<'_>, interrupt: &Interrupt) -> Result<TaskLine, String> {
        let mut words = words_of(&task.setting.words, task.input_number, &task.input.shape);
        if let Some(part) = part_of_regions(task.input) {
            words = region_words(&task.setting.words, part);
        } else if is_part_of_the_catalog(task.input) {
            // It stands in place of standard input.
            words.pop();
            words.push(OsString::from(&task.input.line));
        }
        for word in &mut words {
            if let Some(text) = word.to_str().filter(|text| text.contains(FOLDER)) {
                *word = text.replace(FOLDER, &self.folder).into();
            }
        }
        let certificate = Pending::of(&mut words);
        let request = self.request(&words)?;
        let records = Rc::new(Records::default());
        let start = Instant::now();
        let text = if is_part(task.input) { String::new() } else { text_of(task.input) };
        let ended = request.run(text.into_bytes(), interrupt, Rc::clone(&records) as _);
        let seconds = seconds(start.elapsed());
        let plain = |text: String| match &certificate {
            Some(pending) => pending.plain(&text),
            None => text,
        };
        let texts = records.0.take().into_iter().map(plain).collect();
        let line = TaskLine::new(task.number, Some(ended.code), seconds, texts).map_err(|e| e.to_string())?;
        let said: Vec<String> = ended.messages.iter().map(sentence).map(plain).collect();
        let mut message = (!said.is_empty()).then(|| said.join("; "));
        if let Some(pending) = &certificate
            && let Err(e) = pending.end(interrupt.is_raised() && !is_final(&line))
        {
            message = Some(format!("--certify {}: this cannot be written: {e}", pending.path.display()));
        }
        Ok(TaskLine { message, ..line })
    }
}

/// The certificate of a task, under another name until the task has ended. A task that is interrupted runs again, or
/// did so elsewhere at the same time, and must not replace the certificate of a whole run.
struct Pending {
    path: PathBuf,
    /// What is added to its name.
    ending: String,
}

impl Pending {
    /// That of these words, in which it gets its other name. A file that is not a certificate keeps its name, and the
    /// verb refuses it.
    fn of(words: &mut [OsString]) -> Option<Self> {
        const OPTION: &str = "--certify";
        let rest = |word: &OsString| Some(word.to_str()?.strip_prefix(OPTION)?.to_owned());
        let found = |(at, word)| Some((at, rest(word).filter(|rest| rest.is_empty() || rest.starts_with('='))?));
        let (at, rest) = words.iter().enumerate().find_map(found)?;
        let (at, path) = match rest.strip_prefix('=') {
            Some(path) => (at, PathBuf::from(path)),
            None => (at + 1, PathBuf::from(words.get(at + 1)?)),
        };
        if holds_something_else(&path) {
            return None;
        }
        let ending = format!(".of-process-{}", std::process::id());
        words[at].push(&ending);
        Some(Self { path, ending })
    }

    /// A text with the name that the file will have.
    fn plain(&self, text: &str) -> String {
        text.replace(&self.ending, "")
    }

    /// Gives its files their names, or removes them.
    fn end(&self, is_cut: bool) -> io::Result<()> {
        let mut pending = self.path.clone().into_os_string();
        pending.push(&self.ending);
        let pending = PathBuf::from(pending);
        for (from, to) in [(upper_file(&pending), upper_file(&self.path)), (pending, self.path.clone())] {
            let moved = match is_cut {
                true => fs::remove_file(&from),
                false => fs::rename(&from, &to),
            };
            match moved {
                Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e),
                // A certificate of an earlier run is not one of this answer.
                Err(_) if !is_cut && to.exists() && !holds_something_else(&to) => fs::remove_file(&to)?,
                Ok(()) | Err(_) => {}
            }
        }
        Ok(())
    }
}

#[derive(Default)]
struct Records(RefCell<Vec<String>>);

impl Host for Records {
    fn record(&self, json: String) -> io::Result<()> {
        self.0.borrow_mut().push(json);
        Ok(())
    }

    fn bounds(&self, _lower: usize, _upper: Option<usize>, _puzzle: Option<String>) {
        // Whole answers are kept, and they have the bounds.
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(words: &[&str], line: &str, interrupt: &Interrupt) -> Result<TaskLine, String> {
        let shape = if line.starts_with(CATALOG) { "3x3" } else { "2x2" }.to_owned();
        let input = CampaignInput { name: "a".to_owned(), shape, line: line.to_owned() };
        let words = words.iter().map(|word| (*word).to_owned()).collect();
        let setting = CampaignSetting { words, key: serde_json::Map::new() };
        let task = Task { number: 7, input_number: 3, input: &input, setting: &setting };
        VerbTasks::default().run(task, interrupt)
    }

    #[test]
    fn what_is_cut_leaves_the_certificate_of_a_whole_run() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("p.cert");
        // What is in it does not matter here, only that it may be replaced.
        for (is_cut, wanted) in [(true, "old"), (false, "new")] {
            for form in [vec!["--certify".into(), path.clone().into_os_string()], {
                let mut one = OsString::from("--certify=");
                one.push(&path);
                vec![one]
            }] {
                fs::write(&path, "").expect("written");
                let mut words: Vec<OsString> = [OsString::from("solve")].into_iter().chain(form).collect();
                let pending = Pending::of(&mut words).expect("it may be replaced");
                let name = words.last().and_then(|word| word.to_str()).expect("text").replace("--certify=", "");
                assert_eq!(pending.plain(&name), path.display().to_string());
                fs::write(&path, "old").expect("written");
                fs::write(&name, "new").expect("written");
                pending.end(is_cut).expect("moved");
                assert_eq!(fs::read_to_string(&path).expect("a file"), wanted);
                assert!(!Path::new(&name).exists());
            }
        }
        fs::write(&path, "no certificate").expect("written");
        assert!(Pending::of(&mut ["--certify".into(), path.clone().into_os_string()]).is_none());
        assert!(Pending::of(&mut ["solve".into()]).is_none());
    }

    #[test]
    fn a_task_leaves_its_records() {
        let line = run(&["solve"], "1234341221434321", &Interrupt::default()).expect("a line");
        assert_eq!((line.task, line.exit, line.records.len(), line.status().as_str()), (7, Some(0), 1, "optimal"));
        assert!(line.records[0].get().contains(r#""id":"a""#));
        let all = run(&["enumerate", "-k", "4"], "1234341221434321", &Interrupt::default()).expect("a line");
        assert!(all.records.len() > 2 && all.status() == "done");
    }

    #[test]
    fn what_goes_wrong_is_kept_or_said() {
        let unanswered = run(&["solve"], "................", &Interrupt::default()).expect("a line");
        assert_eq!((unanswered.exit, unanswered.status().as_str()), (Some(3), "invalid_input"));
        assert!(unanswered.message.is_some_and(|said| said.contains("solution")));
        let wrong =
            run(&["solve", "--sorce=region"], "1234341221434321", &Interrupt::default()).expect_err("no option");
        assert!(wrong.contains("--sorce") && !wrong.contains('\n'), "{wrong}");
    }

    #[test]
    fn a_part_of_the_catalog_makes_its_grids() {
        let line = run(&["check"], "catalog:1.0.2", &Interrupt::default()).expect("a line");
        assert!(line.records.len() > 1 && line.records[0].get().contains(r#""id":"1.0.1""#), "{}", line.text());
    }

    #[test]
    fn a_part_of_the_catalog_has_its_regions_searched() {
        let line = run(&["catalog", "-k", "16"], "regions:416.0.0", &Interrupt::default()).expect("a line");
        assert_eq!((line.records.len(), line.status().as_str()), (1, "done"), "{}", line.text());
        assert!(line.records[0].get().contains(r#""n_regions":0"#));
    }

    #[test]
    fn a_file_in_the_folder_is_found_wherever_that_lies() {
        let folder = tempfile::tempdir().expect("a folder");
        let moved = folder.path().join("moved");
        fs::create_dir(&moved).expect("made");
        let input =
            CampaignInput { name: "a".to_owned(), shape: "2x2".to_owned(), line: "1234341221434321".to_owned() };
        let words = ["solve", "--certify", "{folder}/{}.cert"].map(str::to_owned).to_vec();
        let setting = CampaignSetting { words, key: serde_json::Map::new() };
        let task = Task { number: 7, input_number: 3, input: &input, setting: &setting };
        VerbTasks::of(&moved).run(task, &Interrupt::default()).expect("a line");
        assert!(moved.join("4.cert").is_file());
    }

    #[test]
    fn words_hold_the_number_of_the_input() {
        let words = words_of(&["solve".to_owned(), "--certify=c/{}.cert".to_owned()], 4, "3x3");
        assert_eq!(words[1], "--certify=c/5.cert");
        assert_eq!(words.last(), Some(&OsString::from("-")));
    }
}
