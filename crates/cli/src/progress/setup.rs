//! The banner of the log: which program on which machine, and which engine with which settings.

use std::thread;

use clap::ValueEnum;

use minclue_solver::{EngineName, Relaxation, Settings};

use super::super::version::VERSION;

/// The settings of an engine.
#[derive(Clone, Debug)]
pub(in super::super) struct Setup {
    n_threads: usize,
    native: String,
    bilevel: String,
}

impl Setup {
    pub(in super::super) fn of(settings: &Settings) -> Self {
        let Settings { seed, threads, symmetry, instructions, bilevel, .. } = settings;
        let symmetry = if *symmetry { "" } else { ", no symmetry" };
        let native = format!("seed {seed}, {}{symmetry}", instructions.chosen());
        let relaxation = match bilevel.relaxation {
            Relaxation::Published => "relaxation published".to_owned(),
            Relaxation::Full => {
                format!("leaf {}, region rows {}", name(bilevel.leaf.as_ref()), name(bilevel.region_rows.as_ref()))
            }
        };
        let bilevel = format!(
            "seed {seed}, {relaxation}, heuristic {}, {} nodes first{symmetry}",
            name(bilevel.heuristic.as_ref()),
            name(Some(&bilevel.node_order)),
        );
        Self { n_threads: *threads, native, bilevel }
    }

    /// The lines before the first row.
    pub(super) fn lines(&self, engine: EngineName) -> [String; 2] {
        let (n_threads, settings) = match engine {
            EngineName::Native => (self.n_threads, &self.native),
            EngineName::Bilevel => (1, &self.bilevel),
            EngineName::Published(_) => (1, &self.native),
        };
        [program(n_threads), format!("engine {}: {settings}", engine.text())]
    }
}

/// The program, and what it uses of the machine.
pub(in super::super) fn program(n_threads: usize) -> String {
    format!("minclue {}, using {}", VERSION, cores(n_threads))
}

/// How many inputs are at work at a time, each with a search of its own.
pub(in super::super) fn side_by_side(n_jobs: usize) -> String {
    format!("{n_jobs} inputs side by side, using {}", cores(n_jobs))
}

fn cores(n_threads: usize) -> String {
    match thread::available_parallelism() {
        Ok(n) if n.get() == 1 => "the one core".to_owned(),
        Ok(n) => format!("{} of {n} cores", n_threads.min(n.get())),
        Err(_) => format!("{n_threads} threads"),
    }
}

/// The name of a choice on the command line.
fn name(choice: Option<&impl ValueEnum>) -> String {
    let named = choice.and_then(|choice| choice.to_possible_value().map(|value| value.get_name().to_owned()));
    named.unwrap_or_else(|| "auto".to_owned())
}
