//! An indexed job of Kubernetes: each pod has its number in `JOB_COMPLETION_INDEX`. Numbers begin at 0 and have no
//! gaps, so a pod runs the chunk that stands at its place in a list.

use serde_json::json;

use super::super::numbers::as_ranges;
use super::Submission;

/// The job, as JSON, which is YAML too.
pub(super) fn job(submission: &Submission) -> String {
    // Words of the command stand alone here, so nothing is quoted.
    let mut words = vec![
        submission.program.clone(),
        "campaign".to_owned(),
        "run".to_owned(),
        submission.folder.clone(),
        "--quiet".to_owned(),
    ];
    if let Some(seconds) = submission.stop_after() {
        words.extend(["--stop-after".to_owned(), format!("{seconds}s")]);
    }
    words.extend(["--index-from", "JOB_COMPLETION_INDEX", "--of"].map(str::to_owned));
    words.push(as_ranges(&submission.chunks));
    let n = submission.chunks.len();
    let job = json!({
        "apiVersion": "batch/v1",
        "kind": "Job",
        "metadata": {"name": submission.name},
        "spec": {
            "completionMode": "Indexed",
            "completions": n,
            "parallelism": submission.at_once.unwrap_or(n as u64).min(n as u64),
            "backoffLimitPerIndex": 5,
            "template": {"spec": {
                "restartPolicy": "Never",
                "containers": [{
                    "name": "minclue",
                    "image": submission.image,
                    "command": words,
                    "resources": {
                        "requests": {"cpu": "1", "memory": format!("{}Mi", submission.memory)},
                        "limits": {"memory": format!("{}Mi", submission.memory)},
                    },
                    "volumeMounts": [{"name": "campaign", "mountPath": submission.folder}],
                }],
                "volumes": [{"name": "campaign", "persistentVolumeClaim": {"claimName": submission.name}}],
            }},
        },
    });
    let mut text = serde_json::to_string_pretty(&job).expect("strings and numbers are JSON");
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::super::tests::submission;
    use super::*;

    #[test]
    fn each_pod_has_its_chunk() {
        let value: Value = serde_json::from_str(&job(&submission())).expect("JSON");
        let spec = &value["spec"];
        assert_eq!((&spec["completions"], &spec["parallelism"]), (&json!(6), &json!(6)));
        let command = spec["template"]["spec"]["containers"][0]["command"].as_array().expect("words");
        assert_eq!(command.last(), Some(&json!("0-2,5,7-8")));
    }
}
