//! Inputs side by side: the same answers, in the same order, as one after the other.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};

use minclue_testkit::{Program, Run};

use crate::minclue;

/// Puzzles with clues to drop, some that are wrong, and an isomorphic pair.
pub(crate) fn puzzles() -> String {
    let program = minclue();
    let made = program.run(["generate", "-n", "60", "--clues", "30..36", "--seed", "4"]).text;
    let mut lines: Vec<String> = made.lines().enumerate().map(|(i, line)| format!("p{i} {line}")).collect();
    let again = lines[3].replacen("p3", "again", 1);
    lines.insert(50, again);
    lines.insert(20, "11..............".to_owned());
    lines.insert(41, "bad 4.....8.5.3....".to_owned());
    lines.join("\n")
}

/// Small grids, puzzles with one solution and with several, and lines of which nothing can be read.
fn grids() -> String {
    let program = minclue();
    let made = program.run(["generate", "--grids", "-n", "5", "--shape", "2x3", "--seed", "3"]).text;
    let mut lines: Vec<String> = made.lines().enumerate().map(|(i, line)| format!("g{i} {line}")).collect();
    for (at, line) in [
        (4, "several ................"),
        (3, "wrong 12?4"),
        (3, "clash 11.............."),
        (2, "puzzle 1.3..4.......3.1"),
        (1, "four 1234341221434321"),
        (0, "1234341223414123"),
    ] {
        lines.insert(at, line.to_owned());
    }
    lines.join("\n") + "\n"
}

/// A text without its times: numbers with a point or a power of ten are times here, and what stands for them takes more
/// or less room.
fn without_times(text: &str) -> String {
    let is_of_number = |c: char| c.is_ascii_digit() || c == '.';
    let mut plain = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(|c| !is_of_number(c)).unwrap_or(rest.len());
        let power = rest[end..].strip_prefix("e-").map_or(0, |after| {
            let n_digits = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
            if n_digits == 0 { 0 } else { "e-".len() + n_digits }
        });
        let (number, after) = rest.split_at(end + power);
        let is_time = number.parse::<f64>().is_ok() && number.contains(['.', 'e']);
        plain.push_str(if is_time { "T" } else { number });
        let end = after.find(is_of_number).unwrap_or(after.len());
        plain.push_str(&after[..end]);
        rest = &after[end..];
    }
    while plain.contains("  ") {
        plain = plain.replace("  ", " ");
    }
    plain
}

/// The exit code, and all that is written.
fn outcome(run: &Run) -> (i32, String, String) {
    (run.code, without_times(&run.text), without_times(&run.stderr))
}

/// Runs it with one job and with several.
fn assert_same(program: &Program, args: &[&str], code: i32) {
    let with = |n: &str| outcome(&program.run([args, &["--jobs", n]].concat()));
    let one = with("1");
    assert_eq!(one.0, code, "{args:?}: {}", one.2);
    assert!(one.1.lines().count() > 1, "{args:?}: {}", one.1);
    // Where nothing is said, there are as many as cores.
    for (n, several) in [("2", with("2")), ("3", with("3")), ("all", outcome(&program.run(args)))] {
        assert_eq!((several.0, &several.2), (one.0, &one.2), "{args:?}, {n} jobs");
        for (line, other) in several.1.lines().zip(one.1.lines()) {
            assert_eq!(line, other, "{args:?}, {n} jobs");
        }
        assert_eq!(several.1.len(), one.1.len(), "{args:?}, {n} jobs");
    }
}

#[test]
fn times_are_left_out_and_puzzles_stay() {
    assert_eq!(without_times("1.2.  a 0.25 s, \"seconds\":12.5}"), "1.2. a T s, \"seconds\":T}");
    assert_eq!(without_times("9e-6, re-5 12e-x 3"), "T, re-5 12e-x 3");
}

#[test]
fn any_number_of_jobs_gives_the_same_minima() {
    let program = minclue();
    program.write("grids", grids());
    let six: String = grids().lines().filter(|line| line.starts_with('g')).map(|line| format!("{line}\n")).collect();
    program.write("six", six);
    program.write("sets", program.run(["sets", "--list", "--format", "jsonl", "grids"]).text);
    for (args, code) in [
        (&["solve", "grids"][..], 3),
        (&["solve", "--format", "jsonl", "grids"], 3),
        (&["solve", "--format", "json", "--seed", "7", "grids", "1234341221434321"], 3),
        (&["solve", "--format", "csv", "--at-most", "8", "grids"], 3),
        (&["solve", "--format", "table", "grids", "missing", "grids"], 1),
        (&["solve", "--format", "text", "1234341221434321", "1234341223414123"], 0),
        (&["solve", "--engine", "both", "--format", "jsonl", "1234341221434321", "1234341223414123"], 0),
        (&["solve", "--engine", "dmus", "--format", "jsonl", "grids"], 3),
        (&["solve", "--threads", "2", "--format", "jsonl", "grids"], 3),
        (&["solve", "--engine", "bilevel", "--format", "jsonl", "1234341221434321", "1234341223414123"], 0),
        (&["solve", "--node-limit", "100", "--format", "jsonl", "six"], 4),
        (&["solve", "--at-most", "1", "--node-limit", "100", "1234341221434321", "grids", "six"], 3),
        (&["solve", "--given", "r1c1,r4c4", "--forbidden", "r2c2", "--format", "jsonl", "grids"], 3),
        (&["solve", "--given", "r6c6", "--format", "jsonl", "grids"], 3),
        (&["solve", "--from", "sets", "--format", "jsonl", "grids"], 3),
    ] {
        assert_same(&program, args, code);
    }
}

