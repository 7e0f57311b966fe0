//! The catalog: regions compared with completions that are counted here, and all puzzles of the regions of a grid
//! compared with those that `enumerate` lists for the grid itself.

use rand::Rng as _;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use serde_json::Value;

use crate::Rng;
use crate::lab::{Lab, Wrong};
use crate::solver::Houses;

const N: usize = 9;
/// A grid that has a puzzle with 17 clues.
const WITH_17: &str = "953647281168925437742183956639418725271359648584276193397864512415732869826591374";

/// A grid, and one of its regions; or all of them, and all puzzles.
pub(crate) fn case(rng: &mut Rng, lab: &mut Lab) -> Result<(), Wrong> {
    // All of that takes half a minute.
    if rng.random_bool(0.04) {
        return with_17(rng, lab);
    }
    let houses = Houses::new(N * N, N, &[Houses::lines(N), Houses::boxes(3, 3)].concat());
    let grid = image(&houses.random(rng), rng);
    let parts = parts(&grid, lab)?;
    let part = parts.choose(rng).ok_or("no part")?;
    // A part has its number of third bands, whatever is asked about its puzzles.
    let (_, n_thirds) = region(part, 16, lab)?;
    let counts = completions(&houses, &grid);
    if counts.contains(&n_thirds) {
        Ok(())
    } else {
        Err(format!("{part} has {n_thirds} third bands, and the grid {counts:?}"))
    }
}

/// The parts of the catalog in which a grid lies: one for each pair of bands and of stacks, those alike once.
fn parts(grid: &[u8], lab: &mut Lab) -> Result<Vec<String>, Wrong> {
    let output = lab.run(&["catalog", "--find", &line(grid)])?;
    output.expect_code(0)?;
    let parts: Vec<String> = output.stdout.lines().map(str::to_owned).collect();
    if (1..=6).contains(&parts.len()) { Ok(parts) } else { Err(format!("{} parts of a grid", parts.len())) }
}

/// The puzzles of a part, and its number of third bands.
fn region(part: &str, k: u32, lab: &mut Lab) -> Result<(Vec<Value>, u64), Wrong> {
    let output = lab.run(&["catalog", "-k", &k.to_string(), "--regions", "--format", "jsonl", part])?;
    output.expect_code(0)?;
    let records = output.records()?;
    let of = |schema: &str| records.iter().filter(|record| record["schema"] == schema).cloned().collect::<Vec<_>>();
    let (regions, puzzles) = (of("minclue-region/1"), of("minclue-catalog-puzzle/1"));
    let [region] = &regions[..] else { return Err(format!("{} regions in {part}", regions.len())) };
    let n_thirds = region["n_thirds"].as_u64().ok_or_else(|| format!("no third bands: {region}"))?;
    if region["n_puzzles"].as_u64() != Some(puzzles.len() as u64) {
        return Err(format!("{} puzzles: {region}", puzzles.len()));
    }
    Ok((puzzles, n_thirds))
}

/// In how many ways the rest of each pair of bands, and of stacks, can be filled, where the order of its lines says
/// nothing.
fn completions(houses: &Houses, grid: &[u8]) -> Vec<u64> {
    let turned: Vec<u8> = (0..N * N).map(|cell| grid[N * (cell % N) + cell / N]).collect();
    let mut counts = Vec::new();
    for grid in [grid, &turned[..]] {
        for band in 0..3 {
            let left: Vec<u8> = (0..N * N).map(|cell| if cell / (3 * N) == band { 0 } else { grid[cell] }).collect();
            counts.push(houses.count(&left, usize::MAX) as u64 / 6);
        }
    }
    counts
}

/// What the regions of a grid have of its puzzles is what `enumerate` lists.
fn with_17(rng: &mut Rng, lab: &mut Lab) -> Result<(), Wrong> {
    let grid: Vec<u8> = WITH_17.bytes().map(|digit| digit - b'0').collect();
    let grid = image(&grid, rng);
    lab.write("grid.txt", &format!("{}\n", line(&grid)))?;
    let output = lab.run(&["enumerate", "-k", "17", "--format", "jsonl", "grid.txt"])?;
    output.expect_code(0)?;
    let n_listed = output.records()?.iter().filter(|record| record["puzzle"].is_string()).count();
    let output = lab.run(&["canon", "--format", "jsonl", "grid.txt"])?;
    let form = output.record()?;
    let (form, n_automorphisms) = (form["minlex"].clone(), form["n_automorphisms"].clone());
    if n_automorphisms != 1 {
        return Err(format!("this grid has no symmetries: {n_automorphisms}"));
    }
    let mut n_found = 0;
    for part in parts(&grid, lab)? {
        for puzzle in region(&part, 17, lab)?.0 {
            let text = puzzle["puzzle"].as_str().unwrap_or_default();
            let clues: Vec<u8> =
                text.bytes().map(|c| c.checked_sub(b'0').filter(|digit| *digit <= 9).unwrap_or(0)).collect();
            let houses = Houses::new(N * N, N, &[Houses::lines(N), Houses::boxes(3, 3)].concat());
            let n_clues = clues.iter().filter(|digit| **digit != 0).count();
            if clues.len() != N * N || n_clues != 17 || houses.count(&clues, 2) != 1 {
                return Err(format!("{text} is not a puzzle with 17 clues"));
            }
            n_found += usize::from(puzzle["grid"] == form);
        }
    }
    if n_found == n_listed { Ok(()) } else { Err(format!("{n_found} in the regions, and {n_listed} are listed")) }
}

fn line(grid: &[u8]) -> String {
    grid.iter().map(|digit| char::from(b'0' + digit)).collect()
}

/// The grid with lines, bands, stacks and digits in another order, and turned.
fn image(grid: &[u8], rng: &mut Rng) -> Vec<u8> {
    let lines = |rng: &mut Rng| -> Vec<usize> {
        let mut bands = [0, 1, 2];
        bands.shuffle(rng);
        bands
            .iter()
            .flat_map(|band| {
                let mut lines = [3 * band, 3 * band + 1, 3 * band + 2];
                lines.shuffle(rng);
                lines
            })
            .collect()
    };
    let (rows, columns) = (lines(rng), lines(rng));
    let mut digits: Vec<u8> = (1..=9).collect();
    digits.shuffle(rng);
    let is_turned = *[false, true].choose(rng).unwrap_or(&false);
    let from = |cell: usize| {
        let (r, c) = (rows[cell / N], columns[cell % N]);
        if is_turned { N * c + r } else { N * r + c }
    };
    (0..N * N).map(|cell| digits[usize::from(grid[from(cell)]) - 1]).collect()
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    #[test]
    fn images_are_grids_with_as_many_completions() {
        let houses = Houses::new(N * N, N, &[Houses::lines(N), Houses::boxes(3, 3)].concat());
        let grid: Vec<u8> = WITH_17.bytes().map(|digit| digit - b'0').collect();
        let mut counts = completions(&houses, &grid);
        counts.sort_unstable();
        let mut rng = Rng::seed_from_u64(1);
        for _ in 0..3 {
            let image = image(&grid, &mut rng);
            assert_eq!(houses.count(&image, 2), 1, "a grid");
            let mut of_image = completions(&houses, &image);
            of_image.sort_unstable();
            assert_eq!(of_image, counts);
        }
    }
}
