//! `.ci/prepare` on machines that lack something: each is a folder of stubs that is the whole PATH, with a copy of the script.

#![cfg(unix)]

use std::fs;
use std::process::Command;

use tempfile::TempDir;

use crate::machine::{built, link_tools, project_with_scripts, stub};

/// A machine with everything a build needs, run by root, where HiGHS is compiled.
struct Machine {
    bin: TempDir,
    project: TempDir,
}

/// What `.ci/prepare` did there.
struct Outcome {
    good: bool,
    stderr: String,
    /// The calls of `apt-get` and `sudo`, one a line.
    calls: String,
}

impl Machine {
    fn complete() -> Self {
        let machine =
            Self { bin: TempDir::new().expect("a folder"), project: project_with_scripts(&["prepare", "highs"]) };
        link_tools(machine.bin.path(), &["cat", "dirname", "env", "grep", "mkdir", "mktemp", "mv", "rm", "sed", "sh"]);
        built(machine.project.path());
        for tool in ["cargo", "cc", "c++", "make", "cmake", "cbc", "glpsol"] {
            machine.stub(tool, "exit 0");
        }
        machine.stub("apt-get", "echo \"apt-get $*\" >>\"$CALLS\"");
        machine.stub("id", "echo 0");
        machine
    }

    fn stub(&self, tool: &str, body: &str) {
        stub(self.bin.path(), tool, body);
    }

    /// The same before HiGHS is compiled.
    fn fresh(self) -> Self {
        fs::remove_dir_all(self.project.path().join("target")).expect("it was there");
        self
    }

    fn without(self, tools: &[&str]) -> Self {
        for tool in tools {
            fs::remove_file(self.bin.path().join(tool)).expect("it was there");
        }
        self
    }

    fn with(self, tool: &str, body: &str) -> Self {
        self.stub(tool, body);
        self
    }

    fn prepare(&self) -> Outcome {
        self.prepare_for(&["tests"])
    }

    fn prepare_for(&self, args: &[&str]) -> Outcome {
        self.prepare_with(args, &[])
    }

    fn prepare_with(&self, args: &[&str], env: &[(&str, &str)]) -> Outcome {
        let calls = self.bin.path().join("calls");
        // libclang is looked for by folder and not on the PATH, so every machine here gets one.
        fs::write(self.bin.path().join("libclang.so"), "").expect("a file");
        let output = Command::new("/bin/sh")
            .arg(self.project.path().join(".ci/prepare"))
            .args(args)
            .env_clear()
            .env("PATH", self.bin.path())
            .env("LIBCLANG_PATH", self.bin.path())
            .env("CALLS", &calls)
            .envs(env.iter().copied())
            .stdin(std::process::Stdio::null())
            .output()
            .expect("a shell");
        assert!(output.stdout.is_empty(), "messages go to stderr");
        Outcome {
            good: output.status.success(),
            stderr: String::from_utf8(output.stderr).expect("text"),
            calls: fs::read_to_string(calls).unwrap_or_default(),
        }
    }
}

const INSTALL: &str = "apt-get install -y --no-install-recommends";
const NO_CBC: &str = "case \"$*\" in *-lCbcSolver*) exit 1 ;; esac";

#[test]
fn it_is_silent_where_nothing_is_missing() {
    let outcome = Machine::complete().prepare();
    assert!(outcome.good);
    assert_eq!((outcome.stderr.as_str(), outcome.calls.as_str()), ("", ""));
}

#[test]
fn rust_is_asked_for_and_not_installed() {
    let outcome = Machine::complete().without(&["cargo"]).prepare();
    assert!(!outcome.good);
    assert!(outcome.stderr.contains("rustup"), "{}", outcome.stderr);
    assert_eq!(outcome.calls, "");
}

#[test]
fn root_installs_exactly_what_is_missing() {
    let outcome = Machine::complete().without(&["cbc", "make", "glpsol"]).prepare();
    assert!(outcome.good, "{}", outcome.stderr);
    assert_eq!(outcome.calls, format!("apt-get update -qq\n{INSTALL} make coinor-cbc glpk-utils\n"));
    assert!(outcome.stderr.contains(&format!("{INSTALL} make coinor-cbc glpk-utils")));

    let outcome = Machine::complete().with("cc", NO_CBC).prepare();
    assert!(outcome.calls.contains(&format!("{INSTALL} coinor-libcbc-dev\n")), "{}", outcome.calls);
}

/// Packages are named with their purpose before they are installed.
#[test]
fn what_is_installed_is_said_before_with_its_reason() {
    let machine = Machine::complete().without(&["cmake", "make"]).with("apt-get", "echo \"apt-get $1\" >&2");
    let machine = machine.with("python3", "exit 0");
    let outcome = machine.prepare_for(&["static"]);
    let (before, _) = outcome.stderr.split_once("apt-get update").expect("the package lists are renewed");
    for said in ["    cmake: configures HiGHS", "    make: runs the targets", &format!("{INSTALL} make cmake\n")] {
        assert!(before.contains(said), "{said:?} in {before}");
    }
}

