//! Lines of numbers, built without `fmt`, which took a third of the time of a long proof.

/// One or more lines of text.
#[derive(Default)]
pub(super) struct Text {
    bytes: Vec<u8>,
}

impl Text {
    pub(super) fn push(&mut self, text: &str) -> &mut Self {
        self.bytes.extend_from_slice(text.as_bytes());
        self
    }

    pub(super) fn number(&mut self, number: impl Into<i128>) -> &mut Self {
        let number = number.into();
        if number < 0 {
            self.bytes.push(b'-');
        }
        let start = self.bytes.len();
        let mut rest = number.unsigned_abs();
        loop {
            self.bytes.push(b'0' + (rest % 10) as u8);
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        self.bytes[start..].reverse();
        self
    }

    /// The variable of a cell, which is numbered from 1.
    pub(super) fn cell(&mut self, cell: usize) -> &mut Self {
        self.push("x").number(cell as i128 + 1)
    }

    /// Takes the text built so far, and clears it.
    pub(super) fn take(&mut self, into: impl FnOnce(&[u8]) -> std::io::Result<()>) -> std::io::Result<usize> {
        into(&self.bytes)?;
        let length = self.bytes.len();
        self.bytes.clear();
        Ok(length)
    }
}

/// Number of decimal digits.
pub(super) fn digits(number: u64) -> u32 {
    number.checked_ilog10().unwrap_or(0) + 1
}
