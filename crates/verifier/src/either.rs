//! Detects which of the two formats a file has, compressed or not, by its first bytes.

use std::io::{self, Chain, Cursor, ErrorKind, Read};

use crate::bilevel::MAGIC;
use crate::frames::Frames;
use crate::{BilevelVerdict, Limits, Refusal, Verdict, verify_bilevel, verify_stream_within, verify_within};

/// The statement that a certificate of either format proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proven {
    /// A statement about a minimum number of clues.
    Clues(Box<Verdict>),
    /// A statement about a bilevel program.
    Bilevel(Box<BilevelVerdict>),
}

/// Checks a certificate file: `minclue-cert/1` in zstd frames, or `minclue-bilevel-cert/1` as text or in zstd frames.
pub fn verify_either(source: impl Read, limits: &Limits<'_>) -> Result<Proven, Refusal> {
    let (source, is_text) = begin(source);
    if is_text {
        return verify_bilevel(source, limits).map(|verdict| Proven::Bilevel(Box::new(verdict)));
    }
    if !source.get_ref().0.get_ref().0.get_ref().starts_with(ZSTD) {
        return verify_within(source, limits).map(|verdict| Proven::Clues(Box::new(verdict)));
    }
    let (stream, is_bilevel) = begin(Frames::new(source));
    if is_bilevel {
        verify_bilevel(stream, limits).map(|verdict| Proven::Bilevel(Box::new(verdict)))
    } else {
        verify_stream_within(stream, limits).map(|verdict| Proven::Clues(Box::new(verdict)))
    }
}

/// How zstd frames begin.
const ZSTD: &[u8] = b"\x28\xb5\x2f\xfd";

/// The first bytes of a file, read to detect its format, then the error of reading them, if there was one, and then the
/// rest.
type Begun<R> = Chain<Chain<Cursor<Vec<u8>>, Failed>, R>;

/// Reads how it begins. Is it the text of a certificate of a bilevel program?
fn begin<R: Read>(mut source: R) -> (Begun<R>, bool) {
    let (mut head, mut buffer, mut failed) = (Vec::new(), [0; MAGIC.len()], None);
    while head.len() < MAGIC.len() {
        match source.read(&mut buffer[head.len()..]) {
            Ok(0) => break,
            Ok(n) => head.extend_from_slice(&buffer[head.len()..][..n]),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => {
                failed = Some(error);
                break;
            }
        }
    }
    let is_bilevel = head == MAGIC.as_bytes();
    (Cursor::new(head).chain(Failed(failed)).chain(source), is_bilevel)
}

/// Fails once, or is empty.
struct Failed(Option<io::Error>);

impl Read for Failed {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}
