//! Rules beside those of a shape.

use std::path::Path;

use clap::Args as ClapArgs;

use minclue_core::base::TextLimits;
use minclue_core::sudoku::{JigsawRegions, RegionsError, Rule, RuleError, Shape, Variant};
use minclue_solver::{Engines, LoopImages, SetSource};

use super::{FormatArg, heading};

/// Rules beside those of a shape.
#[derive(Clone, Debug, Default, ClapArgs)]
pub struct VariantArgs {
    /// More rules, separated by commas, such as x or anti-knight
    ///
    /// Rules: x, falling-diagonal, rising-diagonal, windoku, disjoint-groups, anti-knight, anti-king, non-consecutive,
    /// jigsaw=FILE with a letter for the region of each cell, and lines such as `thermometer r1c1 r1c2`. docs/cli.md
    /// explains them.
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = variant_rule)]
    #[arg(help_heading = heading::INPUT)]
    pub variant: Vec<Rule>,
}

/// A rule; the regions of a jigsaw from a file, or as letters.
pub(in super::super) fn variant_rule(text: &str) -> Result<Rule, String> {
    let Some(regions) = text.strip_prefix("jigsaw=").filter(|name| Path::new(name).is_file()) else {
        return text.parse::<Rule>().map_err(|e| match e {
            RuleError::Unknown(_) | RuleError::Drawn(_) => e.to_string(),
            RuleError::Regions(_) => format!("{e}, and no file has this name"),
        });
    };
    let text = TextLimits::SMALL.read_text_file(regions);
    let text = text.map_err(|e| format!("{regions} cannot be read: {e}"))?;
    jigsaw_regions(&text).map(Rule::Jigsaw).map_err(|e| format!("{regions}: {e}"))
}

/// The regions in the text of a file, in which `#` begins a comment.
///
/// # Errors
/// What is wrong with them.
pub(in super::super) fn jigsaw_regions(text: &str) -> Result<JigsawRegions, RegionsError> {
    let plain: String = text.lines().map(|line| line.split('#').next().unwrap_or_default()).collect();
    plain.parse()
}

impl VariantArgs {
    /// Rules that an entry brings, as if they had been said.
    pub(in super::super) fn brought(rules: &[Rule]) -> Self {
        Self { variant: rules.to_vec() }
    }

    /// Is there no such rule?
    pub(in super::super) fn is_plain(&self) -> bool {
        self.variant.is_empty()
    }

    /// The shape that the grids of a jigsaw have, where none was said.
    pub(in super::super) fn choose_shape(&self, shape: &mut Option<Shape>) {
        let of_rule = |rule: &Rule| if let Rule::Jigsaw(regions) = rule { Some(regions.shape()) } else { None };
        *shape = shape.or_else(|| self.variant.iter().find_map(of_rule));
    }

    /// What is wrong with the rules, as far as it is known before a grid is read.
    pub(in super::super) fn conflict(&self, shape: Option<Shape>, format: FormatArg) -> Option<String> {
        if self.is_plain() {
            return None;
        }
        let searched: Vec<Rule> = self.variant.iter().filter(|rule| rule.is_searched()).cloned().collect();
        let of_shape = |shape| Variant::new(shape, &searched).err().map(|e| format!("--variant: {e}"));
        shape.and_then(of_shape).or_else(|| self.of_format(format).map(str::to_owned))
    }

    /// What is wrong with a format beside them: whoever opens such a puzzle would solve one without these rules, which
    /// may have several solutions.
    pub(in super::super) fn of_format(&self, format: FormatArg) -> Option<&'static str> {
        let is_lost = !self.is_plain() && format == FormatArg::Sdk;
        is_lost.then_some("--format sdk has no place for these rules; use link, lines or json")
    }

    /// What is wrong with a source of start sets beside them: some know only the sets of plain grids.
    pub(in super::super) fn of_source(
        &self,
        source: Option<SetSource>,
        images: Option<LoopImages>,
    ) -> Option<&'static str> {
        if self.is_plain() {
            None
        } else if matches!(source, Some(SetSource::Blueprint | SetSource::Checker)) {
            Some(
                "sources blueprint and checker are for plain grids; with more rules, use --source complete, region or ilp",
            )
        } else if images == Some(LoopImages::Types) {
            Some("--images types is for plain grids; with more rules, use --images grid or none")
        } else {
            None
        }
    }

    /// The same of engines with a source of their own.
    pub(in super::super) fn of_engines(
        &self,
        engines: Engines,
        source: Option<SetSource>,
        independent: bool,
    ) -> Option<&'static str> {
        if self.is_plain() {
            None
        } else if independent && source != Some(SetSource::Ilp) {
            Some("with more rules, --independent requires --source ilp, so that the engines have different start sets")
        } else if matches!(engines, Engines::Published(_)) && source.is_none() {
            Some("published searches start from sets of plain grids; with more rules, add --source complete or region")
        } else {
            self.of_source(source, None)
        }
    }
}
