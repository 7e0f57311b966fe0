//! The names that are in use, and new names that differ from them.

use std::collections::{HashMap, HashSet};

/// The names of the rows of a model, or of its variables, while it grows.
#[derive(Debug)]
pub(super) struct FreshNames {
    taken: HashSet<String>,
    /// For a name without its trailing `_`, maps a number of `_` to a larger one: the name with the first number and
    /// all numbers in between is in use. Without it, a file whose names each have one `_` more would make every new
    /// name try all of them.
    skips: HashMap<String, HashMap<usize, usize>>,
}

impl FreshNames {
    /// Beside these, which are taken.
    pub(super) fn beside<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        Self { taken: names.into_iter().map(str::to_owned).collect(), skips: HashMap::new() }
    }

    /// The name, with as many `_` after it as it needs to be a new one, which is taken from now on.
    pub(super) fn fresh(&mut self, mut name: String) -> String {
        if self.taken.insert(name.clone()) {
            return name;
        }
        let stem = name.trim_end_matches('_').len();
        let first = name.len() - stem;
        let skips = self.skips.entry(name[..stem].to_owned()).or_default();
        while !self.taken.insert(name.clone()) {
            let n = name.len() - stem;
            let next = *skips.entry(n).or_insert(n + 1);
            name.push_str(&"_".repeat(next - n));
        }
        // Whoever comes this way again is here at once.
        let (mut n, last) = (first, name.len() - stem);
        while n < last {
            n = skips.insert(n, last).unwrap_or(last);
        }
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(taken: &[&str], asked: &[&str]) -> Vec<String> {
        let mut names = FreshNames::beside(taken.iter().copied());
        asked.iter().map(|name| names.fresh((*name).to_owned())).collect()
    }

    #[test]
    fn a_name_keeps_its_form_or_gets_the_fewest_underscores() {
        assert_eq!(all(&["a"], &["b", "c_", "d__"]), ["b", "c_", "d__"]);
        assert_eq!(all(&["a"], &["a", "a", "a_"]), ["a_", "a__", "a___"]);
        assert_eq!(all(&["a", "a__"], &["a", "a", "a__"]), ["a_", "a___", "a____"]);
        assert_eq!(all(&["_", "__"], &["_", ""]), ["___", ""]);
        assert_eq!(all(&["", "_"], &["", "é", "é"]), ["__", "é", "é_"]);
    }

    /// As by trying one name after the other.
    #[test]
    fn a_skip_passes_no_free_name_over() {
        use rand::Rng as _;
        let mut rng = crate::base::rng(7);
        for _ in 0..200 {
            let mut name = || format!("{}{}", ["x", "y"][rng.random_range(0..2)], "_".repeat(rng.random_range(0..12)));
            let taken: Vec<String> = (0..8).map(|_| name()).collect();
            let mut names = FreshNames::beside(taken.iter().map(String::as_str));
            let mut seen: HashSet<String> = taken.into_iter().collect();
            for _ in 0..20 {
                let asked = name();
                let mut wanted = asked.clone();
                while !seen.insert(wanted.clone()) {
                    wanted.push('_');
                }
                assert_eq!(names.fresh(asked), wanted);
            }
        }
    }

    /// Rows `fix_x`, `fix_x_`, ... and columns `x`, `x_`, ...: each column would pass all rows on its way, and the
    /// columns before it. Steps are counted by the numbers that are remembered.
    #[test]
    fn many_names_that_end_in_underscores_are_passed_in_few_steps() {
        let n = 300;
        let taken: Vec<String> = (0..n).map(|i| format!("x{}", "_".repeat(i))).collect();
        let mut names = FreshNames::beside(taken.iter().map(String::as_str));
        for (i, name) in taken.iter().enumerate() {
            assert_eq!(names.fresh(name.clone()).len(), n + i + 1);
            let skips = &names.skips["x"];
            let mut n_steps = 0;
            let mut at = i;
            while let Some(next) = skips.get(&at) {
                (at, n_steps) = (*next, n_steps + 1);
            }
            assert!(n_steps <= 3, "{i}: {n_steps} steps");
        }
    }
}
