//! A certificate of a bilevel program as pseudo-Boolean formulas and proofs for `VeriPB` 3, one for each half.
//!
//! An integer v is `lower + sum 2^k b_k`, with a row where the bits could say more than its upper bound. The formula of
//! the lower half has the halves of the plain program, then the rows of rules, and then what each answer of a witness
//! says: one of its cases holds, `z -> row`. Rules and witnesses are axioms there, as sets are in the formulas of clues:
//! that the follower answers best is not a row, and our own checker has seen why they hold. That of the upper half has
//! the halves of the follower at the choice of the leader, and nothing else.
//!
//! A branch is a variable e, `e <=> v <= K`, and is, like a case, a premise of what is below it. A sum is a `pol` line,
//! with the bounds of the box that it needs; that the node is closed is then one `rup` line.

mod formula;
mod proof;
mod steps;

pub use steps::BilevelProof;
