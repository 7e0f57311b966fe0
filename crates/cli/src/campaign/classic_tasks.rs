//! Tasks of the study of the teaching solvers: each makes a puzzle, or a batch of them, and measures it. They are not
//! verbs.

use std::time::Instant;

use minclue_campaign::{Manifest, TaskLine};
use minclue_core::base::{Interrupt, Limits};
use minclue_report::{AnswerStatus, seconds};
use minclue_studies::StudyDesign as _;
use minclue_studies::classic::{ClassicKey, ClassicSettings};

use super::super::classic::{Measurer, NoRecord};
use super::super::exit::Exit;
use super::tasks::{Task, TaskRunner};

pub(super) struct ClassicTasks {
    settings: ClassicSettings,
}

impl ClassicTasks {
    /// The tasks of a campaign, if it is that study.
    pub(super) fn of(manifest: &Manifest) -> Option<Self> {
        let study = manifest.study.as_ref().filter(|study| study["schema"] == ClassicSettings::SCHEMA)?;
        Some(Self { settings: serde_json::from_value(study.clone()).ok()? })
    }
}

impl TaskRunner for ClassicTasks {
    fn run(&mut self, task: Task<'_>, interrupt: &Interrupt) -> Result<TaskLine, String> {
        let key: ClassicKey = serde_json::from_str(&task.input.line).map_err(|e| e.to_string())?;
        let start = Instant::now();
        let limits = Limits::none().with_interrupt(interrupt.clone());
        let (exit, records, message) = match Measurer::new(self.settings.clone(), limits).measure(&key) {
            Ok(record) => {
                let exit = if record.status.is_some_and(AnswerStatus::is_done) { Exit::Answered } else { Exit::Limit };
                (exit.code(), vec![serde_json::to_string(&record).map_err(|e| e.to_string())?], None)
            }
            // As if a signal had ended it: it is run again.
            Err(NoRecord::Stopped) => (u8::MAX, Vec::new(), None),
            Err(NoRecord::Wrong(message)) => (Exit::CheckFailed.code(), Vec::new(), Some(message)),
        };
        let line =
            TaskLine::new(task.number, Some(exit), seconds(start.elapsed()), records).map_err(|e| e.to_string())?;
        Ok(TaskLine { message, ..line })
    }
}
