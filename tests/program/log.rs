//! The log of `-v`: what people read while an engine works.

use minclue_testkit::Program;

use crate::minclue;

const FOUR: &str = "1234341221434321";
const NINE: &str = "417369825632158947958724316825437169791586432346912758289643571573291684164875293";

/// What a run writes to standard error.
fn log(program: &Program, args: &[&str]) -> String {
    let run = program.run(args);
    assert!(matches!(run.code, 0 | 4), "{args:?}: {}", run.stderr);
    run.stderr
}

fn seen(args: &[&str]) -> String {
    let log = log(&minclue(), args);
    format!("## {}\n{log}\n", args.join(" "))
}

/// Times, machines and versions are of no account.
#[test]
fn the_log_reads_well() {
    let logs = [
        seen(&["solve", "-v", FOUR]),
        seen(&["solve", "-v", "--engine", "bilevel", "--heuristic", "none", "--max-sets", "6", FOUR]),
        seen(&["solve", "-v", "--engine", "dmus", FOUR]),
        seen(&["enumerate", "-v", "-k", "4", "--count", FOUR]),
    ];
    insta::with_settings!({
        omit_expression => true,
        filters => vec![
            (r"minclue [^ ]+, using .*", "minclue [version], using [cores]"),
            (r"AVX-512|AVX2|NEON|portable", "[instructions]"),
            (r" +[0-9]+\.[0-9]{2}  ", " [time]  "),
            (r"[0-9]+\.[0-9]+ s\b", "[seconds] s"),
        ],
    }, {
        insta::assert_snapshot!("log", logs.concat());
    });
}

/// Whatever the engine, and however long it worked.
#[test]
fn no_line_of_a_log_is_wider_than_a_hundred_columns() {
    let program = minclue();
    let limit = ["--time-limit", "1"];
    for args in [
        &["solve", "-v", "--certify", "c.cert", NINE][..],
        &["solve", "-v", "--engine", "bilevel", NINE],
        &["solve", "-v", "--leaf", "lp", NINE],
        &["solve", "-v", "--independent", FOUR],
        &["solve", "-v", "--engine", "dmus", NINE],
        &["enumerate", "-v", "-k", "17", NINE],
        &["sets", "-v", NINE],
        &["sets", "-v", "--source", "ilp", FOUR],
    ] {
        let args = if args.contains(&"--certify") { args.to_vec() } else { [args, &limit[..]].concat() };
        assert_narrow(&log(&program, &args));
    }
    program.write("latin.txt", "latin little\n123\n231\n312\n");
    assert_narrow(&log(&program, &["puzzle", "-v", "latin.txt"]));
    assert_narrow(&log(&program, &["verify", "-v", "c.cert"]));
}

fn assert_narrow(log: &str) {
    assert!(log.lines().count() > 2, "there is a log: {log}");
    for line in log.lines() {
        assert!(line.chars().count() <= 100, "{} columns: {line}", line.chars().count());
    }
}

/// The head of a table comes again, and each event is one line.
#[test]
fn a_long_table_has_its_head_again() {
    let log = log(&minclue(), &["solve", "-v", "--engine", "bilevel", NINE]);
    let heads: Vec<usize> =
        log.lines().enumerate().filter(|(_, line)| line.contains(" nodes  open")).map(|(i, _)| i).collect();
    let n_rows = log.lines().filter(|line| line.contains('%') && !line.contains("gap")).count();
    assert_eq!(heads.len(), n_rows.div_ceil(20), "{log}");
    assert!(heads.windows(2).all(|pair| pair[1] - pair[0] == 21), "{log}");
}
