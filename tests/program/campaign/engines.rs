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
    assert!(nothing.code == 0 && nothing.stderr.contains("nothing is missing"), "{}", nothing.stderr);
}
