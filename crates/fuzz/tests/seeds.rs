//! Every seed and every case that was ever found goes through its target once more.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use minclue_fuzz::TARGETS;

fn seeds(target: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(target);
    let Ok(files) = fs::read_dir(folder) else { return Vec::new() };
    files.map(|file| file.expect("a file").path()).collect()
}

#[test]
fn every_seed_passes_its_target() {
    for target in TARGETS {
        let (kept, made) = (seeds(target.name), (target.made)());
        assert!(kept.len() + made.len() > 0, "{} has no seeds", target.name);
        for path in kept {
            (target.run)(&fs::read(&path).expect("a seed"));
        }
        for bytes in made {
            (target.run)(&bytes);
        }
    }
}

/// Each seed cut short, and with a byte of another value in each place: what the fuzzer does, without a fuzzer.
#[test]
fn seeds_with_small_mistakes_pass_their_targets() {
    for target in TARGETS {
        let kept = seeds(target.name).iter().map(|path| fs::read(path).expect("a seed")).collect::<Vec<_>>();
        for seed in kept.into_iter().chain((target.made)()).filter(|seed| seed.len() <= 400) {
            let step = 1 + seed.len() / 24;
            for at in (0..seed.len()).step_by(step) {
                (target.run)(&seed[..at]);
                for byte in [b'0', b' ', b'\n', 0xff] {
                    let mut changed = seed.clone();
                    changed[at] = byte;
                    (target.run)(&changed);
                }
            }
        }
    }
}

#[test]
fn every_folder_of_seeds_has_a_target() {
    let folders = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds")).expect("seeds");
    let names: BTreeSet<String> =
        folders.map(|folder| folder.expect("a folder").file_name().to_string_lossy().into_owned()).collect();
    let targets: BTreeSet<String> = TARGETS.iter().map(|target| target.name.to_owned()).collect();
    assert!(names.is_subset(&targets), "{:?}", names.difference(&targets));
}
