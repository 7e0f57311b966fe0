//! Random options of the engines, limited to documented combinations.

use rand::Rng as _;
use rand::seq::IndexedRandom as _;

use crate::Rng;

/// Options of one question about a minimum.
#[derive(Clone, Debug, Default)]
pub(crate) struct Options {
    /// The words of the command line.
    pub(crate) args: Vec<String>,
    /// A limit on nodes is among them, so that bounds are an answer.
    pub(crate) is_limited: bool,
    /// The file of a certificate, if one is written.
    pub(crate) certificate: Option<&'static str>,
}

impl Options {
    fn add(&mut self, words: &[&str]) {
        self.args.extend(words.iter().map(|word| (*word).to_owned()));
    }
}

/// One of some words.
pub(crate) fn one_of<'a>(rng: &mut Rng, words: &[&'a str]) -> &'a str {
    words.choose(rng).copied().unwrap_or_default()
}

/// Options for `solve` and `fcp`.
pub(crate) fn of_minimum(rng: &mut Rng) -> Options {
    let mut options = Options::default();
    if rng.random_bool(0.08) {
        independent(rng, &mut options);
        native(rng, &mut options.args);
        return options;
    }
    let engine = match rng.random_range(0..20) {
        0..7 => "native".to_owned(),
        7..14 => "bilevel".to_owned(),
        14..16 => "both".to_owned(),
        _ => published(rng),
    };
    if engine != "native" || rng.random_bool(0.5) {
        options.add(&["--engine", &engine]);
    }
    if matches!(engine.as_str(), "bilevel" | "both") {
        bilevel(rng, &mut options, &engine);
    } else if engine == "native" && rng.random_bool(0.3) {
        options.certificate = Some("answer.cert");
    }
    if let Some(file) = options.certificate {
        options.add(&["--certify", file]);
    }
    native(rng, &mut options.args);
    if rng.random_bool(0.2) {
        let n = rng.random_range(1..40).to_string();
        options.add(&["--node-limit", &n]);
        options.is_limited = true;
    }
    options
}

/// Both engines, which share nothing that searches or decides.
fn independent(rng: &mut Rng, options: &mut Options) {
    options.add(&["--independent"]);
    for (chance, name, values) in [
        (0.2, "--leaf", &["lp"][..]),
        (0.2, "--follower", &["highs", "cbc"]),
        (0.3, "--region-rows", &["none", "parts"]),
        (0.3, "--cuts", &["zero-half", "none"]),
        (0.3, "--branching", &["set", "strong", "fractional"]),
        (0.3, "--heuristic", &["none", "rounding", "covers"]),
    ] {
        if rng.random_bool(chance) {
            options.add(&[name, one_of(rng, values)]);
        }
    }
}

/// What every engine takes.
pub(crate) fn native(rng: &mut Rng, args: &mut Vec<String>) {
    let mut add = |words: &[&str]| args.extend(words.iter().map(|word| (*word).to_owned()));
    if rng.random_bool(0.3) {
        add(&["--seed", &rng.random_range(0..1000).to_string()]);
    }
    if rng.random_bool(0.3) {
        add(&["--threads", &rng.random_range(1..=3).to_string()]);
    }
    if rng.random_bool(0.3) {
        add(&["--no-symmetry"]);
    }
    if rng.random_bool(0.3) {
        add(&["--instructions", one_of(rng, &["best", "avx2", "portable"])]);
    }
}

fn bilevel(rng: &mut Rng, options: &mut Options, engine: &str) {
    let mut leaf = None;
    let is_published = rng.random_bool(0.2);
    if is_published {
        options.add(&["--relaxation", "published"]);
    }
    if rng.random_bool(0.2) {
        options.add(&["--follower", one_of(rng, &["highs", "cbc"])]);
    } else if !is_published && rng.random_bool(0.7) {
        let chosen = one_of(rng, &["auto", "native", "lp", "lp"]);
        options.add(&["--leaf", chosen]);
        leaf = Some(chosen);
    }
    if leaf == Some("native") && rng.random_bool(0.7) {
        options.add(&["--leaf-clues", &rng.random_range(1..12).to_string()]);
    }
    let (mut is_deep, mut is_rising) = (true, true);
    for (chance, name, values) in [
        (0.4, "--region-rows", &["none", "parts", "lines", "digits"][..]),
        (0.4, "--cuts", &["zero-half", "none"]),
        (0.4, "--branching", &["set", "strong", "fractional"]),
        (0.3, "--node-order", &["depth", "best"]),
        (0.3, "--budgets", &["rising", "falling"]),
        (0.4, "--heuristic", &["none", "rounding", "local"]),
    ] {
        let is_decided = is_published && ["--region-rows", "--cuts"].contains(&name);
        if rng.random_bool(chance) && !is_decided {
            let value = one_of(rng, values);
            options.add(&[name, value]);
            is_deep &= value != "best";
            is_rising &= value != "falling";
        }
    }
    for name in ["--no-split", "--no-fixing"] {
        if rng.random_bool(0.25) {
            options.add(&[name]);
        }
    }
    if engine == "bilevel" && is_deep && is_rising && rng.random_bool(0.4) {
        options.certificate = Some("answer.cert");
    } else if engine == "bilevel" && rng.random_bool(0.2) {
        options.add(&["--cross-check"]);
    }
}

/// A published search with random settings.
pub(crate) fn published(rng: &mut Rng) -> String {
    let name = one_of(rng, &["checker2006", "dmus-basic", "dmus", "checker2012", "v1", "v2", "v3", "v4", "v5"]);
    let mut text = name.to_owned();
    if rng.random_bool(0.5) {
        let sets = if rng.random_bool(0.5) { rng.random_range(1..20) } else { rng.random_range(1..=512) };
        text.push_str(&format!("/sets={sets}"));
        if name == "checker2012" && rng.random_bool(0.4) {
            text.push_str(&format!(":{}:{}", rng.random_range(1..6), rng.random_range(1..=sets)));
        }
    }
    if name != "checker2012" && rng.random_bool(0.4) {
        text.push_str(&format!("/order={}", one_of(rng, &["found", "overlap", "search"])));
    }
    match name {
        "dmus" | "v4" | "v5" if rng.random_bool(0.5) => {
            let shrink = one_of(rng, &["first", "up", "down", "up-down", "up-twice", "fixpoint"]);
            text.push_str(&format!("/shrink={shrink}"));
        }
        "checker2012" if rng.random_bool(0.5) => {
            let cliques = one_of(rng, &["pairs", "triples", "quadruples", "quintuples"]);
            text.push_str(&format!("/{cliques}=0"));
        }
        _ => {}
    }
    text
}
