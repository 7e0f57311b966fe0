//! The range of numbers for which the answers of an integer programming solver are trusted.

use minclue_core::ilp::BinaryModel;

/// Up to this sum of the numbers of a row, what a solver of integer programs says is taken for true. HiGHS and CBC take
/// a value within a millionth of a whole number for whole, so in rows with larger numbers they call answers optimal that
/// are not, and find none where there are some: of 60 small programs with numbers of 10^9, HiGHS was wrong about one.
const LARGEST: i128 = 100_000_000;

/// The largest sum of the numbers in a row of `model`, its right side among them, without their signs; and where it is.
pub(crate) fn largest_sum(model: &BinaryModel) -> (i128, String) {
    let rows = model.rows().iter().map(|row| {
        let numbers = row.terms.iter().map(|(_, a)| *a).chain([row.rhs]);
        (numbers.map(|a| i128::from(a.unsigned_abs())).sum::<i128>(), &row.name)
    });
    rows.max_by_key(|(sum, _)| *sum).map_or_else(Default::default, |(sum, name)| (sum, format!("row `{name}`")))
}

/// Why a program with numbers of this sum is not solved by an integer program, if it is not; `instead` is the remedy.
pub(crate) fn too_large((sum, place): &(i128, String), instead: &str) -> Option<String> {
    (*sum > LARGEST).then(|| {
        format!(
            "the numbers of {place} add up to {sum}, but integer programs in floating point are only reliable up to \
             {LARGEST}; use {instead}"
        )
    })
}

#[cfg(test)]
mod tests {
    use minclue_core::ilp::Sense;

    use super::*;

    #[test]
    fn the_numbers_of_a_row_are_added_up_without_their_signs() {
        let mut model = BinaryModel::new("m");
        let (x, y) = (model.add_var("x"), model.add_var("y"));
        assert_eq!(largest_sum(&model), (0, String::new()));
        model.add_row("a", [(x, 60_000_000), (y, -30_000_000)], Sense::LessEqual, -10_000_000);
        let sum = largest_sum(&model);
        assert_eq!((sum.0, too_large(&sum, "less")), (100_000_000, None));
        model.add_row("b", [(x, i64::MAX), (y, i64::MIN)], Sense::LessEqual, 1);
        let message = too_large(&largest_sum(&model), "less").expect("too large");
        assert!(message.starts_with("the numbers of row `b` add up to 18446744073709551616, but"), "{message}");
        assert!(message.ends_with("use less"), "{message}");
    }
}