#[test]
fn what_is_published_needs_python_and_dpkg() {
    let machine = || Machine::complete().with("python3", "exit 0").with("dpkg-deb", "exit 0");
    assert_eq!(machine().prepare_for(&["dist"]).stderr, "");
    let outcome = machine().without(&["python3", "dpkg-deb"]).prepare_for(&["dist"]);
    assert!(outcome.calls.ends_with(&format!("{INSTALL} python3 dpkg\n")), "{}", outcome.calls);
}

/// Programs for another architecture need its compilers, and what runs them here.
#[test]
fn another_architecture_needs_its_compilers_and_qemu() {
    let machine =
        || Machine::complete().with("python3", "exit 0").with("dpkg-deb", "exit 0").with("uname", "echo x86_64");
    assert_eq!(machine().prepare_for(&["dist", "x86_64"]).stderr, "");
    let outcome = machine().prepare_for(&["dist", "x86_64", "aarch64"]);
    let wanted = "gcc-aarch64-linux-gnu g++-aarch64-linux-gnu qemu-user-static";
    assert!(outcome.calls.ends_with(&format!("{INSTALL} {wanted}\n")), "{}", outcome.calls);
    let outcome = machine().with("uname", "echo aarch64").prepare_for(&["static", "x86_64"]);
    let wanted = "gcc-x86-64-linux-gnu g++-x86-64-linux-gnu qemu-user-static";
    assert!(outcome.calls.ends_with(&format!("{INSTALL} {wanted}\n")), "{}", outcome.calls);
}

#[test]
fn the_page_needs_python_and_zopfli_and_its_tests_any_of_three_browsers() {
    let machine = || Machine::complete().with("python3", "exit 0").with("zopfli", "exit 0");
    assert_eq!(machine().prepare_for(&["page"]).stderr, "");
    let outcome = Machine::complete().prepare_for(&["page", "browser"]);
    assert!(outcome.calls.ends_with(&format!("{INSTALL} python3 zopfli chromium\n")), "{}", outcome.calls);
    for browser in ["chromium", "chromium-browser", "google-chrome"] {
        assert_eq!(machine().with(browser, "exit 0").prepare_for(&["page", "browser"]).stderr, "", "{browser}");
    }
}

#[test]
fn a_build_alone_needs_neither_cbc_nor_glpk() {
    let outcome = Machine::complete().without(&["cbc", "glpsol"]).with("cc", NO_CBC).prepare_for(&[]);
    assert!(outcome.good);
    assert_eq!((outcome.stderr.as_str(), outcome.calls.as_str()), ("", ""));
    let outcome = Machine::complete().without(&["cc", "cbc"]).prepare_for(&[]);
    assert!(outcome.calls.contains(&format!("{INSTALL} build-essential\n")), "{}", outcome.calls);
}

/// Debian has Python without the module that makes environments; other targets than the notebooks and the Python
/// package need no Python at all.
#[test]
fn notebooks_and_the_python_package_need_environments() {
    let machine = |python3: &str| Machine::complete().with("python3", python3);
    assert_eq!(machine("exit 1").prepare().calls, "");
    for what in ["notebooks", "python"] {
        let outcome = machine("exit 1").prepare_for(&[what]);
        assert!(outcome.calls.ends_with(&format!("{INSTALL} python3-venv\n")), "{what}: {}", outcome.calls);
        assert_eq!(machine("[ \"$2\" = 'import venv, ensurepip' ]").prepare_for(&[what]).calls, "", "{what}");
        let outcome = Machine::complete().prepare_for(&[what]);
        assert!(outcome.calls.ends_with(" python3-venv\n"), "{what}: {}", outcome.calls);
    }
}

#[test]
fn a_machine_without_a_working_compiler_is_not_asked_for_libraries() {
    let without = ["cc", "c++"].map(|compiler| Machine::complete().without(&[compiler]));
    // gcc without the headers and start files of the C library.
    let broken = ["cc", "c++"].map(|compiler| Machine::complete().with(compiler, "exit 1"));
    for machine in without.into_iter().chain(broken) {
        let outcome = machine.prepare();
        assert!(outcome.good, "{}", outcome.stderr);
        assert!(outcome.calls.contains(&format!("{INSTALL} build-essential coinor-libcbc-dev\n")), "{}", outcome.calls);
        assert!(!outcome.stderr.contains("not found"), "{}", outcome.stderr);
    }
}