#[test]
fn any_number_of_jobs_finds_the_same() {
    let program = minclue();
    program.write("grids", grids());
    program.write("puzzles", puzzles());
    for (args, code) in [
        (&["enumerate", "-k", "4..6", "1234341221434321", "1234341223414123"][..], 0),
        (&["enumerate", "-k", "4..5", "grids"], 3),
        (&["enumerate", "-k", "5", "--format", "jsonl", "grids"], 3),
        (&["enumerate", "-k", "4..5", "--format", "json", "--minimal", "grids"], 3),
        (&["enumerate", "-k", "5", "--format", "csv", "grids"], 3),
        (&["enumerate", "-k", "8", "--count", "grids"], 3),
        // What is said once of grids of a size depends on those before.
        (&["enumerate", "-k", "36..37", "--count", "grids"], 3),
        (&["enumerate", "-k", "8", "--node-limit", "9", "--format", "jsonl", "grids"], 3),
        (&["sets", "grids"], 3),
        (&["sets", "--list", "--stats", "--format", "jsonl", "grids"], 3),
        (&["sets", "--source", "ilp", "--max-sets", "5", "--format", "jsonl", "grids"], 3),
        (&["rate", "--format", "jsonl", "puzzles"], 3),
        (&["check", "--format", "jsonl", "puzzles"], 3),
        (&["check", "--require-valid", "puzzles", "1234341221434321"], 3),
        (&["canon", "--format", "jsonl", "puzzles"], 3),
        (&["canon", "--distinct", "puzzles"], 3),
        (&["minimize", "--orders", "3", "--format", "jsonl", "puzzles"], 3),
        (&["minimize", "--exact", "--format", "jsonl", "grids"], 3),
    ] {
        assert_same(&program, args, code);
    }
}

/// Each has its own, named by its number, and the later of two with one name is refused, whichever is done first.
#[test]
fn certificates_are_those_of_one_job() {
    let made = |jobs: &str| {
        let program = minclue();
        program.write("grids", grids());
        program.write("proof-3", "something else");
        std::os::unix::fs::symlink("proof-1", program.path("proof-4")).expect("a link");
        let run = program.run(["solve", "--certify", "proof-{}", "--format", "jsonl", "--jobs", jobs, "grids"]);
        let files: Vec<Option<Vec<u8>>> =
            (1..=10).map(|number| std::fs::read(program.path(format!("proof-{number}"))).ok()).collect();
        (outcome(&run), files)
    };
    let one = made("1");
    assert!(one.1.iter().filter(|file| file.is_some()).count() > 5, "{}", one.0.2);
    assert!(one.0.2.contains("not a certificate") && one.0.2.contains("another file there"), "{}", one.0.2);
    assert_eq!(one.0.0, 2, "{}", one.0.2);
    for jobs in ["2", "3"] {
        assert_eq!(made(jobs), one, "{jobs} jobs");
    }
}

#[test]
fn one_file_for_several_searches_is_refused() {
    let program = minclue();
    for option in ["--state", "--log"] {
        let args = ["solve", "--engine", "bilevel", option, "kept", "1234341221434321", "1234341223414123"];
        assert_eq!(program.run(args).code, 0, "{option}");
        let run = program.run([&args[..], &["--jobs", "2"]].concat());
        assert!(
            run.code == 2 && run.stderr.contains(&format!("{option} belongs to one search; omit --jobs")),
            "{}",
            run.stderr
        );
    }
}

