//! Squares of digits with any modifiers: Latin squares and all kinds of Sudoku.
//!
//! A text begins with the digits, followed by the lines of modifiers. These begin with lower-case letters, which digits
//! never do.

use crate::ilp::VarId;

use super::block::{PuzzleError, TextBlock};
use super::boxes::boxes;
use super::houses::{House, Square};
use super::modifiers::{MODIFIERS, Modifier, RuleLine, RuleSet, RuleText, SquareModel, nearest};
use super::spelling::distance;
use super::square_puzzle::SquareLayout;
use super::template::Template;
use super::{PuzzleInstance, SquarePuzzle};
use crate::base::Digit;
use crate::sudoku::Shape;

/// The base of a square, to which its text adds rules.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Base {
    pub(super) boxes: Boxes,
    /// The modifier that the name of the puzzle stands for.
    pub(super) modifier: Option<&'static str>,
}

/// The origin of the boxes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Boxes {
    /// From the head, or else the squarest ones.
    #[default]
    Shape,
    Nine,
    None,
    /// As many rows of letters as of digits follow these at once.
    Drawn,
}

/// The word of the clues that every square has.
const DIGITS: &str = "digits";

/// The modifiers of a text with their lines, in the order in which they are named.
type Named<'a> = Vec<(&'static Modifier, Vec<RuleLine<'a>>)>;

/// The instance of a block.
///
/// # Errors
/// [`PuzzleError`] at the first place that is wrong.
pub(super) fn parse_square(
    puzzle: &'static str,
    block: &TextBlock,
    base: &Base,
) -> Result<PuzzleInstance, PuzzleError> {
    let n_rows = digit_rows(block, base)?;
    let square = Square::read(block, 0..n_rows)?;
    refuse_misspelled(block)?;
    let shape = shape(block, base, square.n)?;
    let named = named(block, base, square.n, n_rows)?;
    let clues = Clues::of(block, &named)?;
    let mut houses = square.lines();
    houses.extend(shape.map_or_else(Vec::new, |shape| square.boxes(shape)));
    let place = |cell: usize| (cell / square.n, cell % square.n);
    square.check(block, &houses, place)?;

    let mut rules: Vec<Box<dyn RuleSet>> = Vec::new();
    for (modifier, lines) in &named {
        let column = block.modifiers().iter().find(|(_, name)| *name == modifier.name).map_or(1, |(at, _)| *at);
        let text = RuleText { block, square: &square, shape, column, lines };
        let rule = (modifier.read)(&text)?;
        square.check(block, rule.houses(), place)?;
        houses.extend_from_slice(rule.houses());
        rules.push(rule);
    }
    let is_open = !square.is_solved();
    // What may be a clue matters once the solution is known.
    let clues = if is_open { Clues { digits: true, modifiers: vec![false; named.len()] } } else { clues };
    let n_clues = |rule: &dyn RuleSet, is_clue: bool| if is_clue { rule.n_rules() } else { 0 };
    let n_rules: usize = rules.iter().zip(&clues.modifiers).map(|(rule, is_clue)| n_clues(&**rule, *is_clue)).sum();
    block.at_most_clues(n_rules + if clues.digits { square.digits.len() } else { 0 })?;
    let Built { model, clues: all, of_rules, template } = build(puzzle, &square, &houses, &rules, &clues);
    let form = SquarePuzzle {
        shape: shape.or_else(|| Shape::new(1, u8::try_from(square.n).ok()?).ok()).unwrap_or(Shape::NINE),
        digits: square.digits.iter().map(|digit| Digit::new((*digit).max(1))).collect(),
        cells: if clues.digits { all[..square.digits.len()].to_vec() } else { Vec::new() },
        rules: rules.iter().flat_map(|rule| rule.rules()).zip(of_rules).collect(),
    };
    let layout = SquareLayout { template, square: form.clone() };
    let finished =
        if is_open { model.draft.finish_open(block, all, layout) } else { model.draft.finish(block, all, layout) };
    finished.map(|instance| PuzzleInstance { square: Some(form), is_open, ..instance })
}

/// A model, its clues, and how they are shown.
struct Built<'a> {
    model: SquareModel<'a>,
    clues: Vec<VarId>,
    /// For each rule the clue that it is, if it may be one.
    of_rules: Vec<Option<VarId>>,
    template: Template,
}

