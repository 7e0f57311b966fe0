//! Small files that ask for much: of the checker of certificates time, of readers memory.

#[path = "../../crates/verifier/tests/common/mod.rs"]
mod common;

use std::fs;

use common::costly_certificates;
use minclue_testkit::{Program, Run};

use crate::minclue;

fn packed(program: &Program, name: &str, stream: &[u8]) {
    program.write(name, zstd::encode_all(stream, 1).expect("memory"));
}

/// Bytes of zstd that unpack to `n` bytes of this text.
fn bomb(program: &Program, name: &str, text: &[u8], n: usize) {
    packed(program, name, &text.repeat(n / text.len()));
}

#[test]
fn a_check_that_takes_too_long_is_neither_accepted_nor_refused() {
    let program = minclue();
    packed(&program, "extras.cert", &costly_certificates::sets_without_bits(2000, 10, |_| vec![0, 5, 7]).stream());
    packed(&program, "pigeons.cert", &costly_certificates::pigeons(30));
    packed(&program, "true.cert", &costly_certificates::pigeons(4));
    for name in ["extras.cert", "pigeons.cert"] {
        let run = program.run(["verify", name, "--time-limit", "100ms"]);
        assert_eq!((run.code, run.text.as_str()), (4, ""), "{}", run.stderr);
        assert!(run.stderr.contains("NOT DECIDED: time limit reached at byte"), "{}", run.stderr);
        assert!(!run.stderr.contains("REFUSED"), "{}", run.stderr);
        let record = program.run(["verify", "--format", "jsonl", name, "--time-limit", "100ms"]).record();
        assert_eq!((&record["verified"], &record["status"]), (&false.into(), &"time_limit".into()));
    }
    // One that a limit ended is no worse than that, beside one that is accepted, and better than one that is refused.
    program.write("text.cert", "no certificate");
    let codes = [&["true.cert"][..], &["true.cert", "pigeons.cert"], &["text.cert", "pigeons.cert"]]
        .map(|names| program.run(["verify", "--time-limit", "100ms"].iter().chain(names)).code);
    assert_eq!(codes, [0, 4, 5]);
}

#[test]
fn a_signal_ends_a_check_with_its_own_code() {
    let program = minclue();
    packed(&program, "pigeons.cert", &costly_certificates::pigeons(30));
    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        let command = format!("\"$0\" verify pigeons.cert & p=$!; sleep 0.5; kill {signal} $p; wait $p");
        let run = std::process::Command::new("sh")
            .current_dir(program.folder())
            .args(["-c", &format!("set -m; {command}")])
            .arg(program.file())
            .output()
            .expect("a shell");
        let stderr = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(code), "{stderr}");
        assert!(stderr.contains("NOT DECIDED: interrupted"), "{stderr}");
    }
}

/// A refusal that names the file and the limit.
#[track_caller]
fn limited(run: &Run, name: &str, limit: &str) {
    assert_eq!(run.code, 3, "{}", run.stderr);
    let text: String = run.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains(name) && text.contains(limit), "{}", run.stderr);
}

#[test]
fn no_reader_takes_what_has_no_end() {
    let program = minclue();
    program.write("h.hgr", "p hs 3 1\n3\n");
    let (lines, line) = (&b"# nothing\n"[..], &b"0"[..]);
    bomb(&program, "long.txt", line, 40 << 20);
    bomb(&program, "many.txt", lines, 40 << 20);
    bomb(&program, "many.hgr", b"c nothing\n", 80 << 20);
    bomb(&program, "long.hgr", line, 40 << 20);
    program.write("long.jsonl", vec![b'x'; 33 << 20]);
    program.write("long.jig", vec![b'a'; 2 << 20]);
    let of_line = "a line has more than 1 MB";
    limited(&program.run(["solve", "--hypergraph", "h.hgr", "--weights", "long.txt"]), "long.txt", of_line);
    limited(&program.run(["solve", "--hypergraph", "h.hgr", "--weights", "many.txt"]), "many.txt", "more than 16 MB");
    limited(&program.run(["solve", "--hypergraph", "many.hgr"]), "many.hgr", "expands to more than 100 times its size");
    program.write("plain.hgr", b"c nothing\n".repeat(7 << 20));
    limited(&program.run(["solve", "--hypergraph", "plain.hgr"]), "plain.hgr", "more than 64 MB");
    limited(&program.run(["solve", "--hypergraph", "long.hgr"]), "long.hgr", of_line);
    limited(&program.run(["solve", "--weights", "long.txt", "1234341221434321"]), "long.txt", of_line);
    limited(&program.run(["report", "long.jsonl"]), "long.jsonl", "a line has more than 32 MB");
    let jigsaw = program.run(["solve", "--variant", "jigsaw=long.jig", "1234341221434321"]);
    assert!(jigsaw.code == 2 && jigsaw.stderr.contains(of_line), "{}", jigsaw.stderr);
}

