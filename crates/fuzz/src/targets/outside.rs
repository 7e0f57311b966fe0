//! Certificates as they are written for third-party checkers.

use std::io::sink;

use minclue_interop::{Cover, Facts, OutsideError, write_cnf, write_drat, write_opb, write_veripb};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

use super::certificates::digested;

/// The longest proof that is written.
const LONGEST: u64 = 1 << 16;

/// Of a certificate that our checker accepts there is a proof, or it is too long.
pub(crate) fn run(bytes: &[u8]) {
    let file = compress_to_vec(&digested(bytes.to_vec())[..], CompressionLevel::Fastest);
    match write_veripb(&file[..], &mut sink(), &mut sink(), LONGEST) {
        Ok(_) | Err(OutsideError::Refused(_) | OutsideError::TooLong { .. }) => {}
        Err(error) => panic!("{error}"),
    }
    let Ok(facts) = Facts::read(&file[..]) else { return };
    assert!(facts.sets.iter().flatten().all(|cell| *cell < facts.n_cells()));
    write_opb(&facts, &mut sink()).expect("nothing takes all");
    if let Ok(cover) = Cover::of(&facts.problem) {
        write_cnf(&cover, facts.puzzle(), &mut sink()).expect("nothing takes all");
        match write_drat(&cover, facts.puzzle(), &mut sink(), LONGEST) {
            Ok(_) | Err(OutsideError::TooLong { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    }
}
