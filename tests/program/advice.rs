//! Advice in messages, by the built program: whoever follows it gets an answer at the first try.

use minclue_testkit::{Program, Run};

use crate::minclue;

const FOUR: &str = "1234341221434321";

const FORMATS: [&str; 7] = ["lp", "mps", "mps+aux", "bobilib", "opb", "wcnf", "hgr"];
const MODELS: [&str; 5] = ["bilevel", "hpr", "follower", "hitting", "sets"];

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// What a run says before its usage.
fn message(output: &Run) -> String {
    output.stderr.split("Usage:").next().unwrap_or_default().to_owned()
}

/// The values that a message names for an option, as words of it.
fn advised(message: &str, option: &str, known: &[&str]) -> Vec<String> {
    let words: Vec<&str> = message.split_whitespace().collect();
    let pairs = words.windows(2).filter(|pair| pair[0] == option);
    let values = pairs.map(|pair| pair[1].trim_end_matches([',', ';', '.', ':']).to_owned());
    values.inspect(|value| assert!(known.contains(&value.as_str()), "{option} {value} of {message}")).collect()
}

/// One way to export a model: the verb, what the options for model and format are called, and what its models need.
struct Exporter {
    start: &'static str,
    model: &'static str,
    format: &'static str,
    follower: &'static str,
    input: &'static str,
}

const EXPORTERS: [Exporter; 2] = [
    Exporter { start: "export -o out", model: "--what", format: "--to", follower: "--given R1C1", input: FOUR },
    Exporter {
        start: "fcp --export out",
        model: "--what",
        format: "--to",
        follower: "--given x_r1c1_1",
        input: "latin.txt",
    },
];

impl Exporter {
    fn args(&self, model: Option<&str>, format: Option<&str>) -> Vec<String> {
        let mut text = self.start.to_owned();
        for (option, value) in [(self.model, model), (self.format, format)] {
            if let Some(value) = value {
                text.push_str(&format!(" {option} {value}"));
            }
        }
        match model {
            Some("follower") => text.push_str(&format!(" {}", self.follower)),
            Some("sets") => text.push_str(" --size 4"),
            _ => {}
        }
        words(&format!("{text} {}", self.input))
    }
}

fn folder() -> Program {
    let program = minclue();
    program.write("latin.txt", "latin\n12\n21\n");
    program
}

