//! Puzzles as one file of HTML to print: pages of puzzles, and their solutions on the last ones.
//!
//! Lengths are in millimeters and fit on A4 and on letter alike, so nothing depends on the paper. Nothing is loaded
//! from elsewhere.

use std::fmt::Write as _;

use minclue_core::sudoku::Variant;

use super::picture::{Picture, STYLE as GRID_STYLE, escaped, grid};

/// What both kinds of paper have between margins of 12 mm, less the lines above and below the puzzles: A4 is narrower,
/// letter is lower.
const WIDTH: usize = 186;
const HEIGHT: usize = 218;
/// Between puzzles, and for the words above one.
const GAP: usize = 10;
/// No grid is larger.
const LARGEST: usize = 120;
/// Solutions on a page.
const SOLUTIONS: usize = 20;

const STYLE: &str = "\
@page{margin:12mm}*{box-sizing:border-box}
body{margin:0 auto;max-width:186mm;background:#fff;color:#10131a;font:11pt/1.3 system-ui,sans-serif;print-color-adjust:exact}
section{break-after:page;padding-bottom:6mm}section:last-child{break-after:auto}
header{display:flex;justify-content:space-between;align-items:baseline;height:14mm}
h1{margin:0;font-size:15pt}h2{margin:0;font-size:10pt;font-weight:600;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}.who{color:#5d6370}
.grids{display:grid;justify-content:space-evenly;justify-items:center;gap:4mm 0;min-height:218mm;align-content:start}
figure{margin:0;break-inside:avoid}svg{display:block;overflow:visible}
footer{height:8mm;color:#5d6370;font-size:8pt;overflow-wrap:anywhere}
@media screen{body{padding:6mm}section{border-bottom:1px dashed #c3c8d1;margin-bottom:6mm}}
";

/// One puzzle of a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetPuzzle {
    /// The rules of its grid.
    pub variant: Variant,
    /// How hard it is, in a word, or else which rules it has; empty where neither is the same for a page.
    pub level: String,
    /// What stands above it beside its number: its name, and how hard it is.
    pub caption: Option<String>,
    /// The puzzle as a line.
    pub puzzle: String,
    /// Its solution as a line.
    pub solution: String,
}

/// A sheet to print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worksheet {
    /// What stands above every page.
    pub title: String,
    /// The command that makes it again, below every page.
    pub command: String,
    /// Puzzles on a page; as fits their size where it is not given.
    pub per_page: Option<usize>,
    /// The puzzles. Those of one variant and level that follow each other share pages.
    pub puzzles: Vec<SheetPuzzle>,
}

impl Worksheet {
    #[must_use]
    pub fn html(&self) -> String {
        let title = escaped(&self.title);
        let mut html = format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title}</title>\n<style>\n{GRID_STYLE}{STYLE}</style>\n</head>\n<body>\n"
        );
        let numbered: Vec<(usize, &SheetPuzzle)> = (1..).zip(&self.puzzles).collect();
        for alike in numbered.chunk_by(|(_, a), (_, b)| (&a.variant, &a.level) == (&b.variant, &b.level)) {
            let Some((_, first)) = alike.first() else { continue };
            let n = first.variant.shape().n();
            let per_page = self.per_page.unwrap_or(match n {
                ..=4 => 12,
                5..=10 => 6,
                11..=16 => 2,
                _ => 1,
            });
            for page in alike.chunks(per_page.max(1)) {
                let level = if first.level.is_empty() { String::new() } else { format!("{}, ", escaped(&first.level)) };
                let head = format!("{title}: {level}{n}\u{d7}{n}");
                self.page(&mut html, &head, "<span class=\"who\">Name:&ensp;&ensp;&ensp;&ensp;&ensp;&ensp;&ensp;&ensp;&ensp;&ensp;&ensp;&ensp;Date:&ensp;&ensp;&ensp;&ensp;&ensp;&ensp;</span>", page, per_page, false);
            }
        }
        for page in numbered.chunks(SOLUTIONS) {
            self.page(&mut html, &format!("{title}: solutions"), "", page, SOLUTIONS, true);
        }
        html + "</body>\n</html>\n"
    }

    /// One page, laid out for `per_page` puzzles even if it has fewer.
    fn page(
        &self,
        html: &mut String,
        head: &str,
        who: &str,
        puzzles: &[(usize, &SheetPuzzle)],
        per_page: usize,
        solved: bool,
    ) {
        let (columns, side) = layout(per_page);
        let _ = writeln!(
            html,
            "<section>\n<header><h1>{head}</h1>{who}</header>\n\
             <div class=\"grids\" style=\"grid-template-columns:repeat({columns},auto)\">"
        );
        for &(number, puzzle) in puzzles {
            let Some(picture) = Picture::new(puzzle.variant.shape(), &puzzle.puzzle) else { continue };
            let picture = picture.of_variant(&puzzle.variant);
            let picture = if solved { picture.solved(&puzzle.solution) } else { picture };
            let caption = puzzle.caption.as_ref().filter(|_| !solved);
            let caption = caption.map_or_else(String::new, |caption| format!("&ensp;{}", escaped(caption)));
            let (what, drawn) = (if solved { "solution" } else { "puzzle" }, picture.side());
            let _ = writeln!(
                html,
                "<figure><h2 style=\"max-width:{side}mm\">{number}{caption}</h2><svg role=\"img\" aria-label=\"{what} {number}: {}\" width=\"{side}mm\" \
                 height=\"{side}mm\" viewBox=\"-1 -1 {box_side} {box_side}\">\n{}</svg></figure>",
                if solved { &puzzle.solution } else { &puzzle.puzzle },
                grid(&picture),
                box_side = drawn + 2,
            );
        }
        let _ = writeln!(html, "</div>\n<footer>{}</footer>\n</section>", escaped(&self.command));
    }
}

/// Columns, and the side of a grid in millimeters, so that this many grids are as large as fits.
fn layout(per_page: usize) -> (usize, usize) {
    let side = |columns: usize| {
        let rows = per_page.div_ceil(columns);
        (WIDTH / columns).saturating_sub(GAP).min((HEIGHT / rows).saturating_sub(GAP)).clamp(1, LARGEST)
    };
    (1..=per_page.max(1))
        .map(|columns| (columns, side(columns)))
        .max_by_key(|&(c, side)| (side, usize::MAX - c))
        .unwrap_or((1, 1))
}

#[cfg(test)]
mod tests {
    use minclue_core::sudoku::{Rule, Shape};

    use super::*;

    fn sheet(n: usize, per_page: Option<usize>) -> Worksheet {
        let puzzle = SheetPuzzle {
            variant: Variant::plain(Shape::new(2, 2).expect("a shape")),
            level: "easy".to_owned(),
            caption: None,
            puzzle: "1..4.........32.".to_owned(),
            solution: "1234341221434321".to_owned(),
        };
        let (title, command) = ("A <b> & c".to_owned(), "minclue worksheet --seed 7".to_owned());
        Worksheet { title, command, per_page, puzzles: vec![puzzle; n] }
    }

    #[test]
    fn every_puzzle_is_there_once_and_its_solution_at_the_end() {
        let html = sheet(7, Some(3)).html();
        assert_eq!(html.matches("<section>").count(), 3 + 1);
        assert_eq!(html.matches("aria-label=\"puzzle ").count(), 7);
        assert_eq!(html.matches("aria-label=\"solution ").count(), 7);
        let (last, first) = (html.rfind("aria-label=\"puzzle "), html.find("aria-label=\"solution "));
        assert!(last < first);
        // Four clues, and twelve digits that follow.
        assert_eq!((html.matches("class=\"c\"").count(), html.matches("class=\"l\"").count()), (2 * 7 * 4, 7 * 12));
        assert_eq!(html.matches("--seed 7").count(), 4);
        assert!(html.contains("A &lt;b&gt; &amp; c: easy, 4\u{d7}4") && !html.contains("<b>"));
        assert!(!html.contains("http"), "nothing is loaded");
    }

    /// Eight cells of the diagonals are shaded, in the puzzle and in its solution; four regions of a jigsaw have
    /// borders.
    #[test]
    fn rules_are_drawn() {
        let mut x = sheet(1, None);
        assert!(!x.html().contains("class=\"shade\""));
        x.puzzles[0].variant = Variant::new(Shape::new(2, 2).expect("a shape"), &[Rule::Diagonals]).expect("a variant");
        assert_eq!(x.html().matches("class=\"shade\"").count(), 2 * 8);
        let jigsaw = "jigsaw=AABBAABBCCDDCCDD".parse().expect("a rule");
        x.puzzles[0].variant = Variant::new(Shape::new(1, 4).expect("a shape"), &[jigsaw]).expect("a variant");
        // Two lines through the middle, of four pieces each.
        assert_eq!(x.html().matches("M80 0v40M").count(), 2);
        assert_eq!(x.html().matches("h40").count(), 2 * 4);
    }

    /// Names of puzzles are escaped, and the heading names no level where levels differ.
    #[test]
    fn puzzles_of_ones_own_have_their_names() {
        let mut own = sheet(2, None);
        own.puzzles.iter_mut().for_each(|puzzle| puzzle.level = String::new());
        own.puzzles[1].caption = Some("<i> & j (hard)".to_owned());
        let html = own.html();
        assert!(html.contains(">1</h2>") && html.contains("c: 4\u{d7}4</h1>"));
        assert_eq!(html.matches(">2&ensp;&lt;i&gt; &amp; j (hard)</h2>").count(), 1, "only above the puzzle");
        assert!(!html.contains("<i>"));
    }

    #[test]
    fn another_level_begins_another_page() {
        let mut two = sheet(2, None);
        two.puzzles[1].level = "hard".to_owned();
        assert_eq!(two.html().matches("<section>").count(), 3);
        assert_eq!(sheet(2, None).html().matches("<section>").count(), 2);
    }

    #[test]
    fn grids_fit_on_both_kinds_of_paper() {
        for per_page in 1..=30 {
            let (columns, side) = layout(per_page);
            let rows = per_page.div_ceil(columns);
            assert!(columns * (side + GAP) <= WIDTH && rows * (side + GAP) <= HEIGHT, "{per_page}");
            assert!(side >= 20, "{per_page}: {side}");
        }
        assert_eq!(layout(6), (2, 62));
        assert_eq!(layout(1), (1, LARGEST));
    }
}
