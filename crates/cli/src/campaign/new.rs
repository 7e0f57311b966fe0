//! `minclue campaign new`: reads all inputs, and writes what is to be run.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::path::Path;

use serde_json::{Map, Value};

use minclue_campaign::{Campaign, CampaignFolder, CampaignInput, CampaignSetting, FolderError, InputList, Manifest};
use minclue_catalog::RegionChunk;
use minclue_core::base::{harmless, quoted, steers};
use minclue_core::sudoku::{Entry, Shape, line};
use minclue_puzzles::grid_files::GridReader;

use super::super::args::{Common, variant_rule};
use super::super::catalog::CATALOG;
use super::super::context::Context;
use super::super::embedded::Request;
use super::super::exit::Exit;
use super::super::input::Input;
use super::super::inputs::{self, Refused};
use super::super::progress::counted;
use super::super::version::VERSION;
use super::super::{Args, print};
use super::args::{CampaignNewArgs, Varied};
use super::tasks::{REGIONS, region_words, sentence, text_of, words_of};
use super::{directory, program, task_files};

/// The verbs whose inputs stand each by itself.
const VERBS: &str = "solve (without --hypergraph, --weights and --rows), enumerate, check, sets, rate, canon (without \
                     --distinct), minimize, neighbors with --to, and catalog with -k";

/// Where the tasks come from.
enum Source<'a> {
    /// Inputs of a verb that answers one after the other.
    Inputs(&'a Common),
    /// Parts of the catalog whose regions are searched.
    Regions(Vec<RegionChunk>),
}

pub(super) fn run(args: &CampaignNewArgs) -> Result<Exit, Exit> {
    let context = directory::context(&args.common)?;
    let usage = |message: &str, help: Option<&str>| {
        context.messages.error(message, help);
        Exit::Usage
    };
    let command: Vec<OsString> = [OsString::from("minclue")].into_iter().chain(args.command.iter().cloned()).collect();
    let parsed = Args::from_words(&command).map_err(|e| {
        let said = e.render().to_string();
        let first = said.split("\n\n").next().unwrap_or_default().trim_start_matches("error: ");
        usage(&format!("the command is not valid: {}", first.trim()), None)
    })?;
    let verb = parsed.verb.command();
    let source = match (verb.common(), verb.regions()) {
        (Some(common), _) => Source::Inputs(common),
        (None, Some(parts)) => Source::Regions(parts),
        (None, None) => {
            let help = format!("a campaign runs {VERBS}");
            return Err(usage("this subcommand cannot be split into independent tasks", Some(&help)));
        }
    };
    let words = match &source {
        Source::Inputs(common) => without_inputs(&args.command, &common.input),
        Source::Regions(_) => without_inputs(&args.command, verb.parts()),
    };
    let words = words.ok_or_else(|| usage("the inputs must follow all options", None))?;
    let words: Vec<String> = words
        .into_iter()
        .map(|word| word.into_string().map_err(|_| usage("an option is not valid UTF-8", None)))
        .map(|word| word.map(|word| with_regions(&word)))
        .collect::<Result<_, _>>()?;
    let words = if matches!(source, Source::Inputs(_)) { without_common(words) } else { words };
    let settings = settings(&words, &args.vary);
    for setting in &settings {
        let words = match &source {
            Source::Inputs(common) => words_of(&setting.words, 0, &common.shape.unwrap_or(Shape::NINE).to_string()),
            Source::Regions(_) => region_words(&setting.words, "1.0.0"),
        };
        Request::new(words).map_err(|message| usage(&sentence(&message), None))?;
    }
    let have_parts = matches!(&source, Source::Inputs(common) if has_parts(common));
    if let Some((message, help)) = task_files::clash(&settings, have_parts) {
        return Err(usage(&message, Some(help)));
    }
    let folder = CampaignFolder::new(&args.common.folder);
    if folder.manifest().exists() {
        context.messages.error(
            &format!("there is already a campaign in {}", folder.root().display()),
            Some("run minclue campaign run DIR to continue it"),
        );
        return Err(Exit::InvalidInput);
    }
    let inputs = match &source {
        Source::Inputs(common) => match parts_of_the_catalog(common, args.prefixes, &context)? {
            Some(parts) => parts,
            None => inputs(common, &context)?,
        },
        Source::Regions(parts) => regions(parts, args.prefixes),
    };
    let campaign = create(&folder, &inputs, settings, args.chunk_size, None)
        .map_err(|e| directory::said(&e, &context.messages))?;
    let text = format!(
        "{}: {}, {}, {}\nminclue campaign run {}\n",
        harmless(&folder.root().display().to_string()),
        counted(campaign.manifest.n_inputs, "input"),
        counted(campaign.n_tasks(), "task"),
        counted(campaign.n_chunks(), "chunk"),
        quoted(&folder.root().display().to_string()),
    );
    Ok(print::text(text.as_bytes()))
}

