//! Campaigns on real engines: GNU parallel, and Slurm with a controller and two nodes on this machine. Both are killed
//! while they work, and the records are those of an undisturbed run, byte by byte.
//!
//! `make test-clusters` runs these tests, and installs what they need. They take minutes, and Slurm wants to be root.

#![expect(clippy::print_stderr, reason = "what an engine gave up is worth reading")]

mod parallel;
mod slurm;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use minclue_testkit::{Program, Run};

/// The grids of a campaign.
const N_GRIDS: usize = 200;
/// Tasks of a chunk: half a minute of Slurm's work for 40 of them.
const CHUNK_SIZE: usize = 5;

/// A program in a folder with a campaign `c`: grids of 6x6 by both engines, some tenths of a second each.
fn campaign() -> Program {
    let program = Program::new(env!("CARGO_BIN_EXE_minclue"));
    let n = N_GRIDS.to_string();
    let made = program.run(["generate", "--grids", "--shape", "2x3", "--seed", "7", "-n", &n]);
    let lines = made.text.lines().enumerate();
    let grids: String =
        lines.map(|(i, line)| format!("g{i} {}\n", line.split(' ').next_back().unwrap_or(line))).collect();
    program.write("grids.txt", grids);
    let size = CHUNK_SIZE.to_string();
    let new = ["campaign", "new", "c", "--chunk-size", &size, "--", "solve", "--engine", "both", "grids.txt"];
    let made = program.run(new);
    assert_eq!(made.code, 0, "{}", made.stderr);
    program
}

/// All records without times. The campaign must be whole.
fn collected(program: &Program) -> String {
    let run = program.run(["campaign", "collect", "c", "--no-times"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(run.text.lines().count(), N_GRIDS, "{}", run.stderr);
    run.text
}

/// What the same campaign gives when nothing happens to it.
fn undisturbed() -> String {
    let program = campaign();
    assert_eq!(program.run(["campaign", "run", "c"]).code, 0);
    collected(&program)
}

/// Number of whole chunks.
fn n_whole(program: &Program) -> u64 {
    program.run(["campaign", "status", "c", "--format", "json"]).record()["n_whole"].as_u64().expect("a number")
}

fn wait_for(what: &str, seconds: u64, mut is_so: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < Duration::from_secs(seconds), "{what}: not after {seconds} s");
        thread::sleep(Duration::from_millis(200));
    }
}

/// Runs a line of the shell in a folder and returns what it says.
fn shell(folder: &Path, line: &str) -> String {
    let mut command = Command::new("sh");
    let run = command.current_dir(folder).args(["-c", line]).stdin(Stdio::null()).output().expect("sh");
    String::from_utf8_lossy(&run.stdout).into_owned()
}

/// The processes that work on chunks of a campaign, with the variables of their environment.
fn workers(program: &Program) -> Vec<(u32, String)> {
    let begin = format!("{} campaign run {} ", program.file().display(), program.path("c").display());
    let entries = fs::read_dir("/proc").expect("processes");
    let worker = |entry: fs::DirEntry| {
        let process: u32 = entry.file_name().to_str()?.parse().ok()?;
        let words =
            |name: &str| Some(String::from_utf8_lossy(&fs::read(entry.path().join(name)).ok()?).replace('\0', " "));
        words("cmdline").filter(|command| command.starts_with(&begin))?;
        Some((process, words("environ")?))
    };
    entries.filter_map(|entry| worker(entry.ok()?)).collect()
}

/// `kill -9`.
fn kill(processes: &[u32]) {
    for process in processes {
        // One that has just ended needs no signal.
        let _ = Command::new("kill").args(["-9", &process.to_string()]).stderr(Stdio::null()).status();
    }
}

/// Hands the missing chunks over by the one command that `submit` says.
fn submit(program: &Program, words: &[&str]) -> Command {
    let said: Run = program.run(["campaign", "submit", "c"].iter().chain(words));
    assert_eq!(said.code, 0, "{}", said.stderr);
    let mut command = Command::new("sh");
    command.current_dir(program.folder()).args(["-c", said.text.trim()]).stdin(Stdio::null());
    command
}
