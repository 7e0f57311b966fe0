//! Array jobs: the scheduler counts, and each element runs the chunk of its number.

use super::super::numbers::as_ranges;
use super::{Submission, clock};

/// An array of Slurm. An array has a limited number of elements, and its numbers have a limit too, so a long campaign
/// is several arrays whose elements add a first number.
pub(super) fn slurm(submission: &Submission) -> String {
    let mut text = "#!/bin/sh\n# Made by `minclue campaign submit`. `sh slurm.sh` submits the array job, which runs this file again.\n".to_owned();
    text.push_str(&format!("#SBATCH --job-name={}\n", submission.name));
    text.push_str("#SBATCH --ntasks=1 --cpus-per-task=1\n#SBATCH --requeue\n#SBATCH --output=/dev/null\n");
    text.push_str(&format!("#SBATCH --mem={}M\n", submission.memory));
    if let Some(time) = submission.wall_time {
        text.push_str(&format!("#SBATCH --time={}\n", clock(time)));
    }
    let at_once = submission.at_once.map_or_else(String::new, |n| format!("%{n}"));
    text.push_str("\nif [ -z \"${SLURM_ARRAY_TASK_ID:-}\" ]; then\n");
    for (first, numbers) in groups(&submission.chunks, submission.max_array) {
        let array = as_ranges(&numbers);
        text.push_str(&format!("    sbatch --export=ALL,FIRST={first} --array={array}{at_once} \"$0\"\n"));
    }
    text.push_str("    exit\nfi\n\n");
    let command = format!("{} --index-from SLURM_ARRAY_TASK_ID --first \"$FIRST\"", submission.run());
    let lines = submission.keeping_messages(&command, "$((FIRST + SLURM_ARRAY_TASK_ID))");
    text.push_str(&format!("{}\n", lines.join("\n")));
    text.push_str(
        "# 4: the time ended before the chunk; finished tasks are kept, and the rest is queued again. A killed chunk is\n\
         # queued again a few times.\n\
         if [ $code -eq 4 ] || { [ $code -ge 128 ] && [ \"${SLURM_RESTART_COUNT:-0}\" -lt 5 ]; }; then\n    \
         exec scontrol requeue \"${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID\"\nfi\nexit $code\n",
    );
    text
}

/// The chunks in groups whose numbers, counted from the first of the group, stay below `max`.
fn groups(chunks: &[u64], max: u64) -> Vec<(u64, Vec<u64>)> {
    let mut groups: Vec<(u64, Vec<u64>)> = Vec::new();
    for &chunk in chunks {
        match groups.last_mut() {
            Some((first, numbers)) if chunk - *first < max.max(1) => numbers.push(chunk - *first),
            _ => groups.push((chunk, vec![0])),
        }
    }
    groups
}

/// A cluster of `HTCondor`: one process for each number of a list.
pub(super) fn htcondor(submission: &Submission) -> String {
    let mut text = "# Made by `minclue campaign submit`.\n".to_owned();
    text.push_str("executable = /bin/sh\n");
    let command = format!("{} --chunk $(chunk)", submission.run());
    let task = format!("{}; exit $code", submission.keeping_messages(&command, "$(chunk)").join("; "));
    text.push_str(&format!("arguments = \"-c '{}'\"\n", task.replace('\'', "''").replace('"', "\"\"")));
    text.push_str("universe = vanilla\nshould_transfer_files = no\nrequest_cpus = 1\n");
    text.push_str(&format!("request_memory = {}M\n", submission.memory));
    if let Some(time) = submission.wall_time {
        text.push_str(&format!("+MaxRuntime = {}\n", time.as_secs()));
    }
    if let Some(n) = submission.at_once {
        text.push_str(&format!("max_materialize = {n}\n"));
    }
    // Beside `max_retries`, a job would leave the queue by either of the two.
    text.push_str(
        "# 4: the time ended before the chunk; finished tasks are kept, and the rest is queued again. So is a chunk\n\
         # that a signal ended, for which the shell reports a code of 128 or more. A failure, code 1, is tried again\n\
         # until the job has ended six times: HTCondor counts every end, also one with 4 or by a signal.\n\
         on_exit_remove = !ExitBySignal && ExitCode < 128 && ExitCode != 4 && (ExitCode != 1 || NumJobCompletions > 5)\n",
    );
    let numbers: Vec<String> = submission.chunks.iter().map(u64::to_string).collect();
    text.push_str(&format!("queue chunk in ({})\n", numbers.join(" ")));
    text
}

#[cfg(test)]
mod tests {
    use super::super::tests::submission;
    use super::*;

    #[test]
    fn a_long_list_becomes_several_arrays() {
        assert_eq!(
            groups(&[0, 1, 5, 1000, 1001, 3000], 1001),
            [(0, vec![0, 1, 5, 1000]), (1001, vec![0]), (3000, vec![0])]
        );
        assert_eq!(groups(&[7, 8], 0), [(7, vec![0]), (8, vec![0])]);
        let script = slurm(&submission());
        assert!(script.contains("--array=0-2,5,7-8%100"), "{script}");
        assert!(script.contains("--time=01:00:00"));
    }

    #[test]
    fn every_chunk_is_queued() {
        let script = htcondor(&submission());
        assert!(script.ends_with("queue chunk in (0 1 2 5 7 8)\n"), "{script}");
        assert!(script.contains("run ''/data/my campaign'' --quiet"), "{script}");
        // HTCondor joins the two by "or": what ends with 4 would leave the queue after some retries.
        assert!(script.contains("&& ExitCode != 4 && ") && !script.contains("max_retries"), "{script}");
    }
}
