//! Minima of regions: rows `sum_{c in R} y_c >= h(R)`, where h(R) is the minimum number of clues in R if all other
//! cells are given.
//!
//! They lift the root bound of a 9x9 grid by up to five clues, since an LP over unavoidable sets alone gives a weak
//! bound on the clues of two bands together. A small exact search finds each minimum: that of the leaf, or trees of
//! linear programs.

use crate::base::{CellSet, Stop};
use crate::hitting::{Part, Proved, cheapest, measured};
use crate::problem::{NoObserver, Region};
use crate::proof::Tree;

use super::Hooks;
use super::driver::Driver;
use super::options::{BilevelOptions, Heuristic, RegionRows};
use super::recorder::Recorder;
use super::rows::{Row, RowKind};

/// Nodes that the minimum of one region may cost the leaf; a smaller value proven until then is used.
const LEAF_NODES: u64 = 2_000_000;
/// The same where trees are closed by linear programs to the last clue: a row that is one too low costs them most of
/// their nodes.
const PATIENT_LEAF_NODES: u64 = 20_000_000;
/// The same for trees of our own.
const TREE_NODES: u64 = 2000;
/// The same where all regions are measured by such trees.
const PATIENT_TREE_NODES: u64 = 20_000;
/// The same where the leaf has no proof to show.
const FEW_TREE_NODES: u64 = 200;

impl<const W: usize> Driver<'_, W> {
    /// Measures the regions that the options ask for, each as a row, and returns the partition to split budgets over.
    pub(super) fn measure_regions(&mut self) -> Result<Vec<Part<W>>, Stop> {
        let all = self.problem.cells();
        let mut parts = Vec::new();
        if self.options.split || self.options.regions >= RegionRows::Parts {
            let measured = measured(all, self.problem.partitions(), |region| self.region_minimum(region))?;
            if self.options.regions >= RegionRows::Parts {
                for part in measured.iter().flatten() {
                    self.add_region(part.region, part.min);
                }
            }
            parts = measured;
        }
        if self.options.regions >= RegionRows::Lines {
            for class in self.problem.classes().into_iter().flatten() {
                self.measure(all - class)?;
            }
        }
        if self.options.regions >= RegionRows::Digits
            && let Some(digits) = self.problem.classes().pop()
        {
            for (i, first) in digits.iter().enumerate() {
                for (j, second) in digits[..i].iter().enumerate() {
                    self.measure(all - *first - *second)?;
                    for third in &digits[..j] {
                        self.measure(all - *first - *second - *third)?;
                    }
                }
            }
        }
        self.log("regions", true);
        Ok(if self.options.split { cheapest(parts).unwrap_or_default() } else { Vec::new() })
    }

    fn measure(&mut self, region: CellSet<W>) -> Result<(), Stop> {
        // From the state of an earlier run.
        if self.rows.iter().any(|row| row.kind == RowKind::Region && row.support() == region) {
            return Ok(());
        }
        let (min, _) = self.region_minimum(region)?;
        self.add_region(region, min);
        Ok(())
    }

    fn add_region(&mut self, region: CellSet<W>, min: usize) {
        let row = Row::region(region, min);
        if min > 1 && !self.rows.contains(&row) {
            self.log_region(&row);
            self.rows.push(row);
            self.raise(min);
        }
    }

    /// The fewest clues of `region`, or a smaller number, and the nodes that it took.
    fn region_minimum(&mut self, region: CellSet<W>) -> Result<(usize, u64), Stop> {
        self.check_limits()?;
        self.counters.n_regions += 1;
        let (by_leaf, is_patient) = (self.options.asks_leaf_for_regions(), self.options.is_patient());
        let mut max_nodes = if is_patient { PATIENT_TREE_NODES } else { TREE_NODES };
        if let Some(recorder) = &mut self.recorder {
            if let Some(number) = recorder.lemma_of(region) {
                return Ok((recorder.lemmas[number].min, 0));
            }
            if by_leaf && let Some(leaf) = &mut self.hooks.leaf {
                if let Some(proved) = leaf.prove_region(region, LEAF_NODES) {
                    let Proved { answer, n_nodes, script } = proved?;
                    self.counters.n_leaves += 1;
                    self.counters.n_leaf_nodes += n_nodes;
                    if answer > 0 {
                        let bytes = recorder.numbers.resolve(&script);
                        recorder.lemma(region, answer, bytes);
                    }
                    return Ok((answer, n_nodes));
                }
                max_nodes = FEW_TREE_NODES;
            }
        } else if by_leaf && let Some(leaf) = &mut self.hooks.leaf {
            let max_leaf_nodes = if is_patient { PATIENT_LEAF_NODES } else { LEAF_NODES };
            let (min, n_nodes) = leaf.region_minimum(region, max_leaf_nodes)?;
            self.counters.n_leaves += 1;
            self.counters.n_leaf_nodes += n_nodes;
            return Ok((min, n_nodes));
        }
        let problem = Region::new(self.problem, region);
        let inside = self.pool.sets().iter().copied().filter(|set| set.is_subset(&region));
        let options = BilevelOptions {
            split: false,
            regions: RegionRows::None,
            zero_half: false,
            heuristic: Heuristic::None,
            ..self.options
        };
        let limits = self.limits.clone().without_nodes().with_nodes(max_nodes);
        let mut silent = NoObserver;
        let make = |options| Driver::new(&problem, self.lps, inside, options, Hooks::default(), &limits, &mut silent);
        let Some(recorder) = &mut self.recorder else {
            let (found, learned) = make(&options).run_learning();
            self.counters.n_lps += found.counters.n_lps;
            if self.options.by_program {
                self.counters.n_checks += found.counters.n_checks;
                learned.into_iter().for_each(|set| _ = self.pool.learn(set));
            }
            return found.within_nodes();
        };
        // Its proof is that of a lemma, where there are no symmetries. Sets have the same numbers in all proofs.
        let mut own = Recorder::new(None);
        own.numbers = std::mem::take(&mut recorder.numbers);
        let (found, own) = make(&BilevelOptions { symmetry: false, ..options }).with_recorder(own).run_recorded();
        self.counters.n_lps += found.counters.n_lps;
        let mut proven = 0;
        // In memory, nothing fails.
        if let Some(Ok((min, tree, numbers, _))) = own.map(Recorder::finish) {
            recorder.numbers = numbers;
            if let Some(bytes) = tree.and_then(Tree::into_bytes) {
                recorder.lemma(region, min, bytes);
                proven = min;
            }
        }
        found.within_nodes().map(|(_, n_nodes)| (proven, n_nodes))
    }
}
