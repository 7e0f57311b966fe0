//! Files that tasks write, and the file of the records: none of them takes the place of another one.

use super::*;

const GRIDS: &str = "a 1234341221434321\nb 1234341243212143\n";

#[test]
fn two_tasks_do_not_write_one_file() {
    let program = minclue();
    program.write("grids.txt", GRIDS);
    for words in [
        &["solve", "--certify", "x.cert"][..],
        &["solve", "--certify=x.cert"],
        &["enumerate", "-k", "4", "--certify", "x.cert"],
        &["solve", "--engine", "bilevel", "--log", "x.log"],
        &["sets", "--source", "ilp", "--journal", "x.jsonl"],
        &["hunt", "--to", "4", "--pool", "x.pool"],
    ] {
        let refused = verb(&program, &[&["new", "x", "--"][..], words, &["grids.txt"]].concat());
        assert_eq!(refused.code, 2, "{words:?} {}", refused.stderr);
        assert!(
            refused.stderr.contains("names one file") && refused.stderr.contains("put {} in its name"),
            "{words:?}"
        );
        assert!(!program.path("x").exists(), "{words:?}");
    }
    for (words, said) in [
        (&["--vary", "seed=1,2", "--", "solve", "--certify", "x-{}.cert", "grids.txt"][..], "several settings"),
        (&["--", "solve", "--certify", "x-{}.cert", "catalog:1.0.5"], "a part of the catalog has several"),
    ] {
        let refused = verb(&program, &[&["new", "x"][..], words].concat());
        assert!(refused.code == 2 && refused.stderr.contains(said), "{words:?} {}", refused.stderr);
    }
    // A directory of states has a file for each grid.
    let state = ["new", "s", "--", "solve", "--engine", "bilevel", "--state", "states", "grids.txt"];
    assert_eq!(verb(&program, &state).code, 0);
}

/// With a number in its name, each task has a certificate, and `--again` neither replaces it nor makes it anew.
#[test]
fn certificates_stay_those_of_the_first_run() {
    let program = minclue();
    program.write("grids.txt", GRIDS);
    let made = verb(&program, &["new", "c", "--", "solve", "--certify", "x-{}.cert", "grids.txt"]);
    assert_eq!(made.code, 0, "{}", made.stderr);
    assert_eq!(verb(&program, &["run", "c"]).code, 0);
    assert_eq!(program.run(["verify", "x-1.cert", "x-2.cert"]).code, 0);
    let before = std::fs::read(program.path("x-1.cert")).expect("a certificate");
    std::fs::remove_file(program.path("x-2.cert")).expect("a certificate");
    for how in ["bilevel", "certificate"] {
        let again = verb(&program, &["collect", "c", "--again", "2", "--by", how]);
        assert_eq!(again.code, 0, "{how} {}", again.stderr);
        assert!(again.stderr.contains("2 tasks solved again, the same answers"), "{how} {}", again.stderr);
        assert_eq!(std::fs::read(program.path("x-1.cert")).expect("it is still there"), before, "{how}");
        assert!(!program.path("x-2.cert").exists(), "{how}");
    }
}

#[test]
fn records_take_the_place_of_no_file_of_the_campaign() {
    let program = campaign(2, 1);
    assert_eq!(verb(&program, &["submit", "c", "--to", "slurm"]).code, 0);
    assert_eq!(verb(&program, &["run", "c"]).code, 0);
    std::os::unix::fs::symlink("c/campaign.json", program.path("link")).expect("a link");
    std::os::unix::fs::symlink("c/chunks", program.path("chunks")).expect("a link");
    let there = ["c/campaign.json", "c/inputs.txt", "c/slurm.sh", "c/chunks/000/000000.jsonl", "link"];
    for name in there.into_iter().chain(["c/parts/new.jsonl", "chunks/000/new.jsonl"]) {
        let text = std::fs::read(program.path(name)).ok();
        let refused = verb(&program, &["collect", "c", "-o", name]);
        assert!(refused.code == 2 && refused.stderr.contains("the campaign"), "{name} {}", refused.stderr);
        assert_eq!(std::fs::read(program.path(name)).ok(), text, "{name}");
    }
    // Another file beside them may be written, and replaced.
    for _ in 0..2 {
        assert_eq!(verb(&program, &["collect", "c", "-o", "c/all.jsonl"]).code, 0);
    }
    assert_eq!(program.read("c/all.jsonl").lines().count(), 2);

    let made = verb(&program, &["new", "k", "--", "catalog", "-k", "16", "416.0.0"]);
    assert_eq!(made.code, 0, "{}", made.stderr);
    assert_eq!(verb(&program, &["run", "k"]).code, 0);
    let known = GRIDS.lines().next().expect("a grid");
    program.write("known.txt", known);
    let refused = verb(&program, &["collect", "k", "--known", "known.txt", "-o", "known.txt"]);
    assert!(refused.code == 2 && refused.stderr.contains("the file of --known"), "{}", refused.stderr);
    assert_eq!(program.read("known.txt"), known);
}
