//! libFuzzer on the target that the variable `FUZZ_TARGET` names; see README.md.
#![no_main]

use std::env;
use std::sync::LazyLock;

use minclue_fuzz::Target;

/// The target of this process.
static TARGET: LazyLock<&Target> = LazyLock::new(|| {
    let name = env::var("FUZZ_TARGET").unwrap_or_default();
    minclue_fuzz::target(&name).unwrap_or_else(|| panic!("FUZZ_TARGET is {name:?}, which is no target"))
});

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| (TARGET.run)(bytes));
