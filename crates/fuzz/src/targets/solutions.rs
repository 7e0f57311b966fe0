//! Solutions as solvers write them.

use std::sync::OnceLock;

use minclue_core::base::Limits;
use minclue_core::ilp::{BinaryModel, read_solution};

fn model() -> &'static BinaryModel {
    static MODEL: OnceLock<BinaryModel> = OnceLock::new();
    MODEL.get_or_init(|| {
        let mut model = BinaryModel::new("fuzz");
        for name in ["x", "y", "x_r1c1_1", "x1", "x7", "e1", "objective", "long.name", "#", "c0000001"] {
            model.add_var(name);
        }
        model
    })
}

/// The values in a file with these bytes.
fn read(bytes: &[u8]) -> Option<Vec<bool>> {
    read_solution(bytes, model(), &Limits::none()).ok()
}

/// What is read is the same when it is written as lines of a name and a value.
pub(crate) fn run(bytes: &[u8]) {
    let model = model();
    let Some(values) = read(bytes) else { return };
    assert_eq!(values.len(), model.n_vars());
    let is_plain = |name: &&str| !name.starts_with('#');
    let lines: String = model
        .var_names()
        .zip(&values)
        .filter(|(name, _)| is_plain(name))
        .map(|(name, value)| format!("{name} {}\n", u8::from(*value)))
        .collect();
    let again = read(lines.as_bytes()).expect("lines of a name and a value");
    for (i, name) in model.var_names().enumerate() {
        assert!(again[i] == values[i] || !is_plain(&name), "{name}");
    }
}
