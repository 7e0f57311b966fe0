//! The published searches and their settings, as values, and as one word of text such as `dmus/sets=384/shrink=down`.

use std::fmt;
use std::str::FromStr;

use minclue_engine::tally::N_DEGREES;

/// A published search with its settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Published {
    /// The algorithm, which determines pruning and branching.
    pub algorithm: Algorithm,
    /// The maximum number of tracked sets, the first ones in the order; at most [`MAX_SETS`].
    pub n_sets: usize,
    /// The order of the sets.
    pub order: SetOrder,
}

/// The maximum number of sets that a search can track.
pub const MAX_SETS: usize = 512;

/// The algorithm of a search.
#[expect(clippy::large_enum_variant, reason = "settings are few, and plain values to pass around")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// The checker of 2006 (mcguire-2012, section 5.3.1; lin-wu-2013, section 2.2.2): branch on the first set not hit,
    /// with dead clues.
    Checker2006(SearchForm),
    /// Basic DMUS (lin-wu-2013, section 3.1): before that, look for more disjoint sets than clues are left.
    DmusBasic,
    /// Improved DMUS (lin-wu-2013, section 3.2): where there are exactly as many, shrink them.
    Dmus(Shrinks),
    /// The checker of 2012 (mcguire-2012, section 5.3.2): tracks disjoint sets, found once before the search.
    Checker2012(Tradeoffs),
}

/// The two forms of the checker of 2006.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SearchForm {
    /// The first set that is not hit, at every level.
    #[default]
    Tuple,
    /// First one cell of every set of a maximum clique, in all ways; then the first set that is not hit (mcguire-2012,
    /// section 5.3.2).
    Clique,
}

/// The sequences of Shrink steps of lin-wu-2013, section 4.4, in the order of its Table 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shrinks {
    First,
    Up,
    /// Shrink(r), ..., Shrink(1): the fastest in the paper.
    Down,
    /// Up, then down to Shrink(1).
    UpDown,
    UpTwice,
    /// Up, until nothing changes.
    Fixpoint,
}

/// The result of Shrink steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shrunk {
    /// A part became empty, and ended the sequence.
    Empty,
    /// A part became smaller.
    Smaller,
    Same,
}

/// The order of the sets of a family. Smaller sets come first in all orders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SetOrder {
    /// Sets of the same size in the order in which they were found.
    #[default]
    Found,
    /// Among sets of the same size, always the set with the most cells in common with the earlier ones.
    Overlap,
    /// As `Overlap`, but the cells that hit the most sets are tried first, and with 11 clues left the unhit sets are
    /// sorted again, by the cells that are still alive, in all searches except the clique form and the checker of 2012.
    Search,
}

/// The trade-offs of mcguire-2012, section 5.5. Points of the search are given by the number of clues left, so they
/// mean the same for every number of clues; the paper has those of 16 clues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tradeoffs {
    /// The points at which to drop sets that are hit; [`Published::n_sets`] is the number of sets tracked at first.
    pub sets: [Cut; N_CUTS],
    /// Disjoint pairs, triples, quadruples and quintuples.
    pub cliques: [Cliques; N_DEGREES],
    /// With at least this many clues left, branch on a set with the fewest cells alive.
    pub effective_from: usize,
    /// With this many left, on the best of the first [`FEW_SETS`] sets; with one less, on the best of the first
    /// [`FEW_UNHIT`] that are not hit; and then on the first one that is not hit (footnote 10).
    pub few_from: usize,
    /// Whether to look for disjoint sets at every node too, and shrink them if there are exactly as many as clues left:
    /// the rule of [`Algorithm::Dmus`] in addition to the cliques. lin-wu-2013 leaves this combination as an open
    /// question.
    pub shrink: Option<Shrinks>,
}

/// Footnote 10 of mcguire-2012: for the eleventh of 16 clues.
pub const FEW_SETS: usize = 64;
/// Footnote 10 of mcguire-2012: for the twelfth of 16 clues.
pub const FEW_UNHIT: usize = 5;

/// The maximum number of cuts of one kind.
pub const N_CUTS: usize = 2;

/// The point at which to drop members that are hit, and the number to keep (mcguire-2012, section 5.3.2, "consolidating
/// the hitting vectors").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cut {
    /// The number of clues left; 0 for never.
    pub left: usize,
    /// The maximum number of members to keep.
    pub keep: usize,
}

/// The collection of cliques of one degree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cliques {
    /// The maximum number of cliques; 0 turns the degree off.
    pub max: usize,
    /// The number of the first set to use, where the smallest set is number 1: the first sets will be hit before the
    /// clique is examined. It is ignored in a family with fewer than twice as many sets.
    pub start: usize,
    /// The points at which to drop cliques that are hit.
    pub cuts: [Cut; N_CUTS],
}

