//! The picture of the house, `docs/architecture.svg`: one box a crate, arrows from a crate to those that it needs. It
//! is made from the manifests, so it cannot be out of date without this test saying so.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use minclue_testkit::{names, project, project_text};

use crate::structure::crate_folders;

/// One crate of the workspace, as its manifest describes it.
#[derive(Debug, Default)]
struct Package {
    name: String,
    /// What it is for.
    description: String,
    /// The crates of the workspace that it needs to be built; those of tests do not count.
    needs: Vec<String>,
    /// Its rooms: the folders of `src/` that are modules.
    rooms: Vec<String>,
}

/// Crates that serve development only and are not in the picture.
const ASIDE: [&str; 3] = ["minclue-attack", "minclue-fuzz", "minclue-testkit"];

fn package(folder: &Path) -> Package {
    let text = fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
    let mut package = Package::default();
    let mut section = "";
    for line in text.lines() {
        if let Some(head) = line.strip_prefix('[') {
            section = head.trim_end_matches(']');
        } else if let Some((key, value)) = line.split_once(" = ") {
            match (section, key) {
                ("package", "name") => package.name = value.trim_matches('"').to_owned(),
                ("package", "description") => package.description = value.trim_matches('"').to_owned(),
                ("dependencies", key) if key.starts_with("minclue-") => package.needs.push(key.to_owned()),
                _ => {}
            }
        }
    }
    let src = folder.join("src");
    let is_room = |name: &String| name != "tests" && src.join(name).join("mod.rs").is_file();
    package.rooms = names(&src).into_iter().filter(is_room).collect();
    package
}

/// All crates, by name.
fn packages() -> Vec<Package> {
    let folders = crate_folders().chain([".", "python"].map(str::to_owned));
    let mut found: Vec<Package> = folders.map(|folder| package(&project(&folder))).collect();
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found
}

/// What a crate needs, without what it has anyway through something else that it needs.
fn direct<'p>(packages: &'p [Package], package: &'p Package) -> Vec<&'p str> {
    fn reaches(packages: &[Package], from: &str, to: &str) -> bool {
        let from = packages.iter().find(|package| package.name == from).expect("a crate of the workspace");
        from.needs.iter().any(|need| need == to || reaches(packages, need, to))
    }
    let needs = package.needs.iter().map(String::as_str);
    needs.filter(|need| !package.needs.iter().any(|other| reaches(packages, other, need))).collect()
}

/// How far below the roof each crate hangs: one floor below the lowest crate that needs it.
fn depths(packages: &[Package]) -> BTreeMap<&str, usize> {
    let mut depths: BTreeMap<&str, usize> = packages.iter().map(|package| (package.name.as_str(), 0)).collect();
    // As many rounds as there are crates are enough for any order without circles, which cargo refuses.
    for _ in packages {
        for package in packages {
            for need in &package.needs {
                let depth = depths[need.as_str()].max(depths[package.name.as_str()] + 1);
                depths.insert(need, depth);
            }
        }
    }
    depths
}

/// What stands on a floor: a crate, or an arrow on its way down from one crate to another, with the depth of the floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place<'p> {
    Box(&'p str),
    Arrow(&'p str, &'p str, usize),
}

impl Place<'_> {
    fn width(self) -> usize {
        if matches!(self, Self::Box(_)) { BOX.0 } else { 8 }
    }
}

