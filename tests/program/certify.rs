//! The SHA-256 of a certificate; `tests/cases/certificates.md` has what else `solve --certify` and `verify` say.

use std::fs;

use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::minclue;

const SIX: &str = "534621216354465132321465153246642513";

#[test]
fn an_answer_is_certified_and_verified() {
    let program = minclue();
    let output = program.run(["solve", "--certify", "six.cert", "--format", "jsonl", SIX]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    let solved = output.record();
    assert_eq!((&solved["certified"], &solved["minimum"]), (&Value::Bool(true), &Value::from(8)));
    assert_eq!(
        (&solved["proof"]["level"], &solved["proof"]["file"]),
        (&Value::from("minimum"), &Value::from("six.cert"))
    );
    // Nothing stays behind but the certificate.
    assert_eq!(program.names(), ["six.cert"]);
    let bytes = fs::read(program.path("six.cert")).expect("it was written");
    let hash: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(solved["proof"]["sha256"], Value::from(hash.clone()));
    assert_eq!(solved["proof"]["n_file_bytes"], Value::from(bytes.len()));

    let output = program.run(["verify", "six.cert"]);
    assert_eq!(output.code, 0);
    let said = output.text;
    assert!(said.starts_with("VERIFIED minimum = 8\nshape  2x3\n"), "{said}");
    assert!(said.contains(&format!("grid   {SIX}\n")) && said.contains(&hash), "{said}");
    let verdict = program.run(["verify", "--format", "jsonl", "six.cert"]).record();
    assert_eq!(verdict["schema"], "minclue-verdict/1");
    assert_eq!((&verdict["verified"], &verdict["status"]), (&Value::Bool(true), &Value::from("done")));
    for field in ["grid", "minimum", "puzzle"] {
        assert_eq!(verdict[field], solved[field], "{field}");
    }
    assert_eq!(verdict["sha256"], solved["proof"]["sha256"]);
}
