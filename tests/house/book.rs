//! The pages: each is in the book, and links lead somewhere. `make book` also looks at places inside pages.

use std::path::{Component, Path, PathBuf};

use minclue_testkit::{names, project, project_text};

/// The Markdown files below a folder, by their names from the root of the repository.
pub(crate) fn pages(folder: &str) -> Vec<String> {
    let inside = names(&project(folder)).into_iter().filter(|name| !matches!(name.as_str(), "target" | ".git"));
    let paths = inside.map(|name| if folder == "." { name } else { format!("{folder}/{name}") });
    let found = paths.flat_map(|path| if project(&path).is_dir() { pages(&path) } else { vec![path] });
    found.filter(|path| Path::new(path).extension().is_some_and(|ext| ext == "md")).collect()
}

/// The links of a page to files, without places inside them; code is passed over.
pub(crate) fn links(text: &str) -> Vec<String> {
    let mut is_code = false;
    let prose = text.lines().filter(move |line| {
        is_code ^= line.trim_start().starts_with("```");
        !is_code && (!line.starts_with("    ") || line.trim_start().starts_with("- "))
    });
    let links = prose.flat_map(|line| {
        // Every second part stands between backticks.
        let outside: String = line.split('`').step_by(2).collect();
        let links = outside.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0.to_owned()));
        links.collect::<Vec<_>>()
    });
    let files = links.map(|link| link.split('#').next().unwrap_or_default().to_owned());
    files.filter(|link| !link.is_empty() && !link.contains(':')).collect()
}

/// A path without `..`.
pub(crate) fn plain(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut plain, part| {
        if part == Component::ParentDir {
            plain.pop();
        } else {
            plain.push(part);
        }
        plain
    })
}

#[test]
fn links_lead_somewhere() {
    let mut n_links = 0;
    for page in pages(".") {
        let folder = Path::new(&page).parent().expect("a folder");
        for link in links(&project_text(&page)) {
            let target = plain(&folder.join(&link));
            assert!(project(&target.to_string_lossy()).exists(), "{page}: {link}");
            n_links += 1;
        }
    }
    assert!(n_links > 190, "{n_links} links");
}

#[test]
fn every_page_of_the_documentation_is_in_the_book() {
    let listed = links(&project_text("docs/SUMMARY.md"));
    let listed: Vec<PathBuf> = listed.iter().map(|link| plain(&Path::new("docs").join(link))).collect();
    let wanted = pages("docs").into_iter().chain(pages("results")).filter(|page| !page.ends_with("SUMMARY.md"));
    // Each run of a published search has its own tables; the page above them links to these folders.
    let wanted = wanted.filter(|page| !page.ends_with("tables.md") || page.matches('/').count() == 2);
    for page in wanted {
        assert!(listed.contains(&PathBuf::from(&page)), "docs/SUMMARY.md lacks {page}");
    }
}

/// All files below a folder, by their names from the root of the repository.
fn files(folder: &str) -> Vec<String> {
    let paths = names(&project(folder)).into_iter().map(|name| format!("{folder}/{name}"));
    paths.flat_map(|path| if project(&path).is_dir() { files(&path) } else { vec![path] }).collect()
}

#[test]
fn results_are_a_folder_a_claim_and_their_records_are_packed() {
    let folders = names(&project("results")).into_iter().filter(|name| project(&format!("results/{name}")).is_dir());
    let folders: Vec<String> = folders.collect();
    assert!(folders.len() <= 12, "{folders:?}");
    for folder in &folders {
        assert!(project(&format!("results/{folder}/README.md")).exists(), "{folder} has no page");
    }
    let unpacked: Vec<String> = files("results").into_iter().filter(|file| file.ends_with(".jsonl")).collect();
    assert!(unpacked.is_empty(), "results/records pack: {unpacked:?}");
}