/// The model, its clues, and how they are shown.
fn build<'a>(
    puzzle: &'static str,
    square: &'a Square,
    houses: &'a [House],
    rules: &[Box<dyn RuleSet>],
    clues: &Clues,
) -> Built<'a> {
    let (draft, cells) = square.draft(puzzle, houses);
    let mut template = Template::default();
    let mut all = Vec::new();
    for (cell, choice) in cells.iter().enumerate() {
        if clues.digits {
            template.clue(choice.chosen, square.symbol(cell));
            all.push(choice.chosen);
        } else {
            template.text(".");
        }
        if (cell + 1) % square.n == 0 {
            template.end_line();
        }
    }
    let mut model = SquareModel { square, houses, cells, draft };
    let mut of_rules = Vec::new();
    for (rule, is_clue) in rules.iter().zip(&clues.modifiers) {
        let vars = if *is_clue {
            let vars = rule.add_clues(&mut model);
            all.extend_from_slice(&vars);
            of_rules.extend(vars.iter().copied().map(Some));
            Some(vars)
        } else {
            rule.add(&mut model);
            of_rules.resize(of_rules.len() + rule.rules().len(), None);
            None
        };
        rule.show(&mut template, vars.as_deref());
    }
    Built { model, clues: all, of_rules, template }
}

/// Counts the rows of digits of the block.
fn digit_rows(block: &TextBlock, base: &Base) -> Result<usize, PuzzleError> {
    let rows = block.rows();
    if base.boxes == Boxes::Drawn {
        let n = rows.first().map_or(1, |row| row.text.chars().count());
        if rows.len() < 2 * n {
            let message = format!("{} rows; a jigsaw has as many rows of letters as of digits", rows.len());
            return Err(block.fail_head(message));
        }
        return Ok(n);
    }
    let is_rule = |text: &str| text.starts_with(|c: char| c.is_ascii_lowercase());
    Ok(rows.iter().position(|row| is_rule(&row.text)).unwrap_or(rows.len()))
}

/// A name that is almost a modifier would silently drop a rule.
fn refuse_misspelled(block: &TextBlock) -> Result<(), PuzzleError> {
    let Some((column, id)) = block.id_word() else { return Ok(()) };
    match nearest(id, MODIFIERS) {
        Some(name) => Err(block.misspelled(column, id, name)),
        None => Ok(()),
    }
}

/// The shape of the boxes, if there are any.
fn shape(block: &TextBlock, base: &Base, n: usize) -> Result<Option<Shape>, PuzzleError> {
    let is_drawn = block.modifiers().iter().any(|(_, name)| *name == super::modifiers::JIGSAW);
    match base.boxes {
        Boxes::Shape if !is_drawn => boxes(block, n).map(Some),
        Boxes::Nine if n != 9 => Err(block.fail_head(format!("a windoku has 9 rows; this one has {n}"))),
        Boxes::Nine if !is_drawn => Ok(Some(Shape::NINE)),
        _ => block.at_most_parameters(0).map(|()| None),
    }
}

