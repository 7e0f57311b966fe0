//! Certificates made by chance, and what the checkers say to the files made of them.

mod make;
mod reading;
mod satisfiability;
mod second;
mod veripb;