#[test]
fn a_device_without_end_is_refused() {
    if !std::path::Path::new("/dev/zero").exists() {
        return;
    }
    let program = minclue();
    program.write("h.hgr", "p hs 3 1\n3\n");
    limited(&program.run(["report", "/dev/zero"]), "/dev/zero", "a line has more than 32 MB");
    limited(&program.run(["solve", "--hypergraph", "/dev/zero"]), "/dev/zero", "a line has more than 1 MB");
    let weights = ["solve", "--hypergraph", "h.hgr", "--weights", "/dev/zero"];
    limited(&program.run(weights), "/dev/zero", "a line has more than 1 MB");
}

#[test]
fn what_is_just_below_a_limit_is_read() {
    let program = minclue();
    program.write("h.hgr", format!("{}p hs 3 2\n1 2\n3\n", "c nothing at all\n".repeat(100_000)));
    let comment = format!("# {}\n", "x".repeat(1_000_000));
    program.write("w.txt", format!("{}3 4\n", comment.repeat(10)));
    let run = program.run(["solve", "--format", "jsonl", "--hypergraph", "h.hgr", "--weights", "w.txt"]);
    assert_eq!((run.code, &run.record()["minimum"]), (0, &5.into()), "{}", run.stderr);
}

/// A name that would turn and color what stands behind it.
const STEERING: &str = "a\u{202e}b\u{9b}31mc\u{2066}d\u{61c}";

/// Nothing that a terminal would follow, but the ends of lines.
fn steers_nobody(what: &str, text: &str) {
    let steers = |c: char| "\u{202e}\u{9b}\u{2066}\u{61c}\u{1b}".contains(c);
    assert!(!text.contains(steers), "{what}: {text:?}");
}

#[test]
fn names_steer_nobody_in_any_form() {
    let program = minclue();
    let name = STEERING;
    program.write("grids.txt", format!("{name} 1234341221434321\n"));
    for format in ["text", "lines", "table", "csv", "json", "jsonl", "svg"] {
        let run = program.run(["solve", "--format", format, "grids.txt"]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        steers_nobody(format, &run.text);
        steers_nobody(format, &run.stderr);
    }
    let record = program.run(["solve", "--format", "jsonl", "grids.txt"]).record();
    assert_eq!(record["id"], name, "JSON has it all the same");
    let answers = program.run(["solve", "--format", "jsonl", "grids.txt"]).text;
    program.write("records.jsonl", answers);
    let page = program.run(["report", "-q", "records.jsonl"]);
    assert!(page.code == 0 && page.text.contains("a\u{fffd}b\u{fffd}31mc"), "{}", page.stderr);
}

#[test]
fn files_of_names_steer_nobody() {
    let program = minclue();
    program.write("grids.txt", format!("{STEERING} 1234341221434321\n"));
    program.write("plain.txt", "plain 1234341221434321\n");
    program.write(
        "b.mps",
        format!(
            "NAME {STEERING}\nROWS\n N cost\n L budget\n L room\n L link\nCOLUMNS\n x{STEERING} budget 1\n \
             x{STEERING} link 1\n y cost 5 room 1\n y link 1\n z cost 3 room 1\nRHS\n r budget 1 room 1\n r link 1\nBOUNDS\n \
             BV b x{STEERING}\n BV b y\n BV b z\nENDATA\n"
        ),
    );
    program.write("b.aux", "N 2\nM 2\nLC 1\nLC 2\nLR 1\nLR 2\nLO -5\nLO -3\nOS 1\n");
    let certified = ["--solution-file", "values", "--certify", "certificate"];
    let bilevel = |format| ["bilevel", "--format", format, "b.mps"].into_iter().chain(certified).collect();
    let weights = format!("{STEERING}.weights");
    program.write(&weights, "# of anything\n");
    let unknown = format!("--{STEERING}");
    let runs: [Vec<&str>; 20] = [
        vec!["solve", "--engine", "bilevel", "--log", "node-log", "grids.txt"],
        vec!["solve", "--engine", "bilevel", "--state", "state", "grids.txt"],
        vec!["sets", "--source", "ilp", "--max-sets", "5", "--journal", "journal", "grids.txt"],
        vec!["sets", "--source", "ilp", "--max-sets", "9", "--journal", "journal", "--format", "jsonl", "grids.txt"],
        vec!["solve", "--format", "jsonl", "--weights", &weights, "grids.txt"],
        vec!["solve", "--format", "csv", "--weights", &weights, "grids.txt"],
        vec!["solve", &unknown, "grids.txt"],
        vec![STEERING],
        vec!["solve", "--log", "log", "--certify", "c", "grids.txt"],
        vec!["study", "inequalities", "--output", "study", "--counts", "1", "grids.txt"],
        bilevel("text"),
        bilevel("csv"),
        bilevel("jsonl"),
        vec!["campaign", "new", STEERING, "--", "solve", "plain.txt"],
        vec!["campaign", "submit", STEERING, "--to", "slurm"],
        vec!["campaign", "run", STEERING],
        vec!["campaign", "status", STEERING],
        vec!["campaign", "status", STEERING, "--format", "json"],
        vec!["campaign", "collect", STEERING],
        vec!["campaign", "new", "refused", "--", "solve", "grids.txt"],
    ];
    for words in runs {
        let run = program.run(&words);
        let code = match words[..] {
            [STEERING] | ["solve", _, "grids.txt"] => 2,
            _ if words.contains(&"refused") => 3,
            _ => 0,
        };
        assert_eq!(run.code, code, "{words:?}: {}", run.stderr);
        steers_nobody(&words.join(" "), &run.text);
        steers_nobody(&words.join(" "), &run.stderr);
    }
    // A study keeps a copy of its inputs as they are.
    let mut n_files = 0;
    let mut folders = vec![program.path(".")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
            if entry.is_dir() {
                folders.push(entry);
            } else if !["grids.txt", "b.mps", "inputs.txt"].iter().any(|own| entry.ends_with(own)) {
                let bytes = fs::read(&entry).expect("a file");
                steers_nobody(&entry.display().to_string(), &String::from_utf8_lossy(&bytes));
                n_files += 1;
            }
        }
    }
    assert!(n_files > 12, "{n_files}");
}

