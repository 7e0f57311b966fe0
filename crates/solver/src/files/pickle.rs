//! Cut lists in Python's pickle format, as the scripts of tjusila-2023 keep them: a list of cuts, each a list of
//! (row, column) tuples, 0-based.
//!
//! A pickle is a program for a small stack machine, and its makers warn of running those of others. So this machine
//! knows only what lists of numbers need: integers, lists, tuples, sets, and the memo that lets values be shared. It
//! calls nothing. General readers build a tree of owned values, in which a megabyte of nested tuples ends in a stack
//! overflow and a few dozen bytes of shared ones in gigabytes (we tried one); here a value is a number or the index of
//! a sequence, so that nothing is copied, nothing nests on the stack, and the memory is a small multiple of the file.

use rustc_hash::FxHashMap;

/// The largest pickle that is read, in bytes: some 200,000 cuts.
pub(super) const MAX_BYTES: usize = 16 << 20;
/// The most cells of a cut: no grid has more.
const MAX_CELLS: usize = 625;

/// Why a pickle is not a cut list.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("byte {at}: {what}")]
pub struct PickleError {
    /// Offset in the file, from 0.
    pub at: usize,
    /// What is wrong there.
    pub what: PickleReason,
}

/// What can be wrong with a pickle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PickleReason {
    /// It ends within something.
    #[error("the pickle ends too early")]
    Truncated,
    /// Something follows its end.
    #[error("something follows the end of the pickle")]
    Trailing,
    /// It is larger than what is read.
    #[error("the pickle is larger than {} MiB", MAX_BYTES >> 20)]
    TooLarge,
    /// An instruction that a list of cuts does not need.
    #[error("instruction {0:#04x} has no place in a list of cuts")]
    Opcode(u8),
    /// An object of a class that is not a container.
    #[error("it wants the object `{0}`; only lists, tuples, sets and integers make a list of cuts")]
    Object(String),
    /// The stack or the memo does not hold what an instruction takes.
    #[error("it takes a value that is not there, or that is of another kind")]
    Stack,
    /// No number, or one that no row or column has.
    #[error("a row or column is not a number from 0")]
    Number,
    /// The value is not a list of lists of pairs.
    #[error("{}it is not a list of cuts, each a list of (row, column) pairs", .0.map_or_else(String::new, |n| format!("cut {n}: ")))]
    Structure(Option<usize>),
    /// Shared values that would grow far beyond the file.
    #[error("cut {0}: more cells than a grid has, or than the file can hold")]
    TooManyCells(usize),
}

/// A value: a number, a sequence by its index, or something that only serves to make sets.
#[derive(Clone, Copy, Debug)]
enum Value {
    Int(i32),
    Sequence(u32),
    Word(Word),
    /// The class `set` or `frozenset`.
    Set,
}

/// The words that name the classes of sets; all others are the same to us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    Builtins,
    Set,
    Other,
}

#[derive(Clone, Debug, Default)]
struct Sequence {
    items: Vec<Value>,
    /// Sets have no first and second item, so a set is not a pair.
    is_set: bool,
}

struct Machine<'a> {
    bytes: &'a [u8],
    at: usize,
    stack: Vec<Value>,
    /// Heights of the stack.
    marks: Vec<usize>,
    sequences: Vec<Sequence>,
    memo: FxHashMap<u32, Value>,
}

/// Can these bytes be a pickle? No JSON document and no list of numbers begins like one.
pub(super) fn looks_like_a_pickle(bytes: &[u8]) -> bool {
    matches!(bytes.first(), Some(0x80 | b'(' | b')' | b']' | b'c'))
}

/// The cuts of a pickle, as (row, column) pairs from 0.
///
/// # Errors
/// [`PickleError`] unless the bytes are the pickle of a list of lists of pairs and nothing else. Tuples, sets and
/// frozen sets stand for lists too.
pub(super) fn cut_list(bytes: &[u8]) -> Result<Vec<Vec<(usize, usize)>>, PickleError> {
    let mut machine = Machine {
        bytes,
        at: 0,
        stack: Vec::new(),
        marks: Vec::new(),
        sequences: Vec::new(),
        memo: FxHashMap::default(),
    };
    if bytes.len() > MAX_BYTES {
        return Err(PickleError { at: MAX_BYTES, what: PickleReason::TooLarge });
    }
    loop {
        let at = machine.at;
        match machine.step() {
            Ok(None) => {}
            Ok(Some(root)) => return machine.cuts(root).map_err(|what| PickleError { at, what }),
            // What ends too early does so at the end.
            Err(PickleReason::Truncated) => return Err(PickleError { at: bytes.len(), what: PickleReason::Truncated }),
            Err(what) => return Err(PickleError { at, what }),
        }
    }
}

