//! Asks the built `minclue` random small questions, and compares its answers with a brute force that shares no code
//! with it.
//!
//! The seed and the number of a case determine its files, commands and expected answers; the time limit only determines
//! the number of cases. Cases with wrong answers are kept in a folder, with the commands that reproduce them.

#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "this is a program for the terminal")]

mod ask;
mod campaigns;
mod cheapest;
mod lab;
mod options;
mod solver;
mod truth;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use clap::Parser;
use rand::SeedableRng as _;
use serde_json::{Value, json};

use campaigns::{CAMPAIGNS, Campaign};
use lab::Lab;

/// The same seed gives the same cases on every machine.
pub(crate) type Rng = rand_xoshiro::Xoshiro256PlusPlus;

/// Random small questions to the built minclue, compared with brute force.
#[derive(Debug, Parser)]
#[command(version)]
struct Args {
    /// Start new cases for this many seconds
    #[arg(long, default_value_t = 60)]
    seconds: u64,

    /// Seed that determines all cases
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// The number of the first case
    #[arg(long, default_value_t = 0)]
    first: u64,

    /// Stop after N cases, including those of skipped campaigns [default: run until the time is over]
    #[arg(long)]
    cases: Option<u64>,

    /// Run only these campaigns, separated by commas: models, dialects, hypergraphs, grids, puzzles, bilevel,
    /// integer-bilevel, choices, explain, hunts, catalog
    #[arg(long, value_delimiter = ',', value_parser = campaign)]
    campaigns: Vec<&'static str>,

    /// Number of cases to run at the same time
    #[arg(long, default_value_t = 2)]
    jobs: usize,

    /// Program to test
    #[arg(long, default_value = "target/release/minclue")]
    program: PathBuf,

    /// Folder for cases with wrong answers
    #[arg(long, default_value = "target/attack")]
    keep: PathBuf,

    /// Stop after N wrong answers
    #[arg(long, default_value_t = 20)]
    failures: u64,

    /// Treat a run that takes longer as endless
    #[arg(long, default_value_t = 120)]
    patience: u64,

    /// Print the counts as one line of JSON
    #[arg(long)]
    json: bool,
}

fn campaign(name: &str) -> Result<&'static str, String> {
    let found = CAMPAIGNS.iter().find(|campaign| campaign.name == name);
    found.map(|campaign| campaign.name).ok_or_else(|| "there is no campaign of this name".to_owned())
}

/// What was done for a campaign.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    cases: u64,
    runs: u64,
    refused: u64,
    wrong: u64,
}

/// What was found, by all workers.
#[derive(Debug, Default)]
struct Found {
    counts: BTreeMap<&'static str, Count>,
    wrong: Vec<Value>,
    /// The machine failed, not the program.
    failure: Option<String>,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let program = match args.program.canonicalize() {
        Ok(program) => program,
        Err(e) => {
            eprintln!("minclue-attack: {}: {e}; build it with `cargo build --release`", args.program.display());
            return ExitCode::from(2);
        }
    };
    let start = Instant::now();
    let (next, found) = (AtomicU64::new(args.first), Mutex::new(Found::default()));
    thread::scope(|scope| {
        for _ in 0..args.jobs.max(1) {
            scope.spawn(|| work(&args, &program, start, &next, &found));
        }
    });
    let found = found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    report(&args, &found, start.elapsed());
    match found.failure {
        Some(why) => {
            eprintln!("minclue-attack: {why}");
            ExitCode::from(2)
        }
        None if found.wrong.is_empty() => ExitCode::SUCCESS,
        None => ExitCode::from(1),
    }
}

/// One worker: case after case.
fn work(args: &Args, program: &Path, start: Instant, next: &AtomicU64, found: &Mutex<Found>) {
    let end = args.cases.map(|n| args.first.saturating_add(n));
    while start.elapsed() < Duration::from_secs(args.seconds) && !is_over(args, &lock(found)) {
        let i = next.fetch_add(1, Ordering::Relaxed);
        if end.is_some_and(|end| i >= end) {
            return;
        }
        let campaign = campaigns::of(i);
        if !args.campaigns.is_empty() && !args.campaigns.contains(&campaign.name) {
            continue;
        }
        match Lab::new(program, Duration::from_secs(args.patience)) {
            Ok(mut lab) => {
                let answer = (campaign.case)(&mut rng(args.seed, i), &mut lab);
                record(args, i, campaign, &lab, answer, &mut lock(found));
            }
            Err(e) => lock(found).failure = Some(format!("no folder for a case: {e}")),
        }
    }
}

/// Were there too many wrong answers to go on, or did the machine fail?
fn is_over(args: &Args, found: &Found) -> bool {
    found.failure.is_some() || found.wrong.len() as u64 >= args.failures
}

fn lock(found: &Mutex<Found>) -> std::sync::MutexGuard<'_, Found> {
    found.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// The random numbers of a case.
fn rng(seed: u64, i: u64) -> Rng {
    // Two odd constants, so that neither neighbors nor exchanged numbers share a stream.
    Rng::seed_from_u64(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ i.wrapping_mul(0xd134_2543_de82_ef95))
}

/// Counts a case, and keeps it if the answer was wrong.
fn record(args: &Args, i: u64, campaign: &Campaign, lab: &Lab, answer: Result<(), lab::Wrong>, found: &mut Found) {
    let count = found.counts.entry(campaign.name).or_default();
    count.cases += 1;
    count.runs += lab.n_runs();
    count.refused += lab.n_refused;
    let Err(why) = answer else { return };
    count.wrong += 1;
    let (seed, name) = (args.seed, campaign.name);
    let folder = args.keep.join(format!("{name}-seed-{seed}-case-{i}"));
    if let Err(e) = lab.keep(&folder, &why) {
        found.failure = Some(format!("{}: {e}", folder.display()));
    }
    eprintln!("WRONG {name}, seed {seed}, case {i}: {why}");
    eprintln!("  {}", lab.last_command());
    eprintln!("  files: {}", folder.display());
    eprintln!("  again: minclue-attack --seed {seed} --first {i} --cases 1");
    found.wrong.push(json!({"campaign": name, "seed": seed, "case": i, "why": why, "command": lab.last_command()}));
}

fn report(args: &Args, found: &Found, time: Duration) {
    if args.json {
        let campaigns: serde_json::Map<String, Value> = found
            .counts
            .iter()
            .map(|(name, n)| {
                let count = json!({"cases": n.cases, "runs": n.runs, "refused": n.refused, "wrong": n.wrong});
                ((*name).to_owned(), count)
            })
            .collect();
        let seconds = time.as_secs();
        println!("{}", json!({"seed": args.seed, "seconds": seconds, "campaigns": campaigns, "wrong": found.wrong}));
        return;
    }
    println!("{:<12} {:>8} {:>8} {:>8} {:>6}", "campaign", "cases", "runs", "refused", "wrong");
    let mut all = Count::default();
    for (name, n) in &found.counts {
        println!("{name:<12} {:>8} {:>8} {:>8} {:>6}", n.cases, n.runs, n.refused, n.wrong);
        all.cases += n.cases;
        all.runs += n.runs;
        all.refused += n.refused;
        all.wrong += n.wrong;
    }
    println!("{:<12} {:>8} {:>8} {:>8} {:>6}", "all", all.cases, all.runs, all.refused, all.wrong);
    println!("seed {}, {} seconds", args.seed, time.as_secs());
}
