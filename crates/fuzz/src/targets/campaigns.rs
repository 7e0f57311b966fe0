//! The files of a campaign: manifests, lists of inputs, complete chunks, and parts left by a kill.

use std::fs;
use std::sync::{Mutex, OnceLock, PoisonError};

use minclue_campaign::{
    Campaign, CampaignFolder, CampaignInput, CampaignSetting, ChunkEnd, ChunkFile, ChunkHead, ChunkPart, InputList,
    Manifest, TaskLine, left_lines, sha256,
};
use tempfile::TempDir;

/// The chunk that is read. It has the tasks 2 and 3.
const CHUNK: u64 = 1;

struct Kept {
    folder: CampaignFolder,
    campaign: Campaign,
    _place: TempDir,
}

fn inputs() -> [CampaignInput; 3] {
    [("a", "1234341221434321"), ("b", ""), ("c3", "12.4341221434321")].map(|(name, line)| CampaignInput {
        name: name.to_owned(),
        shape: "2x2".to_owned(),
        line: line.to_owned(),
    })
}

/// Three inputs, each with two settings, two tasks a chunk.
fn kept() -> &'static Kept {
    static KEPT: OnceLock<Kept> = OnceLock::new();
    KEPT.get_or_init(|| {
        let place = tempfile::tempdir().expect("a folder");
        let folder = CampaignFolder::new(&place.path().join("campaign"));
        let setting = |k: u64| CampaignSetting {
            words: vec!["solve".to_owned(), format!("--at-most={k}")],
            key: [("k".to_owned(), k.into())].into_iter().collect(),
        };
        let made = folder.create(|path| {
            let inputs_sha256 = InputList::write(path, &inputs())?;
            Ok(Manifest {
                schema: Manifest::SCHEMA.to_owned(),
                version: "0".to_owned(),
                program_sha256: None,
                settings: vec![setting(4), setting(5)],
                n_inputs: 3,
                inputs_sha256,
                chunk_size: 2,
                study: None,
            })
        });
        let campaign = made.expect("a campaign");
        fs::create_dir_all(folder.chunk(CHUNK).parent().expect("a folder")).expect("a folder");
        Kept { folder, campaign, _place: place }
    })
}

/// The first byte chooses the file.
pub(crate) fn run(bytes: &[u8]) {
    // The tests call this from several threads, and there is one folder.
    static TURN: Mutex<()> = Mutex::new(());
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let Some((first, bytes)) = bytes.split_first() else { return };
    match first % 4 {
        0 => manifest(bytes),
        1 => list(bytes),
        2 => chunk(bytes),
        _ => part(bytes),
    }
}

