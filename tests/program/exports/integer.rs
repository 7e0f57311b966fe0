//! The programs in `models/integer` are what their script makes, with the values in their table.

use std::path::Path;
use std::process::Command;

#[test]
fn programs_over_integers_are_made_again() {
    let make = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/integer/make");
    let output = Command::new("python3").arg(make).arg("check").output().expect("the program python3");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
