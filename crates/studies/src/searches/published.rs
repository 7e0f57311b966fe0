//! The numbers of lin-wu-2013, section 4, that stand beside ours. They are means over 100 grids of 9x9 and 16 clues, on
//! one core of an Intel Xeon E5520 at 2.27 GHz.

/// A row of Table 2, and that of Table 4.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Version {
    /// The name under which we have it.
    pub(super) label: &'static str,
    search: [Option<f64>; N_COUNTS],
    both: [Option<f64>; N_COUNTS],
}

const N_COUNTS: usize = 7;

/// The numbers of sets.
const COUNTS: [usize; N_COUNTS] = [128, 192, 256, 320, 384, 448, 512];

/// Tables 2 and 4: seconds of Phase 2, and of both phases. The original program took no 384 sets.
const VERSIONS: [Version; 6] = [
    Version {
        label: "v1",
        search: four([2093.41, 1754.89, 1811.61, 1926.37]),
        both: four([2130.83, 1792.31, 1849.03, 1963.79]),
    },
    Version {
        label: "v2",
        search: four([1210.80, 586.75, 576.87, 617.95]),
        both: four([1248.22, 624.17, 614.29, 655.37]),
    },
    Version {
        label: "v3",
        search: seven([818.03, 93.65, 52.77, 44.51, 47.65, 50.86, 52.75]),
        both: seven([855.45, 131.07, 90.19, 81.93, 85.07, 88.28, 90.17]),
    },
    Version {
        label: "v4",
        search: seven([704.57, 64.76, 25.68, 19.95, 19.54, 20.83, 21.74]),
        both: seven([741.99, 102.18, 63.10, 57.37, 56.96, 58.25, 59.16]),
    },
    Version {
        label: "v5",
        search: seven([705.98, 59.51, 18.85, 13.00, 12.45, 12.71, 13.07]),
        both: seven([743.40, 96.93, 56.27, 50.42, 49.87, 50.13, 50.49]),
    },
    Version {
        label: "v6",
        search: seven([730.69, 56.01, 19.06, 13.28, 12.84, 12.93, 13.42]),
        both: seven([731.78, 57.10, 20.15, 14.37, 13.93, 14.02, 14.51]),
    },
];

/// Table 5: seconds of both phases of version 6 with each sequence of Shrink steps.
pub(super) const TABLE_5: [f64; 6] = [18.18, 13.97, 13.93, 15.62, 16.88, 17.16];

const fn four([a, b, c, d]: [f64; 4]) -> [Option<f64>; N_COUNTS] {
    [Some(a), Some(b), Some(c), Some(d), None, None, None]
}

const fn seven([a, b, c, d, e, f, g]: [f64; N_COUNTS]) -> [Option<f64>; N_COUNTS] {
    [Some(a), Some(b), Some(c), Some(d), Some(e), Some(f), Some(g)]
}

/// Which seconds a table is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Timed {
    /// Phase 2: Table 2.
    Search,
    /// Both phases: Table 4.
    Both,
}

impl Version {
    /// The version with this label.
    pub(super) fn of(label: &str) -> Option<&'static Self> {
        VERSIONS.iter().find(|version| version.label == label)
    }

    /// Numbers of sets and seconds.
    pub(super) fn seconds(&self, timed: Timed) -> impl Iterator<Item = (usize, f64)> {
        let all = if timed == Timed::Search { self.search } else { self.both };
        COUNTS.into_iter().zip(all).filter_map(|(n_sets, seconds)| Some((n_sets, seconds?)))
    }

    /// The fewest seconds and their number of sets.
    pub(super) fn fastest(&self, timed: Timed) -> Option<(usize, f64)> {
        self.seconds(timed).min_by(|a, b| a.1.total_cmp(&b.1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The speed-ups that the paper prints follow from its seconds.
    #[test]
    fn the_tables_agree_with_themselves() {
        let printed = [
            (Timed::Search, [1.00, 3.04, 39.43, 89.81, 140.96, 136.67]),
            (Timed::Both, [1.00, 2.92, 21.88, 31.47, 35.94, 128.67]),
        ];
        for (timed, printed) in printed {
            let fastest = VERSIONS.map(|version| version.fastest(timed).expect("seconds").1);
            for (seconds, speed_up) in fastest.into_iter().zip(printed) {
                assert!((fastest[0] / seconds - speed_up).abs() < 0.01, "{timed:?}: {seconds} {speed_up}");
            }
        }
        // Phase 1 takes as long whatever Phase 2 does.
        for version in VERSIONS {
            let phase_1 = if version.label == "v6" { 1.09 } else { 37.42 };
            for ((_, search), (_, both)) in version.seconds(Timed::Search).zip(version.seconds(Timed::Both)) {
                assert!((both - search - phase_1).abs() < 0.011, "{}: {search} {both}", version.label);
            }
        }
        assert_eq!(Version::of("v6").and_then(|v| v.fastest(Timed::Both)), Some((384, TABLE_5[2])));
        assert_eq!(Version::of("v4").map(|v| v.seconds(Timed::Search).count()), Some(7));
        assert_eq!(Version::of("v5@complete"), None);
    }
}
