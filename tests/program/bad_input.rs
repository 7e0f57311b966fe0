//! The refusal that depends on how the program was built; all others are in `tests/cases/bad-input-*.md`.

use crate::run;

#[test]
fn cbc_follows_no_other_leaves() {
    let args = ["solve", "--engine", "bilevel", "--follower", "cbc", "--leaf", "auto", "1234341221434321"];
    let expected = if cfg!(feature = "cbc") {
        "error: the native search has its own follower; --follower highs and cbc go with --leaf lp\n"
    } else {
        "error: this minclue was built without CBC; take --follower highs\n"
    };
    let output = run(&args, "");
    assert_eq!((output.code, output.text.as_str()), (2, ""));
    assert!(output.stderr.starts_with(expected), "{}", output.stderr);
}
