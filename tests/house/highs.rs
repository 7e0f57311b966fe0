//! `.ci/highs` on machines of stubs, without the network: where HiGHS comes from, and what is said of it.

#![cfg(unix)]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::machine::{built, link_tools, project_with_scripts, stub};

/// A machine where all is there that brings HiGHS, and a project in which nothing is built.
struct Machine {
    bin: TempDir,
    project: TempDir,
}

/// A compiler whose program prints what a linked HiGHS would say of itself.
const CC: &str = "while [ \"$1\" != -o ]; do shift; done; printf '#!/bin/sh\\necho 9.8.7\\n' >\"$2\"; chmod +x \"$2\"";

/// Python with a pip that brings a wheel, and the module that unpacks it. It writes down that it was called.
const PYTHON: &str = r#"case $* in
*' download '*)
    echo called >>"$CALLS"
    case $* in *--require-hashes*) ;; *) exit 1 ;; esac
    while [ "$1" != --dest ]; do shift; done
    mkdir -p "$2"; : >"$2/highsbox.whl" ;;
*zipfile*)
    dist=$5/highsbox.data/purelib/highsbox/highs_dist
    mkdir -p "$dist/lib/pkgconfig"; : >"$dist/lib/libhighs.so"
    printf 'prefix=/project\nlibdir=/project/lib64\nincludedir=/project/include\nVersion: 9.8.7\n' >"$dist/lib/pkgconfig/highs.pc" ;;
esac"#;

/// What pkg-config says where it knows no HiGHS but that of `PKG_CONFIG_PATH`.
const NOT_INSTALLED: &str = "case $* in *--atleast-version*) exit 1 ;; *--libs*) echo -lhighs ;; esac";

/// And where one is installed.
const INSTALLED: &str =
    "case $* in *pcfiledir*) echo /opt/pc ;; *libdir*) echo /opt/lib ;; *--libs*) echo -lhighs ;; esac";

impl Machine {
    fn complete() -> Self {
        let machine =
            Self { bin: TempDir::new().expect("a folder"), project: project_with_scripts(&["highs", "highs.txt"]) };
        let tools = ["cat", "chmod", "dirname", "grep", "mkdir", "mktemp", "mv", "rm", "sed", "sh"];
        link_tools(machine.bin.path(), &tools);
        machine.with("cc", CC).with("python3", PYTHON).with("pkg-config", NOT_INSTALLED)
    }

    fn with(self, tool: &str, body: &str) -> Self {
        stub(self.bin.path(), tool, body);
        self
    }

    fn without(self, tool: &str) -> Self {
        fs::remove_file(self.bin.path().join(tool)).expect("it was there");
        self
    }

    fn target(&self, path: &str) -> PathBuf {
        self.project.path().join("target").join(path)
    }

    /// What is written down for Cargo, or nothing.
    fn settings(&self) -> String {
        fs::read_to_string(self.target("highs.toml")).unwrap_or_default()
    }

    /// Whether pip was asked to bring anything.
    fn was_brought(&self) -> bool {
        self.bin.path().join("calls").exists()
    }

    /// What it said. Whatever happens, it is not a failure, and what it prints tells `.ci/prepare` whether HiGHS is compiled.
    fn decide(&self, env: &[(&str, &str)]) -> String {
        let output = Command::new("/bin/sh")
            .arg(self.project.path().join(".ci/highs"))
            .env_clear()
            .env("PATH", self.bin.path())
            .env("CALLS", self.bin.path().join("calls"))
            .envs(env.iter().copied())
            .stdin(Stdio::null())
            .output()
            .expect("a shell");
        assert!(output.status.success(), "{output:?}");
        let is_compiled = self.settings().contains("HIGHS_NO_PKG_CONFIG") && !self.target("release").exists();
        assert_eq!(String::from_utf8_lossy(&output.stdout), if is_compiled { "compile\n" } else { "" });
        String::from_utf8(output.stderr).expect("text")
    }

    /// Asserts that it compiles, and says `reason` in the only line.
    fn compiles(&self, reason: &str) {
        let said = self.decide(&[]);
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.starts_with("minclue: HiGHS is compiled, which takes minutes: "), "{said}");
        assert!(said.contains(reason), "{said}");
        let settings = self.settings();
        assert!(settings.contains("HIGHS_NO_PKG_CONFIG") && !settings.contains("rpath"), "{settings}");
    }
}