/// The floors from the roof down, each from left to right: everything near to what needs it.
fn floors(packages: &[Package]) -> Vec<Vec<Place<'_>>> {
    let depths = depths(packages);
    let n_floors = depths.values().max().map_or(0, |depth| depth + 1);
    let mut floors: Vec<Vec<Place<'_>>> = vec![Vec::new(); n_floors];
    for package in packages {
        let depth = depths[package.name.as_str()];
        floors[depth].push(Place::Box(&package.name));
        for need in direct(packages, package) {
            (depth + 1..depths[need]).for_each(|between| {
                floors[between].push(Place::Arrow(&package.name, need, between));
            });
        }
    }
    for below in 1..n_floors {
        let above = floors[below - 1].clone();
        // The mean of the places of what is above it and leads to it, in small parts of a place.
        let mean = |place: &Place<'_>| {
            let leads = |(i, from): (usize, &Place<'_>)| {
                let leads = match (*from, *place) {
                    (Place::Box(from), Place::Box(to)) => {
                        let from = packages.iter().find(|package| package.name == from).expect("a box is a crate");
                        direct(packages, from).contains(&to)
                    }
                    (Place::Box(from), Place::Arrow(start, ..)) => from == start,
                    (Place::Arrow(_, end, _), Place::Box(to)) => end == to,
                    (Place::Arrow(start, end, _), Place::Arrow(from, to, _)) => (start, end) == (from, to),
                };
                leads.then_some(1000 * i)
            };
            let of: Vec<usize> = above.iter().enumerate().filter_map(leads).collect();
            of.iter().sum::<usize>() / of.len().max(1)
        };
        floors[below].sort_by_key(|place| (mean(place), *place));
    }
    floors
}

const BOX: (usize, usize) = (296, 122);
const GAP: (usize, usize) = (32, 64);
const MARGIN: usize = 16;
/// Characters in a line of the small print of a box.
const LINE: usize = 38;

/// The picture, with the program on top.
fn picture(packages: &[Package]) -> String {
    let floors = floors(packages);
    let wide = |floor: &[Place<'_>]| floor.iter().map(|place| place.width() + GAP.0).sum::<usize>() - GAP.0;
    let width = 2 * MARGIN + floors.iter().map(|floor| wide(floor)).max().unwrap_or(0);
    let height = 2 * MARGIN + floors.len() * (BOX.1 + GAP.1) - GAP.1;
    // The middle of the upper side of everything.
    let mut tops: BTreeMap<Place<'_>, (usize, usize)> = BTreeMap::new();
    for (depth, floor) in floors.iter().enumerate() {
        let mut left = (width - wide(floor)) / 2;
        for place in floor {
            tops.insert(*place, (left + place.width() / 2, MARGIN + depth * (BOX.1 + GAP.1)));
            left += place.width() + GAP.0;
        }
    }
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\">\n\
         <title>The crates of minclue and which needs which</title>\n\
         <defs><marker id=\"tip\" viewBox=\"0 0 10 8\" refX=\"9\" refY=\"4\" markerWidth=\"10\" markerHeight=\"8\" \
         orient=\"auto\"><path d=\"M0 0 10 4 0 8z\" fill=\"#567\"/></marker></defs>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    for package in packages {
        for need in direct(packages, package) {
            let way = arrow(&tops, &package.name, need);
            let _ = writeln!(
                svg,
                "<path d=\"{way}\" fill=\"none\" stroke=\"#567\" stroke-width=\"1.4\" marker-end=\"url(#tip)\"/>"
            );
        }
    }
    for package in packages {
        let (x, y) = tops[&Place::Box(&package.name)];
        box_of(&mut svg, package, x - BOX.0 / 2, y);
    }
    svg.push_str("</svg>\n");
    svg
}

/// The way of an arrow: it passes the floors between in straight lines, and bends where there are no boxes.
fn arrow(tops: &BTreeMap<Place<'_>, (usize, usize)>, from: &str, to: &str) -> String {
    let (x, y) = tops[&Place::Box(from)];
    let mut at = (x, y + BOX.1);
    let mut way = format!("M{} {}", at.0, at.1);
    // In the order of the floors, since that is how places are sorted.
    let passed = tops.range(Place::Arrow(from, to, 0)..=Place::Arrow(from, to, usize::MAX));
    let mut between: Vec<(usize, usize)> = passed.map(|(_, top)| *top).collect();
    between.push(tops[&Place::Box(to)]);
    for (i, (x, y)) in between.iter().enumerate() {
        let middle = y - GAP.1 / 2;
        let _ = write!(way, " C{} {middle} {x} {middle} {x} {y}", at.0);
        at = (*x, y + BOX.1);
        if i + 1 < between.len() {
            let _ = write!(way, " V{}", at.1);
        }
    }
    way
}

