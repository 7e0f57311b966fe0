//! The grids of a study, and the first difference between two settings.

use serde::{Deserialize, Serialize};

use minclue_solver::files::digest;

/// One grid of a study. The settings do not contain the grid itself, so they can be published even if the grid cannot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StudyInstance {
    /// The name, which is unique.
    pub name: String,
    pub shape: String,
    /// The FNV-1a digest of the grid as one line of text, 64 bits in hexadecimal: enough to detect another grid.
    pub digest: String,
}

impl StudyInstance {
    /// Creates an instance from its name, its shape and the line of its grid.
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
