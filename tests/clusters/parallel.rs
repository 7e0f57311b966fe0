//! GNU parallel: its head is killed, and its workers.

use super::*;

#[test]
#[ignore = "takes minutes and needs GNU parallel: make test-clusters"]
fn kills_of_the_head_and_of_workers_lose_nothing() {
    let program = campaign();
    let parallel = ["--to", "parallel", "--at-once", "2"];
    let mut head = submit(&program, &parallel).spawn().expect("it starts");
    wait_for("some chunks", 60, || n_whole(&program) >= 3);
    // A worker: GNU parallel tries its chunk again.
    let victims = workers(&program);
    assert!(!victims.is_empty(), "nobody works");
    kill(&[victims[0].0]);
    wait_for("more chunks", 60, || n_whole(&program) >= 8);
    // The head. Its workers live on and finish what they began.
    let heads = shell(program.folder(), "pgrep -f '^perl.*parallel.*campaign run'");
    kill(&heads.lines().filter_map(|line| line.parse().ok()).collect::<Vec<_>>());
    let _ = head.kill();
    head.wait().expect("it was killed");
    let so_far = n_whole(&program);
    assert!((8..40).contains(&so_far), "{so_far} chunks");
    let again = submit(&program, &parallel).status().expect("it starts");
    assert!(again.success());
    assert_eq!(collected(&program), undisturbed());
}
