//! Reads the problem of a certificate.

use crate::stream::Stream;
use crate::{LinearRow, Problem, Reason, require};

/// More cells than this are not taken.
pub(crate) const MAX_CELLS: usize = 640;
/// More variables, rows, items or options than this are not taken.
const MAX_PARTS: usize = 1 << 20;
/// More terms in all rows together, or items in all options, than this are not taken.
const MAX_TERMS: usize = 1 << 24;
/// Coefficients and right sides of one row that are together more than this are not taken, so that no sum of them
/// overflows.
const MAX_SUM: u64 = 1 << 60;

impl Problem {
    pub(crate) fn read(stream: &mut Stream<'_>) -> Result<Self, Reason> {
        match stream.name(3, "kind of problem")? {
            0 => Self::read_grid(stream),
            1 => Self::read_cover(stream),
            _ => Self::read_model(stream),
        }
    }

    fn read_grid(stream: &mut Stream<'_>) -> Result<Self, Reason> {
        let (rows, columns) = (stream.number()?, stream.number()?);
        let n = rows.saturating_mul(columns);
        require!((1..=25).contains(&n), "no grid of box shape {rows} x {columns} with at most {MAX_CELLS} cells");
        let mut digits = Vec::new();
        for _ in 0..n * n {
            let digit = stream.number()?;
            require!((1..=n).contains(&digit), "there is no digit {digit}, only {n} of them");
            digits.push(digit as u32);
        }
        Ok(Self::Sudoku { box_rows: rows as usize, box_columns: columns as usize, digits })
    }

    fn read_cover(stream: &mut Stream<'_>) -> Result<Self, Reason> {
        let n_items = stream.count(MAX_PARTS, "items")?;
        let n_options = stream.count(MAX_PARTS, "options")?;
        let mut options: Vec<Box<[u32]>> = Vec::new();
        let mut n_terms = 0;
        for _ in 0..n_options {
            let option = stream.list(n_items, "item")?;
            n_terms += option.len();
            require!(n_terms <= MAX_TERMS, "more than {MAX_TERMS} items in all options");
            options.push(option.iter().map(|&item| item as u32).collect());
        }
        let target = stream.list(n_options, "option")?;
        require!(target.len() <= MAX_CELLS, "more than {MAX_CELLS} cells, which is the limit of this checker");
        Ok(Self::ExactCover { n_items, options, target })
    }

    fn read_model(stream: &mut Stream<'_>) -> Result<Self, Reason> {
        let n_vars = stream.count(MAX_PARTS, "variables")?;
        let n_rows = stream.count(MAX_PARTS, "rows")?;
        let mut rows = Vec::new();
        let mut n_terms = 0;
        for row in 0..n_rows {
            let variables = stream.list(n_vars, "variable")?;
            n_terms += variables.len();
            require!(n_terms <= MAX_TERMS, "more than {MAX_TERMS} terms in all rows");
            let mut terms = Vec::new();
            for variable in variables {
                terms.push((variable as u32, stream.signed()?));
            }
            let rhs = stream.signed()?;
            let sum = terms.iter().fold(rhs.unsigned_abs(), |sum, (_, a)| sum.saturating_add(a.unsigned_abs()));
            require!(sum <= MAX_SUM, "the numbers of row {row} are together more than {MAX_SUM}");
            rows.push(LinearRow { terms, rhs });
        }
        let ones = stream.list(n_vars, "variable")?;
        let mut cells = Vec::new();
        for _ in 0..stream.count(MAX_CELLS, "cells")? {
            cells.push(stream.name(n_vars, "variable")?);
        }
        Ok(Self::Model { n_vars, rows, ones, cells, shown: stream.list(n_vars, "variable")? })
    }
}
