//! The drawings of the page: how often each minimum is, and bounds over time, both with axes.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::row::{Row, Trace};
use super::unit::Unit;
use crate::number::grouped;

/// Width and height of a drawing, and the room around what is drawn: at the left and below for numbers and words.
const WIDTH: f64 = 520.0;
const HEIGHT: f64 = 210.0;
const LEFT: f64 = 58.0;
const RIGHT: f64 = 16.0;
const ABOVE: f64 = 18.0;
const BELOW: f64 = 42.0;
/// Numbers on an axis, at most.
const TICKS: f64 = 6.0;
/// Minima between the first and the last that have a place of their own, also where no record has them.
const MOST_PLACES: i64 = 40;
/// The widest bar.
const BAR: f64 = 44.0;

/// How many records have each minimum: a drawing for each thing that is counted, since 17 clues are not 17 vertices.
pub(super) fn distributions(rows: &[Row]) -> Vec<String> {
    minima(rows).into_iter().map(|(unit, counts)| bars(unit, &counts)).collect()
}

/// Of each thing that is counted, how many records have each minimum.
pub(super) fn minima(rows: &[Row]) -> BTreeMap<Unit, BTreeMap<i64, u64>> {
    let mut all: BTreeMap<Unit, BTreeMap<i64, u64>> = BTreeMap::new();
    for (unit, minimum) in rows.iter().filter_map(|row| Some((row.unit, row.minimum()?))) {
        *all.entry(unit).or_default().entry(minimum).or_default() += 1;
    }
    all
}

/// A bar for each minimum, with its number above.
fn bars(unit: Unit, counts: &BTreeMap<i64, u64>) -> String {
    let ends = counts.keys().next().zip(counts.keys().next_back());
    let (first, last) = ends.map_or((0, 0), |(first, last)| (*first, *last));
    // On a scale where it is short; values that lie far apart stand side by side.
    let places: Vec<i64> = if last.saturating_sub(first) < MOST_PLACES {
        (first..=last).collect()
    } else {
        counts.keys().copied().collect()
    };
    let most = counts.values().copied().max().unwrap_or(0);
    let step = whole_step(most);
    let top = most.div_ceil(step) * step;
    let mut frame = Frame::new(&format!("How many records have each minimum, in {}", unit.axis()));
    for tick in (0..=top).step_by(step as usize) {
        frame.level(tick as f64 / top as f64, &grouped(tick));
    }
    let room = (WIDTH - LEFT - RIGHT) / places.len() as f64;
    // Numbers below that would touch each other are left out.
    let letters = places.iter().map(|place| grouped_signed(*place).chars().count()).max().unwrap_or(1);
    let every = (letters as f64 * 8.0 + 8.0).max(1.0).div_euclid(room) as usize + 1;
    for (i, place) in places.iter().enumerate() {
        let x = LEFT + room * (i as f64 + 0.5);
        if i % every == 0 {
            frame.below(x, &grouped_signed(*place));
        }
        let Some(n) = counts.get(place) else { continue };
        let (width, y) = ((0.8 * room).min(BAR), frame.y(*n as f64 / top as f64));
        let _ = write!(
            frame.svg,
            "<rect class=\"bar\" x=\"{:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{:.1}\"><title>{}: {}</title></rect>",
            x - width / 2.0,
            frame.y(0.0) - y,
            unit.counted(*place),
            grouped(*n)
        );
        if room >= 18.0 {
            let _ = write!(frame.svg, "<text class=\"mid\" x=\"{x:.1}\" y=\"{:.1}\">{}</text>", y - 4.0, grouped(*n));
        }
    }
    frame.finish(&format!("minimum ({})", unit.axis()), "records")
}

