//! Vertices that must be taken and vertices that must not, where a limit leaves a choice that is not the best. The rest
//! is in `tests/cases/hypergraph-conditions.md`.

use crate::minclue;

#[test]
fn a_choice_that_a_limit_leaves_has_no_forbidden_vertex() {
    let program = minclue();
    // Blocks of a plane and of its images, too many to be done within a millisecond.
    let edges: Vec<String> = (1..=400_usize)
        .map(|i| {
            (0..9).map(|j| ((i * (j * j + 3 * j + 1) + j * 37) % 200 + 1).to_string()).collect::<Vec<_>>().join(" ")
        })
        .collect();
    program.write("large.hgr", format!("p hs 200 {}\n{}\n", edges.len(), edges.join("\n")));
    let weights: String = (1..=200).map(|vertex| format!("{vertex} {}\n", vertex % 2 + 1)).collect();
    program.write("large.txt", weights);
    for more in [&[][..], &["--engine", "bilevel"], &["--weights", "large.txt"]] {
        for time in ["1ms", "20ms"] {
            let args = ["large.hgr", "--forbidden", "1,2,3,4,5", "--given", "6", "--time-limit", time];
            let run = program.run([&["solve", "--format", "jsonl", "--hypergraph"], &args[..], more].concat());
            // Where the limit came before the files were read, there is none.
            let Some(record) = run.records().pop() else { continue };
            let Some(clues) = record["clues"].as_array() else { continue };
            let has = |vertex: &str| clues.iter().any(|clue| clue == vertex);
            assert!(has("6"), "{more:?} {time}: {record}");
            assert!(!["1", "2", "3", "4", "5"].iter().any(|vertex| has(vertex)), "{more:?} {time}: {record}");
        }
    }
}
