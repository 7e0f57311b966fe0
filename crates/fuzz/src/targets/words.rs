//! Arguments of the command line with a syntax: searches, shapes, patterns of names, lists of cells.

use std::sync::OnceLock;

use minclue_core::ilp::{BinaryModel, matching};
use minclue_core::sudoku::Shape;
use minclue_engines::published::Published;

fn model() -> &'static BinaryModel {
    static MODEL: OnceLock<BinaryModel> = OnceLock::new();
    MODEL.get_or_init(|| {
        let mut model = BinaryModel::new("fuzz");
        for name in ["x", "y", "x_r1c1_1", "x_r1c1_2", "s_across_r1c1_3"] {
            model.add_var(name);
        }
        model
    })
}

/// What is read is the same when it is written and read again; patterns name each variable once.
pub(crate) fn run(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    super::choices::cells(text);
    if let Ok(search) = text.parse::<Published>() {
        assert_eq!(search.to_string().parse(), Ok(search), "{search}");
    }
    if let Ok(shape) = text.parse::<Shape>() {
        assert_eq!(shape.to_string().parse(), Ok(shape), "{shape}");
    }
    if let Ok(named) = matching(model(), text) {
        let mut once = named.clone();
        once.sort_unstable();
        once.dedup();
        assert!(once.len() == named.len() && !named.is_empty());
    }
}
