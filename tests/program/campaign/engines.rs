//! The scripts of engines. `make test-clusters` hands those of Slurm and GNU parallel over.

use super::*;

#[test]
fn every_engine_has_its_script_and_one_command() {
    let program = campaign(6, 2);
    assert_eq!(verb(&program, &["run", "c", "--chunk", "1"]).code, 0);
    for (engine, file, command, said) in [
        ("slurm", "slurm.sh", "sh ", "--array=0,2 "),
        ("hyperqueue", "hyperqueue.sh", "sh ", "--array 0,2 "),
        ("parallel", "parallel.sh", "sh ", "\n0\n2\n"),
        ("kubernetes", "kubernetes.json", "kubectl apply -f ", "\"completions\": 2"),
        ("htcondor", "condor.sub", "condor_submit ", "queue chunk in (0 2)"),
    ] {
        let run = verb(&program, &["submit", "c", "--to", engine, "--time", "1h"]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(run.text.starts_with(command) && run.text.ends_with(&format!("{file}\n")), "{}", run.text);
        let script = program.read(&format!("c/{file}"));
        assert!(script.contains(said) && script.contains("3540s"), "{script}");
        if file.ends_with(".sh") {
            let path = program.path("c").join(file);
            let checked = std::process::Command::new("sh").arg("-n").arg(path).status().expect("sh");
            assert!(checked.success(), "{script}");
        }
    }
    assert_eq!(verb(&program, &["submit", "c", "--to", "nowhere"]).code, 2);
    assert_eq!(verb(&program, &["run", "c"]).code, 0);
    let nothing = verb(&program, &["submit", "c", "--to", "slurm"]);
    assert!(nothing.code == 0 && nothing.stderr.contains("no chunk is missing"), "{}", nothing.stderr);
}

/// What a script runs a chunk with, as a line of the shell: the parts of Slurm, `HyperQueue` and `HTCondor` that need none
/// of them.
fn elements(program: &Program, folder: &str) -> Vec<String> {
    let condor = program.read(&format!("{folder}/condor.sub"));
    let (_, rest) = condor.split_once("arguments = \"-c '").expect("arguments");
    let (arguments, _) = rest.split_once("'\"\n").expect("one line");
    let hq = "hq() { while [ \"$1\" != -- ]; do shift; done; shift; HQ_TASK_ID=$CHUNK \"$@\"; }";
    vec![
        format!("FIRST=0 SLURM_ARRAY_TASK_ID=$CHUNK sh \"{folder}/slurm.sh\""),
        format!("{hq}; . \"./{folder}/hyperqueue.sh\""),
        arguments.replace("''", "'").replace("\"\"", "\"").replace("$(chunk)", "$CHUNK"),
    ]
}

/// A scheduler keeps no messages, so that the script does; an array may have thousands of elements that say nothing.
#[test]
fn what_a_chunk_says_is_kept() {
    let (program, folder) = (campaign(6, 2), "it's mine");
    std::fs::rename(program.path("c"), program.path(folder)).expect("renamed");
    for engine in ["slurm", "hyperqueue", "htcondor"] {
        let run = verb(&program, &["submit", folder, "--to", engine]);
        assert_eq!(run.code, 0, "{}", run.stderr);
    }
    let run = |element: &str, chunk: &str| {
        let mut command = std::process::Command::new("sh");
        Run::fed(command.current_dir(program.folder()).env("CHUNK", chunk).args(["-c", element]), "")
    };
    for (element, chunk) in elements(&program, folder).iter().zip(["0", "1", "2"]) {
        let whole = run(element, chunk);
        assert_eq!((whole.code, whole.stderr.as_str()), (0, ""), "{element}");
        let none = run(element, "9");
        assert_eq!((none.code, none.stderr.as_str()), (2, ""), "{element}");
        let messages = program.path(folder).join("messages");
        assert_eq!(minclue_testkit::names(&messages), ["9.txt"], "{element}");
        let said = std::fs::read_to_string(messages.join("9.txt")).expect("a message");
        assert!(said.contains("there is no chunk 9"), "{said}");
        std::fs::remove_file(messages.join("9.txt")).expect("it is there");
    }
    let all = verb(&program, &["collect", folder]);
    assert_eq!((all.code, all.records().len()), (0, 6), "{}", all.stderr);
}

#[test]
fn a_directory_that_a_script_cannot_name_is_refused() {
    use std::os::unix::ffi::OsStrExt as _;

    let program = campaign(2, 1);
    let mut name = std::ffi::OsString::from("c");
    for (other, refusing) in [
        (&b"a{}b"[..], &["parallel"][..]),
        (b"$(x)", &["htcondor"]),
        (b"a\nb", &["htcondor"]),
        (b"c\xff", &["slurm", "hyperqueue", "parallel", "kubernetes", "htcondor"]),
    ] {
        let other = std::ffi::OsStr::from_bytes(other);
        std::fs::rename(program.path(&name), program.path(other)).expect("renamed");
        other.clone_into(&mut name);
        for engine in ["slurm", "hyperqueue", "parallel", "kubernetes", "htcondor"] {
            let words = ["campaign", "submit", "--to", engine].map(std::ffi::OsStr::new);
            let run = program.run(words.into_iter().chain([other]));
            let code = if refusing.contains(&engine) { 2 } else { 0 };
            assert_eq!(run.code, code, "{} {engine} {}", other.display(), run.stderr);
        }
    }
}