/// Every hypergraph on four vertices with a few edges, weights from 0 to 2: the least weight by trying all choices.
#[test]
fn what_weighs_nothing_is_taken_for_nothing_with_rows_and_without() {
    let program = minclue();
    program.write("free.lp", "Minimize\n obj:\nSubject To\n c: x1 + x2 + x3 + x4 >= 0\nBinary\n x1 x2 x3 x4\nEnd\n");
    let mut seed = 7_u32;
    let mut random = |n: u32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 16) % n
    };
    for _ in 0..12 {
        let edges: Vec<u32> = (0..1 + random(4)).map(|_| 1 + random(15)).collect();
        let weights: Vec<u32> = (0..4).map(|_| random(3)).collect();
        let members = |set: u32| (0..4).filter(move |v| set >> v & 1 == 1);
        let weight = |set: u32| members(set).map(|v| weights[v as usize]).sum::<u32>();
        let least = (0..16).filter(|set| edges.iter().all(|edge| edge & set != 0)).map(weight).min();
        let line = |edge: &u32| members(*edge).map(|v| format!("{} ", v + 1)).collect::<String>() + "\n";
        let text: String = edges.iter().map(line).collect();
        program.write("h.hgr", format!("p hs 4 {}\n{text}", edges.len()));
        program.write("w.txt", (0..4).map(|v| format!("{} {}\n", v + 1, weights[v])).collect::<String>());
        let args = ["solve", "--format", "jsonl", "--hypergraph", "h.hgr", "--weights", "w.txt"];
        let plain = program.run(args);
        assert_eq!(plain.code, 0, "{edges:?} {weights:?}: {}", plain.stderr);
        assert_eq!(plain.record()["minimum"], least.expect("all vertices"), "{edges:?} {weights:?}");
        let with_rows = program.run(args.iter().chain(&["--rows", "free.lp"]));
        assert_eq!(with_rows.record()["optimum"], least.expect("all vertices"), "{edges:?} {weights:?}");
    }
}

#[test]
fn a_group_without_a_clause_may_have_a_weight_and_others_may_weigh_nothing() {
    let program = minclue();
    program.write("g.gcnf", "p gcnf 2 3 4\n{1} 1 0\n{2} -1 0\n{4} 2 0\n");
    program.write("free.lp", "Minimize\n obj:\nSubject To\n c: group1 + group2 >= 0\nBinary\n group1 group2\nEnd\n");
    let run = |weights: &str, rows: bool| {
        program.write("w.txt", weights);
        let args = ["explain", "--format", "jsonl", "--weights", "w.txt", "g.gcnf"];
        program.run(args.iter().chain(if rows { &["--rows", "free.lp"][..] } else { &[] }))
    };
    for (weights, least) in [("group3 5", 2), ("group3 0\ngroup1 4\n", 5), ("group1 0\n", 1), ("group1 0\ngroup2 0", 0)]
    {
        let (plain, with_rows) = (run(weights, false), run(weights, true));
        assert_eq!((plain.code, &plain.record()["minimum"]), (0, &least.into()), "{weights}: {}", plain.stderr);
        assert_eq!((with_rows.code, &with_rows.record()["optimum"]), (0, &least.into()), "{weights}");
    }
    for weights in ["group5 1", "group0 1", "group3 -1", "group3 1\ngroup3 1"] {
        assert_eq!((run(weights, false).code, run(weights, true).code), (3, 3), "{weights}");
    }
}

#[test]
fn sheets_and_pages_are_made_without_a_word() {
    let program = minclue();
    let sheet = program.run(["worksheet", "-q", "--sizes", "4", "-n", "1", "--seed", "1"]);
    assert_eq!((sheet.code, sheet.stderr.as_str()), (0, ""));
    program.write("r.jsonl", program.run(["solve", "--format", "jsonl", "1234341221434321"]).text);
    let page = program.run(["report", "-q", "r.jsonl"]);
    assert_eq!((page.code, page.stderr.as_str()), (0, ""));
}