impl<'a> Machine<'a> {
    /// One instruction; the value of the pickle if it was the last.
    fn step(&mut self) -> Result<Option<Value>, PickleReason> {
        match self.byte()? {
            // The version, and the length of a frame, of which only readers of streams have use.
            0x80 => {
                self.take(1)?;
            }
            0x95 => {
                self.take(8)?;
            }
            b'.' => {
                let value = self.pop()?;
                return match (self.at == self.bytes.len(), self.stack.is_empty() && self.marks.is_empty()) {
                    (true, true) => Ok(Some(value)),
                    (false, _) => Err(PickleReason::Trailing),
                    (true, false) => Err(PickleReason::Stack),
                };
            }
            b'(' => self.marks.push(self.stack.len()),
            opcode @ (b'I' | b'L' | b'J' | b'K' | b'M' | 0x8a | 0x8b) => self.number(opcode)?,
            opcode @ (b'p' | b'q' | b'r' | 0x94 | b'g' | b'h' | b'j') => self.memory(opcode)?,
            opcode @ (b']' | b'l' | b'a' | b'e' | b')' | b't' | 0x85..=0x87 | 0x8f..=0x91) => self.sequence(opcode)?,
            opcode @ (b'c' | 0x8c | 0x93 | b'R') => self.class(opcode)?,
            other => return Err(PickleReason::Opcode(other)),
        }
        Ok(None)
    }

    /// A number: as text, of 4, 1 or 2 bytes, or with its own length.
    fn number(&mut self, opcode: u8) -> Result<(), PickleReason> {
        let value = match opcode {
            // `I00` and `I01` are False and True.
            b'I' => match self.line()? {
                b"00" | b"01" => return Err(PickleReason::Number),
                digits => i64::from(decimal(digits)?),
            },
            b'L' => {
                let line = self.line()?;
                i64::from(decimal(line.strip_suffix(b"L").unwrap_or(line))?)
            }
            // The only one with a sign; no row is negative.
            b'J' => self.little(4)?,
            b'K' => i64::from(self.byte()?),
            b'M' => self.little(2)?,
            _ => {
                let length = if opcode == 0x8a { i64::from(self.byte()?) } else { self.little(4)? };
                let bytes = self.take(usize::try_from(length).map_err(|_| PickleReason::Number)?)?;
                match bytes {
                    [rest @ .., last] if *last < 0x80 && rest.len() < 4 => {
                        bytes.iter().rev().fold(0, |n, b| n << 8 | i64::from(*b))
                    }
                    [] => 0,
                    _ => return Err(PickleReason::Number),
                }
            }
        };
        self.stack.push(Value::Int(i32::try_from(value).map_err(|_| PickleReason::Number)?));
        Ok(())
    }

    /// Puts values into the memo, and gets them out of it.
    fn memory(&mut self, opcode: u8) -> Result<(), PickleReason> {
        let key = match opcode {
            b'p' | b'g' => i64::from(decimal(self.line()?)?),
            b'q' | b'h' => i64::from(self.byte()?),
            b'r' | b'j' => self.little(4)?,
            _ => self.memo.len() as i64,
        };
        let key = u32::try_from(key).map_err(|_| PickleReason::Stack)?;
        if matches!(opcode, b'g' | b'h' | b'j') {
            self.stack.push(*self.memo.get(&key).ok_or(PickleReason::Stack)?);
        } else {
            let top = *self.stack.last().ok_or(PickleReason::Stack)?;
            self.memo.insert(key, top);
        }
        Ok(())
    }

    /// Makes lists, tuples, sets and frozen sets, and adds to them.
    fn sequence(&mut self, opcode: u8) -> Result<(), PickleReason> {
        match opcode {
            b']' | b')' => self.push_sequence(Vec::new(), false),
            0x8f => self.push_sequence(Vec::new(), true),
            b'l' | b't' | 0x91 => {
                let items = self.pop_to_mark()?;
                self.push_sequence(items, opcode == 0x91);
            }
            0x85..=0x87 => {
                let from = self.height().checked_sub(usize::from(opcode - 0x84)).ok_or(PickleReason::Stack)?;
                let items = self.stack.split_off(self.floor() + from);
                self.push_sequence(items, false);
            }
            _ => {
                let items = if opcode == b'a' { vec![self.pop()?] } else { self.pop_to_mark()? };
                let Some(&Value::Sequence(i)) = self.stack.last() else { return Err(PickleReason::Stack) };
                self.sequences[i as usize].items.extend(items);
            }
        }
        Ok(())
    }

