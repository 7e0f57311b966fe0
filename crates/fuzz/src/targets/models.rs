//! 0/1 models as LP, MPS and OPB files, and files of clauses.

use std::collections::BTreeSet;

use minclue_core::base::Limits;
use minclue_core::ilp::{
    BinaryModel, Clause, ClauseFormat, ModelFormat, Names, Sense, read_clauses, read_model, write_lp, write_mps,
    write_opb,
};

/// Points of this many variables are listed.
const MAX_VARS: usize = 8;

pub(crate) fn lp(bytes: &[u8]) {
    if let Some(model) = read(bytes, ModelFormat::Lp) {
        check(&model);
    }
}

pub(crate) fn mps(bytes: &[u8]) {
    if let Some(model) = read(bytes, ModelFormat::Mps) {
        check(&model);
    }
}

pub(crate) fn opb(bytes: &[u8]) {
    if let Some(model) = read(bytes, ModelFormat::Opb) {
        check(&model);
    }
}

/// The first byte chooses the format. What is read as clauses is a model that says the same of every assignment.
pub(crate) fn clauses(bytes: &[u8]) {
    let Some((format, bytes)) = bytes.split_first() else { return };
    let format = [ClauseFormat::Cnf, ClauseFormat::Wcnf, ClauseFormat::Gcnf][usize::from(*format) % 3];
    let set = read_clauses(bytes, format, &Limits::none());
    let model = read_model(bytes, ModelFormat::Clauses(format), "fuzz", &Limits::none());
    let (Ok(set), Ok(read)) = (set, model) else { return };
    check(&read.model);
    let named: Vec<(usize, i32)> = read
        .model
        .var_names()
        .enumerate()
        .filter_map(|(i, name)| Some((i, name.strip_prefix('x')?.parse().ok()?)))
        .collect();
    if named.len() > MAX_VARS {
        return;
    }
    for point in 0..1_u32 << named.len() {
        let mut values = vec![false; read.model.n_vars()];
        named.iter().enumerate().for_each(|(bit, (i, _))| values[*i] = point >> bit & 1 == 1);
        read.complete(&mut values);
        let holds = |literal: &i32| {
            let (i, _) = named.iter().find(|(_, number)| *number == literal.abs()).expect("it occurs");
            values[*i] == (*literal > 0)
        };
        let all = |clauses: &[Clause]| clauses.iter().all(|clause| clause.literals.iter().any(holds));
        assert_eq!(read.model.violated_row(&values).is_none(), all(&set.hard));
        for (group, var) in set.groups.iter().zip(read.cells.iter().flatten()) {
            assert_eq!(values[var.get()], all(&group.clauses), "{}", group.number);
        }
    }
}

/// The model that these bytes are in a format.
fn read(bytes: &[u8], format: ModelFormat) -> Option<BinaryModel> {
    read_model(bytes, format, "fuzz", &Limits::none()).ok().map(|read| read.model)
}

/// What is written in either format is read as the same model: the same variables, and the same points if they are few.
fn check(model: &BinaryModel) {
    assert!(model.n_vars() > 0);
    for format in [ModelFormat::Lp, ModelFormat::Mps] {
        let mut text = Vec::new();
        let written = match format {
            ModelFormat::Lp => write_lp(model, Names::Short, &mut text),
            _ => write_mps(model, Names::Short, &mut text),
        };
        written.expect("memory takes all");
        let Some(again) = read(&text, format) else {
            panic!("what is written is not read: {}", String::from_utf8_lossy(&text));
        };
        assert_eq!(again.n_vars(), model.n_vars());
        if model.n_vars() <= MAX_VARS {
            let own: Vec<String> = model.vars().map(|var| Names::Short.of_var(model, var).into_owned()).collect();
            let theirs: Vec<String> = again.var_names().map(str::to_owned).collect();
            assert_eq!(points(model, &own), points(&again, &theirs), "{}", String::from_utf8_lossy(&text));
        }
    }
}

/// The points of a model, each as the names of the variables that are 1.
fn points<'a>(model: &BinaryModel, names: &'a [String]) -> BTreeSet<BTreeSet<&'a str>> {
    let is_point = |point: &u32| {
        model.rows().iter().all(|row| {
            let sum: i128 =
                row.terms.iter().filter(|(var, _)| point >> var.get() & 1 == 1).map(|(_, a)| i128::from(*a)).sum();
            match row.sense {
                Sense::LessEqual => sum <= i128::from(row.rhs),
                Sense::Equal => sum == i128::from(row.rhs),
                Sense::GreaterEqual => sum >= i128::from(row.rhs),
            }
        })
    };
    let ones = |point: u32| (0..names.len()).filter(|i| point >> i & 1 == 1).map(|i| names[i].as_str()).collect();
    (0..1_u32 << model.n_vars()).filter(is_point).map(ones).collect()
}

/// A model as we write it.
fn made(write: impl Fn(&BinaryModel, Names, &mut Vec<u8>)) -> Vec<Vec<u8>> {
    let mut model = BinaryModel::new("made");
    let vars: Vec<_> = ["a", "b", "c", "d"].map(|name| model.add_var(name)).to_vec();
    model.add_row("cover", vars.iter().map(|var| (*var, 1)), Sense::GreaterEqual, 1);
    model.add_row("pack", [(vars[0], 3), (vars[1], -2), (vars[2], 5)], Sense::LessEqual, 5);
    model.add_row("one", [(vars[1], 1), (vars[3], 1)], Sense::Equal, 1);
    model.minimize(vars.iter().map(|var| (*var, 1)));
    let text = |names| {
        let mut text = Vec::new();
        write(&model, names, &mut text);
        text
    };
    vec![text(Names::Full), text(Names::Short)]
}

pub(crate) fn made_lp() -> Vec<Vec<u8>> {
    made(|model, names, text| write_lp(model, names, text).expect("memory takes all"))
}

pub(crate) fn made_mps() -> Vec<Vec<u8>> {
    made(|model, names, text| write_mps(model, names, text).expect("memory takes all"))
}

pub(crate) fn made_opb() -> Vec<Vec<u8>> {
    made(|model, _, text| write_opb(model, text).expect("memory takes all"))
}
