use minclue::base::*;
use minclue::problem::*;
use minclue::sudoku::*;
use minclue::unavoidable::*;
use std::time::Instant;
struct Log;
impl Observer<2> for Log {
    fn bounds(&mut self, _: usize, _: Option<&CellSet<2>>, _: &Counters) {}
    fn log(&mut self, l: &dyn Fn() -> String) {
        println!("    {}", l());
    }
}
fn main() {
    let ids: Vec<String> = std::env::args().skip(1).collect();
    let f = std::fs::read_to_string("../shared/data/paper_9x9.txt").unwrap();
    for e in Reader::new(f.as_bytes(), None).flatten() {
        let id = e.id.clone().unwrap();
        if !ids.contains(&id) {
            continue;
        }
        let p = SudokuClues::<2>::new(e.puzzle.as_grid().unwrap());
        let t = Instant::now();
        let mut fam = Family::new();
        let max = std::env::var("MAX").map(|m| m.parse().unwrap()).unwrap_or(14);
        for s in displacements(&p, p.cells(), max, &Limits::none()).sets {
            fam.insert(s);
        }
        let m = minclue::search::minimum(
            &p,
            &fam,
            &Default::default(),
            &Limits::none().with_time(std::time::Duration::from_secs(120)),
            &mut Log,
        );
        println!("{id} {} {:?} {:.3}s {:?}", m.lower_bound, m.upper_bound(), t.elapsed().as_secs_f64(), m.counters);
    }
}