    /// Calls the classes of sets, as pickles before version 4 do.
    fn class(&mut self, opcode: u8) -> Result<(), PickleReason> {
        match opcode {
            0x8c => {
                let length = usize::from(self.byte()?);
                let word = word(self.take(length)?);
                self.stack.push(Value::Word(word));
            }
            b'c' => {
                let (module, name) = (self.line()?, self.line()?);
                if (word(module), word(name)) != (Word::Builtins, Word::Set) {
                    let text = |bytes| String::from_utf8_lossy(bytes).chars().take(40).collect::<String>();
                    return Err(PickleReason::Object(format!("{}.{}", text(module), text(name))));
                }
                self.stack.push(Value::Set);
            }
            0x93 => match (self.pop()?, self.pop()?) {
                (Value::Word(Word::Set), Value::Word(Word::Builtins)) => self.stack.push(Value::Set),
                (Value::Word(_), Value::Word(_)) => return Err(PickleReason::Object("of another class".to_owned())),
                _ => return Err(PickleReason::Stack),
            },
            // set(items): the arguments are a tuple of one sequence, or of none.
            _ => {
                let (Value::Sequence(arguments), Value::Set) = (self.pop()?, self.pop()?) else {
                    return Err(PickleReason::Stack);
                };
                match self.sequences[arguments as usize].items[..] {
                    [] => self.push_sequence(Vec::new(), true),
                    // The list itself becomes the set. A copy would let a shared list grow without end.
                    [Value::Sequence(i)] => {
                        self.sequences[i as usize].is_set = true;
                        self.stack.push(Value::Sequence(i));
                    }
                    _ => return Err(PickleReason::Stack),
                }
            }
        }
        Ok(())
    }

    fn push_sequence(&mut self, items: Vec<Value>, is_set: bool) {
        // As many as there are bytes at most.
        self.stack.push(Value::Sequence(self.sequences.len() as u32));
        self.sequences.push(Sequence { items, is_set });
    }

    /// What lies on the stack above the last mark belongs to no instruction but that of the mark.
    fn floor(&self) -> usize {
        self.marks.last().copied().unwrap_or(0)
    }

    fn height(&self) -> usize {
        self.stack.len() - self.floor()
    }

    fn pop(&mut self) -> Result<Value, PickleReason> {
        if self.height() == 0 {
            return Err(PickleReason::Stack);
        }
        self.stack.pop().ok_or(PickleReason::Stack)
    }

    fn pop_to_mark(&mut self) -> Result<Vec<Value>, PickleReason> {
        let mark = self.marks.pop().ok_or(PickleReason::Stack)?;
        Ok(self.stack.split_off(mark))
    }

    fn byte(&mut self) -> Result<u8, PickleReason> {
        Ok(self.take(1)?[0])
    }

    fn take(&mut self, n: usize) -> Result<&'a [u8], PickleReason> {
        let end = self.at.checked_add(n).filter(|end| *end <= self.bytes.len()).ok_or(PickleReason::Truncated)?;
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }

    fn little(&mut self, n: usize) -> Result<i64, PickleReason> {
        Ok(self.take(n)?.iter().rev().fold(0, |n, b| n << 8 | i64::from(*b)))
    }

    /// The text up to the end of the line, which is passed over.
    fn line(&mut self) -> Result<&'a [u8], PickleReason> {
        let length = self.bytes[self.at..].iter().position(|b| *b == b'\n').ok_or(PickleReason::Truncated)?;
        let line = self.take(length)?;
        self.take(1)?;
        Ok(line)
    }

    /// The value of the pickle as cuts.
    fn cuts(&self, root: Value) -> Result<Vec<Vec<(usize, usize)>>, PickleReason> {
        let items = |value, n| match value {
            Value::Sequence(i) => Ok(&self.sequences[i as usize]),
            Value::Int(_) | Value::Word(_) | Value::Set => Err(PickleReason::Structure(n)),
        };
        let mut n_cells = 0;
        let mut cuts = Vec::new();
        for (cut, n) in items(root, None)?.items.iter().zip(1..) {
            let cells = &items(*cut, Some(n))?.items;
            n_cells += cells.len();
            if cells.len() > MAX_CELLS || n_cells > self.bytes.len() {
                return Err(PickleReason::TooManyCells(n));
            }
            let pair = |cell: &Value| match items(*cell, Some(n))? {
                Sequence { items, is_set: false } => match items[..] {
                    [Value::Int(row), Value::Int(column)] => match (usize::try_from(row), usize::try_from(column)) {
                        (Ok(row), Ok(column)) => Ok((row, column)),
                        _ => Err(PickleReason::Number),
                    },
                    _ => Err(PickleReason::Structure(Some(n))),
                },
                Sequence { is_set: true, .. } => Err(PickleReason::Structure(Some(n))),
            };
            cuts.push(cells.iter().map(pair).collect::<Result<_, _>>()?);
        }
        Ok(cuts)
    }
}

