//! Files of other kinds that users pass by mistake, recognized by their first bytes.

use std::fmt;

/// A kind of file that has no grids as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foreign {
    Gzip,
    Bzip2,
    Xz,
    /// Compressed by zstd, as certificates are.
    Zstd,
    Certificate,
    /// A zip archive; office documents and spreadsheets are such archives too.
    Zip,
    SevenZip,
    /// Text, but in UTF-16.
    Utf16,
    Pdf,
    /// A picture: PNG, JPEG or GIF.
    Picture,
}

/// First bytes that tell a kind. None of them begins a text in which a grid could stand.
const SIGNATURES: &[(&[u8], Foreign)] = &[
    (b"\x1f\x8b", Foreign::Gzip),
    (b"BZh", Foreign::Bzip2),
    (b"\xfd7zXZ\x00", Foreign::Xz),
    (b"\x28\xb5\x2f\xfd", Foreign::Zstd),
    (b"minclue-cert/", Foreign::Certificate),
    (b"PK\x03\x04", Foreign::Zip),
    (b"7z\xbc\xaf\x27\x1c", Foreign::SevenZip),
    (b"\xff\xfe", Foreign::Utf16),
    (b"\xfe\xff", Foreign::Utf16),
    (b"%PDF-", Foreign::Pdf),
    (b"\x89PNG\r\n", Foreign::Picture),
    (b"\xff\xd8\xff", Foreign::Picture),
    (b"GIF8", Foreign::Picture),
];

impl Foreign {
    /// The kind of a file that begins with `bytes`.
    pub(super) fn of(bytes: &[u8]) -> Option<Self> {
        let kind = SIGNATURES.iter().find(|(signature, _)| bytes.starts_with(signature)).map(|(_, kind)| *kind)?;
        // "BZh" alone may be a word; the block size and the digits of pi that follow are not.
        let is_meant =
            kind != Self::Bzip2 || bytes.get(3).is_some_and(u8::is_ascii_digit) && bytes[4..].starts_with(b"1AY");
        is_meant.then_some(kind)
    }
}

impl fmt::Display for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Gzip => "this is a gzip file; decompress it first",
            Self::Bzip2 => "this is a bzip2 file; decompress it first",
            Self::Xz => "this is an xz file; decompress it first",
            Self::Zstd => "this is a zstd file; decompress it first",
            Self::Certificate => "this is a certificate, not a puzzle",
            Self::Zip => "this is a zip archive; unpack it first",
            Self::SevenZip => "this is a 7z archive; unpack it first",
            Self::Utf16 => "this is text in UTF-16; save it as UTF-8 or plain ASCII",
            Self::Pdf => "this is a PDF document, not text",
            Self::Picture => "this is a picture, not text",
        })
    }
}