/// Neither an answer is held back nor the end of the input waited for.
#[test]
fn an_answer_comes_while_the_input_stays_open_and_a_closed_pipe_ends_the_run() {
    // The last grid takes hours; that nobody reads ends its search.
    for (verb, after) in [
        (&["check"][..], "1...............\n".to_owned()),
        (&["solve"], format!("1234341221434321\n{TWELVE}\n")),
        (&["enumerate", "-k", "5"], format!("1234341221434321\n{TWELVE}\n")),
    ] {
        let program = minclue();
        let mut child = program.start([verb, &["--jobs", "2", "--format", "jsonl"]].concat());
        let mut stdin = child.stdin.take().expect("piped");
        stdin.write_all(b"1234341221434321\n").expect("written");
        let mut stdout = BufReader::new(child.stdout.take().expect("piped"));
        let mut line = String::new();
        assert!(stdout.read_line(&mut line).expect("UTF-8") > 0, "{verb:?}");
        drop(stdout);
        // Nobody reads, and more is asked: it ends though its own input is open. It may have noticed already.
        let _ = stdin.write_all(after.as_bytes());
        let run = Run::from(child.wait_with_output().expect("it ends"));
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{verb:?}");
    }
}

/// A 12x12 grid that takes any engine hours.
const TWELVE: &str = "123456789ABC56789ABC12349ABC1234567823456789ABC16789ABC12345ABC123456789\
    3456789ABC12789ABC123456BC123456789A456789ABC12389ABC1234567C123456789AB";

/// All that was begun is answered, as far as it came, once and in order; nothing is begun afterwards.
#[test]
fn a_signal_ends_all_jobs_and_what_they_know_is_written() {
    let program = minclue();
    let names = ["a", "slow1", "b", "slow2", "c", "slow3", "d"];
    let line = |name: &&str| match name.strip_prefix("slow") {
        Some(_) => format!("{name} {TWELVE}\n"),
        None => format!("{name} 1234341221434321\n"),
    };
    program.write("grids", names.iter().map(line).collect::<String>());
    let mut child = program.start(["solve", "--jobs", "2", "-v", "--format", "jsonl", "grids"]);
    // All before it has said all it has to say, and it reports bounds.
    let mut stderr = BufReader::new(child.stderr.take().expect("piped"));
    let mut n_begun = 0;
    while n_begun < 2 {
        let mut line = String::new();
        assert!(stderr.read_line(&mut line).expect("UTF-8") > 0, "it ended by itself");
        n_begun += usize::from(line.trim_end().ends_with("  begin"));
    }
    // So that the other job has begun its search too; without it, the test is a weaker one.
    std::thread::sleep(std::time::Duration::from_secs(1));
    let killed = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill is there").success());
    let mut rest = String::new();
    stderr.read_to_string(&mut rest).expect("UTF-8");
    let run = Run::from(child.wait_with_output().expect("it ends"));
    assert_eq!(run.code, 130);
    let records = run.records();
    assert!((2..=4).contains(&records.len()), "{}", run.text);
    for (record, name) in records.iter().zip(names) {
        assert_eq!(record["id"], name);
        if name.starts_with("slow") {
            assert_eq!(record["status"], "interrupted");
            assert!(record["lower_bound"].is_u64() && record["puzzle"].is_string(), "{record}");
        } else {
            assert_eq!(record["minimum"], 4);
        }
    }
}

/// A list has all cores, divided by the threads of each search; one input has one job, and so have several that share a
/// limit on memory.
#[test]
fn a_list_has_all_cores_and_one_input_has_one() {
    let program = minclue();
    program.write("two", "1234341221434321\n1234341223414123\n");
    let n_cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let said = |args: &[&str]| {
        let run = program.run([args, &["-v", "--format", "jsonl"]].concat());
        assert_eq!(run.code, 0, "{}", run.stderr);
        run.stderr.lines().next().unwrap_or_default().to_owned()
    };
    let many = "inputs side by side, using ";
    assert_eq!(said(&["solve", "two"]).contains(many), n_cores > 1);
    assert!(said(&["solve", "-j", "3", "two"]).contains(&format!("3 {many}")));
    assert!(!said(&["solve", "1234341221434321"]).contains(many));
    assert!(!said(&["solve", "--memory-limit", "4000", "two"]).contains(many));
    assert!(!said(&["solve", "--threads", "auto", "two"]).contains(many));
    let all = if n_cores == 1 { "using the one core".to_owned() } else { format!("using 2 of {n_cores} cores") };
    assert!(said(&["check", "two"]).ends_with(&all), "{}", said(&["check", "two"]));
    assert!(said(&["check", "1234341221434321"]).contains("using 1 of ") || n_cores == 1);
}

/// The log of an input is not torn apart by that of another.
#[test]
fn the_log_is_that_of_one_job() {
    let program = minclue();
    program.write("grids", grids());
    let log = |jobs: &str| {
        let run = program.run(["solve", "-v", "--format", "jsonl", "--jobs", jobs, "grids"]);
        let is_kept = |line: &&str| !line.trim_start().starts_with(|c: char| c.is_ascii_digit());
        run.stderr.lines().filter(is_kept).map(without_times).collect::<Vec<_>>()
    };
    let one = log("1");
    assert!(one.len() > 50);
    assert_eq!(log("3"), one);
}
