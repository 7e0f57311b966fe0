//! The files for forges and containers have no logic of their own: each command is a target of the Makefile.

use minclue_testkit::{names, project, project_text};

/// The files that forges read, by their names from the root of the repository.
fn workflows() -> Vec<String> {
    let folders = [".github/workflows", ".woodpecker"];
    let inside = folders
        .iter()
        .flat_map(|folder| names(&project(folder)).into_iter().map(move |name| format!("{folder}/{name}")));
    inside.chain([".gitlab-ci.yml".to_owned()]).collect()
}

/// The commands of a workflow: behind `run:`, or the items of a list of commands.
fn commands(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut list = None;
    for line in text.lines() {
        let depth = line.len() - line.trim_start().len();
        let line = line.trim();
        if let Some(command) = line.strip_prefix("- run:").or_else(|| line.strip_prefix("run:")) {
            found.push(command.trim());
        } else if matches!(line, "script:" | "commands:" | "before_script:" | "after_script:") {
            list = Some(depth);
        } else if let (Some(head), Some(command)) = (list, line.strip_prefix("- ").filter(|_| list < Some(depth))) {
            assert!(depth > head);
            found.push(command);
        } else {
            list = None;
        }
    }
    found
}

/// The targets of the Makefile that `make` alone lists.
fn targets() -> Vec<String> {
    let makefile = project_text("Makefile");
    let rules = makefile.lines().filter(|line| line.contains(" ## "));
    rules.filter_map(|line| Some(line.split_once(':')?.0.to_owned())).collect()
}

/// Why a command does not belong into such a file.
fn fault(command: &str, targets: &[String]) -> Option<String> {
    let words: Vec<&str> = command.split_whitespace().collect();
    match words[..] {
        ["make", target] if targets.iter().any(|known| known == target) => None,
        ["make", ..] => Some(format!("`{command}` is not one target of the Makefile")),
        ["cargo", "install", _, "--locked"] => None,
        _ => Some(format!("`{command}` is neither a target of the Makefile nor an installation")),
    }
}

#[test]
fn forges_call_targets_of_the_makefile_and_nothing_else() {
    let targets = targets();
    assert!(targets.len() > 25, "{targets:?}");
    for file in workflows() {
        let text = project_text(&file);
        let found = commands(&text);
        assert!(!found.is_empty(), "{file}");
        for command in found {
            assert_eq!(fault(command, &targets), None, "{file}");
        }
    }
    // Each forge has all three.
    for forge in [".github/", ".gitlab-ci.yml", ".woodpecker/"] {
        let files = workflows().into_iter().filter(|file| file.starts_with(forge));
        let text: String = files.map(|file| project_text(&file)).collect();
        for target in ["make gate", "make long", "make dist"] {
            assert!(commands(&text).contains(&target), "{forge}: {target}");
        }
    }
}

#[test]
fn logic_in_a_workflow_is_found() {
    let targets = targets();
    for command in ["make gates", "make gate && make dist", "sh .ci/run", "cargo test", "|"] {
        assert!(fault(command, &targets).is_some(), "{command}");
    }
    let text =
        "a:\n  script:\n    - make gate\n    - cargo test\n  only:\n    - main\nb:\n  steps:\n    - run: make x\n";
    assert_eq!(commands(text), ["make gate", "cargo test", "make x"]);
}

/// The version of Rust of the images is that of the toolchain file.
#[test]
fn images_have_the_rust_of_the_project() {
    let toolchain = project_text("rust-toolchain.toml");
    let (_, channel) = toolchain.split_once("channel = \"").expect("a channel");
    let (version, _) = channel.split_once(".0\"").expect("a version");
    let mut n_images = 0;
    for file in workflows().into_iter().chain(["Containerfile".to_owned()]) {
        for line in project_text(&file).lines().filter(|line| line.contains("rust:")) {
            assert!(line.contains(&format!("rust:{version}-")), "{file}: {line}");
            n_images += 1;
        }
    }
    assert!(n_images > 4, "{n_images}");
}

/// What is copied into the image is there, what is run there is a target, and the programs come from where that puts them.
#[test]
fn the_container_is_made_by_a_target() {
    let (text, ignored) = (project_text("Containerfile"), project_text(".dockerignore"));
    for folder in ignored.lines().filter(|folder| !folder.starts_with(".git") && *folder != "target") {
        assert!(project(folder).exists(), "{folder}");
    }
    let of = |instruction: &str| -> Vec<String> {
        let found = text.lines().filter_map(|line| line.strip_prefix(instruction));
        found.map(|rest| rest.trim().to_owned()).collect()
    };
    let copied = of("COPY ");
    assert_eq!(copied.iter().filter(|line| !line.starts_with("--from=build ")).collect::<Vec<_>>(), [". ."]);
    let [run] = &of("RUN ")[..] else { panic!("one command") };
    let target = run.strip_prefix("make ").and_then(|rest| rest.split(' ').next()).expect("a target");
    assert!(targets().iter().any(|known| known == target), "{run}");
    let arguments = of("ARG ");
    for name in arguments.iter().map(|line| line.split('=').next().expect("a name")) {
        let used =
            run.contains(&format!("${name}")) || project_text("crates/cli/build.rs").contains(&format!("\"{name}\""));
        assert!(used, "{name}");
    }
    assert!(project_text(".ci/programs").contains("tree=target/programs/minclue-$version-$arch-linux\n"));
    assert!(run.contains(" mv target/programs/minclue-* /programs"), "{run}");
}
