//! X-wing, swordfish and jellyfish: in some parallel lines, a digit is in as many crossing lines only, so the crossing
//! lines have it nowhere else.

use super::combinations::combinations;
use super::{Cells, Deduction, Find, House, Position, Technique, words};

/// Basic fish of one size.
pub(super) struct Fish {
    technique: Technique,
    size: usize,
}

impl Fish {
    pub(super) const X_WING: Self = Self { technique: Technique::XWing, size: 2 };
    pub(super) const SWORDFISH: Self = Self { technique: Technique::Swordfish, size: 3 };
    pub(super) const JELLYFISH: Self = Self { technique: Technique::Jellyfish, size: 4 };

    fn of(&self, position: &Position, base: &[(House, Cells)], cover: &[(House, Cells)]) -> Option<Deduction> {
        position.digits().find_map(|digit| {
            let places = position.places(digit);
            let few = |(_, cells): &&(House, Cells)| (1..=self.size).contains(&(places & *cells).len());
            let lines: Vec<&(House, Cells)> = base.iter().filter(few).collect();
            combinations(&lines, self.size, &mut |chosen| {
                let base = chosen.iter().fold(Cells::EMPTY, |all, (_, cells)| all | *cells);
                let body = places & base;
                let crossing: Vec<&(House, Cells)> = cover.iter().filter(|(_, c)| c.intersects(&body)).collect();
                if crossing.len() != self.size {
                    return None;
                }
                let cover = crossing.iter().fold(Cells::EMPTY, |all, (_, cells)| all | *cells);
                Deduction::remove(position, self.technique, position.of_digit(digit, cover - base), || {
                    let names = |lines: &[&(House, Cells)]| {
                        words::lines(&lines.iter().map(|(house, _)| *house).collect::<Vec<_>>())
                    };
                    let digit = words::digit(position, digit);
                    format!("in {}, {digit} is in {} only", names(chosen), names(&crossing))
                })
            })
        })
    }
}

impl Find for Fish {
    fn find(&self, position: &Position) -> Option<Deduction> {
        let n = position.shape().n();
        let (rows, columns) = position.houses()[..2 * n].split_at(n);
        self.of(position, rows, columns).or_else(|| self.of(position, columns, rows))
    }
}
