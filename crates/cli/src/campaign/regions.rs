//! What must be true of the records of a task that searched regions of the catalog.

use serde_json::Value;

use minclue_campaign::TaskLine;

/// Are there as many puzzles as the last record says, unless only their number was wanted?
///
/// A puzzle may be found in several regions of one grid, and its record is kept each time.
///
/// # Errors
/// What is wrong, in words.
pub(super) fn tally(line: &TaskLine) -> Result<(), String> {
    let records: Vec<Value> =
        line.records.iter().filter_map(|record| serde_json::from_str(record.get()).ok()).collect();
    let of = |name: &'static str| {
        records.iter().filter(move |record| record["schema"].as_str().is_some_and(|schema| schema.starts_with(name)))
    };
    let Some(sum) = of("minclue-regions/").next_back() else {
        return Err("the record of its regions is missing".to_owned());
    };
    let (n_puzzles, said) = (of("minclue-catalog-puzzle/").count() as u64, sum["n_puzzles"].as_u64());
    if n_puzzles > 0 && said != Some(n_puzzles) {
        return Err(format!("it has {n_puzzles} puzzles, and says {}", said.unwrap_or_default()));
    }
    Ok(())
}
