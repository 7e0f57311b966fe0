//! The pages in `docs/formats` show what is written.

use minclue_core::base::Digit;
use minclue_core::hitting::reference;
use minclue_core::ilp::Names;
use minclue_core::problem::{ClueProblem, SudokuClues, Witness};
use minclue_core::sudoku::{Grid, Shape};
use minclue_core::unavoidable::{Family, UnavoidableSet};
use minclue_engines::bilevel::{AuxDialect, Files, Format, ModelKind, export};

use super::number_formats::read_hgr;
use crate::minclue;

/// The command of a page, as its words after `minclue`.
fn command(page: &str) -> Vec<&str> {
    let line = page.lines().find_map(|line| line.strip_prefix("    minclue ")).expect("a command");
    line.split(' ').collect()
}

/// The files that a command writes, read from the folder it ran in.
fn written(args: &[&str], files: &[&str]) -> Vec<String> {
    let program = minclue();
    assert_eq!(program.run(args).code, 0);
    files.iter().map(|file| program.read(file)).collect()
}

/// The fenced blocks of a page: kind and text.
fn blocks(page: &str) -> Vec<(&str, &str)> {
    page.split("```")
        .skip(1)
        .step_by(2)
        .map(|block| block.split_once('\n').expect("a block of several lines"))
        .collect()
}

/// Every line of a block is one of the text, in this order; `...` stands for lines left out.
fn assert_shows(block: &str, text: &str) {
    let mut rest = text.lines();
    for line in block.lines().filter(|line| *line != "...") {
        assert!(rest.any(|written| written == line), "not in the file, or not in this order: {line}");
    }
}

/// The example of hypergraphs is a complete file, to the letter; those of the other pages leave lines out.
#[test]
fn files_of_the_pages() {
    for (format, page) in [
        ("hgr", include_str!("../../../docs/formats/hgr.md")),
        ("opb", include_str!("../../../docs/formats/opb.md")),
        ("wcnf", include_str!("../../../docs/formats/wcnf.md")),
    ] {
        let text = &written(&command(page), &[&format!("four.{format}")])[0];
        let shown = blocks(page).into_iter().find(|(kind, _)| *kind == format).expect("an example").1;
        assert_shows(shown, text);
        assert!(format != "hgr" || shown == text, "the example is the file");
    }
    let page = include_str!("../../../docs/formats/hgr.md");
    let (n_vertices, edges) = read_hgr(&written(&command(page), &["four.hgr"])[0]);
    assert_eq!((n_vertices, edges.len(), reference::minimum(&edges).map(|hit| hit.len())), (16, 14, Some(4)));
}

#[test]
fn the_pair_of_the_bobilib_page() {
    let page = include_str!("../../../docs/formats/bobilib.md");
    let files = written(&command(page), &["four.mps", "four.aux"]);
    let blocks = blocks(page);
    assert_eq!(blocks.iter().map(|(kind, _)| *kind).collect::<Vec<_>>(), ["mps", "aux"]);
    for ((_, block), text) in blocks.into_iter().zip(&files) {
        assert_shows(block, text);
    }
}

#[test]
fn the_lp_mps_and_aux_files_of_the_page() {
    let bytes = |text: &str| text.bytes().map(|b| b - b'0').collect::<Vec<u8>>();
    let digits: Vec<Digit> = bytes("1234341221434321").iter().map(|&d| Digit::new(d.into())).collect();
    let grid = Grid::new(Shape::new(2, 2).expect("a shape"), &digits).expect("a grid");
    let problem = SudokuClues::<1>::new(grid);
    let witness = Witness(bytes("2134341212434321").into());
    let mut family = Family::new();
    family.insert(UnavoidableSet { cells: problem.difference(&witness).expect("a second solution"), witness });

    let bilevel = |dialect| -> Files {
        let format = Format::MpsAux(dialect);
        export(&problem, ModelKind::Bilevel((&family).into()), format, Names::Full, "bilevel").expect("good names")
    };
    let lp = export(&problem, ModelKind::Hpr((&family).into()), Format::Lp, Names::Full, "hpr").expect("good names");
    let (numbers, named) = (bilevel(AuxDialect::Index), bilevel(AuxDialect::Names));
    let aux = |files: Files| files.aux.expect("an AUX file");
    let texts = [lp.model, numbers.model.clone(), aux(numbers), aux(named)];

    let blocks = blocks(include_str!("../../../docs/formats/lp-mps-aux.md"));
    assert_eq!(blocks.iter().map(|(kind, _)| *kind).collect::<Vec<_>>(), ["lp", "mps", "aux", "aux"]);
    for ((_, block), text) in blocks.into_iter().zip(&texts) {
        assert_shows(block, text);
    }
}
