//! The similarity of words, for messages about misspelled ones.

/// Characters to change, add or drop to make one word of the other; long words are far from everything.
pub(super) fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    if a.chars().count() > 30 {
        return usize::MAX;
    }
    let mut costs: Vec<usize> = (0..=b.len()).collect();
    for (i, c) in a.chars().enumerate() {
        let mut diagonal = costs[0];
        costs[0] = i + 1;
        for (j, d) in b.iter().enumerate() {
            let changed = diagonal + usize::from(c != *d);
            diagonal = costs[j + 1];
            costs[j + 1] = changed.min(diagonal + 1).min(costs[j] + 1);
        }
    }
    costs[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_those_of_single_characters() {
        assert_eq!(distance("latin", "latin"), 0);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("abc", ""), 3);
    }
}