/// Both bounds of a grid over the seconds.
pub(super) fn curve(trace: &Trace, unit: &str) -> String {
    let points = &trace.points;
    let end = points.last().map_or(0.0, |point| point.0).max(f64::MIN_POSITIVE);
    // The whole grid is a puzzle before anything is known, far above all that is drawn.
    let cells = trace.grid.chars().count() as i64;
    let is_known = |point: &&(f64, i64, i64)| point.2 != cells;
    let known: Vec<_> = points.iter().filter(is_known).collect();
    let uppers = if known.is_empty() { points.iter().collect() } else { known };
    let high = uppers.iter().map(|point| point.2).max().unwrap_or(0);
    let range = points.iter().fold((i64::MAX, high), |(low, high), point| (low.min(point.1), high.max(point.1)));
    // A file of anybody may have any bounds.
    let (low, high) = (i128::from(range.0), i128::from(range.1));
    let step = i128::from(whole_step(range.1.abs_diff(range.0)));
    let (low, high) = (low.div_euclid(step) * step, (high.max(low + 1) + step - 1).div_euclid(step) * step);
    let (_, lower, upper) = *points.last().expect("a curve has a point");
    let mut frame = Frame::new(&format!("Bounds over {end:.1} seconds: {lower} to {upper}"));
    let share = |bound: i64| (i128::from(bound) - low) as f64 / (high - low) as f64;
    for tick in (0..).map(|i| low + i * step).take_while(|tick| *tick <= high) {
        let number = i64::try_from(tick).map_or_else(|_| tick.to_string(), grouped_signed);
        frame.level((tick - low) as f64 / (high - low) as f64, &number);
    }
    let (step, decimals) = step_of(end);
    for tick in (0..).map(|i| f64::from(i) * step).take_while(|tick| *tick <= end * (1.0 + 1e-9)) {
        frame.below(LEFT + (WIDTH - LEFT - RIGHT) * tick / end, &format!("{tick:.decimals$}"));
    }
    let lowers = points.iter().map(|point| (point.0, point.1)).collect::<Vec<_>>();
    let uppers = uppers.iter().map(|point| (point.0, point.2)).collect::<Vec<_>>();
    for (class, steps) in [("lower", lowers), ("upper", uppers)] {
        let mut path = String::new();
        for (i, (at, bound)) in steps.into_iter().enumerate() {
            let (x, y) = (LEFT + (WIDTH - LEFT - RIGHT) * at / end, frame.y(share(bound)));
            let _ = if i == 0 { write!(path, "M{x:.1},{y:.1}") } else { write!(path, "H{x:.1}V{y:.1}") };
        }
        let _ = write!(frame.svg, "<path class=\"{class}\" d=\"{path}\"/>");
    }
    frame.finish("seconds", unit)
}

/// A drawing with its axes.
struct Frame {
    svg: String,
}

impl Frame {
    /// With what it shows, for those who do not see it.
    fn new(label: &str) -> Self {
        Self { svg: format!("<svg role=\"img\" aria-label=\"{label}\" viewBox=\"0 0 {WIDTH} {HEIGHT}\">") }
    }

    /// Where a share of the height is.
    fn y(&self, share: f64) -> f64 {
        HEIGHT - BELOW - (HEIGHT - ABOVE - BELOW) * share
    }

    /// A number on the left axis, and its line.
    fn level(&mut self, share: f64, number: &str) {
        let y = self.y(share);
        let _ = write!(
            self.svg,
            "<path class=\"axis\" d=\"M{LEFT},{y:.1}H{:.1}\"/><text class=\"end\" x=\"{:.1}\" y=\"{:.1}\">{number}</text>",
            WIDTH - RIGHT,
            LEFT - 6.0,
            y + 4.5
        );
    }

    /// A number on the axis below.
    fn below(&mut self, x: f64, number: &str) {
        let y = HEIGHT - BELOW + 17.0;
        let _ = write!(self.svg, "<text class=\"mid\" x=\"{x:.1}\" y=\"{y:.1}\">{number}</text>");
    }

    /// With the words at both axes.
    fn finish(mut self, below: &str, left: &str) -> String {
        let (x, y) = ((LEFT + WIDTH - RIGHT) / 2.0, (ABOVE + HEIGHT - BELOW) / 2.0);
        let _ = write!(
            self.svg,
            "<text class=\"mid weak\" x=\"{x:.1}\" y=\"{:.1}\">{below}</text>\
             <text class=\"mid weak\" transform=\"translate(13,{y:.1}) rotate(-90)\">{left}</text></svg>",
            HEIGHT - 8.0
        );
        self.svg
    }
}

/// The step between whole numbers of an axis up to `most`.
fn whole_step(most: u64) -> u64 {
    let (step, _) = step_of(most.max(1) as f64);
    (step as u64).max(1)
}

/// The step between the numbers of an axis up to `end`, 1, 2 or 5 times a power of ten, and how many decimals they have.
fn step_of(end: f64) -> (f64, usize) {
    let power = (end / TICKS).log10().floor();
    let unit = 10.0_f64.powf(power);
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|n| n * unit).find(|step| end / step <= TICKS).unwrap_or(unit);
    (step, (-step.log10().floor()).clamp(0.0, 9.0) as usize)
}

/// A number with its sign, its digits in groups.
fn grouped_signed(n: i64) -> String {
    format!("{}{}", if n < 0 { "-" } else { "" }, grouped(n.unsigned_abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_few_round_numbers() {
        for (end, wanted) in [(1.0, (0.2, 1)), (6.0, (1.0, 0)), (7.0, (2.0, 0)), (30.0, (5.0, 0)), (0.004, (0.001, 3))]
        {
            let (step, decimals) = step_of(end);
            assert!((step - wanted.0).abs() < 1e-9 && decimals == wanted.1, "{end}: {step} {decimals}");
        }
        assert_eq!([0, 1, 6, 7, 12, 5000].map(whole_step), [1, 1, 1, 2, 2, 1000]);
        assert_eq!([-1234567, -3, 999, 1000].map(grouped_signed), ["-1,234,567", "-3", "999", "1,000"]);
    }
}
