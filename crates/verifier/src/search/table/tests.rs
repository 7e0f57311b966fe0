//! What words say of groups, compared with all choices of cells.

use super::*;

/// The sets of these kinds, a bit each, and the choices of the three cells of a group that hit them.
fn choices(kinds: usize) -> (Vec<u64>, Vec<u64>) {
    let sets: Vec<u64> = (0..KINDS.len()).filter(|k| kinds >> k & 1 == 1).map(|k| KINDS[k]).collect();
    let choices = (0..8).filter(|choice| sets.iter().all(|set| set & choice != 0)).collect();
    (sets, choices)
}

fn least(choices: &[u64], cells: u64) -> u32 {
    choices.iter().map(|choice| (choice & cells).count_ones()).min().expect("all cells hit all sets")
}

/// A table with these kinds of sets in two groups, time and again: so the places of a kind are filled one by one. Cell
/// i of the first part hits the set of number i.
fn table(groups: [(usize, usize); 2], n: usize) -> Table {
    let mut table = Table::default();
    let mut number = 0;
    for _ in 0..n {
        for (g, kinds) in groups {
            for set in choices(kinds).0 {
                assert!(table.insert(1 << (number % 64), set << (STRIDE * g), MAX_GROUPS));
                number += 1;
            }
        }
    }
    table
}

#[test]
fn groups_need_what_choices_say() {
    for kinds in 0..1 << (2 * KINDS.len()) {
        let (one, other) = (kinds & 15, kinds >> 4);
        for g in 0..MAX_GROUPS {
            let groups = [(g, one), ((g + 4) % MAX_GROUPS, other)];
            let table = table(groups, 1 + kinds % (PLACES * WORDS_OF_KIND));
            let needs = table.slots.needs(&table.slots);
            let wanted: u32 = groups.iter().map(|(_, kinds)| least(&choices(*kinds).1, 0b111)).sum();
            assert_eq!(needs.count(), wanted, "{groups:?}");
            for (g, kinds) in groups {
                let cells = needs.least_cells() >> (STRIDE * g) & 0b111;
                let choices = choices(kinds).1;
                assert_eq!(least(&choices, cells), least(&choices, 0b111), "kinds {kinds:b}, cells {cells:b}");
            }
        }
    }
}

/// Of a group that has no more cells than it needs, what is forced is in all choices, and nothing follows it.
#[test]
fn forced_cells_are_in_all_choices() {
    let mut n_forced = 0;
    for kinds in 0..1 << KINDS.len() {
        let (g, choices) = (kinds % MAX_GROUPS, choices(kinds).1);
        let table = table([(g, kinds), (g, 0)], 1);
        let needs = table.slots.needs(&table.slots);
        let least_cells = needs.least_cells() >> (STRIDE * g);
        for alive in (0..8_u64).filter(|alive| alive & least_cells == least_cells) {
            let (forced, rest, left) = needs.forced(alive << (STRIDE * g));
            let forced = forced >> (STRIDE * g);
            if forced == 0 {
                assert_eq!((rest.count(), left), (needs.count(), alive << (STRIDE * g)));
                continue;
            }
            n_forced += 1;
            let fits = |choice: &&u64| {
                *choice & !alive == 0 && (*choice & least_cells).count_ones() == least(&choices, least_cells)
            };
            assert!(choices.iter().filter(fits).all(|choice| *choice == forced), "kinds {kinds:b}, alive {alive:b}");
            assert_eq!((rest.count(), left), (0, 0));
        }
    }
    assert!(n_forced > 3, "{n_forced}");
}

/// The words that a cell leaves are those of the sets that it does not hit.
#[test]
fn cells_leave_what_they_do_not_hit() {
    let mut table = Table::default();
    let sets: Vec<(u64, u64)> =
        (0..700_u64).map(|i| (0b101 << (i % 60), 1 << (i % 31) | 1 << (i % 31 + 1 + i / 31 % 9))).collect();
    let general: Vec<_> = sets.iter().filter(|(first, last)| table.insert(*first, *last, 0) && *first > 0).collect();
    table.finish();
    assert_eq!(general.len(), sets.len());
    let members = |words: &General| -> Vec<usize> { (0..700).filter(|i| words[i / 64] >> (i % 64) & 1 == 1).collect() };
    for cell in 0..62 {
        let wanted: Vec<usize> = (0..700).filter(|i| sets[*i].0 >> cell & 1 == 0).collect();
        assert_eq!(members(&table.slots.and(&table.unhit_by[cell]).general), wanted);
        let cells = 1 << cell | 0b11 << (cell / 2);
        let wanted: Vec<usize> = (0..700).filter(|i| sets[*i].1 & cells != 0).collect();
        assert_eq!(members(&table.hit_by(cells)), wanted);
    }
    let mut left = table.slots.general;
    table.remove_with_pair(&mut left, 0b11 << 30);
    let wanted: Vec<usize> = (0..700).filter(|i| sets[*i].1 & 0b11 << 30 != 0b11 << 30).collect();
    assert_eq!(members(&left), wanted);
    assert!(wanted.len() < 700);
}
