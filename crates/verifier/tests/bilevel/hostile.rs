//! Certificates in which something is changed: whatever the checker still accepts is true.

use minclue_verifier::{Limits, verify_bilevel};

use crate::common::Random;
use crate::maker::Maker;
use crate::program::Program;
use crate::values::{check, random_program, random_rules};

/// Words as lines have them.
const WORDS: [&str; 13] = ["b", "w", "d", "k", "rule", "lower", "infeasible", "upper", "L", "F", "<=", ">=", "="];

/// Changes a word, or a line.
fn change(text: &str, random: &mut Random) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = random.below(lines.len());
    match random.below(8) {
        0 => drop(lines.remove(at)),
        1 => {
            let other = random.below(lines.len());
            lines.swap(at, other);
        }
        2 => lines.insert(at, lines[random.below(lines.len())].clone()),
        _ => {
            let mut words: Vec<String> = lines[at].split(' ').map(str::to_owned).collect();
            let word = random.below(words.len());
            let number: Option<i64> = words[word].parse().ok();
            match (random.below(6), number) {
                (0, _) => drop(words.remove(word)),
                (1, _) => words.insert(word, random.below(4).to_string()),
                (2, None) => words[word] = WORDS[random.below(WORDS.len())].to_owned(),
                (_, Some(number)) => words[word] = (number + [-2, -1, 1, 1, 2, 3][random.below(6)]).to_string(),
                _ => words.swap(word, 0),
            }
            lines[at] = words.join(" ");
        }
    }
    lines.into_iter().map(|line| line + "\n").collect()
}

#[test]
fn what_is_accepted_is_true() {
    let mut random = Random(3);
    let (mut n_accepted, mut n_stronger) = (0, 0);
    for _ in 0..500 {
        let (program, plain) = random_program(&mut random);
        let truth = program.truth();
        let rules = random_rules(&plain, &mut random);
        let mut maker = Maker { rules, ..Maker::new(&plain, &mut random) };
        maker.lower(truth.as_ref().map(|truth| truth.0));
        let text = format!("{}{}end\n", program.text(), maker.text);
        assert!(check(&text).is_ok(), "{text}");
        for _ in 0..60 {
            let mut text = change(&text, &mut random);
            if random.below(2) == 0 {
                text = change(&text, &mut random);
            }
            let Ok(verdict) = check(&text) else { continue };
            n_accepted += 1;
            let program = Program::read(&verdict.program);
            if program.n_points() > 5000 || !program.is_small() {
                continue;
            }
            let truth = program.truth().map(|truth| truth.0);
            n_stronger += u64::from(truth == verdict.lower);
            let is_true =
                truth.is_none_or(|truth| !verdict.is_infeasible && verdict.lower.is_none_or(|lower| lower <= truth));
            assert!(is_true, "{truth:?}\n{text}");
        }
    }
    assert!(n_accepted > 1500 && n_stronger > 500, "{n_accepted}, {n_stronger}");
}

/// A certificate that is cut off anywhere, or goes on, is refused, and nothing makes the checker fail.
#[test]
fn every_part_of_a_file_is_needed() {
    let mut random = Random(4);
    let (program, plain) = random_program(&mut random);
    let truth = program.truth();
    let mut maker = Maker::new(&plain, &mut random);
    maker.lower(truth.map(|truth| truth.0));
    let text = format!("{}{}end\n", program.text(), maker.text);
    for end in 0..text.len() {
        assert!(check(&text[..end]).is_err(), "{end}");
    }
    for more in ["\n", " ", "end\n", "\0"] {
        assert!(check(&format!("{text}{more}")).is_err());
    }
    for at in 0..text.len() {
        for byte in [0_u8, b' ', b'\n', b'\r', b'\t', 0x80, 0xff] {
            let mut bytes = text.clone().into_bytes();
            if bytes[at] == byte {
                continue;
            }
            bytes[at] = byte;
            assert!(verify_bilevel(&bytes[..], &Limits::default()).is_err(), "{at} {byte}");
        }
    }
}
