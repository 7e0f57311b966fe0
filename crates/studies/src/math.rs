//! Means, quartiles and performance profiles.

/// The least time that a logarithm sees, in seconds: records have microseconds.
pub(super) const MIN: f64 = 1e-6;

/// The geometric mean without shift, as in the paper; none of nothing. What is below [`MIN`] counts as that.
pub(super) fn geometric_mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    mean(values.into_iter().map(|v| v.max(MIN).ln())).map(f64::exp)
}

/// The mean; none of nothing.
pub(super) fn mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (sum, n) = values.into_iter().fold((0.0, 0_u64), |(sum, n), v| (sum + v, n + 1));
    (n > 0).then(|| sum / n as f64)
}

/// Five numbers that say how values lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spread {
    pub(super) min: f64,
    pub(super) q1: f64,
    pub(super) median: f64,
    pub(super) q3: f64,
    pub(super) max: f64,
}

/// How values lie; none of nothing. The quartile p of n ascending values is at place 1 + p (n - 1), between two values
/// in proportion.
pub(super) fn spread(values: impl IntoIterator<Item = f64>) -> Option<Spread> {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    let last = values.len().checked_sub(1)?;
    let at = |p: f64| {
        let place = p * last as f64;
        let (below, above) = (values[place.floor() as usize], values[place.ceil() as usize]);
        below + (above - below) * place.fract()
    };
    Some(Spread { min: values[0], q1: at(0.25), median: at(0.5), q3: at(0.75), max: values[last] })
}

/// The steps of a distribution: for each of the ascending values that are there, the share of all `n` that is at most
/// that.
pub(super) fn shares(values: impl IntoIterator<Item = f64>, n: usize) -> Vec<(f64, f64)> {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    let mut steps: Vec<(f64, f64)> = Vec::new();
    for (i, value) in values.into_iter().enumerate() {
        let share = (i + 1) as f64 / n as f64;
        match steps.last_mut() {
            Some(last) if last.0 == value => last.1 = share,
            _ => steps.push((value, share)),
        }
    }
    steps
}

/// Performance profiles (Dolan and More 2002, as in tjusila-2023, Fig. 3). `times[s][i]` is the time of setting `s` on
/// instance `i`, none where it was not solved, which is infinitely long. For each setting: the steps of the share of
/// instances that it solves within a factor tau of the best setting. Each begins at tau = 1 and ends at the largest
/// factor of all.
pub(super) fn profiles(times: &[Vec<Option<f64>>]) -> Vec<Vec<(f64, f64)>> {
    let n = times.first().map_or(0, Vec::len);
    let time = |s: usize, i: usize| times[s][i].map(|t| t.max(MIN));
    let best: Vec<f64> =
        (0..n).map(|i| (0..times.len()).filter_map(|s| time(s, i)).fold(f64::INFINITY, f64::min)).collect();
    let factors: Vec<Vec<f64>> =
        (0..times.len()).map(|s| (0..n).filter_map(|i| time(s, i).map(|t| t / best[i])).collect()).collect();
    let largest = factors.iter().flatten().copied().fold(1.0, f64::max);
    factors
        .into_iter()
        .map(|factors| {
            let mut steps = shares(factors, n);
            if steps.first().is_none_or(|first| first.0 > 1.0) {
                steps.insert(0, (1.0, 0.0));
            }
            if let Some(&(last, share)) = steps.last()
                && last < largest
            {
                steps.push((largest, share));
            }
            steps
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_by_hand() {
        assert!((geometric_mean([1.0, 10.0, 100.0]).expect("a mean") - 10.0).abs() < 1e-9);
        assert!((geometric_mean([0.0]).expect("a mean") - MIN).abs() < 1e-15);
        assert_eq!(geometric_mean([]), None);
        assert_eq!(mean([1.0, 2.0, 6.0]), Some(3.0));
    }

    #[test]
    fn quartiles_by_hand() {
        let of = |values: &[f64]| spread(values.iter().copied()).map(|s| [s.min, s.q1, s.median, s.q3, s.max]);
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[7.0]), Some([7.0; 5]));
        assert_eq!(of(&[4.0, 1.0, 3.0, 2.0]), Some([1.0, 1.75, 2.5, 3.25, 4.0]));
        assert_eq!(of(&[10.0, 50.0, 20.0, 40.0, 30.0]), Some([10.0, 20.0, 30.0, 40.0, 50.0]));
    }

    #[test]
    fn shares_by_hand() {
        assert_eq!(shares([3.0, 1.0, 3.0], 4), [(1.0, 0.25), (3.0, 0.75)]);
        assert_eq!(shares([], 4), []);
    }

    /// Instances a, b, c and d. Setting x: 1, 4, 6, none. Setting y: 2, 1, 6, none. So the factors are 1, 4, 1 and 2,
    /// 1, 1, and nobody has d.
    #[test]
    fn a_profile_by_hand() {
        let x = vec![Some(1.0), Some(4.0), Some(6.0), None];
        let y = vec![Some(2.0), Some(1.0), Some(6.0), None];
        assert_eq!(profiles(&[x, y]), [vec![(1.0, 0.5), (4.0, 0.75)], vec![(1.0, 0.5), (2.0, 0.75), (4.0, 0.75)]]);
    }

    #[test]
    fn a_setting_that_is_never_best_begins_at_nothing() {
        assert_eq!(
            profiles(&[vec![Some(1.0)], vec![Some(3.0)]]),
            [vec![(1.0, 1.0), (3.0, 1.0)], vec![(1.0, 0.0), (3.0, 1.0)]]
        );
        assert_eq!(profiles(&[vec![None], vec![None]]), [vec![(1.0, 0.0)], vec![(1.0, 0.0)]]);
        assert!(profiles(&[]).is_empty());
    }
}
