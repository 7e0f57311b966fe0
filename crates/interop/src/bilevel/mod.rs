//! A certificate of a bilevel program as pseudo-Boolean formulas and proofs for `VeriPB` 3, one for each half.
//!
//! An integer v is `lower + sum 2^k b_k`, with a row if the bits could exceed its upper bound. The formula of the lower
//! half has the halves of the plain program, then the rows of rules, and then the statement of each witness: one of its
//! cases holds, `z -> row`. Rules and witnesses are axioms there, like sets in the formulas of clues: the optimality of
//! the follower is not a row, and our checker has verified them. The formula of the upper half only has the halves of
//! the follower at the leader's choice.
//!
//! A branch is a variable e, `e <=> v <= K`, and, like a case, a premise of the nodes below it. A sum is a `pol` line,
//! with the bounds of the box that it needs; one `rup` line then closes the node.

mod formula;
mod proof;
mod steps;

pub use steps::BilevelProof;
