//! Machines of stubs: folders that are the whole PATH of a script, and a project that has only this script.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use minclue_testkit::project;
use tempfile::TempDir;

/// A tool that is a shell script, in place of a link if there is one.
pub(crate) fn stub(bin: &Path, tool: &str, body: &str) {
    let path = bin.join(tool);
    let _ = fs::remove_file(&path);
    fs::write(&path, format!("#!/bin/sh\n{body}\n")).expect("a stub");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("an executable");
}

/// The real ones of these tools.
pub(crate) fn link_tools(bin: &Path, tools: &[&str]) {
    for tool in tools {
        let real = ["/usr/bin", "/bin"].iter().map(|dir| Path::new(dir).join(tool)).find(|path| path.exists());
        symlink(real.expect("a usual Unix tool"), bin.join(tool)).expect("a link");
    }
}

/// A folder with the named files of `.ci` and no others.
pub(crate) fn project_with_scripts(names: &[&str]) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    fs::create_dir(folder.path().join(".ci")).expect("a folder");
    for name in names {
        fs::copy(project(".ci").join(name), folder.path().join(".ci").join(name)).expect("a script");
    }
    folder
}

/// Makes a project look as if its HiGHS had been built.
pub(crate) fn built(project: &Path) {
    let out = project.join("target/release/build/highs-sys-0123/out");
    fs::create_dir_all(&out).expect("a folder");
    fs::write(out.join("c_bindings.rs"), "").expect("a file");
}
