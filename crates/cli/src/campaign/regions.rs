//! What must be true of the records of tasks that searched regions of the catalog.

use serde_json::Value;

use minclue_campaign::TaskLine;
use minclue_catalog::{MinlexBand, N_REGION_CLASSES, N_REGIONS, N_SECOND_BANDS, RegionChunk, RegionCounter};
use minclue_core::base::{Limits, Stop};

use super::super::progress::{counted, grouped};

/// What was searched, and how many regions and classes it is said to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Searched {
    /// The number of the setting by which it was searched.
    setting: u16,
    band: MinlexBand,
    /// Its second bands.
    from: u32,
    to: u32,
    n_regions: u32,
    n_classes: u64,
}

impl Searched {
    fn part(&self) -> RegionChunk {
        let part = RegionChunk::new(self.band, self.from.into(), self.to.into());
        part.unwrap_or_else(|e| unreachable!("it was read as a part: {e}"))
    }
}

/// The numbers of regions and of classes of a part.
type Count<'a> = dyn FnMut(&RegionChunk) -> Result<(u64, u64), Stop> + 'a;

/// The regions of all tasks. No part may be lost, doubled or misnumbered.
#[derive(Debug, Default)]
pub(super) struct RegionSums(Vec<Searched>);

impl RegionSums {
    /// Takes the records of a task that had to search `part` by a setting.
    ///
    /// A puzzle may be found in several regions of one grid, and its record is kept each time.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub(super) fn add(&mut self, part: &str, setting: usize, line: &TaskLine) -> Result<(), String> {
        let records: Vec<Value> =
            line.records.iter().filter_map(|record| serde_json::from_str(record.get()).ok()).collect();
        let of = |name: &'static str| {
            records
                .iter()
                .filter(move |record| record["schema"].as_str().is_some_and(|schema| schema.starts_with(name)))
        };
        let sum = match of("minclue-regions/").collect::<Vec<_>>()[..] {
            [sum] => sum,
            [] => return Err("the record of its regions is missing".to_owned()),
            _ => return Err("it has several records of its regions".to_owned()),
        };
        let (n_puzzles, said) = (of("minclue-catalog-puzzle/").count() as u64, sum["n_puzzles"].as_u64());
        if n_puzzles > 0 && said != Some(n_puzzles) {
            return Err(format!("it has {n_puzzles} puzzles, but reports {}", said.unwrap_or_default()));
        }
        let id = sum["id"].as_str().unwrap_or_default();
        if id != part {
            return Err(format!("the record of its regions is about {id}"));
        }
        let done = done(part, sum).ok_or("the record of its regions does not name the rest")?;
        let range = done.second_bands();
        let is_here = |record: &&Value| {
            record["band"] == done.band().number() && record["region"].as_u64().is_some_and(|n| range.contains(&n))
        };
        if let Some(other) = of("minclue-catalog-puzzle/").chain(of("minclue-region/")).find(|record| !is_here(record))
        {
            return Err(format!("it has a record of region {}.{}", other["band"], other["region"]));
        }
        let number = |name: &str| sum[name].as_u64().ok_or(format!("the record of its regions has no {name}"));
        self.0.push(Searched {
            setting: setting as u16,
            band: done.band(),
            from: range.start as u32,
            to: range.end as u32,
            n_regions: u32::try_from(number("n_regions")?).unwrap_or(u32::MAX),
            n_classes: number("n_classes")?,
        });
        Ok(())
    }

    /// Counts the regions of all parts again, and adds up. `wrong` hears of each part that says another number, and what
    /// was searched is said.
    ///
    /// # Errors
    /// A signal came.
    pub(super) fn check(mut self, limits: &Limits, wrong: &mut dyn FnMut(String)) -> Result<Vec<String>, Stop> {
        let mut counter = RegionCounter::default();
        let mut count = |part: &RegionChunk| {
            let (totals, stop) = counter.count(part, limits);
            let sum = totals.sum();
            stop.map_or(Ok((sum.n_regions, sum.n_classes)), Err)
        };
        self.check_by(&mut count, wrong)
    }

    fn check_by(&mut self, count: &mut Count<'_>, wrong: &mut dyn FnMut(String)) -> Result<Vec<String>, Stop> {
        self.0.sort_unstable();
        let mut notes = Vec::new();
        for searched in self.0.chunk_by(|a, b| a.setting == b.setting) {
            for part in searched {
                let (n_regions, n_classes) = count(&part.part())?;
                if (n_regions, n_classes) != (part.n_regions.into(), part.n_classes) {
                    wrong(format!(
                        "{}: it reports {} regions and {} classes with third bands, but has {n_regions} and {n_classes}",
                        part.part(),
                        part.n_regions,
                        part.n_classes
                    ));
                }
            }
            let mut is_once = true;
            for both in searched.windows(2) {
                if both[0].band == both[1].band && both[0].to > both[1].from {
                    is_once = false;
                    notes.push(format!("{} and {} have second bands in common", both[0].part(), both[1].part()));
                }
            }
            let sum = |of: fn(&Searched) -> u64| searched.iter().map(of).sum::<u64>();
            let n_second_bands = sum(|part| u64::from(part.to - part.from));
            let [n_regions, n_classes] = [sum(|part| part.n_regions.into()), sum(|part| part.n_classes)];
            let is_whole = is_once && n_second_bands == N_SECOND_BANDS;
            notes.push(format!(
                "{} of {} second bands searched: {}, {} classes with third bands{}",
                grouped(n_second_bands),
                grouped(N_SECOND_BANDS),
                counted(n_regions, "region"),
                grouped(n_classes),
                if is_whole { ", the complete catalog" } else { "" }
            ));
            if is_whole && (n_regions, n_classes) != (N_REGIONS, N_REGION_CLASSES) {
                wrong(format!(
                    "the complete catalog has {} regions and {} classes with third bands",
                    grouped(N_REGIONS),
                    grouped(N_REGION_CLASSES)
                ));
            }
        }
        Ok(notes)
    }
}

