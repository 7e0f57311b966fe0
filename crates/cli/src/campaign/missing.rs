//! `minclue campaign missing`: the chunks that are still to be run, in a form that engines take back.

use minclue_campaign::as_ranges;

use super::super::exit::Exit;
use super::super::print;
use super::args::CampaignMissingArgs;
use super::directory::Directory;

pub(super) fn run(args: &CampaignMissingArgs) -> Result<Exit, Exit> {
    let directory = Directory::open(&args.common)?;
    let open = directory.survey()?.open();
    let text = match (open.is_empty(), args.lines) {
        (true, _) => String::new(),
        (false, true) => open.iter().map(|chunk| format!("{chunk}\n")).collect(),
        (false, false) => format!("{}\n", as_ranges(&open)),
    };
    Ok(print::text(text.as_bytes()))
}
