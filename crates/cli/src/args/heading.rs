//! The headings of the groups of options in every help.

pub(in super::super) const INPUT: &str = "Input";
pub(in super::super) const QUESTION: &str = "Question";
pub(in super::super) const OUTPUT: &str = "Output";
pub(in super::super) const LIMITS: &str = "Limits";
pub(in super::super) const ENGINE: &str = "Engine";
pub(in super::super) const PROOF: &str = "Proof";
pub(in super::super) const SETS: &str = "Unavoidable sets";
pub(in super::super) const BILEVEL: &str = "Bilevel engine";
pub(in super::super) const EXPORT: &str = "Export";
pub(in super::super) const SEED: &str = "Reproduction";