#[test]
fn pip_brings_the_pinned_wheel_and_the_decision_stays() {
    let machine = Machine::complete();
    let said = machine.decide(&[]);
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains("HiGHS 9.8.7 is taken from ") && said.contains("HIGHS=build"), "{said}");
    let folders = fs::read_dir(machine.target("")).expect("a folder").map(|entry| entry.expect("an entry").path());
    let folder = folders.filter(|path| path.is_dir()).collect::<Vec<_>>();
    let [folder] = &folder[..] else { panic!("{folder:?}") };
    let folder = folder.canonicalize().expect("a path");
    let description = fs::read_to_string(folder.join("lib/pkgconfig/highs.pc")).expect("its description");
    let at = folder.display();
    assert!(
        description.starts_with(&format!("prefix={at}\nlibdir={at}/lib\nincludedir={at}/include/highs\n")),
        "{description}"
    );
    let settings = machine.settings();
    assert!(settings.contains(&format!("'{at}/lib/pkgconfig'")), "{settings}");
    assert!(settings.contains(&format!("-Wl,-rpath,{at}/lib'")), "{settings}");

    // Nothing is asked again, not even on a machine that has lost all of it.
    assert_eq!(machine.without("python3").without("pkg-config").decide(&[]), "");
}

#[test]
fn without_python_highs_is_compiled() {
    Machine::complete().without("python3").compiles("no pip");
    Machine::complete().with("python3", "echo 'No module named pip' >&2; exit 1").compiles("no pip");
}

#[test]
fn without_the_network_highs_is_compiled() {
    let pip = "case $* in *--version*) ;; *) echo 'No matching distribution' >&2; exit 1 ;; esac";
    Machine::complete().with("python3", pip).compiles("pip did not bring it");
}

#[test]
fn without_pkg_config_highs_is_compiled_and_nothing_is_brought() {
    let machine = Machine::complete().without("pkg-config");
    machine.compiles("no pkg-config");
    assert!(!machine.was_brought());
}

#[test]
fn a_package_that_does_not_hold_what_it_should_is_not_used() {
    let broken = PYTHON.replace("mkdir -p \"$dist/lib/pkgconfig\"", "exit 0");
    Machine::complete().with("python3", &broken).compiles("could not be unpacked");
    let broken = PYTHON.replace("$dist/lib/pkgconfig/highs.pc", "$dist/lib/other.pc");
    Machine::complete().with("python3", &broken).compiles("not laid out");
}

/// That of another system, or of a newer one.
#[test]
fn a_library_that_does_not_start_here_is_not_used() {
    Machine::complete().with("cc", "echo 'undefined reference' >&2; exit 1").compiles("does not start here");
    Machine::complete().with("cc", &CC.replace("echo 9.8.7", "exit 1")).compiles("does not start here");
}

/// Pip itself refuses a wheel that is not the pinned one, here a wheel of the same name in a folder.
#[test]
fn a_wheel_with_another_hash_is_refused() {
    let Ok(path) = std::env::var("PATH") else { return };
    let has_pip = Command::new("python3").args(["-m", "pip", "--version"]).output();
    if !has_pip.is_ok_and(|output| output.status.success()) {
        return; // `without_python_highs_is_compiled` says what happens here
    }
    let machine = Machine::complete();
    let wheels = TempDir::new().expect("a folder");
    let make = "import sys, zipfile\nname, version, out = sys.argv[1:]\n\
                with zipfile.ZipFile(f'{out}/{name}-{version}-py3-none-any.whl', 'w') as wheel:\n\
                \x20   info = f'{name}-{version}.dist-info/'\n\
                \x20   wheel.writestr(info + 'METADATA', f'Metadata-Version: 2.1\\nName: {name}\\nVersion: {version}\\n')\n\
                \x20   wheel.writestr(info + 'WHEEL', 'Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')\n\
                \x20   wheel.writestr(info + 'RECORD', '')\n";
    let wanted = fs::read_to_string(machine.project.path().join(".ci/highs.txt")).expect("the pinned wheels");
    let wanted = wanted.lines().find_map(|line| line.strip_prefix("highsbox==")).expect("a version");
    let version = wanted.split_whitespace().next().expect("a version");
    let made =
        Command::new("python3").args(["-c", make, "highsbox", version]).arg(wheels.path()).status().expect("Python");
    assert!(made.success());

    let machine = machine.with("python3", &format!("PATH='{path}' exec python3 \"$@\""));
    let wheels = wheels.path().to_str().expect("a name");
    let said = machine.decide(&[("PIP_NO_INDEX", "1"), ("PIP_FIND_LINKS", wheels), ("HOME", wheels)]);
    assert!(said.contains("pip did not bring it") && said.lines().count() == 1, "{said}");
    let log = fs::read_to_string(machine.target("highs-wheel.log")).expect("what pip said");
    assert!(log.contains("DO NOT MATCH THE HASHES"), "{log}");
}