/// The modifiers that the puzzle, its head and its lines name, with their lines.
fn named<'a>(block: &'a TextBlock, base: &Base, n: usize, n_rows: usize) -> Result<Named<'a>, PuzzleError> {
    let find = |name: &str| MODIFIERS.iter().find(|modifier| modifier.name == name);
    let mut named: Named<'a> =
        base.modifier.and_then(find).map(|modifier| (modifier, Vec::new())).into_iter().collect();
    for (column, name) in block.modifiers() {
        if base.modifier == Some(name) {
            return Err(
                block.fail_word(*column, format!("`{name}` has no effect here: the puzzle already has this rule"))
            );
        }
        named.extend(find(name).map(|modifier| (modifier, Vec::new())));
    }
    let mut row = n_rows;
    if base.boxes == Boxes::Drawn {
        let line = RuleLine { row: None, words: Vec::new(), drawing: row..row + n };
        named[0].1.push(line);
        row += n;
    }
    while let Some(line) = block.rows().get(row) {
        let words: Vec<(usize, &str)> = line.words().collect();
        let (column, word) = words.first().copied().unwrap_or((1, ""));
        let Some(modifier) = MODIFIERS.iter().find(|modifier| modifier.lines.contains(&word)) else {
            return Err(block.fail(line, column, unknown(word)));
        };
        let end = if modifier.is_drawn && modifier.lines[0] == word { row + 1 + n } else { row + 1 };
        if end > block.rows().len() {
            let message = format!("below `{word}`, {n} rows with a letter for each cell must follow");
            return Err(block.fail(line, column, message));
        }
        let rule = RuleLine { row: Some(row), words, drawing: row + 1..end };
        match named.iter_mut().find(|(other, _)| other.name == modifier.name) {
            Some((_, lines)) => lines.push(rule),
            // The boxes would stay, and only the text says that they should not.
            None if modifier.name == super::modifiers::JIGSAW => {
                let message = "`jigsaw` must also be in the head, since there are no boxes then".to_owned();
                return Err(block.fail(line, column, message));
            }
            None => named.push((modifier, vec![rule])),
        }
        row = end;
    }
    for (column, name) in block.modifiers() {
        let is_bare = |(modifier, lines): &&(&Modifier, Vec<RuleLine<'_>>)| modifier.name == *name && lines.is_empty();
        if let Some((modifier, _)) = named.iter().find(is_bare)
            && let Some(word) = modifier.lines.first()
        {
            let message = format!("`{name}` needs lines below the digits that begin with `{word}`");
            return Err(block.fail_word(*column, message));
        }
    }
    Ok(named)
}

/// Returns the message about a line that begins with another word.
fn unknown(word: &str) -> String {
    let shown: String = word.chars().take(30).collect();
    if let Some(modifier) = MODIFIERS.iter().find(|modifier| modifier.name == word) {
        return match modifier.lines.first() {
            Some(line) => format!("a line of `{word}` must begin with `{line}`"),
            None => format!("`{word}` belongs in the head of the puzzle"),
        };
    }
    let words: Vec<&str> = MODIFIERS.iter().flat_map(|modifier| modifier.lines).copied().collect();
    let nearest = words.iter().map(|known| (distance(word, known), *known)).min();
    let near = match nearest {
        Some((far, known)) if far <= 3 && far < known.len() => format!("did you mean `{known}`? "),
        _ => String::new(),
    };
    format!("no rule begins with `{shown}`; {near}there are {}", words.join(", "))
}

/// The kinds of clues.
struct Clues {
    digits: bool,
    /// Of each modifier: are its rules clues?
    modifiers: Vec<bool>,
}

