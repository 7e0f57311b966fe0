//! The layout of all puzzles: a text with places for clues.

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
    /// A text that is shown if the variable is a clue, and the text in its place otherwise.
    Clue {
        var: VarId,
        shown: String,
        hidden: String,
    },
}

impl Template {
    /// Adds text that is always shown.
    pub(super) fn text(&mut self, text: impl Into<String>) {
        self.pieces.push(Piece::Always(text.into()));
    }

    /// Adds text that is shown only where `var` is a clue.
    pub(super) fn clue(&mut self, var: VarId, text: impl Into<String>) {
        self.clue_or(var, text, ".");
    }

    /// Adds text that is shown where `var` is a clue, and text that is shown elsewhere.
    pub(super) fn clue_or(&mut self, var: VarId, text: impl Into<String>, hidden: impl Into<String>) {
        self.pieces.push(Piece::Clue { var, shown: text.into(), hidden: hidden.into() });
    }

    /// Adds a line that is always shown, or that is there only where `clue` is a clue.
    pub(super) fn line(&mut self, text: &str, clue: Option<VarId>) {
        match clue {
            Some(var) => self.clue_or(var, format!("{text}\n"), ""),
            None => self.text(format!("{text}\n")),
        }
    }

    pub(super) fn end_line(&mut self) {
        self.text("\n");
    }
}

impl Layout for Template {
    fn show(&self, is_clue: &dyn Fn(VarId) -> bool) -> String {
        let shown = |piece: &Piece| match piece {
            Piece::Always(text) => text.clone(),
            Piece::Clue { var, shown, .. } if is_clue(*var) => shown.clone(),
            Piece::Clue { hidden, .. } => hidden.clone(),
        };
        self.pieces.iter().map(shown).collect()
    }

    fn shows(&self, var: VarId) -> bool {
        self.pieces.iter().any(|piece| matches!(piece, Piece::Clue { var: other, .. } if *other == var))
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
        template.line("b", Some(VarId::new(7)));
        template.line("c", None);
        assert_eq!(template.show(&|var| var == VarId::new(3)), "a 12.\nc\n");
        assert_eq!(template.show(&|var| var == VarId::new(7)), "a ..\nb\nc\n");
        assert!(template.shows(VarId::new(5)) && !template.shows(VarId::new(4)));
    }
}
