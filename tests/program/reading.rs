//! Long lists of others, read whole; `tests/cases/reading.md` and `inputs-from-programs.md` have other forms.
#![expect(clippy::print_stdout, reason = "a test that checks nothing must say so")]

use std::time::Instant;

use minclue_core::sudoku::{Reader, Shape, line};
use minclue_testkit::shared_text;

/// The lists hold nothing but names and 81 or 256 characters, so that two splits read them too.
#[test]
fn lists_of_others_are_read_whole() {
    for (name, n_entries, n_cells) in [
        ("royle_17_clue.txt", 49_151, 81),
        ("forum_hardest_11plus.txt", 48_766, 81),
        ("paper_9x9.txt", 50, 81),
        ("paper_16x16.txt", 10, 256),
    ] {
        let Some(text) = shared_text(name) else { continue };
        let expected: Vec<(Option<&str>, &str)> = text
            .lines()
            .filter(|line| !line.trim().is_empty() && !line.starts_with("Id") && !line.starts_with('#'))
            .map(|line| line.trim().rsplit_once(' ').map_or((None, line.trim()), |(id, cells)| (Some(id), cells)))
            .collect();
        assert_eq!(expected.len(), n_entries, "{name}");
        for shape in [None, Shape::of_cells(n_cells)] {
            let start = Instant::now();
            let mut n_read = 0;
            for (entry, (id, cells)) in Reader::new(text.as_bytes(), shape).zip(&expected) {
                let entry = entry.expect("a good line");
                assert_eq!((entry.id.as_deref(), line(&entry.puzzle).as_str()), (*id, *cells), "{name}");
                n_read += 1;
            }
            assert_eq!(n_read, n_entries, "{name}");
            assert_eq!(Reader::new(text.as_bytes(), shape).count(), n_entries, "{name}");
            println!("{name}: {n_read} entries twice in {:.3} s", start.elapsed().as_secs_f64());
        }
    }
}
