//! The grids of a study, and where two settings differ first.

use serde::{Deserialize, Serialize};

use minclue_solver::files::digest;

/// One grid of a study. The grid itself stays out of the settings, which may be published where it may not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StudyInstance {
    /// Its name, which no other instance has.
    pub name: String,
    pub shape: String,
    /// FNV-1a of the grid as one line of text, 64 bits in hexadecimal: enough to notice another grid.
    pub digest: String,
}

impl StudyInstance {
    /// An instance by its name, shape and the line of its grid.
    #[must_use]
    pub fn new(name: String, shape: String, grid: &str) -> Self {
        Self { name, shape, digest: digest(grid) }
    }
}

/// A time limit as an option.
pub(super) fn limit_option(of: &str, limit: Option<f64>) -> String {
    limit.map_or_else(|| format!("no --{of}-limit"), |s| format!("--{of}-limit {s}"))
}

/// A sentence on the first thing in which a study that is there is not the one that is wanted: `pairs` of each as text,
/// the first one that is there, and then the grids.
pub(super) fn first_difference(
    mut pairs: Vec<(String, String)>,
    there: &[StudyInstance],
    wanted: &[StudyInstance],
) -> Option<String> {
    pairs.push((format!("{} grids", there.len()), format!("{} grids", wanted.len())));
    if let Some((there, here)) = pairs.into_iter().find(|(there, here)| there != here) {
        return Some(format!("it has {there}, not {here}"));
    }
    let (i, (there, here)) = there.iter().zip(wanted).enumerate().find(|(_, (there, here))| there != here)?;
    Some(if there.name == here.name {
        format!("its grid `{}` is another one", there.name)
    } else {
        format!("its grid {} is `{}`, not `{}`", i + 1, there.name, here.name)
    })
}
