//! All choices of some items.

/// The first answer of `ask` to a choice of `size` items, in the order of the items.
pub(super) fn combinations<T: Copy, A>(items: &[T], size: usize, ask: &mut dyn FnMut(&[T]) -> Option<A>) -> Option<A> {
    fn choose<T: Copy, A>(
        chosen: &mut Vec<T>,
        rest: &[T],
        size: usize,
        ask: &mut dyn FnMut(&[T]) -> Option<A>,
    ) -> Option<A> {
        if chosen.len() == size {
            return ask(chosen);
        }
        for (i, &item) in rest.iter().enumerate() {
            chosen.push(item);
            let answer = choose(chosen, &rest[i + 1..], size, ask);
            chosen.pop();
            if answer.is_some() {
                return answer;
            }
        }
        None
    }
    choose(&mut Vec::with_capacity(size), items, size, ask)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_is_met_once_until_one_is_taken() {
        let mut seen = Vec::new();
        let none: Option<()> = combinations(&[1, 2, 3, 4], 2, &mut |two| {
            seen.push(two.to_vec());
            None
        });
        assert_eq!(none, None);
        assert_eq!(seen, [[1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]]);
        assert_eq!(combinations(&[1, 2, 3], 2, &mut |two| (two[1] == 3).then_some(two[0])), Some(1));
        assert_eq!(combinations(&[1, 2], 3, &mut |_| Some(())), None);
    }
}