#[test]
fn one_that_is_installed_goes_before() {
    let machine = Machine::complete().with("pkg-config", INSTALLED);
    let said = machine.decide(&[("PKG_CONFIG_PATH", "/opt/more")]);
    assert!(said.contains("HiGHS 9.8.7 is taken from /opt/lib;"), "{said}");
    assert!(machine.settings().contains("'/opt/pc:/opt/more'") && machine.settings().contains("-rpath,/opt/lib'"));
    assert!(!machine.was_brought());
}

/// It asks whether the version is high enough; one that is too old is as good as none.
#[test]
fn one_that_is_too_old_is_not_used() {
    let old = INSTALLED.replace("case $* in", "case $* in *'--atleast-version 1.'*) exit 1 ;;");
    let machine = Machine::complete().with("pkg-config", &old);
    let said = machine.decide(&[]);
    assert!(machine.was_brought() && !said.contains("/opt"), "{said}");
    Machine::complete().with("pkg-config", &old).without("python3").compiles("no pip");
}

#[test]
fn it_is_compiled_on_demand_and_then_stays_so() {
    let machine = Machine::complete();
    machine.decide(&[]);
    assert!(machine.settings().contains("rpath"));
    let said = machine.decide(&[("HIGHS", "build")]);
    assert!(said.ends_with("which takes minutes: HIGHS=build\n"), "{said}");
    assert!(!machine.settings().contains("rpath"));
    assert_eq!(machine.decide(&[("HIGHS", "build")]), "");
    // Before anything is compiled, the other way is open again.
    machine.decide(&[]);
    assert!(machine.settings().contains("rpath"));
    machine.decide(&[("HIGHS", "build")]);
    built(machine.project.path());
    assert_eq!(machine.decide(&[]), "");
    assert!(machine.settings().contains("HIGHS_NO_PKG_CONFIG"));
}

/// Whoever has compiled HiGHS, by cargo alone, keeps it: another one would compile all again.
#[test]
fn what_is_built_is_kept() {
    let machine = Machine::complete();
    built(machine.project.path());
    assert_eq!(machine.decide(&[]), "");
    assert!(machine.settings().is_empty() && !machine.was_brought());
    // In a folder of its own.
    let machine = Machine::complete();
    let elsewhere = TempDir::new().expect("a folder");
    let out = elsewhere.path().join("release/build/highs-sys-0123/out");
    fs::create_dir_all(&out).expect("a folder");
    fs::write(out.join("c_bindings.rs"), "").expect("a file");
    assert_eq!(machine.decide(&[("CARGO_TARGET_DIR", elsewhere.path().to_str().expect("a name"))]), "");
}

/// A checkout that was moved, or a library that was deleted: the settings name a folder that is not there.
#[test]
fn what_is_gone_is_decided_anew() {
    let machine = Machine::complete();
    machine.decide(&[]);
    built(machine.project.path());
    let moved = machine.settings().replace("/target/", "/elsewhere/");
    fs::write(machine.target("highs.toml"), &moved).expect("a file");
    let said = machine.decide(&[]);
    assert!(said.contains("is taken from"), "{said}");
    assert_ne!(machine.settings(), moved);
}

/// Flags of the linker are separated by commas, and those of pkg-config by spaces.
#[test]
fn in_a_folder_with_a_space_highs_is_compiled() {
    let machine = Machine::complete();
    let inner = machine.project.path().join("a b");
    fs::create_dir_all(inner.join(".ci")).expect("a folder");
    for name in ["highs", "highs.txt"] {
        fs::copy(machine.project.path().join(".ci").join(name), inner.join(".ci").join(name)).expect("a script");
    }
    let output = Command::new("/bin/sh")
        .arg(inner.join(".ci/highs"))
        .env_clear()
        .env("PATH", machine.bin.path())
        .output()
        .expect("a shell");
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("name of this folder"), "{output:?}");
}