/// Begins a campaign of these inputs.
///
/// # Errors
/// The directory cannot be used.
pub(in super::super) fn create(
    folder: &CampaignFolder,
    inputs: &[CampaignInput],
    settings: Vec<CampaignSetting>,
    chunk_size: u64,
    study: Option<Value>,
) -> Result<Campaign, FolderError> {
    folder.create(|path| {
        Ok(Manifest {
            schema: Manifest::SCHEMA.to_owned(),
            version: VERSION.to_owned(),
            program_sha256: program::sha256(),
            settings,
            n_inputs: inputs.len() as u64,
            inputs_sha256: InputList::write(path, inputs)?,
            chunk_size,
            study,
        })
    })
}

/// The command without its inputs, or the parts of the catalog, if the same command without them is what is left.
fn without_inputs<T: AsRef<OsStr>>(command: &[OsString], inputs: &[T]) -> Option<Vec<OsString>> {
    let mut words = command.to_vec();
    // An input may be called as the value of an option before it.
    for input in inputs.iter().rev() {
        let at = words.iter().rposition(|word| word == input.as_ref())?;
        words.remove(at);
    }
    let words: Vec<OsString> = words.into_iter().filter(|word| word != OsStr::new("--")).collect();
    let whole: Vec<OsString> = [OsString::from("minclue")].into_iter().chain(words.iter().cloned()).collect();
    let left = Args::from_words(&whole).ok()?;
    let left = left.verb.command();
    let is_empty = left.common().map_or_else(|| left.parts().is_empty(), |common| common.input.is_empty());
    is_empty.then_some(words)
}

/// The words of a command without those that each task has anyway. Each input is kept with its shape.
fn without_common(words: Vec<String>) -> Vec<String> {
    let (mut words, mut kept) = (words.into_iter(), Vec::new());
    while let Some(word) = words.next() {
        match word.as_str() {
            "--quiet" | "-q" | "--json" => {}
            "--shape" | "--color" => {
                words.next();
            }
            text if text.starts_with("--shape=") || text.starts_with("--color=") => {}
            _ => kept.push(word),
        }
    }
    kept
}

/// A word with the regions of a jigsaw in place of their file, which is not there where a chunk is run.
fn with_regions(word: &str) -> String {
    let rule = |rule: &str| match rule.split_once("jigsaw=") {
        Some((before, file)) if Path::new(file).is_file() => {
            let regions = variant_rule(&format!("jigsaw={file}")).map(|rule| rule.to_string());
            // What is wrong with it is said when the words are tried.
            regions.map_or_else(|_| rule.to_owned(), |regions| format!("{before}{regions}"))
        }
        _ => rule.to_owned(),
    };
    word.split(',').map(rule).collect::<Vec<_>>().join(",")
}

/// Each combination of what is varied.
fn settings(words: &[String], varied: &[Varied]) -> Vec<CampaignSetting> {
    let mut settings = vec![CampaignSetting { words: words.to_vec(), key: Map::new() }];
    for Varied { option, values } in varied {
        settings = settings
            .iter()
            .flat_map(|setting| {
                values.iter().map(move |value| {
                    let mut setting = setting.clone();
                    setting.words.push(format!("--{option}={value}"));
                    setting.key.insert(option.replace('-', "_"), Value::from(value.as_str()));
                    setting
                })
            })
            .collect();
    }
    settings
}

/// The tasks of parts of the catalog whose regions are searched.
fn regions(parts: &[RegionChunk], size: u64) -> Vec<CampaignInput> {
    let parts = parts.iter().flat_map(|part| part.split(size));
    let input = |part: RegionChunk| CampaignInput {
        name: part.to_string(),
        shape: "3x3".to_owned(),
        line: format!("{REGIONS}{part}"),
    };
    parts.map(input).collect()
}

/// Is some input a part of the catalog?
fn has_parts(common: &Common) -> bool {
    common.input.iter().any(|argument| argument.to_str().is_some_and(|text| text.starts_with(CATALOG)))
}

/// The tasks where all inputs are parts of the catalog: smaller parts, whose grids each task makes for itself.
fn parts_of_the_catalog(
    common: &Common,
    n_prefixes: u64,
    context: &Context,
) -> Result<Option<Vec<CampaignInput>>, Exit> {
    if !has_parts(common) {
        return Ok(None);
    }
    let mut parts = Vec::new();
    for argument in &common.input {
        let Ok(Input::Catalog(chunk)) = Input::of(argument, None) else {
            let message = "parts of the catalog and other inputs cannot be mixed";
            context.messages.error(message, Some("write catalog:BAND.FROM.TO for each, such as catalog:17.0.1000"));
            return Err(Exit::Usage);
        };
        parts.extend(chunk.split(n_prefixes).map(|part| CampaignInput {
            name: part.to_string(),
            shape: "3x3".to_owned(),
            line: format!("{CATALOG}{part}"),
        }));
    }
    Ok(Some(parts))
}

