//! `minclue campaign submit`: the script for a scheduler, and the one command that hands it over.

use std::path::Path;

use minclue_campaign::Submission;
use minclue_core::base::write_whole;

use super::super::exit::Exit;
use super::super::print;
use super::super::program::Program;
use super::args::CampaignSubmitArgs;
use super::directory::Directory;

/// Most characters of the name of a job; Kubernetes takes 63, and adds a number.
const MAX_NAME: usize = 40;
/// What helps where a script cannot name a directory or a program.
const OTHER_NAME: &str = "rename it, or give --program a link to it";

pub(super) fn run(args: &CampaignSubmitArgs) -> Result<Exit, Exit> {
    let directory = Directory::open(&args.common)?;
    let chunks = directory.survey()?.open();
    if chunks.is_empty() {
        directory.context.messages.note("no chunk is missing; minclue campaign collect DIR writes the records");
        return Ok(Exit::Answered);
    }
    let refused = |message: String| {
        directory.context.messages.error(&message, Some(OTHER_NAME));
        Exit::Usage
    };
    let as_text = |path: &Path| {
        let text = path.to_str().map(str::to_owned);
        text.ok_or_else(|| {
            refused(format!("{}: this name is not valid UTF-8, so the script cannot contain it", path.display()))
        })
    };
    // Schedulers start a chunk in whatever directory they like.
    let root = directory.folder.root();
    let folder = root.canonicalize().map_err(|e| directory.failed(root, &e))?;
    let program = match (&args.program, Program::own_file()) {
        (Some(program), _) => program.clone(),
        (None, Some(file)) => as_text(&file)?,
        (None, None) => "minclue".to_owned(),
    };
    let submission = Submission {
        name: job_name(&folder),
        program,
        folder: as_text(&folder)?,
        chunks,
        wall_time: args.time,
        memory: args.memory,
        at_once: args.at_once,
        max_array: args.max_array,
        image: args.image.clone(),
    };
    let script = submission.script(args.to).map_err(|e| refused(e.to_string()))?;
    let path = folder.join(script.file);
    write_whole(&path, script.text.as_bytes()).map_err(|e| directory.failed(&path, &e))?;
    Ok(print::text(format!("{}\n", script.command).as_bytes()))
}

/// A name that every scheduler takes: that of the directory, in small letters, digits and hyphens.
fn job_name(folder: &Path) -> String {
    let name = folder.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    let name: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).take(MAX_NAME).collect();
    let name = name.trim_matches('-');
    if name.is_empty() { "campaign".to_owned() } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scheduler_takes_the_name() {
        for (folder, name) in
            [("/a/My Campaign_7", "my-campaign-7"), ("/", "campaign"), ("/x/...", "campaign"), ("/x/16s", "16s")]
        {
            assert_eq!(job_name(Path::new(folder)), name);
        }
        assert!(job_name(Path::new(&"x".repeat(100))).len() <= MAX_NAME);
    }
}
