//! The targets, one file per reader.

mod bilevel;
mod bilevel_certificates;
mod campaigns;
mod certificates;
mod choices;
mod grid_files;
mod grids;
mod hypergraphs;
mod journals;
mod models;
mod outside;
mod packed;
mod pools;
mod puzzles;
mod records;
mod regions;
mod sets;
mod solutions;
mod states;
mod words;

/// A reader to test.
#[derive(Debug)]
pub struct Target {
    /// Its name, which is also that of its folder of seeds.
    pub name: &'static str,
    /// Takes any bytes.
    ///
    /// # Panics
    /// If the result is not correct.
    pub run: fn(&[u8]),
    /// First inputs that are generated rather than stored, since they change with their format.
    pub made: fn() -> Vec<Vec<u8>>,
}

pub const TARGETS: &[Target] = &[
    Target { name: "grids", run: grids::run, made: none },
    Target { name: "grid-files", run: grid_files::run, made: grid_files::made },
    Target { name: "puzzles", run: puzzles::run, made: none },
    Target { name: "lp", run: models::lp, made: models::made_lp },
    Target { name: "mps", run: models::mps, made: models::made_mps },
    Target { name: "opb", run: models::opb, made: models::made_opb },
    Target { name: "clauses", run: models::clauses, made: none },
    Target { name: "aux", run: bilevel::aux, made: bilevel::made_aux },
    Target { name: "ki", run: bilevel::ki, made: none },
    Target { name: "solutions", run: solutions::run, made: none },
    Target { name: "hgr", run: hypergraphs::run, made: none },
    Target { name: "weights", run: choices::weights, made: none },
    Target { name: "regions", run: regions::run, made: none },
    Target { name: "sets", run: sets::run, made: none },
    Target { name: "journals", run: journals::run, made: journals::made },
    Target { name: "states", run: states::run, made: states::made },
    Target { name: "pools", run: pools::run, made: none },
    Target { name: "campaigns", run: campaigns::run, made: campaigns::made },
    Target { name: "records", run: records::run, made: none },
    Target { name: "certificates", run: certificates::file, made: certificates::made_files },
    Target { name: "certificate-streams", run: certificates::stream, made: certificates::made_streams },
    Target { name: "bilevel-certificates", run: bilevel_certificates::run, made: bilevel_certificates::made },
    Target { name: "outside", run: outside::run, made: certificates::made_streams },
    Target { name: "packed", run: packed::run, made: packed::made },
    Target { name: "words", run: words::run, made: none },
];

fn none() -> Vec<Vec<u8>> {
    Vec::new()
}

/// The grid that readers of files about one grid are asked for.
pub(crate) const GRID: &str = "1234341221434321";