/// One crate: its name, what it is for, and its rooms.
fn box_of(svg: &mut String, package: &Package, x: usize, y: usize) {
    let (w, h) = BOX;
    let _ = writeln!(
        svg,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"8\" fill=\"#eef3fb\" stroke=\"#345\"/>"
    );
    let mut text = |dy: usize, style: &str, line: &str| {
        let line = line.replace('&', "&amp;").replace('<', "&lt;");
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\" {style}>{line}</text>", x + 12, y + dy);
    };
    text(24, "font-size=\"17\" font-weight=\"bold\" fill=\"#123\"", &package.name);
    let lines = wrapped(&package.description);
    lines.iter().enumerate().for_each(|(i, line)| text(43 + 16 * i, "font-size=\"13\" fill=\"#234\"", line));
    let rooms = wrapped(&package.rooms.join(", "));
    assert!(lines.len() + rooms.len() <= 5, "the box of {} has too few lines for its text", package.name);
    let first = h - 10 - 15 * (rooms.len() - 1);
    let style = "font-size=\"12\" font-style=\"italic\" fill=\"#567\"";
    rooms.iter().enumerate().for_each(|(i, line)| text(first + 15 * i, style, line));
}

/// `text` in lines of a box.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("one line at least");
        if line.is_empty() {
            line.push_str(word);
        } else if line.len() + 1 + word.len() <= LINE {
            let _ = write!(line, " {word}");
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

const FILE: &str = "docs/architecture.svg";

/// The picture of this workspace.
fn drawn() -> String {
    let mut packages = packages();
    packages.retain(|package| !ASIDE.contains(&package.name.as_str()));
    picture(&packages)
}

#[test]
#[ignore = "writes docs/architecture.svg"]
fn write_the_picture() {
    fs::write(project(FILE), drawn()).expect("docs/ can be written");
}

#[test]
fn the_picture_shows_the_crates_as_they_are() {
    assert!(project_text(FILE) == drawn(), "{FILE} is stale; `make pictures` draws it anew");
}

#[test]
fn every_crate_and_every_room_is_on_the_map() {
    let map = project_text("docs/architecture.md");
    for package in packages() {
        let row = map.lines().find(|line| line.starts_with(&format!("| `{}` |", package.name)));
        let row = row.unwrap_or_else(|| panic!("docs/architecture.md has no row for {}", package.name));
        for room in package.rooms {
            assert!(row.contains(&format!("`{room}`")), "the row of {} does not name its room {room}", package.name);
        }
    }
}

#[test]
fn a_crate_hangs_below_all_that_need_it() {
    let package = |name: &str, needs: &[&str]| Package {
        name: name.into(),
        needs: needs.iter().map(|need| (*need).to_owned()).collect(),
        ..Package::default()
    };
    let packages = [package("a", &["b", "c", "d"]), package("b", &["c"]), package("c", &[]), package("d", &["c"])];
    assert_eq!(depths(&packages).into_values().collect::<Vec<_>>(), [0, 1, 2, 1]);
    assert_eq!(direct(&packages, &packages[0]), ["b", "d"]);
    let packages = [package("a", &["b", "e"]), package("b", &["c"]), package("c", &["e", "f"]), package("e", &["g"])];
    let packages: Vec<Package> = packages.into_iter().chain([package("f", &[]), package("g", &[])]).collect();
    let [e, f, g] = ["e", "f", "g"].map(Place::Box);
    assert_eq!(floors(&packages)[3..], [vec![e, f], vec![g]]);
    // An arrow that passes a floor has a place there, on the side that it comes from.
    let packages = [package("a", &["b", "z"]), package("b", &["c"]), package("c", &[]), package("z", &["c"])];
    assert_eq!(floors(&packages).concat(), ["a", "b", "z", "c"].map(Place::Box));
    let packages = [package("a", &["b", "y"]), package("b", &["c"]), package("c", &["d"]), package("d", &[])];
    let packages: Vec<Package> = packages.into_iter().chain([package("y", &["d"])]).collect();
    assert_eq!(floors(&packages)[2], [Place::Box("c"), Place::Arrow("y", "d", 2)]);
}