/// The paper's numbers, where it has them: of the cliques those of quadruples. For the other degrees it says "similar";
/// their `start` is ours, by measurement.
impl Default for Tradeoffs {
    fn default() -> Self {
        let once = |left, keep| [Cut { left, keep }, Cut::default()];
        let cliques = |max, start, keep| Cliques { max, start, cuts: once(11, keep) };
        Self {
            sets: once(9, 128),
            cliques: [
                cliques(32_768, 33, 1536),
                cliques(32_768, 30, 1536),
                cliques(32_768, 27, 1536),
                cliques(32_768, 20, 1536),
            ],
            effective_from: 7,
            few_from: 6,
            shrink: None,
        }
    }
}

impl Published {
    /// The checker of 2006 as published, with 192 sets.
    pub const CHECKER_2006: Self =
        Self { algorithm: Algorithm::Checker2006(SearchForm::Tuple), n_sets: 192, order: SetOrder::Found };

    /// Returns version 1 to 5 of lin-wu-2013, Table 1, with the number of sets that was the fastest in Table 2.
    ///
    /// The paper only states that version 2 reorders sets "based on the sizes of MUSs and some other factors", and that
    /// version 5 reorders sets and their cells during the search. See [`SetOrder`] for our choices.
    #[must_use]
    pub fn version(number: usize) -> Option<Self> {
        let down = Algorithm::Dmus(Shrinks::Down);
        let (algorithm, n_sets, order) = match number {
            1 => return Some(Self::CHECKER_2006),
            2 => (Algorithm::Checker2006(SearchForm::Tuple), 256, SetOrder::Overlap),
            3 => (Algorithm::DmusBasic, 320, SetOrder::Overlap),
            4 => (down, 384, SetOrder::Overlap),
            5 => (down, 384, SetOrder::Search),
            _ => return None,
        };
        Some(Self { algorithm, n_sets, order })
    }

    /// Returns whether its sets come from blueprints by default (mcguire-2012, section 5.2.1). The others use those of
    /// CHECKER (lin-wu-2013, section 2.2.1).
    #[must_use]
    pub fn takes_blueprints(self) -> bool {
        matches!(self.algorithm, Algorithm::Checker2012(_))
    }

    /// Returns the search of this name with the settings of its paper, as far as the paper gives them.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "checker2006" => Self::version(1),
            "dmus-basic" => Self::version(3),
            "dmus" => Self::version(5),
            "checker2012" => Some(Self {
                algorithm: Algorithm::Checker2012(Tradeoffs::default()),
                n_sets: 384,
                order: SetOrder::Found,
            }),
            "v1" | "v2" | "v3" | "v4" | "v5" => Self::version(name[1..].parse().ok()?),
            _ => None,
        }
    }

    /// The name of the algorithm, without settings.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self.algorithm {
            Algorithm::Checker2006(_) => "checker2006",
            Algorithm::DmusBasic => "dmus-basic",
            Algorithm::Dmus(_) => "dmus",
            Algorithm::Checker2012(_) => "checker2012",
        }
    }
}

/// The names of clique settings, by degree.
const CLIQUE_KEYS: [&str; N_DEGREES] = ["pairs", "triples", "quadruples", "quintuples"];

impl fmt::Display for Published {
    /// The word that reads as this value, with every setting in it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let order = match self.order {
            SetOrder::Found => "found",
            SetOrder::Overlap => "overlap",
            SetOrder::Search => "search",
        };
        write!(f, "{}/sets={}", self.name(), self.n_sets)?;
        if let Algorithm::Checker2012(t) = self.algorithm {
            write!(f, "{}", Cuts(t.sets))?;
        }
        write!(f, "/order={order}")?;
        match self.algorithm {
            Algorithm::Checker2006(SearchForm::Tuple) => f.write_str("/form=tuple"),
            Algorithm::Checker2006(SearchForm::Clique) => f.write_str("/form=clique"),
            Algorithm::DmusBasic => Ok(()),
            Algorithm::Dmus(shrinks) => write!(f, "/shrink={shrinks}"),
            Algorithm::Checker2012(t) => {
                for (key, c) in CLIQUE_KEYS.iter().zip(t.cliques) {
                    write!(f, "/{key}={}:{}{}", c.max, c.start, Cuts(c.cuts))?;
                }
                write!(f, "/effective={}:{}", t.effective_from, t.few_from)?;
                t.shrink.map_or(Ok(()), |shrinks| write!(f, "/shrink={shrinks}"))
            }
        }
    }
}

