//! The files that tasks write beside their records, by options of their verbs. Each task has one input, so that no verb
//! sees by itself that another task writes the same file.

use std::collections::HashSet;

use minclue_campaign::CampaignSetting;

use super::tasks::NUMBER;

/// The directory in which each grid has a file of its own.
const STATE: &str = "--state";
/// All options of verbs of campaigns that write files.
const OPTIONS: [&str; 5] = ["--certify", "--journal", "--log", "--pool", STATE];
/// Those whose files hold one grid.
const OF_ONE_GRID: [&str; 3] = ["--certify", "--journal", "--pool"];

/// Why two tasks of a campaign would write one file, and what helps. With `have_parts`, a task has all grids of a part
/// of the catalog.
pub(super) fn clash(settings: &[CampaignSetting], have_parts: bool) -> Option<(String, &'static str)> {
    let mut names = HashSet::new();
    for (option, file) in settings.iter().flat_map(|setting| split(&setting.words).1) {
        if have_parts && OF_ONE_GRID.contains(&option) {
            let message = format!("{option} is for one grid, but a part of the catalog has several");
            return Some((
                message,
                "write the grids to a file with minclue catalog, and give that file to the campaign",
            ));
        }
        if option != STATE && !file.contains(NUMBER) {
            let message = format!("{option} {file} names one file, but every input of a campaign needs its own");
            return Some((message, "put {} in its name for the number of the input, such as proof-{}.cert"));
        }
        if !names.insert((option, file.clone())) {
            let message = format!("several settings of --vary would write {option} {file}");
            return Some((message, "make a campaign for each setting, each with its own file names"));
        }
    }
    None
}

/// The words of a setting without files: for a task that is run again and must not touch what the first run wrote.
pub(super) fn without_files(words: &[String]) -> Vec<String> {
    split(words).0
}

/// Words without the options that write files; and these options, with the names.
fn split(words: &[String]) -> (Vec<String>, Vec<(&'static str, String)>) {
    let (mut others, mut files) = (Vec::new(), Vec::new());
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let (name, value) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (word.as_str(), None),
        };
        match OPTIONS.into_iter().find(|option| *option == name) {
            Some(option) => files.push((option, value.or_else(|| words.next().cloned()).unwrap_or_default())),
            None => others.push(word.clone()),
        }
    }
    (others, files)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::super::super::Args;
    use super::*;

    fn setting(text: &str) -> CampaignSetting {
        let words = text.split(' ').map(str::to_owned).collect();
        CampaignSetting { words, key: serde_json::Map::new() }
    }

    #[test]
    fn every_task_needs_a_file_of_its_own() {
        for (settings, have_parts, said) in [
            (&["solve --at-most 17 --from x"][..], false, ""),
            (&["solve --certify x-{}.cert --log=x-{}.log"], false, ""),
            (&["solve --state x"], true, ""),
            (&["solve --certify x"], false, "--certify x names one file"),
            (&["solve --engine bilevel --log=x"], false, "--log x names one file"),
            (&["hunt --to 17 --pool x"], false, "--pool x names one file"),
            (&["sets --source ilp --journal x"], false, "--journal x names one file"),
            (&["solve --certify x-{}"], true, "a part of the catalog has several"),
            (&["solve --certify {} --seed=1", "solve --certify {} --seed=2"], false, "several settings"),
            (&["solve --state x --leaf=lp", "solve --state x --leaf=auto"], false, "several settings"),
            (&["solve --certify=a{}", "solve --certify=b{}"], false, ""),
        ] {
            let settings: Vec<CampaignSetting> = settings.iter().map(|text| setting(text)).collect();
            let found = clash(&settings, have_parts).map(|(message, _)| message).unwrap_or_default();
            assert!(found.contains(said) && found.is_empty() == said.is_empty(), "{said}: {found}");
        }
    }

    #[test]
    fn options_that_write_are_left_out() {
        let words = setting("solve --certify x-{}.cert --seed 3 --log=l --from f --state s").words;
        assert_eq!(without_files(&words).join(" "), "solve --seed 3 --from f");
    }

    /// A new option that names a file has to be known here, if it is written.
    #[test]
    fn every_option_with_a_file_is_known() {
        let read = ["hypergraph", "weights", "rows", "from", "known", "solution", "missed"];
        let program = Args::command();
        let mut written = HashSet::new();
        for verb in ["solve", "enumerate", "check", "sets", "rate", "canon", "minimize", "neighbors", "catalog"] {
            let verb = program.find_subcommand(verb).expect("a verb");
            for option in verb.get_arguments() {
                let of_file = |name: &str| name.contains("FILE") || name.contains("DIR");
                let names = option.get_value_names().unwrap_or_default();
                if let Some(long) = option.get_long().filter(|_| names.iter().any(|name| of_file(name.as_str())))
                    && !read.contains(&long)
                {
                    written.insert(format!("--{long}"));
                }
            }
        }
        assert_eq!(written, OPTIONS.map(str::to_owned).into());
    }
}
