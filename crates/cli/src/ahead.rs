//! Reads ahead where only one input can be answered, so that nobody waits for an answer and then learns that.

/// The items up to the end, if at most one of them is whole; the others say what is wrong with them.
///
/// # Errors
/// The second item that is whole was reached.
pub(super) fn at_most_one<T>(items: impl Iterator<Item = T>, is_whole: impl Fn(&T) -> bool) -> Result<Vec<T>, Several> {
    let mut n_whole = 0;
    items
        .map(|item| {
            n_whole += usize::from(is_whole(&item));
            if n_whole > 1 { Err(Several) } else { Ok(item) }
        })
        .collect()
}

/// There are several inputs.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Several;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_read_with_all_that_is_wrong_and_two_are_too_many() {
        let items = |text: &'static str| text.chars();
        let is_whole = |c: &char| *c != 'x';
        for one in ["", "a", "xax", "xx"] {
            assert_eq!(at_most_one(items(one), is_whole), Ok(items(one).collect()), "{one}");
        }
        let mut rest = items("axbxc");
        assert_eq!(at_most_one(rest.by_ref(), is_whole), Err(Several));
        assert_eq!(rest.collect::<Vec<_>>(), ['x', 'c'], "no more is read than must be");
    }
}
