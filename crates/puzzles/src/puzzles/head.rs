//! The first line of an instance: its name, parameters and modifiers.

use super::block::{Line, PuzzleError, TextBlock, pair};
use super::modifiers::{Modifier, nearest};

impl TextBlock {
    /// A block with this head. A word of the head that looks like `2x3` or `k=4` is a parameter, any other is the name;
    /// but where `modifiers` are taken, a word that is one of them is not the name, and `clues=` no parameter.
    ///
    /// # Errors
    /// [`PuzzleError`] at a second name, a misspelled modifier before it, and at a modifier or `clues=` that stands
    /// twice.
    pub(super) fn new(head: Line, rows: Vec<Line>, modifiers: &[Modifier]) -> Result<Self, PuzzleError> {
        let mut block = Self { id: None, head, parameters: Vec::new(), modifiers: Vec::new(), clues: None, rows };
        let words: Vec<(usize, String)> = block.head.words().skip(1).map(|(at, word)| (at, word.to_owned())).collect();
        for (column, word) in words {
            let twice = || Err(block.fail(&block.head, column, format!("`{word}` occurs twice")));
            if let Some(modifier) = modifiers.iter().find(|modifier| modifier.name == word) {
                if block.modifiers.iter().any(|(_, name)| *name == modifier.name) {
                    return twice();
                }
                block.modifiers.push((column, modifier.name));
            } else if let Some(clues) = word.strip_prefix("clues=").filter(|_| !modifiers.is_empty()) {
                if block.clues.is_some() {
                    return twice();
                }
                block.clues = Some((column + "clues=".len(), clues.to_owned()));
            } else if word.contains('=') || pair(&word).is_some() {
                block.parameters.push((column, word));
            } else if let Some((first, id)) = block.id_word() {
                for (at, name) in [(first, id), (column, word.as_str())] {
                    if let Some(modifier) = nearest(name, modifiers) {
                        return Err(block.misspelled(at, name, modifier));
                    }
                }
                let names: Vec<&str> = modifiers.iter().map(|modifier| modifier.name).collect();
                let known = if names.is_empty() {
                    String::new()
                } else {
                    format!(", and the modifiers are {}", names.join(", "))
                };
                let message = format!("`{word}` is a second name after `{id}`; a name has no blanks{known}");
                return Err(block.fail(&block.head, column, message));
            } else {
                block.id = Some(word);
            }
        }
        Ok(block)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_has_a_name_and_parameters_in_any_order() {
        let block = |head: &str| TextBlock::new(Line { number: 1, text: head.to_owned() }, Vec::new(), &[]);
        for head in ["sudoku 2x3 easy k=1", "sudoku easy 2x3 k=1"] {
            let block = block(head).expect("a head");
            assert_eq!(block.id(), Some("easy"));
            let words: Vec<&str> = block.parameters().iter().map(|(_, word)| word.as_str()).collect();
            assert_eq!(words, ["2x3", "k=1"]);
        }
        assert_eq!(block("latin 5").expect("a head").id(), Some("5"));
        let error = block("latin a b").expect_err("two names");
        assert_eq!((error.line, error.column, error.id.as_deref()), (1, 9, Some("a")));
    }
}