/// Cuts as text after a number.
struct Cuts([Cut; N_CUTS]);

impl fmt::Display for Cuts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().filter(|cut| cut.left > 0).try_for_each(|cut| write!(f, ":{}:{}", cut.left, cut.keep))
    }
}

/// Pairs of numbers as cuts.
fn cuts(numbers: &[usize]) -> Option<[Cut; N_CUTS]> {
    let mut cuts = [Cut::default(); N_CUTS];
    if numbers.len() > 2 * N_CUTS || !numbers.len().is_multiple_of(2) {
        return None;
    }
    for (cut, pair) in cuts.iter_mut().zip(numbers.chunks(2)) {
        *cut = Cut { left: pair[0], keep: pair[1] };
    }
    // One after the other on the way down, or the second would never come.
    let falls = numbers.chunks(2).all(|pair| pair[0] > 0) && (cuts[1].left == 0 || cuts[0].left > cuts[1].left);
    falls.then_some(cuts)
}

impl fmt::Display for Shrinks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::First => "first",
            Self::Up => "up",
            Self::Down => "down",
            Self::UpDown => "up-down",
            Self::UpTwice => "up-twice",
            Self::Fixpoint => "fixpoint",
        })
    }
}

impl Shrinks {
    /// All sequences, in the order of Table 5.
    pub const ALL: [Self; 6] = [Self::First, Self::Up, Self::Down, Self::UpDown, Self::UpTwice, Self::Fixpoint];

    /// That of this name, or of this number in Table 5.
    fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().zip(1..).find(|(s, n)| s.to_string() == name || n.to_string() == name).map(|(s, _)| s)
    }

    /// Does the steps on `n` parts in the order of the sequence: `shrink` does one of them, and what came of all is
    /// returned.
    #[inline(always)]
    pub(super) fn sequence(self, n: usize, mut shrink: impl FnMut(usize) -> Shrunk) -> Shrunk {
        let mut all = Shrunk::Same;
        let rounds = match self {
            Self::First | Self::Up | Self::Down => 1,
            Self::UpDown | Self::UpTwice => 2,
            Self::Fixpoint => usize::MAX,
        };
        for round in 0..rounds {
            let mut here = Shrunk::Same;
            let (max, downwards) = match (self, round) {
                (Self::First, _) => (1, false),
                // Shrink(r) has just been done.
                (Self::UpDown, 1) => (n - 1, true),
                (Self::Down, _) => (n, true),
                _ => (n, false),
            };
            for i in 0..max {
                match shrink(if downwards { max - 1 - i } else { i }) {
                    Shrunk::Empty => return Shrunk::Empty,
                    Shrunk::Smaller => here = Shrunk::Smaller,
                    Shrunk::Same => {}
                }
            }
            if here == Shrunk::Smaller {
                all = Shrunk::Smaller;
            } else if self == Self::Fixpoint {
                break;
            }
        }
        all
    }
}

impl FromStr for Published {
    type Err = String;

    /// Reads `NAME` or `NAME/KEY=VALUE/...`; what is left out is as in the paper.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut words = text.split('/');
        let name = words.next().unwrap_or_default();
        let mut settings = Self::named(name).ok_or_else(|| {
            format!("`{name}` is not a published search: checker2006, dmus-basic, dmus, checker2012, v1 to v5")
        })?;
        for word in words {
            let (key, value) =
                word.split_once('=').ok_or_else(|| format!("write settings as /KEY=VALUE, not `/{word}`"))?;
            settings.set(key, value)?;
        }
        Ok(settings)
    }
}