impl Clues {
    fn of(block: &TextBlock, named: &Named<'_>) -> Result<Self, PuzzleError> {
        let Some(words) = block.clues() else {
            return Ok(Self { digits: true, modifiers: vec![false; named.len()] });
        };
        let mut clues = Self { digits: false, modifiers: vec![false; named.len()] };
        for (column, word) in words {
            let slot = if word == DIGITS {
                Some(&mut clues.digits)
            } else {
                let i = named.iter().position(|(modifier, _)| modifier.name == word && modifier.clue.is_some());
                i.map(|i| &mut clues.modifiers[i])
            };
            match slot {
                Some(slot) if *slot => return Err(block.fail_word(column, format!("`{word}` occurs twice"))),
                Some(slot) => *slot = true,
                None => {
                    let of = named.iter().filter(|(modifier, _)| modifier.clue.is_some()).map(|(m, _)| m.name);
                    let all: Vec<&str> = [DIGITS].into_iter().chain(of).collect();
                    let message = format!("`{word}` cannot be clues here; use {}", all.join(", "));
                    return Err(block.fail_word(column, message));
                }
            }
        }
        Ok(clues)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{only, refusal, shown};

    const FOUR: &str = "1234\n3412\n2143\n4321\n";

    #[test]
    fn a_variant_is_a_union() {
        let both = |head: &str| format!("{head}\n1234\n3412\n4321\n2143\n");
        assert!(only(&both("sudoku both x disjoint-groups")).is_ok());
        assert!(only(&both("sudoku some x")).is_ok(), "not near to `sum`, a word of cages");
        assert!(refusal(&both("sudoku x anti-knight")).contains("a knight's move from another"));
        let posed = only(&format!("sudoku all\n{FOUR}greater r1c2 r1c1\nkropki white r1c1 r1c2\n")).expect("a puzzle");
        assert_eq!((posed.puzzle, posed.id.as_deref(), posed.clues.len()), ("sudoku", Some("all"), 16));
    }

    #[test]
    fn clues_are_what_the_head_says() {
        let text = |clues: &str| format!("sudoku {clues}\n{FOUR}greater r1c2 r1c1\ngreater r1c3 r1c2\n");
        let names = |clues: &str| {
            let posed = only(&text(clues)).expect("a puzzle");
            posed.clues.iter().map(|clue| posed.model.var_name(*clue).to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(names("").len(), 16);
        assert_eq!(names("clues=digits").len(), 16);
        assert_eq!(names("clues=signs"), ["r1c2_greater_r1c1", "r1c3_greater_r1c2"]);
        assert_eq!(names("clues=signs,digits").len(), 18);
        let [none, all] = shown(&text("clues=signs"));
        assert_eq!((none.as_str(), all.len()), ("....\n....\n....\n....\n", 20 + 2 * 18));
    }

    #[test]
    fn the_head_is_refused_word_by_word() {
        let of = |head: &str, rules: &str| refusal(&format!("{head}\n{FOUR}{rules}"));
        assert_eq!(of("sudoku x x", ""), "line 1, column 10: `x` occurs twice");
        assert_eq!(of("sudoku clues=digits clues=digits", ""), "line 1, column 21: `clues=digits` occurs twice");
        assert_eq!(of("sudoku clues=digits,digits", ""), "line 1, column 21: `digits` occurs twice");
        assert_eq!(
            of("sudoku clues=cages", "greater r1c2 r1c1\n"),
            "line 1, column 14: `cages` cannot be clues here; use digits, signs"
        );
        assert_eq!(
            of("sudoku anti-knigt", ""),
            "line 1, column 8: `anti-knigt` is not a modifier; did you mean `anti-knight`? If not, choose \
             another name"
        );
        // At a second name, whichever of the two it is.
        let misspelled = "`antiknight` is not a modifier; did you mean `anti-knight`? If not, choose another name";
        assert_eq!(of("sudoku antiknight four", ""), format!("line 1, column 8: {misspelled}"));
        assert_eq!(of("sudoku four antiknight", ""), format!("line 1, column 13: {misspelled}"));
        let found = of("sudoku four more", "");
        let expected =
            "line 1, column 13: `more` is a second name after `four`; a name has no blanks, and the modifiers";
        assert!(found.starts_with(expected) && found.ends_with("little-killer"), "{found}");
        assert_eq!(
            of("sudoku cages", ""),
            "line 1, column 8: `cages` needs lines below the digits that begin with `cages`"
        );
        assert_eq!(of("sudoku-x x", "").split(": ").nth(1), Some("`x` has no effect here"));
        assert_eq!(of("sudoku windoku", ""), "line 1, column 8: windows need 9 rows; this square has 4");
        assert_eq!(
            of("latin disjoint-groups", "").split(": ").nth(1),
            Some("disjoint groups need boxes, and this square has none")
        );
    }

    #[test]
    fn lines_of_rules_are_refused_at_their_first_word() {
        let of = |rules: &str| refusal(&format!("sudoku\n{FOUR}{rules}"));
        let found = of("thermometre r1c1 r1c2\n");
        assert!(
            found.starts_with("line 6, column 1: no rule begins with `thermometre`; did you mean `thermometer`? "),
            "{found}"
        );
        assert_eq!(of("x\n"), "line 6, column 1: `x` belongs in the head of the puzzle");
        assert_eq!(of("arrows r1c1\n"), "line 6, column 1: a line of `arrows` must begin with `arrow`");
        assert_eq!(
            of("jigsaw\nAABB\nAABB\nCCDD\nCCDD\n"),
            "line 6, column 1: `jigsaw` must also be in the head, since there are no boxes then"
        );
        assert_eq!(
            of("cages\nAABB\n"),
            "line 6, column 1: below `cages`, 4 rows with a letter for each cell must follow"
        );
        assert_eq!(
            of("greater r1c2 r1c1\n1234\n").split(';').next(),
            Some("line 7, column 1: no rule begins with `1234`")
        );
    }
}
