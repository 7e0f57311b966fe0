//! Schedulers that take a list of chunks, one a line.

use super::super::numbers::as_ranges;
use minclue_core::base::quoted;

use super::Submission;

/// `HyperQueue`: an array of tasks, whose server keeps a journal.
pub(super) fn hyperqueue(submission: &Submission) -> String {
    let mut text = "#!/bin/sh\n# Made by `minclue campaign submit`. It needs a server, `hq server start --journal FILE`, and a worker.\nset -eu\n".to_owned();
    let time = submission.wall_time.map_or_else(String::new, |time| format!(" --time-limit {}s", time.as_secs()));
    let command = format!("{} --index-from HQ_TASK_ID", submission.run());
    let task = format!("{}; exit $code", submission.keeping_messages(&command, "$HQ_TASK_ID").join("; "));
    text.push_str(&format!(
        "hq submit --name {} --array {} --cpus 1 --stdout none --stderr none{time} -- \\\n    sh -c {}\n",
        submission.name,
        as_ranges(&submission.chunks),
        quoted(&task),
    ));
    text
}

/// GNU parallel: a list on standard input, a log that it goes on from, and a second try.
pub(super) fn parallel(submission: &Submission) -> String {
    let mut text = "#!/bin/sh\n# Made by `minclue campaign submit`. With `--sshloginfile HOSTS` it also uses other machines.\nset -eu\n".to_owned();
    let jobs = submission.at_once.map_or_else(|| "100%".to_owned(), |n| n.to_string());
    // What was asked for is asked for again after a kill: a chunk that is whole takes a moment.
    text.push_str(&format!(
        "parallel --will-cite --jobs {jobs} --retries 3 \"$@\" {} --chunk {{}} <<CHUNKS\n",
        quoted_for_parallel(&submission.run())
    ));
    for chunk in &submission.chunks {
        text.push_str(&format!("{chunk}\n"));
    }
    text.push_str("CHUNKS\n");
    text
}

/// GNU parallel gives its words to a shell once more.
fn quoted_for_parallel(command: &str) -> String {
    if command.contains('\'') { quoted(command) } else { command.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::super::tests::submission;
    use super::*;

    #[test]
    fn the_list_is_that_of_the_chunks() {
        assert!(hyperqueue(&submission()).contains("--array 0-2,5,7-8 "));
        let script = parallel(&submission());
        assert!(script.ends_with("<<CHUNKS\n0\n1\n2\n5\n7\n8\nCHUNKS\n"), "{script}");
    }
}