impl Published {
    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let bad = |wanted: &str| format!("`{key}={value}`: write {wanted}");
        match (key, &mut self.algorithm) {
            ("sets", algorithm) => {
                let wanted = format!("a number of sets from 1 to {MAX_SETS}");
                match (algorithm, numbers(value).as_deref()) {
                    (Algorithm::Checker2012(t), Some([n, rest @ ..])) => {
                        self.n_sets = *n;
                        t.sets =
                            cuts(rest).ok_or_else(|| bad("N, or N:LEFT:KEEP with up to two cuts, LEFT falling"))?;
                    }
                    (_, Some(&[n])) => self.n_sets = n,
                    _ => return Err(bad(&wanted)),
                }
                if self.n_sets == 0 || self.n_sets > MAX_SETS {
                    return Err(bad(&wanted));
                }
            }
            ("order", _) => {
                self.order = match value {
                    "found" => SetOrder::Found,
                    "overlap" => SetOrder::Overlap,
                    "search" => SetOrder::Search,
                    _ => return Err(bad("found, overlap or search")),
                }
            }
            ("form", Algorithm::Checker2006(form)) => {
                *form = match value {
                    "tuple" => SearchForm::Tuple,
                    "clique" => SearchForm::Clique,
                    _ => return Err(bad("tuple or clique")),
                }
            }
            ("shrink", Algorithm::Checker2012(t)) if value == "off" => t.shrink = None,
            ("shrink", Algorithm::Checker2012(t)) => {
                let wanted = "off, first, up, down, up-down, up-twice or fixpoint, or its number in Table 5";
                t.shrink = Some(Shrinks::named(value).ok_or_else(|| bad(wanted))?);
            }
            ("shrink", Algorithm::Dmus(shrinks)) => {
                let wanted = "first, up, down, up-down, up-twice or fixpoint, or its number in Table 5";
                *shrinks = Shrinks::named(value).ok_or_else(|| bad(wanted))?;
            }
            ("effective", Algorithm::Checker2012(t)) => match numbers(value).as_deref() {
                Some(&[all, few]) => (t.effective_from, t.few_from) = (all, few),
                _ => return Err(bad("effective=LEFT:LEFT, from where on all sets and some are looked at")),
            },
            (_, Algorithm::Checker2012(t)) if CLIQUE_KEYS.contains(&key) => {
                let i = CLIQUE_KEYS.iter().position(|k| *k == key).unwrap_or(0);
                let numbers = numbers(value);
                let read = match numbers.as_deref() {
                    Some(&[max]) => Some(Cliques { max, ..t.cliques[i] }),
                    Some(&[max, start]) => Some(Cliques { max, start, ..t.cliques[i] }),
                    Some(&[max, start, ref rest @ ..]) => cuts(rest).map(|cuts| Cliques { max, start, cuts }),
                    _ => None,
                };
                t.cliques[i] = read.ok_or_else(|| {
                    bad("MOST, MOST:START, or MOST:START:LEFT:KEEP with up to two cuts, LEFT falling")
                })?;
            }
            _ => return Err(format!("{} has no setting `{key}`", self.name())),
        }
        Ok(())
    }
}

/// Whole numbers between colons.
fn numbers(text: &str) -> Option<Vec<usize>> {
    text.split(':').map(|n| n.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_reads_as_it_is_written() {
        for text in
            ["checker2006", "checker2006/form=clique", "dmus-basic/sets=512", "dmus/shrink=6", "v4", "checker2012"]
        {
            let settings: Published = text.parse().expect(text);
            assert_eq!(settings.to_string().parse(), Ok(settings), "{text}");
        }
        let joined: Published = "checker2012/shrink=3".parse().expect("settings");
        assert!(joined.to_string().ends_with("/shrink=down") && joined.to_string().parse() == Ok(joined));
        assert_eq!("checker2012/shrink=down/shrink=off".parse::<Published>(), "checker2012".parse());
        let text = "checker2012/sets=384:9:128/order=found/pairs=100:3:11:64/triples=0/effective=8:7";
        let settings: Published = text.parse().expect(text);
        let Algorithm::Checker2012(t) = settings.algorithm else { panic!("another one") };
        assert_eq!((t.cliques[0].max, t.cliques[0].cuts[0].keep, t.cliques[1].max, t.few_from), (100, 64, 0, 7));
    }

    #[test]
    fn the_presets_are_those_of_the_paper() {
        assert_eq!(
            "v4".parse::<Published>().map(|v| v.to_string()),
            Ok("dmus/sets=384/order=overlap/shrink=down".into())
        );
        assert_eq!("dmus".parse::<Published>(), "v5".parse());
        assert_eq!("v5/shrink=3".parse::<Published>(), "v5/shrink=down".parse());
    }

    #[test]
    fn what_is_none_is_refused_with_a_reason() {
        for (text, reason) in [
            ("checker", "not a published search"),
            ("v6", "not a published search"),
            ("v05", "not a published search"),
            ("checker2012/sets=384:0:128", "LEFT:KEEP"),
            ("checker2012/pairs=9:9:3:9:3:8", "LEFT:KEEP"),
            ("dmus/", "KEY=VALUE"),
            ("dmus/sets=513", "1 to 512"),
            ("dmus/sets=0", "1 to 512"),
            ("dmus/sets=1:2:3", "1 to 512"),
            ("dmus/shrink=7", "Table 5"),
            ("dmus-basic/shrink=up", "no setting `shrink`"),
            ("checker2006/form=first", "tuple or clique"),
            ("checker2012/pairs=x", "MOST:START"),
            ("checker2012/effective=7", "LEFT:LEFT"),
        ] {
            let error = text.parse::<Published>().expect_err(text);
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
