//! Advice about exports: whoever follows a message gets a model at the first try. `tests/cases/advice.md` has other advice.

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
        // The table of `export --help`, and what follows from one of the two.
        let together: usize = written.iter().filter(|(model, format)| model.is_some() && format.is_some()).count();
        assert_eq!(together, 2 + 3 + 3 + 5 + 3);
        for implied in ["wcnf", "hgr", "bobilib", "mps+aux"] {
            assert!(written.contains(&(None, Some(implied))), "{implied}");
        }
        assert!(MODELS.iter().all(|model| written.contains(&(Some(model), None))));
    }
}