/// Chunks cut the tasks into pieces that follow each other, and the manifest is the same when it is written again.
fn manifest(bytes: &[u8]) {
    let Kept { folder, .. } = kept();
    let path = folder.root().with_extension("json");
    fs::write(&path, bytes).expect("a file");
    let campaign = match Campaign::read(&path) {
        Ok(campaign) => campaign,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    assert_eq!(campaign.sha256, sha256(bytes));
    let (n_chunks, n_tasks) = (campaign.n_chunks(), campaign.n_tasks());
    let mut next = 0;
    for chunk in 0..n_chunks.min(50) {
        let tasks = campaign.tasks(chunk);
        assert!(tasks.start == next && (tasks.end > next || n_tasks == 0));
        next = tasks.end;
        let (input, setting) = campaign.of_task(tasks.start);
        assert!(input < campaign.manifest.n_inputs && setting < campaign.manifest.settings.len());
    }
    assert!(next == n_tasks || n_chunks > 50);
    assert!(n_chunks == 0 || campaign.tasks(n_chunks - 1).end == n_tasks);
    campaign.manifest.write(&path).expect("it is written");
    assert_eq!(Campaign::read(&path).expect("what is written").manifest, campaign.manifest);
}

/// Inputs that are read one by one and all at once are the same, and those that are written again too.
fn list(bytes: &[u8]) {
    let Kept { folder, .. } = kept();
    let path = folder.root().with_extension("txt");
    fs::write(&path, bytes).expect("a file");
    for n in [0, 1, 3, 1 << 40, u64::MAX] {
        let Ok(mut list) = InputList::open(&path, n) else { continue };
        let Ok(all) = list.read(0..n) else { continue };
        assert_eq!(all.len() as u64, n);
        for (i, input) in all.iter().enumerate() {
            let i = i as u64;
            assert_eq!(list.read(i..i + 1).expect("it was read before"), std::slice::from_ref(input));
        }
        let again = folder.root().with_extension("again");
        // An empty line may have lost the blanks before it.
        if all.iter().all(|input| input.line.trim() == input.line) {
            InputList::write(&again, &all).expect("it is written");
            let read = InputList::open(&again, n).and_then(|mut list| list.read(0..n)).expect("what is written");
            assert_eq!(read, all);
        }
    }
}

/// A chunk that is read has its tasks in order, and is the same by its first and last line.
fn chunk(bytes: &[u8]) {
    let Kept { folder, campaign, .. } = kept();
    let path = folder.chunk(CHUNK);
    fs::write(&path, bytes).expect("a file");
    let peek = ChunkFile::peek(&path, campaign, CHUNK);
    match ChunkFile::read(&path, campaign, CHUNK) {
        Ok(file) => {
            assert!(file.lines.iter().map(|line| line.task).eq(campaign.tasks(CHUNK)));
            assert_eq!(peek.expect("the end of what was read"), file.end);
            let n_failed = file.lines.iter().filter(|line| line.status() == TaskLine::FAILED).count();
            assert_eq!(file.end.n_failed(), n_failed as u64);
        }
        Err(fault) => assert!(!fault.to_string().is_empty()),
    }
    fs::remove_file(&path).expect("it was there");
}

/// What is left of a part is taken over, and nothing that failed; it is whole once its tasks are there.
fn part(bytes: &[u8]) {
    let Kept { folder, campaign, .. } = kept();
    let path = folder.parts().join(format!("{}.host.1.x.part", CampaignFolder::chunk_name(CHUNK)));
    fs::write(&path, bytes).expect("a file");
    let left = left_lines(folder, campaign, CHUNK).expect("files");
    assert!(left.iter().all(|line| campaign.tasks(CHUNK).contains(&line.task)));
    let (part, adopted) = ChunkPart::begin(folder, campaign, CHUNK).expect("files");
    let kept = left.iter().filter(|line| !line.has_failed()).map(|line| line.task);
    assert!(adopted.lines.keys().copied().eq(kept));
    if adopted.lines.keys().copied().eq(campaign.tasks(CHUNK)) {
        let end = part.finish(ChunkEnd::default()).expect("it is written");
        let read = ChunkFile::read(&folder.chunk(CHUNK), campaign, CHUNK).expect("what is written");
        assert_eq!(read.end, end);
        assert!(read.lines.iter().map(TaskLine::text).eq(adopted.lines.values().map(TaskLine::text)));
    } else {
        drop(part);
    }
    for place in [folder.parts(), folder.chunk(CHUNK).parent().expect("a folder").to_owned()] {
        for file in fs::read_dir(place).expect("a folder") {
            fs::remove_file(file.expect("a file").path()).expect("it was there");
        }
    }
}

/// One of each kind, as they are written.
pub(crate) fn made() -> Vec<Vec<u8>> {
    let Kept { folder, campaign, .. } = kept();
    let record = |task: u64| format!(r#"{{"status":"optimal","id":"g{task}","seconds":0.5}}"#);
    let line = |task| TaskLine::new(task, Some(0), 0.5, vec![record(task)]).expect("JSON").text();
    let head = ChunkHead::new(campaign, CHUNK).text();
    let part = format!("{head}{}{}", line(2), line(3));
    // The hashes of the end are those of these lines, whoever writes them.
    let end = ChunkEnd {
        n_tasks: 2,
        statuses: [("optimal".to_owned(), 2)].into_iter().collect(),
        sha256: sha256(part.as_bytes()),
        seconds: 1.0,
        ..ChunkEnd::default()
    };
    let whole = format!("{part}{}", end.text());
    let read = |path| fs::read(path).expect("a file");
    let kinds = [read(folder.manifest()), read(folder.inputs()), whole.into_bytes(), part.into_bytes()];
    kinds.into_iter().zip(b'0'..).map(|(bytes, first)| [vec![first], bytes].concat()).collect()
}