/// All inputs; one without a name gets its number.
fn inputs(common: &Common, context: &Context) -> Result<Vec<CampaignInput>, Exit> {
    let mut names = HashSet::new();
    let mut inputs: Vec<CampaignInput> = Vec::new();
    inputs::load_all(common, context, |entry| {
        let input = input(entry, inputs.len() + 1)?;
        if !names.insert(input.name.clone()) {
            let message = format!("an earlier input is also called `{}`", input.name);
            return Err((message, Some("give each input its own name")));
        }
        inputs.push(input);
        Ok(())
    })?;
    Ok(inputs)
}

fn input(entry: Entry, number: usize) -> Result<CampaignInput, Refused> {
    let name = entry.id.unwrap_or_else(|| format!("grid-{number}"));
    if name.is_empty() || name.chars().any(char::is_whitespace) {
        return Err((format!("the name `{name}` has spaces"), Some("give the input a name of one word")));
    }
    if name.chars().any(steers) {
        let message = format!("the name `{name}` has control characters or marks of direction");
        return Err((message, Some("give the input a name of letters and digits")));
    }
    let shape = entry.puzzle.shape();
    let input = CampaignInput { name, shape: shape.to_string(), line: line(&entry.puzzle) };
    let text = text_of(&input);
    let read = GridReader::new(text.as_bytes(), Some(shape), None).next().and_then(Result::ok);
    if !read.is_some_and(|read| read.id.as_ref() == Some(&input.name) && read.puzzle == entry.puzzle) {
        let message = format!("the name `{}` cannot precede a grid on one line", input.name);
        return Err((message, Some("give the input a name of letters and digits")));
    }
    Ok(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<OsString> {
        text.split_whitespace().map(OsString::from).collect()
    }

    #[test]
    fn inputs_are_taken_out_of_a_command() {
        for (command, inputs, expected) in [
            ("solve --at-most 16 a.txt", "a.txt", Some("solve --at-most 16")),
            ("solve a.txt --at-most 16 b.txt", "a.txt b.txt", Some("solve --at-most 16")),
            ("solve --from a.txt a.txt", "a.txt", Some("solve --from a.txt")),
            ("solve -- a.txt", "a.txt", Some("solve")),
            ("solve --at-most 16", "", Some("solve --at-most 16")),
            ("solve a.txt --from a.txt", "a.txt", None),
            ("catalog -k 17 1.0.100 2", "1.0.100 2", Some("catalog -k 17")),
            ("catalog -k 17 --regions 17.8.20", "17.8.20", Some("catalog -k 17 --regions")),
            ("catalog 17 -k 17", "17", None),
            ("catalog --clues=16", "", Some("catalog --clues=16")),
        ] {
            assert_eq!(without_inputs(&words(command), &words(inputs)), expected.map(words), "{command}");
        }
    }

    #[test]
    fn what_each_task_has_anyway_is_said_once() {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let command = words("check --shape 1x4 -q --color=never --variant x --shape=2x2 --quiet --color auto");
        assert_eq!(without_common(command), words("check --variant x"));
    }

    #[test]
    fn names_are_those_that_a_line_can_begin_with() {
        let entry = |id: &str| {
            let read = GridReader::new(&b"1234341221434321"[..], None, None).next();
            let mut entry = read.expect("one").expect("a grid");
            entry.id = Some(id.to_owned());
            input(entry, 1)
        };
        assert_eq!(entry("near-fig1").map(|input| input.name).ok().as_deref(), Some("near-fig1"));
        for name in ["#5", "", "a b", "1234341221434321", "a\u{202e}b", "a\u{9b}"] {
            assert!(entry(name).is_err(), "{name}");
        }
    }

    #[test]
    fn what_varies_makes_a_matrix() {
        let varied = |option: &str, values: &[&str]| Varied {
            option: option.to_owned(),
            values: values.iter().map(|value| (*value).to_owned()).collect(),
        };
        let all = settings(
            &["solve".to_owned()],
            &[varied("engine", &["native", "bilevel"]), varied("max-sets", &["0", "9"])],
        );
        let text: Vec<String> = all.iter().map(|setting| setting.words.join(" ")).collect();
        assert_eq!(
            text,
            [
                "solve --engine=native --max-sets=0",
                "solve --engine=native --max-sets=9",
                "solve --engine=bilevel --max-sets=0",
                "solve --engine=bilevel --max-sets=9",
            ]
        );
        assert_eq!(all[1].key["max_sets"], "9");
    }
}