#[test]
fn others_use_sudo_where_it_asks_no_password() {
    let outcome = Machine::complete()
        .without(&["make"])
        .with("id", "echo 1000")
        .with("sudo", "[ \"$1\" = -n ] && exit 0; echo \"sudo $*\" >>\"$CALLS\"; exec \"$@\"")
        .prepare();
    assert!(outcome.good, "{}", outcome.stderr);
    assert!(outcome.calls.contains(&format!("\n{INSTALL} make\n")), "{}", outcome.calls);
    assert!(outcome.calls.contains("sudo env DEBIAN_FRONTEND=noninteractive apt-get install"), "{}", outcome.calls);
    assert!(outcome.stderr.contains(&format!("sudo {INSTALL} make")), "{}", outcome.stderr);
}

#[test]
fn without_the_right_to_install_the_command_is_named() {
    let wanted = format!("sudo apt-get update && sudo {INSTALL} make");
    let user = || Machine::complete().without(&["make"]).with("id", "echo 1000");
    for machine in [user(), user().with("sudo", "exit 1")] {
        let outcome = machine.prepare();
        assert!(!outcome.good);
        assert!(outcome.stderr.contains(&wanted), "{}", outcome.stderr);
        assert_eq!(outcome.calls, "");
    }
}

#[test]
fn other_systems_get_the_names() {
    let outcome = Machine::complete().without(&["apt-get", "make"]).prepare();
    assert!(!outcome.good);
    assert!(outcome.stderr.contains("    make: ") && outcome.stderr.contains("not Debian"), "{}", outcome.stderr);
}

#[test]
fn a_failed_installation_is_a_failure_and_a_failed_renewal_is_not() {
    let fails = |step: &str| format!("echo \"apt-get $*\" >>\"$CALLS\"; [ \"$1\" != {step} ]");
    let outcome = Machine::complete().without(&["make"]).with("apt-get", &fails("install")).prepare();
    assert!(!outcome.good);
    assert!(outcome.stderr.contains("the installation failed"), "{}", outcome.stderr);

    let outcome = Machine::complete().without(&["make"]).with("apt-get", &fails("update")).prepare();
    assert!(outcome.good, "{}", outcome.stderr);
    assert!(outcome.calls.contains(&format!("{INSTALL} make\n")), "{}", outcome.calls);
}

/// What HiGHS is compiled with is asked for where it is compiled, and what brings it where it may be brought.
#[test]
fn cmake_is_needed_only_where_highs_is_compiled() {
    let machine = || Machine::complete().without(&["cmake"]).fresh();
    let outcome = machine().prepare_with(&[], &[("HIGHS", "build")]);
    assert!(outcome.calls.ends_with(&format!("{INSTALL} cmake\n")), "{}", outcome.calls);
    for what in ["dist", "static"] {
        let outcome = machine().prepare_for(&[what]);
        assert!(outcome.calls.contains(&format!("{INSTALL} cmake")), "{what}: {}", outcome.calls);
        assert!(!outcome.stderr.contains("takes minutes"), "{}", outcome.stderr);
    }
    // A HiGHS that is installed: nothing is installed, and nothing is brought.
    let cc = "while [ \"$1\" != -o ]; do shift; done; printf '#!/bin/sh\necho 9.8.7\n' >\"$2\"; \"$CHMOD\" +x \"$2\"";
    let outcome = machine()
        .with("cc", &format!("case \"$*\" in *highs*) {cc} ;; esac").replace("$CHMOD", "/bin/chmod"))
        .with(
            "pkg-config",
            "case \"$*\" in *pcfiledir*) echo /opt/pc ;; *libdir*) echo /opt/lib ;; *libs*) echo -lhighs ;; esac",
        )
        .with("python3", "exit 0")
        .prepare_for(&[]);
    assert_eq!(outcome.calls, "");
    assert!(outcome.stderr.contains("HiGHS 9.8.7 is taken from /opt/lib"), "{}", outcome.stderr);
}

/// A machine that has neither gets what brings HiGHS, and cmake when that fails.
#[test]
fn a_machine_where_highs_cannot_be_brought_gets_cmake_after_all() {
    let outcome = Machine::complete().without(&["cmake"]).fresh().prepare_for(&[]);
    assert!(outcome.good, "{}", outcome.stderr);
    let installed = format!("{INSTALL} pkg-config python3-pip\napt-get update -qq\n{INSTALL} cmake\n");
    assert_eq!(outcome.calls, format!("apt-get update -qq\n{installed}"));
    // Whoever has cmake needs nothing else.
    let outcome = Machine::complete().fresh().prepare_for(&[]);
    assert!(outcome.good && outcome.calls.is_empty(), "{}", outcome.calls);
    assert_eq!(outcome.stderr.lines().count(), 1, "{}", outcome.stderr);
}
