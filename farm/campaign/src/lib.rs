//! Campaigns: many inputs, each run with one setting or with several, in a directory that survives any kill.
//!
//! There is no scheduler here. The tasks of a campaign are cut into *chunks*. Whatever places them, a pool of processes
//! on this machine or Slurm on a thousand, calls the same command for each chunk as often as it likes. The directory is
//! the truth:
//!
//! ```text
//! DIR/campaign.json         what is to be run: version, program, settings, hashes; never changed (Manifest)
//! DIR/inputs.txt            the inputs, one a line, all lines of the same length (InputList)
//! DIR/chunks/000/000123.jsonl   the answers of one chunk: whole, or not there (ChunkFile)
//! DIR/parts/000123.*.part   what is being written, or was when something was killed (ChunkPart)
//! DIR/messages/123.txt      what a chunk said that a scheduler ran, if it said anything
//! ```
//!
//! A part has a name that nobody else has, and takes the place of its chunk by a rename once all of it is on the disk.
//! So two copies of a chunk that run at once do no harm: both write the same answers, and the later one stays. The
//! lines of a part that a kill left behind are taken over by whoever runs the chunk next. The last line of a chunk
//! has the hashes of the others, once as they stand and once without times, which differ from run to run.
//!
//! `docs/formats/campaign.md` has every field. Nothing here runs anything, and nothing prints.

#![forbid(unsafe_code)]

mod chunk_file;
mod folder;
mod hash;
mod inputs;
mod json_line;
mod manifest;
mod numbers;
mod part;
mod scheduler;
mod submit;
mod survey;
mod task_line;
mod times;

pub use chunk_file::{ChunkEnd, ChunkFault, ChunkFile, ChunkHead};
pub use folder::{CampaignFolder, FolderError};
pub use hash::{file_sha256, sha256};
pub use inputs::{CampaignInput, InputList};
pub use json_line::json_line;
pub use manifest::{Campaign, CampaignSetting, Manifest, ManifestError};
pub use numbers::{NumbersError, as_ranges, from_ranges};
pub use part::{Adopted, ChunkPart, host, left_lines};
pub use scheduler::Scheduler;
pub use submit::{Submission, SubmitError, SubmitScript};
pub use survey::{ChunkState, Survey};
pub use task_line::{TaskLine, TaskLineError};
pub use times::without_times;
