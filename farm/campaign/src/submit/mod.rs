//! Scripts that hand a campaign to a scheduler, which places its chunks. Each calls the same command for a chunk, as
//! often as the scheduler likes; the directory notices what is missing and takes no harm from what runs twice.

mod array;
mod kubernetes;
mod lines;

use std::time::Duration;

use minclue_core::base::quoted;

use super::folder::CampaignFolder;
use super::scheduler::Scheduler;

/// What is to be placed, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// The name of the job: letters, digits and hyphens.
    pub name: String,
    /// The program, as the machines that run it find it.
    pub program: String,
    /// The directory of the campaign, as they find it; its path is text, as a script is.
    pub folder: String,
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
    pub command: String,
}

/// A path that the script of a scheduler cannot name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{path}: the character {sign:?} has a special meaning for {scheduler}")]
pub struct SubmitError {
    path: String,
    scheduler: &'static str,
    sign: char,
}

impl Submission {
    /// The script for `place`. It lies in the directory of the campaign.
    ///
    /// # Errors
    /// The path of the campaign or of the program has a sign that means something else there.
    pub fn script(&self, place: Scheduler) -> Result<SubmitScript, SubmitError> {
        for path in [&self.folder, &self.program] {
            if let Some(sign) = path.chars().find(|sign| place.own_signs().contains(sign)) {
                return Err(SubmitError { path: path.clone(), scheduler: place.name(), sign });
            }
        }
        let (text, starter) = match place {
            Scheduler::Slurm => (array::slurm(self), "sh"),
            Scheduler::HyperQueue => (lines::hyperqueue(self), "sh"),
            Scheduler::Parallel => (lines::parallel(self), "sh"),
            Scheduler::Kubernetes => (kubernetes::job(self), "kubectl apply -f"),
            Scheduler::HtCondor => (array::htcondor(self), "condor_submit"),
        };
        let file = place.file();
        let command = format!("{starter} {}", quoted(&format!("{}/{file}", self.folder)));
        Ok(SubmitScript { file, text, command })
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
        format!("{} campaign run {} --quiet{stop}", quoted(&self.program), quoted(&self.folder))
    }

    /// Commands of the shell that run a chunk by `command` and keep what it says in a file of the campaign, since
    /// nobody else keeps it. `number` is that of the chunk, for the shell. An empty file is removed: there would be as
    /// many as chunks. The exit code is in `$code` afterwards.
    fn keeping_messages(&self, command: &str, number: &str) -> [String; 4] {
        let folder = quoted(&format!("{}/{}", self.folder, CampaignFolder::MESSAGES));
        let file = format!("{folder}/{number}.txt");
        [
            format!("mkdir -p {folder}"),
            format!("{command} 2>{file}"),
            "code=$?".to_owned(),
            format!("[ -s {file} ] || rm -f {file}"),
        ]
    }
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
            folder: "/data/my campaign".to_owned(),
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
            let script = submission().script(place).expect("a script");
            let plain = |text: &str| text.replace("\",\n", " ").replace(['\'', '"', '\\'], "");
            let text = plain(&script.text).split_whitespace().collect::<Vec<_>>().join(" ");
            let command = "minclue campaign run /data/my campaign --quiet --stop-after 3540s";
            assert!(text.contains(command), "{}: {text}", place.name());
            assert!(!script.command.contains('\n') && script.text.ends_with('\n'));
        }
    }

    #[test]
    fn a_path_that_would_be_another_one_is_refused() {
        for (name, refusing) in [
            ("{}", &[Scheduler::Parallel][..]),
            ("{.}", &[Scheduler::Parallel]),
            ("$(x)", &[Scheduler::HtCondor]),
            ("a\nb", &[Scheduler::HtCondor]),
            ("it's 100% mine", &[]),
        ] {
            let of_folder = Submission { folder: format!("/data/{name}"), ..submission() };
            let of_program = Submission { program: format!("/bin/{name}"), ..submission() };
            for place in Scheduler::ALL {
                for submission in [&of_folder, &of_program] {
                    assert_eq!(submission.script(place).is_err(), refusing.contains(&place), "{name} {}", place.name());
                }
            }
        }
    }

    #[test]
    fn a_chunk_ends_itself_before_it_is_ended() {
        let stop = |seconds| Submission { wall_time: Some(Duration::from_secs(seconds)), ..submission() }.stop_after();
        assert_eq!([1, 60, 600, 86_400].map(stop), [1, 54, 540, 86_340].map(Some));
    }
}
