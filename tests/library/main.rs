//! The library, room by room and across rooms.

mod ask;
mod bilevel;
mod bilevel_certificates;
mod canon;
mod certificates;
mod common;
mod engines;
mod fewest_clues;
mod front_door;
mod hypergraphs;
mod ilp_loop;
mod ilp_measures;
mod model_clues;
mod model_files;
mod native;
mod paper_grids;
mod paper_sets;
mod published;
mod published_puzzles;
mod puzzle_lists;
mod puzzle_rules;
mod puzzles;
mod seventeen_clues;
mod sizes;
mod symmetry;
mod uniqueness;