/// The part that a task has done, by the record of its regions.
fn done(part: &str, sum: &Value) -> Option<RegionChunk> {
    let part: RegionChunk = part.parse().ok()?;
    if sum["status"] == "done" {
        return sum["rest"].is_null().then_some(part);
    }
    let rest: RegionChunk = sum["rest"].as_str()?.parse().ok()?;
    let (range, left) = (part.second_bands(), rest.second_bands());
    let is_end = rest.band() == part.band() && left.end == range.end && range.contains(&left.start);
    is_end.then(|| RegionChunk::new(part.band(), range.start, left.start).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use std::sync::OnceLock;

    use serde_json::json;

    use super::*;

    fn line(records: &[Value]) -> TaskLine {
        TaskLine::new(0, Some(0), 0.0, records.iter().map(Value::to_string).collect()).expect("JSON")
    }

    fn sum(part: &str) -> Value {
        json!({"schema": "minclue-regions/1", "id": part, "status": "done", "n_puzzles": 0, "n_regions": 2, "n_classes": 60})
    }

    /// What is wrong with the records of a task that had to search `17.5.9`.
    fn wrong(records: &[Value]) -> String {
        RegionSums::default().add("17.5.9", 0, &line(records)).err().unwrap_or_default()
    }

    #[test]
    fn a_record_is_about_its_own_part() {
        let with = |name: &str, value: Value| {
            let mut sum = sum("17.5.9");
            sum[name] = value;
            sum
        };
        let puzzle = |region: u64| json!({"schema": "minclue-catalog-puzzle/1", "band": 17, "region": region});
        assert_eq!(wrong(&[sum("17.5.9")]), "");
        assert_eq!(wrong(&[puzzle(5), puzzle(8), with("n_puzzles", 2.into())]), "");
        for (records, said) in [
            (vec![], "is missing"),
            (vec![sum("17.5.9"), sum("17.5.9")], "several records"),
            (vec![sum("17.9.13")], "is about 17.9.13"),
            (vec![puzzle(5), with("n_puzzles", 2.into())], "it has 1 puzzles, but reports 2"),
            (vec![puzzle(9), with("n_puzzles", 1.into())], "a record of region 17.9"),
            (vec![with("n_classes", Value::Null)], "no n_classes"),
            (vec![with("n_regions", Value::Null)], "no n_regions"),
            (vec![with("rest", "17.7.9".into())], "does not name the rest"),
            (vec![with("status", "time_limit".into())], "does not name the rest"),
        ] {
            assert!(wrong(&records).contains(said), "{said}: {}", wrong(&records));
        }
    }

    #[test]
    fn after_a_limit_a_task_has_done_what_is_not_left() {
        for (rest, to) in
            [("17.5.9", Some(5)), ("17.7.9", Some(7)), ("17.4.9", None), ("17.7.8", None), ("18.7.9", None)]
        {
            let mut record = sum("17.5.9");
            record["status"] = "time_limit".into();
            record["rest"] = rest.into();
            let mut sums = RegionSums::default();
            let _ = sums.add("17.5.9", 0, &line(&[record]));
            assert_eq!(sums.0.first().map(|part| part.to), to, "{rest}");
        }
    }

    fn band(number: usize) -> MinlexBand {
        MinlexBand::new(number).expect("a band")
    }

    /// All bands, as if all regions were in the last one.
    fn whole(setting: u16) -> Vec<Searched> {
        static BANDS: OnceLock<Vec<Searched>> = OnceLock::new();
        let part = |band: MinlexBand| {
            let is_last = band.number() == 416;
            let [n_regions, n_classes] = [N_REGIONS, N_REGION_CLASSES].map(|n| if is_last { n } else { 0 });
            Searched {
                setting: 0,
                band,
                from: 0,
                to: band.n_second_bands() as u32,
                n_regions: n_regions as u32,
                n_classes,
            }
        };
        let bands = BANDS.get_or_init(|| MinlexBand::all().map(part).collect());
        bands.iter().map(|band| Searched { setting, ..*band }).collect()
    }

    /// What is noted and what is wrong where counting again gives what each part says, so that only sums can tell.
    fn checked(parts: Vec<Searched>) -> (Vec<String>, Vec<String>) {
        let (said, mut all_wrong) = (parts.clone(), Vec::new());
        let mut count = |of: &RegionChunk| {
            let part = said.iter().find(|part| part.part() == *of).expect("a part");
            Ok((part.n_regions.into(), part.n_classes))
        };
        let notes = RegionSums(parts).check_by(&mut count, &mut |wrong| all_wrong.push(wrong)).expect("no limit");
        (notes, all_wrong)
    }

    #[test]
    fn a_whole_campaign_has_as_many_regions_and_classes_as_there_are() {
        let (notes, wrong) = checked([whole(0), whole(1)].concat());
        assert!(notes.len() == 2 && notes.iter().all(|note| note.ends_with("the complete catalog")), "{notes:?}");
        assert_eq!(wrong, [""; 0]);
        // A part that counts too much or too little, also where counting again would not tell.
        for change in [|part: &mut Searched| part.n_regions -= 1, |part: &mut Searched| part.n_classes += 1] {
            let mut parts = whole(0);
            change(&mut parts[415]);
            let (_, wrong) = checked(parts);
            assert!(wrong.len() == 1 && wrong[0].contains("983,959,110 regions and 32,835,497,303"), "{wrong:?}");
        }
    }

    /// A part too few, or one twice in place of another: then it is not the whole, and nobody is told that it is.
    #[test]
    fn what_is_lost_or_doubled_is_not_the_whole() {
        let all = whole(0);
        let lost = all[..415].to_vec();
        // As many parts as there are bands.
        let doubled = [&all[..415], &all[..1]].concat();
        for parts in [lost, doubled] {
            let (notes, wrong) = checked(parts);
            assert!(notes.iter().all(|note| !note.contains("the complete catalog")), "{notes:?}");
            assert_eq!(wrong, [""; 0]);
        }
        let (notes, _) = checked([&all[..], &all[..1]].concat());
        assert!(notes[0].contains("have second bands in common") && !notes[1].contains("whole"), "{notes:?}");
    }

    #[test]
    fn each_part_has_as_many_regions_as_it_says() {
        let part = |from: u32, n_regions: u32, n_classes: u64| Searched {
            setting: 0,
            band: band(400),
            from,
            to: from + 3000,
            n_regions,
            n_classes,
        };
        let count = |from: u32| {
            let (totals, _) = RegionCounter::default().count(&part(from, 0, 0).part(), &Limits::none());
            (totals.sum().n_regions as u32, totals.sum().n_classes)
        };
        let (first, second) = (count(0), count(3000));
        assert!(first != second && first.0 > 0 && second.0 > 0, "{first:?} {second:?}");
        let wrong = |parts: [(u32, (u32, u64)); 2]| {
            let (mut sums, mut wrong) = (RegionSums::default(), Vec::new());
            sums.0.extend(parts.map(|(from, (n_regions, n_classes))| part(from, n_regions, n_classes)));
            sums.check(&Limits::none(), &mut |text| wrong.push(text)).expect("no limit");
            wrong.len()
        };
        assert_eq!(wrong([(3000, second), (0, first)]), 0);
        assert_eq!(wrong([(3000, first), (0, second)]), 2, "misnumbered");
        assert_eq!(wrong([(3000, second), (0, (first.0, first.1 - 1))]), 1);
        assert_eq!(wrong([(3000, second), (0, (first.0 + 1, first.1))]), 1);
    }
}
