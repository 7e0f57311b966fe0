//! Chooses the width of the bit sets by the number of cells. Only here does a size become a type. Engines exist only in
//! these widths; see `width` of `minclue-engines`.

/// `with_width!(n_cells, W => expression)`: the expression with the least `W` whose sets hold this many cells.
#[macro_export]
macro_rules! with_width {
    ($n_cells:expr, $W:ident => $body:expr) => {
        match $n_cells {
            0..=128 => {
                const $W: usize = 2;
                $body
            }
            129..=256 => {
                const $W: usize = 4;
                $body
            }
            // The largest shape, 25x25, has 625 cells.
            _ => {
                const $W: usize = 10;
                $body
            }
        }
    };
}

/// The same with two widths only, where a type would be compiled for each and none is much used.
#[macro_export]
macro_rules! with_wide_width {
    ($n_cells:expr, $W:ident => $body:expr) => {
        match $n_cells {
            0..=128 => {
                const $W: usize = 2;
                $body
            }
            _ => {
                const $W: usize = 10;
                $body
            }
        }
    };
}

pub use {with_wide_width, with_width};
