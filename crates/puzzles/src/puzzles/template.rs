//! The one layout of all puzzles: text with places for clues in it.

use crate::ilp::VarId;

use super::Layout;

/// Text with places for clues in it.
#[derive(Clone, Debug, Default)]
pub(super) struct Template {
    pieces: Vec<Piece>,
}

#[derive(Clone, Debug)]
enum Piece {
    Always(String),
    /// A text that is shown if the variable is a clue; else `.` stands for it.
    Clue(VarId, String),
}

impl Template {
    /// Adds text that is always shown.
    pub(super) fn text(&mut self, text: impl Into<String>) {
        self.pieces.push(Piece::Always(text.into()));
    }

    /// Adds text that is shown only where `var` is a clue.
    pub(super) fn clue(&mut self, var: VarId, text: impl Into<String>) {
        self.pieces.push(Piece::Clue(var, text.into()));
    }

    /// Ends the line.
    pub(super) fn end_line(&mut self) {
        self.text("\n");
    }
}

impl Layout for Template {
    fn show(&self, is_clue: &dyn Fn(VarId) -> bool) -> String {
        let shown = |piece: &Piece| match piece {
            Piece::Always(text) => text.clone(),
            Piece::Clue(var, text) if is_clue(*var) => text.clone(),
            Piece::Clue(..) => ".".to_owned(),
        };
        self.pieces.iter().map(shown).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_clues_are_shown() {
        let mut template = Template::default();
        template.text("a ");
        template.clue(VarId::new(3), "12");
        template.clue(VarId::new(5), "7");
        template.end_line();
        assert_eq!(template.show(&|var| var == VarId::new(3)), "a 12.\n");
    }
}
