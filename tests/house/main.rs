//! The repository: its map, its set-up, and its instances.

mod book;
mod ci;
mod classes;
mod dist;
mod forges;
mod highs;
mod instances;
mod machine;
mod makefile;
mod picture;
mod prepare;
mod prose;
mod reading;
mod readme_picture;
mod structure;
