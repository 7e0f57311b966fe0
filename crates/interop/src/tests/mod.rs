//! Certificates made by chance, and what the checkers say to the files made of them.

mod make;
mod quantified;
mod reading;
mod satisfiability;
mod veripb;