fn word(bytes: &[u8]) -> Word {
    match bytes {
        b"builtins" | b"__builtin__" => Word::Builtins,
        b"set" | b"frozenset" => Word::Set,
        _ => Word::Other,
    }
}

fn decimal(digits: &[u8]) -> Result<u32, PickleReason> {
    std::str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok()).ok_or(PickleReason::Number)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// `[[(0, 0), (0, 2)], [(1, 0)]]` as Python's pickle module writes it, with each way to make numbers, tuples and
    /// lists.
    const SAME: [&[u8]; 4] = [
        b"(lp0\n(lp1\n(I0\nI0\ntp2\na(I0\nI2\ntp3\naa(lp4\n(I1\nI0\ntp5\naa.",
        b"]q\x00(]q\x01((K\x00K\x00tq\x02(K\x00K\x02tq\x03e]q\x04(K\x01K\x00tq\x05ae.",
        b"\x80\x02]q\x00(]q\x01(K\x00K\x00\x86q\x02K\x00K\x02\x86q\x03e]q\x04K\x01K\x00\x86q\x05ae.",
        b"\x80\x04\x95\x1f\x00\x00\x00\x00\x00\x00\x00]\x94(]\x94(K\x00K\x00\x86\x94K\x00K\x02\x86\x94e]\x94K\x01K\x00\x86\x94ae.",
    ];

    #[test]
    fn one_list_in_every_protocol() {
        for pickle in SAME {
            assert_eq!(cut_list(pickle), Ok(vec![vec![(0, 0), (0, 2)], vec![(1, 0)]]));
        }
    }

    /// `[{(0, 2), (0, 0)}, frozenset({(1, 0)})]` with protocols 0, 2 and 4.
    #[test]
    fn sets_are_lists_too() {
        let sets: [&[u8]; 3] = [
            b"(lp0\nc__builtin__\nset\np1\n((lp2\n(I0\nI2\ntp3\na(I0\nI0\ntp4\natp5\nRp6\nac__builtin__\nfrozenset\np7\n((lp8\n(I1\nI0\ntp9\natp10\nRp11\na.",
            b"\x80\x02]q\x00(c__builtin__\nset\nq\x01]q\x02(K\x00K\x02\x86q\x03K\x00K\x00\x86q\x04e\x85q\x05Rq\x06c__builtin__\nfrozenset\nq\x07]q\x08K\x01K\x00\x86q\x09a\x85q\nRq\x0be.",
            b"\x80\x04\x95\x1e\x00\x00\x00\x00\x00\x00\x00]\x94(\x8f\x94(K\x00K\x02\x86\x94K\x00K\x00\x86\x94\x90(K\x01K\x00\x86\x94\x91\x94e.",
        ];
        for pickle in sets {
            assert_eq!(cut_list(pickle), Ok(vec![vec![(0, 2), (0, 0)], vec![(1, 0)]]));
        }
        // But {0, 2} is not a cell: it has no row and no column.
        assert_eq!(
            cut_list(b"\x80\x04]]\x8f(K\x00K\x02\x90aa.").map_err(|e| e.what),
            Err(PickleReason::Structure(Some(1)))
        );
    }

    #[test]
    fn every_number_that_fits() {
        for number in
            [&b"I3\n"[..], b"L3L\n", b"J\x03\0\0\0", b"K\x03", b"M\x03\0", b"\x8a\x01\x03", b"\x8b\x01\0\0\0\x03"]
        {
            let pickle = [b"]](", number, b"K\x00taa."].concat();
            assert_eq!(cut_list(&pickle), Ok(vec![vec![(3, 0)]]), "{number:?}");
        }
        for number in [&b"I-1\n"[..], b"I01\n", b"Ix\n", b"J\xff\xff\xff\xff", b"\x8a\x01\xff", b"L99999999999L\n"] {
            let pickle = [b"]](", number, b"K\x00taa."].concat();
            assert_eq!(cut_list(&pickle).map_err(|e| e.what), Err(PickleReason::Number), "{number:?}");
        }
    }

    #[test]
    fn what_is_not_a_cut_list_is_refused_by_name() {
        let refused = |bytes: &[u8]| cut_list(bytes).expect_err("no cut list").what;
        assert_eq!(refused(b"\x80\x02cos\nsystem\n(X\x02\0\0\0lstR."), PickleReason::Object("os.system".to_owned()));
        assert_eq!(refused(b"\x80\x02}q\x00."), PickleReason::Opcode(b'}'));
        assert_eq!(refused(b"\x80\x02K\x01."), PickleReason::Structure(None));
        assert_eq!(refused(b"\x80\x02]K\x01a."), PickleReason::Structure(Some(1)));
        assert_eq!(refused(b"\x80\x02]]K\x01K\x02K\x03\x87aa."), PickleReason::Structure(Some(1)));
        assert_eq!(refused(b"\x80\x02]. "), PickleReason::Trailing);
        assert_eq!(refused(b"\x80\x02]]."), PickleReason::Stack);
        assert_eq!(refused(b"\x80\x02]h\x05a."), PickleReason::Stack);
        assert_eq!(refused(b"\x80\x02K\x01(\x86."), PickleReason::Stack);
        assert_eq!(cut_list(b"\x80\x02]q\x00}."), Err(PickleError { at: 5, what: PickleReason::Opcode(b'}') }));
    }

    /// No prefix of a pickle is one.
    #[test]
    fn every_truncation_is_refused() {
        for pickle in SAME {
            for n in 0..pickle.len() {
                assert_eq!(cut_list(&pickle[..n]), Err(PickleError { at: n, what: PickleReason::Truncated }));
            }
        }
    }

    /// Each of these ends a reader that builds a tree of values: by its stack, or by its memory.
    #[test]
    fn hostile_pickles_are_refused_quickly() {
        let deep = [b")".as_slice(), &vec![0x85; 1 << 20], b"."].concat();
        assert_eq!(cut_list(&deep).map_err(|e| e.what), Err(PickleReason::Structure(Some(1))));
        let marks = vec![b'('; 1 << 20];
        assert_eq!(cut_list(&marks).map_err(|e| e.what), Err(PickleReason::Truncated));
        // A list within itself, and a length far beyond the file.
        assert_eq!(cut_list(b"]q\x00h\x00a.").map_err(|e| e.what), Err(PickleReason::Structure(Some(1))));
        assert_eq!(cut_list(b"]\x8b\xff\xff\xff\x7f.").map_err(|e| e.what), Err(PickleReason::Truncated));
        // 64 cells, shared by 1,000 cuts of 2 bytes each.
        let cut = [b"]q\x00(".as_slice(), &b"K\x00K\x00\x86".repeat(64), b"e"].concat();
        let laughs = [b"](", &cut[..], &b"h\x00".repeat(1000), b"e."].concat();
        assert_eq!(cut_list(&laughs).map_err(|e| e.what), Err(PickleReason::TooManyCells(37)));
        let too_large = vec![b'('; MAX_BYTES + 1];
        assert_eq!(cut_list(&too_large), Err(PickleError { at: MAX_BYTES, what: PickleReason::TooLarge }));
    }

    fn cuts() -> impl Strategy<Value = Vec<Vec<(usize, usize)>>> {
        prop::collection::vec(prop::collection::vec((0usize..700, 0usize..70_000), 0..20), 0..20)
    }

    proptest! {
        /// The writer of the crate `serde-pickle` and this reader agree.
        #[test]
        fn what_another_program_pickles_is_read(cuts in cuts(), old in any::<bool>()) {
            let options = serde_pickle::SerOptions::new();
            let options = if old { options.proto_v2() } else { options };
            let pickle = serde_pickle::to_vec(&cuts, options).expect("it fits");
            prop_assert_eq!(cut_list(&pickle), Ok(cuts));
        }

        /// One wrong byte makes another list or a refusal, and never a panic.
        #[test]
        fn a_wrong_byte_does_no_harm(which in 0usize..4, at in 0usize..60, byte in any::<u8>()) {
            let mut pickle = SAME[which].to_vec();
            let at = at % pickle.len();
            pickle[at] = byte;
            let _ = cut_list(&pickle);
        }

        #[test]
        fn no_bytes_do_harm(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            let _ = cut_list(&bytes);
        }
    }
}
