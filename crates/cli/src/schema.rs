//! `minclue schema`: the JSON Schemas of records.

use clap::Args as ClapArgs;

use minclue_report::schemas;

use super::args::Color;
use super::command::Command;
use super::exit::Exit;
use super::message::Messages;
use super::{print, reference};

/// The arguments of `schema`.
#[derive(Clone, Debug, ClapArgs)]
pub struct SchemaArgs {
    /// A record, such as result or minclue-result/1 [default: list the names of all]
    #[arg(value_name = "NAME")]
    pub name: Option<String>,

    /// Print the fields of all records as Markdown, which is docs/records.md
    #[arg(long, conflicts_with = "name")]
    pub markdown: bool,
}

impl Command for SchemaArgs {
    fn run(&self) -> Exit {
        if self.markdown {
            return print::text(reference::records().as_bytes());
        }
        let all = schemas();
        let Some(name) = &self.name else {
            let names: String = all.iter().map(|(name, _)| format!("{name}\n")).collect();
            return print::text(names.as_bytes());
        };
        let is_meant = |full: &str| full == name || short(full) == name;
        match all.iter().find(|(full, _)| is_meant(full)) {
            Some((_, schema)) => {
                let text = serde_json::to_string_pretty(schema).unwrap_or_default();
                print::text(format!("{text}\n").as_bytes())
            }
            None => {
                let names: Vec<&str> = all.iter().map(|(name, _)| short(name)).collect();
                let help = format!("one of: {}", names.join(", "));
                Messages::new(Color::Auto).error(&format!("there is no record `{name}`"), Some(&help));
                Exit::Usage
            }
        }
    }
}

/// The name without what all of them have: `result` of `minclue-result/1`.
fn short(name: &str) -> &str {
    let name = name.strip_prefix("minclue-").unwrap_or(name);
    name.split('/').next().unwrap_or(name)
}
