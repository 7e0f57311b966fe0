//! Pictures as SVG: one sheet that is light or dark as its reader wants, without scripts and without fonts of its own.
//!
//! It uses what every renderer knows: classes, no variables, and text that is centered by its coordinates.

use std::fmt::Write as _;

use minclue_core::base::steers;

use crate::words::wrapped;

use super::outline::path;
use super::rules::{MARGIN, above, below, has_margin};
use super::{Figure, Ink, Picture};

/// The side of a cell.
pub(super) const SIDE: usize = 40;
/// Between the border of the sheet, figures and pictures.
const GAP: usize = 28;
/// The distance of the line around a set from the border of its cells.
const INSET: usize = 5;
/// Small pictures are this many hundredths of large ones.
const SMALL: usize = 50;
/// Small pictures in a row.
const SMALL_COLUMNS: usize = 6;
/// A line of words, and how wide a letter is at most, in tenths.
const LINE: usize = 22;
const LETTER: usize = 82;
/// Colors of sets; then they begin again, with dashes.
const N_COLORS: usize = 6;

/// How a grid looks on white paper.
pub(crate) const STYLE: &str = "\
text{font-family:system-ui,-apple-system,'Segoe UI','Helvetica Neue',Arial,sans-serif;text-anchor:middle}
.paper{fill:#fff}.mark{fill:#ffe08a}.clue{fill:#dbe8ff}.shade{fill:#e6e9ef}
.thin{stroke:#c3c8d1;fill:none}.thick{stroke:#23272f;stroke-width:2.5;stroke-linecap:square;fill:none}
.c{font-size:25px;font-weight:700;fill:#10131a}.l{font-size:25px;fill:#6a7180}.h{font-size:25px;fill:#10131a}
.s{font-size:15px;font-weight:700;fill:#b3261e}
.set{fill:none;stroke-width:3;stroke-linecap:square}.dashed{stroke-dasharray:6 6;stroke-linecap:butt}
.k0{stroke:#c62828}.k1{stroke:#1565c0}.k2{stroke:#2e7d32}.k3{stroke:#8e24aa}.k4{stroke:#b26a00}.k5{stroke:#00796b}
.bulb{fill:#d3d7de}.tube{stroke:#d3d7de;stroke-width:12;stroke-linecap:round;stroke-linejoin:round;fill:none}
.arrow{fill:none;stroke:#7a8290;stroke-width:2}.cage{fill:none;stroke:#5b6472;stroke-dasharray:4 3}
.sum{font-size:11px;fill:#3c424e}.white{fill:#fff;stroke:#23272f;stroke-width:1.5}.black{fill:#23272f}
.sign{fill:none;stroke:#23272f;stroke-width:1.8}.point{fill:#23272f}
.name{font-size:17px;font-weight:700;fill:#10131a}.word{font-size:15px;fill:#3c424e}
";
pub(super) const DARK: &str = "\
@media screen and (prefers-color-scheme:dark){
.paper{fill:#14171c}.mark{fill:#6b5200}.clue{fill:#1f3b66}.shade{fill:#262c36}
.thin{stroke:#3d434f}.thick{stroke:#d5d9e1}
.c,.h{fill:#fff}.l{fill:#98a1b0}.s{fill:#ff9d94}
.k0{stroke:#ff7a70}.k1{stroke:#6db3ff}.k2{stroke:#7bd07f}.k3{stroke:#d79bea}.k4{stroke:#ffc15c}.k5{stroke:#5ed3c3}
.bulb{fill:#39404c}.tube{stroke:#39404c}.arrow{stroke:#98a1b0}.cage{stroke:#98a1b0}.sum{fill:#c7cdd8}
.white{fill:#14171c;stroke:#d5d9e1}.black{fill:#d5d9e1}.sign{stroke:#d5d9e1}.point{fill:#d5d9e1}
.name{fill:#fff}.word{fill:#c7cdd8}
}
";

/// A whole SVG file with all figures, in `columns` columns.
#[must_use]
pub fn sheet(figures: &[Figure], columns: usize) -> String {
    let columns = columns.clamp(1, figures.len().max(1));
    let laid_out: Vec<Laid> = figures.iter().map(Laid::new).collect();
    let width_of = |column: usize| laid_out.iter().skip(column).step_by(columns).map(|f| f.width).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width_of).collect();
    let mut body = String::new();
    let mut y = GAP;
    for row in laid_out.chunks(columns) {
        let mut x = GAP;
        for (figure, width) in row.iter().zip(&widths) {
            let _ = writeln!(body, "<g transform=\"translate({x} {y})\">\n{}</g>", figure.body);
            x += width + GAP;
        }
        y += row.iter().map(|figure| figure.height).max().unwrap_or(0) + GAP;
    }
    let width = widths.iter().map(|width| width + GAP).sum::<usize>() + GAP;
    let (title, about) = (escaped(&title(figures)), escaped(&description(figures)));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{y}\" viewBox=\"0 0 {width} {y}\" \
         role=\"img\" aria-describedby=\"about\">\n<title id=\"title\">{title}</title>\n\
         <desc id=\"about\">{about}</desc>\n<style>\n{STYLE}{DARK}</style>\n\
         <rect class=\"paper\" width=\"{width}\" height=\"{y}\"/>\n{body}</svg>\n"
    )
}

/// What all of it is, in some words.
fn title(figures: &[Figure]) -> String {
    match figures {
        [only] => match (&only.title, only.caption.first()) {
            (Some(name), Some(sentence)) => format!("{name}: {sentence}"),
            (Some(words), None) | (None, Some(words)) => words.clone(),
            (None, None) => "A grid".to_owned(),
        },
        several => format!("{} grids", several.len()),
    }
}

/// What there is to see, for those who do not see it.
fn description(figures: &[Figure]) -> String {
    let picture = |picture: &Picture| {
        let label = picture.label.as_ref().map_or_else(String::new, |label| format!("{label}: "));
        let line: Vec<char> = picture.line().chars().collect();
        let rows: Vec<String> = line.chunks(picture.shape().n()).map(|row| row.iter().collect()).collect();
        format!("{label}{}", rows.join(" "))
    };
    let figure = |figure: &Figure| {
        let mut words: Vec<String> = figure.title.iter().cloned().collect();
        words.extend(figure.pictures.iter().map(picture));
        words.extend(figure.caption.iter().cloned());
        words.join("; ")
    };
    figures.iter().map(figure).collect::<Vec<_>>().join(" | ")
}

/// A figure, and the room it takes.
struct Laid {
    body: String,
    width: usize,
    height: usize,
}

impl Laid {
    fn new(figure: &Figure) -> Self {
        let mut laid = Self { body: String::new(), width: 0, height: 0 };
        let large = Row { row: &figure.pictures, scale: 100 };
        let small: Vec<Row<'_>> = figure.small.chunks(SMALL_COLUMNS).map(|row| Row { row, scale: SMALL }).collect();
        laid.width = small.iter().chain([&large]).map(Row::width).max().unwrap_or(0);
        if let Some(name) = &figure.title {
            laid.words(name, "name");
        }
        laid.row(&large, (laid.width - large.width()) / 2);
        for sentence in &figure.caption {
            laid.words(sentence, "word");
        }
        for row in &small {
            laid.height += LINE / 2;
            laid.row(row, 0);
        }
        laid
    }

    /// Lines of words in the middle.
    fn words(&mut self, words: &str, class: &str) {
        for line in wrapped(words, self.width * 10 / LETTER) {
            let _ = writeln!(
                self.body,
                "<text class=\"{class}\" x=\"{}\" y=\"{}\">{}</text>",
                self.width / 2,
                self.height + 15,
                escaped(&line)
            );
            self.height += LINE;
        }
    }

    /// Pictures side by side, the first one at `x`.
    fn row(&mut self, row: &Row<'_>, mut x: usize) {
        for picture in row.row {
            let scale = if row.scale == 100 { String::new() } else { format!(" scale(.{:02})", row.scale) };
            let _ = writeln!(self.body, "<g transform=\"translate({x} {}){scale}\">", self.height);
            self.body.push_str(&grid(picture));
            self.body.push_str("</g>\n");
            if let Some(label) = &picture.label {
                let (middle, y) = (x + row.side(picture) / 2, self.height + row.side(picture) + LINE);
                let label = escaped(label);
                let _ = writeln!(self.body, "<text class=\"word\" x=\"{middle}\" y=\"{y}\">{label}</text>");
            }
            x += row.side(picture) + GAP;
        }
        let has_labels = row.row.iter().any(|picture| picture.label.is_some());
        self.height += row.row.iter().map(|picture| row.side(picture)).max().unwrap_or(0) + LINE / 2;
        self.height += if has_labels { LINE } else { 0 };
    }
}

/// Pictures side by side.
struct Row<'a> {
    row: &'a [Picture],
    scale: usize,
}

impl Row<'_> {
    fn side(&self, picture: &Picture) -> usize {
        picture.shape().n() * SIDE * self.scale / 100
    }

    fn width(&self) -> usize {
        self.row.iter().map(|picture| self.side(picture) + GAP).sum::<usize>().saturating_sub(GAP)
    }
}

/// Cells, lines, digits, and the sets on top of them; a square with the side of the picture.
pub(crate) fn grid(picture: &Picture) -> String {
    let shape = picture.shape();
    let (n, side) = (shape.n(), shape.n() * SIDE);
    let mut svg = String::new();
    // Where all digits are clues, nothing is to be told apart.
    let has_tint = picture.has_both_inks();
    for (i, square) in picture.squares.iter().enumerate() {
        let class = match (square.is_marked, picture.shaded.contains(&i), square.ink) {
            (true, ..) => "mark",
            (false, true, _) => "shade",
            (false, false, Ink::Clue) if has_tint => "clue",
            (false, false, _) => continue,
        };
        let (x, y) = (i % n * SIDE, i / n * SIDE);
        let _ = writeln!(svg, "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"/>");
    }
    let lines = |class: &str, every: [usize; 2]| {
        let across = (0..=n).filter(|i| i % every[0] == 0).map(|i| format!("M0 {}H{side}", i * SIDE));
        let down = (0..=n).filter(|i| i % every[1] == 0).map(|i| format!("M{} 0V{side}", i * SIDE));
        format!("<path class=\"{class}\" d=\"{}\"/>\n", across.chain(down).collect::<String>())
    };
    svg.push_str(&below(&picture.drawn, shape));
    svg.push_str(&lines("thin", [1, 1]));
    // The boxes of a Latin square are its lines.
    let boxes = if shape.is_latin() { [n, n] } else { [shape.box_rows(), shape.box_cols()] };
    svg.push_str(&lines("thick", boxes));
    if !picture.regions.is_empty() {
        let _ = writeln!(svg, "<path class=\"thick\" d=\"{}\"/>", borders(n, &picture.regions));
    }
    for (i, square) in picture.squares.iter().enumerate() {
        let class = match (square.ink, square.is_marked) {
            (Ink::Clue, _) => "c",
            (Ink::Solution, true) => "h",
            (Ink::Solution, false) => "l",
        };
        let (x, y) = (i % n * SIDE, i / n * SIDE);
        let left = if square.second.is_some() { 14 } else { SIDE / 2 };
        if let Some(symbol) = square.symbol {
            let _ = writeln!(svg, "<text class=\"{class}\" x=\"{}\" y=\"{}\">{symbol}</text>", x + left, y + 29);
        }
        if let Some(symbol) = square.second {
            let _ = writeln!(svg, "<text class=\"s\" x=\"{}\" y=\"{}\">{symbol}</text>", x + 29, y + 32);
        }
    }
    for (i, set) in picture.sets.iter().enumerate() {
        let (color, line) = (i % N_COLORS, path(shape, set, SIDE, INSET));
        // A color that was used before is told apart by its dashes.
        let dashes = if (i / N_COLORS).is_multiple_of(2) { "" } else { " dashed" };
        let _ = writeln!(svg, "<path class=\"set k{color}{dashes}\" d=\"{line}\"/>");
    }
    svg.push_str(&above(&picture.drawn));
    if has_margin(&picture.drawn) {
        // What stands beside the grid is in the same square, so that no picture is larger for it.
        let scale = side as f64 / (side + 2 * MARGIN) as f64;
        return format!("<g transform=\"scale({scale:.4}) translate({MARGIN} {MARGIN})\">\n{svg}</g>\n");
    }
    svg
}

/// The lines between cells of different regions.
fn borders(n: usize, regions: &[usize]) -> String {
    let mut path = String::new();
    for (cell, region) in regions.iter().enumerate() {
        let (x, y) = (cell % n * SIDE, cell / n * SIDE);
        if cell % n > 0 && regions[cell - 1] != *region {
            let _ = write!(path, "M{x} {y}v{SIDE}");
        }
        if cell >= n && regions[cell - n] != *region {
            let _ = write!(path, "M{x} {y}h{SIDE}");
        }
    }
    path
}

/// Names come from files: their markup is escaped, and control characters, which XML cannot hold, are replaced.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push(char::REPLACEMENT_CHARACTER),
            c if steers(c) => escaped.push(char::REPLACEMENT_CHARACTER),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use minclue_core::sudoku::Shape;

    fn picture(line: &str) -> Picture {
        Picture::new(Shape::new(2, 2).expect("a shape"), line).expect("a picture")
    }

    fn one(picture: Picture) -> String {
        sheet(&[Figure::of(Some("a<b&\u{1b}\"c\"".into()), picture, vec!["two words".into()])], 1)
    }

    #[test]
    fn a_name_is_no_markup() {
        let svg = one(picture("1234341221434321"));
        assert!(svg.contains("<title id=\"title\">a&lt;b&amp;\u{fffd}&quot;c&quot;: two words</title>"), "{svg}");
        assert!(!svg.contains('\u{1b}'));
    }

    #[test]
    fn every_digit_and_every_set_is_drawn_once() {
        let puzzle = picture("1...............").solved("1234341221434321").with_second("1234341223414123");
        let svg = one(puzzle.outlined(&[9, 11, 13, 15]).outlined(&[0]).marked(&[14]));
        let count = |what: &str| svg.matches(what).count();
        assert_eq!((count("class=\"c\""), count("class=\"l\""), count("class=\"s\"")), (1, 14, 4));
        assert_eq!((count("class=\"set k0\""), count("class=\"set k1\"")), (1, 1));
        assert_eq!((count("class=\"clue\""), count("class=\"mark\"")), (1, 1));
        assert!(svg.contains("1234 3412 2143 4321; two words"), "{svg}");
        // A puzzle alone has nothing to tell apart.
        assert_eq!(one(picture("1...............")).matches("class=\"clue\"").count(), 0);
    }

    #[test]
    fn figures_fill_rows() {
        let figure = Figure::of(None, picture("1234341221434321"), Vec::new());
        let size = |n: usize, columns: usize| {
            let svg = sheet(&vec![figure.clone(); n], columns);
            let number = |name: &str| -> usize {
                let rest = svg.split(&format!(" {name}=\"")).nth(1).expect("there");
                rest.split('"').next().expect("an end").parse().expect("a number")
            };
            (number("width"), number("height"))
        };
        let ((width, height), (wide, low)) = (size(1, 1), size(2, 2));
        assert!(wide > width && low == height);
        assert!(size(2, 1).1 > height && size(3, 2).1 == size(2, 1).1);
        assert_eq!(size(1, 7), (width, height));
        assert!(sheet(&[], 3).contains("0 grids"));
    }

    #[test]
    fn words_are_wrapped() {
        assert_eq!(wrapped("one two three", 8), ["one two", "three"]);
        assert_eq!(wrapped("", 8), Vec::<String>::new());
        assert_eq!(wrapped("incomprehensible", 3), ["incomprehensible"]);
    }
}
