//! Scripts that hand a campaign to a scheduler, which places its chunks. Each calls the same command for a chunk, as
//! often as the scheduler likes; the directory notices what is missing and takes no harm from what runs twice.

mod array;
mod kubernetes;
mod lines;

use std::path::PathBuf;
use std::time::Duration;

/// What places the chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheduler {
    /// An array job of Slurm.
    Slurm,
    /// `HyperQueue`, with or without a cluster below it.
    HyperQueue,
    /// GNU parallel, on this machine or on several.
    Parallel,
    /// An indexed job of Kubernetes.
    Kubernetes,
    /// A cluster of `HTCondor` jobs.
    HtCondor,
}

impl Scheduler {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Slurm, Self::HyperQueue, Self::Parallel, Self::Kubernetes, Self::HtCondor];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Slurm => "slurm",
            Self::HyperQueue => "hyperqueue",
            Self::Parallel => "parallel",
            Self::Kubernetes => "kubernetes",
            Self::HtCondor => "htcondor",
        }
    }
}

/// What is to be placed, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// The name of the job: letters, digits and hyphens.
    pub name: String,
    /// The program, as the machines that run it find it.
    pub program: String,
    /// The directory of the campaign, as they find it.
    pub folder: PathBuf,
    /// The chunks to run, ascending; at least one.
    pub chunks: Vec<u64>,
    /// How long one may take; what is not done by then is asked for again.
    pub wall_time: Option<Duration>,
    /// Megabytes that one needs.
    pub memory: u64,
    /// Chunks at once, where that can be said.
    pub at_once: Option<u64>,
    /// Elements of an array job, where there is a limit.
    pub max_array: u64,
    /// The container that has the program.
    pub image: String,
}

/// A script, and the command that hands it over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubmitScript {
    /// The name of the file.
    pub file: &'static str,
    /// What stands in it.
    pub text: String,
    /// The one command.
    pub command: String,
}

impl Submission {
    /// The script for `place`. It lies in the directory of the campaign.
    #[must_use]
    pub fn script(&self, place: Scheduler) -> SubmitScript {
        match place {
            Scheduler::Slurm => array::slurm(self),
            Scheduler::HtCondor => array::htcondor(self),
            Scheduler::HyperQueue => lines::hyperqueue(self),
            Scheduler::Parallel => lines::parallel(self),
            Scheduler::Kubernetes => kubernetes::job(self),
        }
    }

    /// The time after which a chunk ends itself, so that what it has is on the disk when the time is over: a minute
    /// before, or a tenth where there are only minutes.
    fn stop_after(&self) -> Option<u64> {
        let seconds = self.wall_time?.as_secs();
        Some(seconds.saturating_sub((seconds / 10).clamp(1, 60)).max(1))
    }

    /// The command of one chunk but for its number.
    fn run(&self) -> String {
        let stop = self.stop_after().map_or_else(String::new, |seconds| format!(" --stop-after {seconds}s"));
        format!("{} campaign run {} --quiet{stop}", quoted(&self.program), quoted(&self.folder.display().to_string()))
    }
}

/// A word of the shell.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=:,@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// A time as `HH:MM:SS`.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn submission() -> Submission {
        Submission {
            name: "many".to_owned(),
            program: "minclue".to_owned(),
            folder: PathBuf::from("/data/my campaign"),
            chunks: vec![0, 1, 2, 5, 7, 8],
            wall_time: Some(Duration::from_secs(3600)),
            memory: 2000,
            at_once: Some(100),
            max_array: 1001,
            image: "minclue:0.1".to_owned(),
        }
    }

    #[test]
    fn every_script_runs_the_same_command() {
        for place in Scheduler::ALL {
            let script = submission().script(place);
            let plain = |text: &str| text.replace("\",\n", " ").replace(['\'', '"', '\\'], "");
            let text = plain(&script.text).split_whitespace().collect::<Vec<_>>().join(" ");
            let command = "minclue campaign run /data/my campaign --quiet --stop-after 3540s";
            assert!(text.contains(command), "{}: {text}", place.name());
            assert!(!script.command.contains('\n') && script.text.ends_with('\n'));
        }
    }

    #[test]
    fn a_word_of_the_shell_stays_one() {
        assert_eq!(quoted("/a/b-c.d"), "/a/b-c.d");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
    }

    #[test]
    fn a_chunk_ends_itself_before_it_is_ended() {
        let stop = |seconds| Submission { wall_time: Some(Duration::from_secs(seconds)), ..submission() }.stop_after();
        assert_eq!([1, 60, 600, 86_400].map(stop), [1, 54, 540, 86_340].map(Some));
    }
}
