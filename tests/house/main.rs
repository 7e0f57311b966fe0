//! The repository: its map, its set-up, and its instances.

mod book;
mod classes;
mod dist;
mod instances;
mod makefile;
mod picture;
mod prepare;
mod reading;
mod readme_picture;
mod structure;