/// Every model in every format, said or not: it is written, or each way out that the message names writes it.
#[test]
fn every_model_is_written_in_every_format_or_the_advice_is_right() {
    let said = |all: &[&'static str]| -> Vec<Option<&'static str>> {
        std::iter::once(None).chain(all.iter().map(|value| Some(*value))).collect()
    };
    for exporter in &EXPORTERS {
        let mut written = Vec::new();
        for model in said(&MODELS) {
            for format in said(&FORMATS) {
                let program = folder();
                let args = exporter.args(model, format);
                let output = program.run(&args);
                if output.code == 0 {
                    assert!(!output.text.is_empty(), "{args:?}");
                    written.push((model, format));
                    continue;
                }
                let message = message(&output);
                assert_eq!(output.code, 2, "{args:?}: {message}");
                let models = advised(&message, exporter.model, &MODELS);
                let formats = advised(&message, exporter.format, &FORMATS);
                assert!(!(models.is_empty() && formats.is_empty()), "{args:?}: {message}");
                let ways = models.iter().map(|model| (Some(model.as_str()), format));
                let ways = ways.chain(formats.iter().map(|format| (model, Some(format.as_str()))));
                for (model, format) in ways {
                    let follow = exporter.args(model, format);
                    let output = program.run(&follow);
                    assert_eq!(output.code, 0, "{args:?} gets the advice {message}: {}", output.stderr);
                }
            }
        }
        // The table of docs/cli.md, and what follows from one of the two.
        let together: usize = written.iter().filter(|(model, format)| model.is_some() && format.is_some()).count();
        assert_eq!(together, 2 + 3 + 3 + 5 + 3);
        for implied in ["wcnf", "hgr", "bobilib", "mps+aux"] {
            assert!(written.contains(&(None, Some(implied))), "{implied}");
        }
        assert!(MODELS.iter().all(|model| written.contains(&(Some(model), None))));
    }
}

#[test]
fn a_format_of_one_model_takes_that_model() {
    let program = folder();
    for (format, model) in [("wcnf", "hitting"), ("hgr", "hitting"), ("mps+aux", "bilevel")] {
        let output = program.run(words(&format!("export --format jsonl --to {format} -o {format} {FOUR}")));
        let record = output.record();
        assert_eq!((&record["model"], &record["format"]), (&model.into(), &format.into()));
    }
}

/// All options that only the bilevel engine can follow. Said with another engine, the message names the option and the
/// engine.
#[test]
fn an_option_of_the_bilevel_engine_takes_it_or_is_named() {
    let options = [
        "--leaf lp",
        "--leaf native --leaf-clues 3",
        "--follower highs",
        "--region-rows none",
        "--cuts none",
        "--branching strong",
        "--node-order best",
        "--budgets falling",
        "--heuristic none",
        "--no-split",
        "--no-fixing",
        "--cross-check",
        "--log nodes.jsonl",
        "--state states",
    ];
    for option in options {
        let program = folder();
        let solved = |engine: &str| program.run(words(&format!("solve --format jsonl {engine} {option} {FOUR}")));
        let output = solved("");
        assert_eq!(output.code, 0, "{option}: {}", output.stderr);
        let record = output.record();
        assert_eq!((&record["engine"], &record["minimum"]), (&"bilevel".into(), &4.into()), "{option}");
        for other in ["native", "dmus"] {
            let output = solved(&format!("--engine {other}"));
            let message = message(&output);
            let name = option.split(' ').next().expect("an option");
            assert_eq!(output.code, 2, "{option}");
            assert!(message.starts_with(&format!("error: {name} is about the bilevel engine")), "{message}");
            let engines = advised(&message, "--engine", &["bilevel", "both"]);
            assert!(engines.contains(&"bilevel".to_owned()), "{message}");
            for engine in engines {
                let output = solved(&format!("--engine {engine}"));
                assert_eq!(output.code, 0, "{option} gets the advice {message}: {}", output.stderr);
            }
        }
    }
    let program = folder();
    let output = program.run(words("fcp --format jsonl --no-split latin.txt"));
    assert_eq!(output.code, 0, "{}", output.stderr);
    let record = output.record();
    assert_eq!(record["engine"], "bilevel");
    let native = program.run(words(&format!("solve --format jsonl {FOUR}")));
    let record = native.record();
    assert_eq!(record["engine"], "native");
}

/// Options that need another one: the message names it, and with it the command runs.
#[test]
fn an_option_that_needs_another_one_says_which() {
    let cases = [
        ("sets --regions checker", "--source region"),
        ("solve --regions checker", "--source region"),
        ("export --regions checker -o out", "--source region"),
        ("enumerate -k 4 --regions checker", "--source region"),
        ("sets --backend highs --max-size 4", "--source ilp"),
        ("sets --form sizes --max-size 4", "--source ilp"),
        ("sets --journal j --max-size 4", "--source ilp"),
        ("solve --source region --engine native", "--engine bilevel"),
        ("solve --leaf-clues 3", "--leaf native"),
        ("solve --follower highs --leaf auto", "--leaf lp"),
        ("solve --certify c --engine both", "--engine native"),
        ("solve --certify c --node-order best", "--node-order depth"),
        ("solve --certify c --budgets falling", "--budgets rising"),
        ("export --what sets --to lp -o out", "--size 4"),
        ("export --given R1C1 --to lp -o out", "--what hpr"),
        ("export --to bobilib --aux index -o out", "--aux names"),
        ("fcp latin.txt --export out --what sets", "--size 4"),
        ("generate --valid", "--density"),
    ];
    for (command, advice) in cases {
        let program = folder();
        let input = if command.starts_with("fcp") || command.starts_with("generate") { "" } else { FOUR };
        let output = program.run(words(&format!("{command} {input}")));
        let message = message(&output);
        assert_eq!(output.code, 2, "{command}");
        assert!(message.contains(advice), "{command}: {message}");
        // The advised option in place of the one that is there, if one is.
        let (option, value) = advice.split_once(' ').unwrap_or((advice, "0.9"));
        let mut args = words(command);
        if let Some(at) = args.iter().position(|word| word == option) {
            args.drain(at..at + 2);
        }
        // This one says first that there is a format for the other level.
        args.retain(|word| advice != "--what hpr" || (word != "--given" && word != "R1C1"));
        args.extend([option, value].map(str::to_owned));
        args.extend(words(input));
        let output = program.run(&args);
        assert_eq!(output.code, 0, "{args:?}, as {message} says: {}", output.stderr);
    }
}

/// A verb inside another that is missing: those that there are, by name.
#[test]
fn a_missing_study_or_solver_is_offered() {
    let program = folder();
    for (command, offered) in [
        (format!("study -o x {FOUR}"), ["study inequalities -o", "study searches -k", "study classic -o"]),
        (format!("study {FOUR}"), ["study inequalities -o", "study searches -k", "study classic -o"]),
        (format!("classic {FOUR}"), ["classic fill INPUT", "classic search INPUT", "classic squares INPUT"]),
        (format!("classic -q {FOUR}"), ["classic fill INPUT", "classic search INPUT", "classic squares INPUT"]),
    ] {
        let output = program.run(words(&command));
        let said = output.stderr;
        assert_eq!(output.code, 2);
        assert!(offered.iter().all(|words| said.contains(words)), "{command}: {said}");
        assert!(!said.contains("minclue solve"), "{command}: {said}");
    }
    for command in ["classic fill INPUT", "classic search INPUT", "classic squares INPUT"] {
        let output = program.run(words(&command.replace("INPUT", FOUR)));
        assert_eq!(output.code, 0, "{command}");
    }
    for command in ["study inequalities -o one INPUT", "study searches -k 4 -o two INPUT"] {
        let output = program.run(words(&command.replace("INPUT", FOUR)));
        assert_eq!(output.code, 0, "{command}: {}", output.stderr);
    }
    // What has its study and says something wrong is not offered others.
    let output = program.run(words("study inequalities --fast -o x"));
    assert!(!output.stderr.contains("study searches"), "{}", output.stderr);
}

/// Words that people try.
#[test]
fn help_and_version_are_verbs_too() {
    let program = folder();
    let version = program.run(words("version"));
    assert_eq!((version.code, version.text), (0, program.run(words("--version")).text));
    for verb in ["solve", "check", "classic fill", "study searches"] {
        let help = program.run(words(&format!("help {verb}")));
        assert_eq!(help.code, 0);
        assert!(help.text.contains(&format!("Usage: minclue {verb}")), "{}", help.text);
    }
    let grid = program.run(words(FOUR));
    assert!(grid.stderr.contains("minclue solve INPUT"), "{}", grid.stderr);
    let slip = program.run(words(&format!("slove {FOUR}")));
    assert!(slip.stderr.contains("'solve'") && !slip.stderr.contains("INPUT"), "{}", slip.stderr);
}
