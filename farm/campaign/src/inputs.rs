//! The inputs of a campaign, in one file whose lines all have the same length, so that the chunk in the middle of a
//! million inputs reads nothing but its own.

use std::fs::File;
use std::io::{self, BufWriter, Read as _, Seek as _, SeekFrom, Write as _};
use std::ops::Range;
use std::path::Path;

use super::hash::Running;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CampaignInput {
    /// Its name, which no other input has and which has no spaces; empty of a campaign that has no inputs to read.
    pub name: String,
    /// The box shape, as `--shape` takes it.
    pub shape: String,
    /// The grid or puzzle as one line.
    pub line: String,
}

/// The file of the inputs: `SHAPE NAME LINE`, and spaces up to the length of the longest line.
#[derive(Debug)]
pub struct InputList {
    file: File,
    width: u64,
    n: u64,
}

impl InputList {
    /// Writes inputs, and returns the SHA-256 of the file. Where nothing is to be read, lines are empty.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(path: &Path, inputs: &[CampaignInput]) -> io::Result<String> {
        let text = |input: &CampaignInput| format!("{} {} {}", input.shape, input.name, input.line);
        let width = inputs.iter().map(|input| text(input).len()).max().unwrap_or(0);
        let mut file = BufWriter::new(minclue_core::base::WholeFile::create(path)?);
        let mut hash = Running::default();
        for input in inputs {
            // By bytes, as lines are read: names are in any script.
            let text = text(input);
            let line = format!("{text}{}\n", " ".repeat(width - text.len()));
            hash.add(line.as_bytes());
            file.write_all(line.as_bytes())?;
        }
        file.into_inner().map_err(io::IntoInnerError::into_error)?.keep()?;
        Ok(hash.end())
    }

    /// Opens the file of `n` inputs.
    ///
    /// # Errors
    /// It cannot be read, or does not have that many lines of one length.
    pub fn open(path: &Path, n: u64) -> io::Result<Self> {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        if (n == 0 && length > 0) || (n > 0 && (length == 0 || length % n != 0)) {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                format!("it does not have {n} lines of one length"),
            ));
        }
        Ok(Self { file, width: length.checked_div(n).unwrap_or(0), n })
    }

    /// Reads some inputs, by their numbers from 0.
    ///
    /// # Errors
    /// The file cannot be read or was changed.
    pub fn read(&mut self, numbers: Range<u64>) -> io::Result<Vec<CampaignInput>> {
        let numbers = numbers.start.min(self.n)..numbers.end.min(self.n);
        let mut bytes = vec![0; ((numbers.end - numbers.start) * self.width) as usize];
        self.file.seek(SeekFrom::Start(numbers.start * self.width))?;
        self.file.read_exact(&mut bytes)?;
        let invalid = |i: u64, why: &str| io::Error::new(io::ErrorKind::InvalidData, format!("line {}: {why}", i + 1));
        let text = std::str::from_utf8(&bytes).map_err(|_| invalid(numbers.start, "it is not valid UTF-8"))?;
        let mut inputs = Vec::new();
        for (i, line) in numbers.clone().zip(text.split_inclusive('\n')) {
            if line.len() as u64 != self.width || !line.ends_with('\n') {
                return Err(invalid(i, "its length differs"));
            }
            let mut words = line.trim_end().splitn(3, ' ');
            let (Some(shape), Some(name), Some(rest)) = (words.next(), words.next(), words.next()) else {
                return Err(invalid(i, "it does not have a shape, a name and a grid"));
            };
            let [shape, name, line] = [shape, name, rest].map(str::to_owned);
            inputs.push(CampaignInput { name, shape, line });
        }
        if inputs.len() as u64 == numbers.end - numbers.start {
            Ok(inputs)
        } else {
            Err(invalid(numbers.start, "lines are missing"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::hash::file_sha256;
    use super::*;

    fn inputs() -> Vec<CampaignInput> {
        let input = |(name, shape, line): (&str, &str, &str)| CampaignInput {
            name: name.to_owned(),
            shape: shape.to_owned(),
            line: line.to_owned(),
        };
        [("a", "2x2", "1234341221434321"), ("lóng-näme", "2x2", "12343412........"), ("漢", "1x2", "1221")]
            .map(input)
            .to_vec()
    }

    #[test]
    fn any_part_is_read_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("inputs.txt");
        let sha256 = InputList::write(&path, &inputs()).expect("written");
        assert_eq!(sha256, file_sha256(&path).expect("read"));
        let mut list = InputList::open(&path, 3).expect("three");
        for (range, expected) in [(0..3, 0..3), (1..2, 1..2), (2..3, 2..3), (2..9, 2..3), (3..3, 3..3)] {
            assert_eq!(list.read(range).expect("inputs"), inputs()[expected]);
        }
    }

    #[test]
    fn a_changed_file_is_noticed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("inputs.txt");
        InputList::write(&path, &inputs()).expect("written");
        assert!(InputList::open(&path, 5).is_err(), "another number");
        let text = std::fs::read_to_string(&path).expect("text");
        std::fs::write(&path, text.replace("a 12", "a\n12")).expect("written");
        assert!(InputList::open(&path, 3).expect("the same length").read(0..3).is_err());
    }
}
