//! The refusal that depends on how the program was built; all others are in `tests/cases/bad-input-*.md`.

use crate::run;

#[test]
fn cbc_follows_no_other_leaves() {
    let args = ["solve", "--engine", "bilevel", "--follower", "cbc", "--leaf", "auto", "1234341221434321"];
    let expected = if cfg!(feature = "cbc") {
        "error: the native search has its own follower; use --follower highs and cbc with --leaf lp\n"
    } else {
        "error: this build has no CBC; use --follower highs\n"
    };
    let output = run(&args, "");
    assert_eq!((output.code, output.text.as_str()), (2, ""));
    assert!(output.stderr.starts_with(expected), "{}", output.stderr);
}
