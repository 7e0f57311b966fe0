//! Kills of all kinds. What was done is kept, and the whole gives the same bytes as if nothing had happened.

use std::process::Child;
use std::time::{Duration, Instant};

use super::*;

fn signal(name: &str, child: &Child) {
    signal_process(name, &child.id().to_string());
}

fn signal_process(name: &str, process: &str) {
    let sent = std::process::Command::new("kill").args([name, process]).status();
    assert!(sent.expect("kill is there").success());
}

/// Waits until `parts` holds at least `n` lines beyond heads, or chunks are there.
fn wait_for_lines(program: &Program, n: usize) {
    let begin = Instant::now();
    let lines = |folder: &str| -> usize {
        let folder = program.path("c").join(folder);
        let files = if folder.exists() { minclue_testkit::names(&folder) } else { Vec::new() };
        files
            .iter()
            .map(|name| {
                let text = std::fs::read_to_string(folder.join(name)).unwrap_or_default();
                text.lines().count().saturating_sub(1)
            })
            .sum()
    };
    while lines("parts") + lines("chunks/000") < n {
        assert!(begin.elapsed() < Duration::from_secs(60), "nothing happens");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn undisturbed(n: usize, size: usize) -> String {
    let program = campaign(n, size);
    assert_eq!(verb(&program, &["run", "c", "--jobs", "1"]).code, 0);
    collected(&program)
}

#[test]
fn a_killed_pool_is_gone_on_with() {
    let program = campaign(60, 20);
    let mut pool = program.start(["campaign", "run", "c", "--jobs", "2"]);
    wait_for_lines(&program, 5);
    signal("-KILL", &pool);
    pool.wait().expect("it was killed");
    // Its processes end with it, and leave their parts.
    let begin = Instant::now();
    while !verb(&program, &["status", "c", "--format", "json"]).record()["busy"].as_str().unwrap_or_default().is_empty()
    {
        assert!(begin.elapsed() < Duration::from_secs(30), "a process lives on");
        std::thread::sleep(Duration::from_millis(20));
    }
    let status = verb(&program, &["status", "c", "--format", "json"]).record();
    assert_ne!(status["left"], "", "{status}");
    assert_eq!(verb(&program, &["run", "c"]).code, 0);
    assert_eq!(collected(&program), undisturbed(60, 20));
    let status = verb(&program, &["status", "c", "--format", "json"]).record();
    assert_eq!((&status["left"], &status["missing"]), (&"".into(), &"".into()));
}

/// Regions of the catalog are tasks as grids are: the same counts and digests, whatever was killed.
#[test]
fn a_killed_search_of_regions_is_gone_on_with() {
    let begun = || {
        let program = minclue();
        let new = ["campaign", "new", "c", "--prefixes", "1", "--chunk-size", "6"];
        let made = program.run([&new[..], &["--", "catalog", "-k", "16", "--regions", "17.8.20"]].concat());
        assert!(made.text.contains("12 tasks, 2 chunks"), "{} {}", made.text, made.stderr);
        program
    };
    let program = begun();
    let mut pool = program.start(["campaign", "run", "c", "--jobs", "1"]);
    wait_for_lines(&program, 4);
    signal("-KILL", &pool);
    pool.wait().expect("it was killed");
    assert_ne!(verb(&program, &["status", "c", "--format", "json"]).record()["missing"], "", "it was too late");
    assert_eq!(verb(&program, &["run", "c"]).code, 0);
    let quiet = begun();
    assert_eq!(verb(&quiet, &["run", "c", "--jobs", "1"]).code, 0);
    let regions = collected(&quiet);
    assert_eq!(collected(&program), regions);
    assert_eq!(regions.lines().filter(|line| line.contains("\"digest\"")).count(), 12);
}

#[test]
fn a_killed_chunk_loses_the_task_at_work_and_no_other() {
    let program = campaign(40, 40);
    let mut chunk = program.start(["campaign", "run", "c", "--chunk", "0"]);
    wait_for_lines(&program, 4);
    signal("-KILL", &chunk);
    chunk.wait().expect("it was killed");
    let kept = program.read(&format!("c/parts/{}", minclue_testkit::names(&program.path("c/parts"))[0]));
    let whole = kept.lines().skip(1).filter(|line| line.ends_with("}]}")).count();
    assert!(whole >= 4, "{whole}");
    assert_eq!(verb(&program, &["run", "c", "--chunk", "0"]).code, 0);
    // Lines that were taken over stand in the chunk as they stood in the part, times included.
    let chunk = program.read("c/chunks/000/000000.jsonl");
    assert!(kept.lines().skip(1).take(whole).all(|line| chunk.contains(line)), "a task was run twice");
    collected(&program);
}

#[test]
fn an_interrupt_keeps_what_is_done() {
    for name in ["-INT", "-TERM"] {
        let program = campaign(60, 30);
        let mut pool = program.start(["campaign", "run", "c", "--jobs", "2"]);
        wait_for_lines(&program, 4);
        signal(name, &pool);
        let code = pool.wait().expect("it ends").code();
        assert_eq!(code, Some(if name == "-INT" { 130 } else { 143 }));
        let status = verb(&program, &["status", "c", "--format", "json"]).record();
        assert_eq!(status["busy"], "", "{status}");
        assert_eq!(verb(&program, &["run", "c"]).code, 0);
        assert_eq!(collected(&program).lines().count(), 60);
    }
}

/// As by an administrator, or by what ends processes before memory is used up: nobody asked the pool to end.
#[test]
fn a_chunk_that_somebody_ends_is_run_again() {
    let program = campaign(60, 60);
    let mut pool = program.start(["campaign", "run", "c", "--jobs", "1"]);
    wait_for_lines(&program, 4);
    // A part is called 000000.HOST.PID.x.part.
    let parts = minclue_testkit::names(&program.path("c/parts"));
    signal_process("-TERM", parts[0].split('.').nth(2).expect("a process"));
    assert_eq!(pool.wait().expect("it ends").code(), Some(0));
    assert_eq!(collected(&program), undisturbed(60, 60));
}

/// Each chunk is a process, and a hundred of them do not start in a millisecond.
#[test]
fn chunks_that_were_not_begun_in_time_are_left() {
    let program = campaign(100, 1);
    let run = verb(&program, &["run", "c", "--jobs", "1", "--stop-after", "1ms"]);
    assert_eq!((run.code, run.text.as_str()), (4, ""), "{}", run.stderr);
    assert!(run.stderr.contains("chunks are not complete"), "{}", run.stderr);
    let quiet = verb(&program, &["run", "c", "--jobs", "1", "--stop-after", "1ms", "--quiet"]);
    assert_eq!((quiet.code, quiet.stderr.as_str()), (4, ""));
}

#[test]
fn time_is_over_and_the_next_run_goes_on() {
    let program = campaign(200, 20);
    let run = verb(&program, &["run", "c", "--jobs", "1", "--stop-after", "50ms"]);
    assert_eq!((run.code, run.text.as_str()), (4, ""), "{}", run.stderr);
    let chunk = verb(&program, &["run", "c", "--chunk", "2", "--stop-after", "1ms"]);
    assert_eq!(chunk.code, 4, "{}", chunk.stderr);
    assert_eq!(verb(&program, &["run", "c"]).code, 0);
    assert_eq!(collected(&program), undisturbed(200, 20));
}

#[test]
fn a_chunk_that_runs_twice_at_once_does_no_harm() {
    let program = campaign(30, 30);
    let mut both = [(); 2].map(|()| program.start(["campaign", "run", "c", "--chunk", "0"]));
    for child in &mut both {
        assert_eq!(child.wait().expect("it ends").code(), Some(0));
    }
    assert_eq!(minclue_testkit::names(&program.path("c/parts")), Vec::<String>::new());
    assert_eq!(collected(&program), undisturbed(30, 30));
}

#[test]
fn two_pools_share_the_work() {
    let program = campaign(40, 4);
    let mut both = [(); 2].map(|()| program.start(["campaign", "run", "c", "--jobs", "1"]));
    for child in &mut both {
        assert_eq!(child.wait().expect("it ends").code(), Some(0));
    }
    assert_eq!(collected(&program), undisturbed(40, 4));
}
