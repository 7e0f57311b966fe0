//! Rules with one line each.

use crate::ilp::VarId;

use super::super::block::PuzzleError;
use super::super::template::Template;
use super::{Rule, RuleLine, RuleSet, RuleText, SquareModel};
use crate::sudoku::DrawnRule;

/// A rule in a line of its own, which the solution keeps.
pub(super) trait LineRule {
    /// The rule as data.
    fn rule(&self) -> DrawnRule;

    /// Its line, as it is shown.
    fn line(&self) -> String {
        self.rule().to_string()
    }

    /// Adds the rows that it holds; `number` counts the rules of a kind, from 1.
    fn give(&self, model: &mut SquareModel<'_>, number: usize);

    /// A variable that is 1 exactly where it holds.
    fn clue(&self, model: &mut SquareModel<'_>, number: usize) -> VarId;
}

/// All rules of a kind.
pub(super) struct LineRules<R>(Vec<R>);

impl<R: LineRule + 'static> LineRules<R> {
    /// Reads all lines, of which each may say several rules.
    ///
    /// # Errors
    /// Those of `read`, and at a rule that occurs twice.
    pub(super) fn read(
        text: &RuleText<'_>,
        read: impl Fn(&RuleText<'_>, &RuleLine<'_>) -> Result<Vec<R>, PuzzleError>,
    ) -> Result<Box<dyn RuleSet>, PuzzleError> {
        let mut rules = Vec::new();
        let mut known = std::collections::HashSet::new();
        for line in text.lines {
            for rule in read(text, line)? {
                let shown = rule.line();
                if known.contains(&shown) {
                    return Err(text.fail(line, 1, format!("this occurs twice: {shown}")));
                }
                known.insert(shown);
                rules.push(rule);
            }
        }
        Ok(Box::new(Self(rules)))
    }
}

impl<R: LineRule> RuleSet for LineRules<R> {
    fn rules(&self) -> Vec<Rule> {
        self.0.iter().map(|rule| Rule::Drawn(rule.rule())).collect()
    }

    fn n_rules(&self) -> usize {
        self.0.len()
    }

    fn add(&self, model: &mut SquareModel<'_>) {
        self.0.iter().enumerate().for_each(|(i, rule)| rule.give(model, i + 1));
    }

    fn add_clues(&self, model: &mut SquareModel<'_>) -> Vec<VarId> {
        self.0.iter().enumerate().map(|(i, rule)| rule.clue(model, i + 1)).collect()
    }

    fn show(&self, template: &mut Template, clues: Option<&[VarId]>) {
        for (i, rule) in self.0.iter().enumerate() {
            template.line(&rule.line(), clues.map(|clues| clues[i]));
        }
    }
}
