//! What is written is read as it was meant.

use minclue_core::base::{Limits, rng};
use minclue_core::ilp::{
    BinaryModel, ModelError, ModelFormat, Names, Read, Sense, VarId, read_model, write_lp, write_mps,
};
use proptest::prelude::*;
use rand::Rng as _;

use super::random_models::{For, RandomModel};
use super::write_lp::lp;
use super::write_mps::mps;
use super::write_styles::{STYLES, styled};

fn read(text: &str, format: ModelFormat) -> Read {
    read_model(text.as_bytes(), format, "made", &Limits::none()).unwrap_or_else(|e| panic!("{e}:\n{text}"))
}

/// A model with rows of all senses and large numbers, whose variables come in the order of its objective.
fn model(seed: u64) -> BinaryModel {
    let mut rng = rng(seed);
    let mut model = BinaryModel::new("made");
    let n = rng.random_range(1..=30);
    let vars: Vec<VarId> = (0..n).map(|i| model.add_var(format!("a_name_of_some_length_{i}"))).collect();
    for r in 0..rng.random_range(0..=8) {
        let max = 10_i64.pow(rng.random_range(0..=15));
        let mut terms: Vec<(VarId, i64)> = vars.iter().map(|&v| (v, rng.random_range(-max..=max))).collect();
        terms.retain(|(_, a)| *a != 0);
        let sense = [Sense::LessEqual, Sense::Equal, Sense::GreaterEqual][rng.random_range(0..3)];
        model.add_row(format!("r{r}"), terms, sense, rng.random_range(-max..=max));
    }
    model.minimize(vars.iter().map(|&v| (v, rng.random_range(1..=9))));
    model
}

/// Bytes that change what a line means.
const BROKEN: &[u8] = b"\n :<=>+-e1.\\*[]^x\t\xff";

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_minclue_writes_is_read_as_the_same_model(seed in any::<u64>()) {
        let model = model(seed);
        let (mut as_lp, mut as_mps) = (Vec::new(), Vec::new());
        write_lp(&model, Names::Full, &mut as_lp).expect("memory");
        write_mps(&model, Names::Full, &mut as_mps).expect("memory");
        for (text, format) in [(as_lp, ModelFormat::Lp), (as_mps, ModelFormat::Mps)] {
            let found = read(&String::from_utf8(text).expect("text"), format);
            prop_assert!(found.has_objective && found.free_rows.is_empty());
            prop_assert_eq!(&found.model, &model);
        }
    }

    #[test]
    fn a_messy_file_is_read_as_it_was_meant(seed in any::<u64>()) {
        let mut rng = rng(seed);
        let made = RandomModel::random(&mut rng, For::Us);
        let text = lp(&made, &mut rng, For::Us);
        made.assert_read(&read(&text, ModelFormat::Lp), &text);
        let text = mps(&made, &mut rng, For::Us);
        made.assert_read(&read(&text, ModelFormat::Mps), &text);
    }

    #[test]
    fn a_file_in_the_style_of_a_program_is_read_as_it_was_meant(seed in any::<u64>()) {
        let mut rng = rng(seed);
        let made = RandomModel::random(&mut rng, For::All);
        for style in STYLES {
            let text = styled(&made, style, &mut rng);
            let found = read(&text, ModelFormat::Lp);
            made.assert_read(&found, &text);
        }
    }

    /// Whatever stands there, reading ends with a model or a reason, and a place within the text.
    #[test]
    fn a_broken_file_is_refused_within_it_or_read(seed in any::<u64>()) {
        let mut rng = rng(seed);
        let made = RandomModel::random(&mut rng, For::Us);
        for (text, format) in
            [(lp(&made, &mut rng, For::Us), ModelFormat::Lp), (mps(&made, &mut rng, For::Us), ModelFormat::Mps)]
        {
            let mut bytes = text.into_bytes();
            for _ in 0..rng.random_range(1..4) {
                let at = rng.random_range(0..bytes.len());
                match rng.random_range(0..4) {
                    0 => drop(bytes.remove(at)),
                    1 => bytes.insert(at, BROKEN[rng.random_range(0..BROKEN.len())]),
                    2 => bytes.truncate(at.max(1)),
                    _ => {
                        let other = rng.random_range(0..bytes.len());
                        bytes.swap(at, other);
                    }
                }
                if bytes.is_empty() {
                    break;
                }
            }
            let n_lines = bytes.iter().filter(|b| **b == b'\n').count() + 1;
            match read_model(bytes.as_slice(), format, "made", &Limits::none()) {
                Ok(found) => prop_assert!(found.model.n_vars() > 0),
                Err(ModelError::Place { place, .. }) => {
                    prop_assert!((1..=n_lines).contains(&place.line));
                    prop_assert!(place.column <= place.text.chars().count() + 1);
                }
                Err(ModelError::Line { line, .. }) => prop_assert!((1..=n_lines + 1).contains(&line)),
                Err(other) => prop_assert_eq!(other, ModelError::NoVariables),
            }
        }
    }
}
