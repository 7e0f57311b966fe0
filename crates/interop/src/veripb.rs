//! A certificate as a proof for `VeriPB` 3.
//!
//! - A chosen cell is a premise: the node with the chosen cells C proves the clause `C ==> 0 >= 1`, which in the node
//!   above excludes the cell that was chosen last.
//! - A sum is one `pol` line. Unit propagation finds that it closes the node, or which cells it excludes; so the line
//!   itself is kept as the reason, and later `rup` lines name it as a hint.
//! - A split has a variable s, `s <=> |Y∩R| >= b + 1`, and `~s` or `s` is a premise of the nodes below. A lemma has
//!   such a variable for its claim, and so has the whole proof if its bounds do not meet. If they meet, the budget is
//!   the checker's own bound: better than P.
//! - Searches and conclusions by symmetry have no direct form: they are written step by step, a search by
//!   [`super::search`].
//! - When a node is closed, everything derived in it except its clause is deleted.

use std::io::{Read, Write, sink};
use std::ops::ControlFlow;
use std::rc::Rc;

use minclue_verifier::{CheckedStep, Limits, Listener, Verdict, verify_heard_by};

use super::error::OutsideError;
use super::facts::Facts;
use super::opb::write_with;
use super::proof::{Images, Proof};
use super::replay::Frame;

/// The default limit on the steps of a proof, which then has one to three gigabytes.
pub const LONGEST_PROOF: u64 = 10_000_000;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WrittenProof {
    /// The number of steps: those of the certificate, and those that replace a search or a symmetry.
    pub steps: u64,
    /// The size of the proof in bytes.
    pub bytes: u64,
}

/// The expected size of a proof, as the checker has counted it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outlook {
    /// The number of steps of the certificate, each of which becomes a step of the proof.
    pub steps: u64,
    /// The number of searches among them, which are written step by step.
    pub searches: u64,
    /// The number of nodes that the checker visited in the searches. The proof has fewer steps, which close more at
    /// once.
    pub searched: u64,
}

impl From<&Verdict> for Outlook {
    fn from(verdict: &Verdict) -> Self {
        Self { steps: verdict.n_steps, searches: verdict.n_searches, searched: verdict.n_searched }
    }
}

/// Writes the sets of a certificate as `formula`, and its lemmas and tree as `proof`. `veripb FORMULA PROOF` then
/// confirms that at least `lower` cells are needed to hit all sets, and that the puzzle hits them. For a list of
/// puzzles, it confirms that at least that many cells are needed to hit all sets without containing a puzzle of the
/// list.
///
/// The certificate is checked at the same time. Memory grows with the depth of the tree, or with its size if the
/// certificate has symmetries. The outputs should be buffered.
///
/// # Errors
/// If the certificate is not accepted, if it takes more than `max_steps` steps, or if an output fails. The files are
/// then unusable.
pub fn write_veripb<F: Write, P: Write>(
    certificate: impl Read,
    formula: &mut F,
    proof: &mut P,
    max_steps: u64,
) -> Result<WrittenProof, OutsideError> {
    write_veripb_told(certificate, formula, proof, max_steps, &mut |_, _| ())
}

/// Does the same, and calls `tell` after each search with the number of searches so far and the length of the proof.
///
/// # Errors
/// Those of [`write_veripb`].
pub fn write_veripb_told<F: Write, P: Write>(
    certificate: impl Read,
    formula: &mut F,
    proof: &mut P,
    max_steps: u64,
    tell: &mut dyn FnMut(u64, WrittenProof),
) -> Result<WrittenProof, OutsideError> {
    let mut writer = Writer {
        facts: Facts::none(),
        formula,
        proof: Stage::Facts(proof),
        max_steps,
        n_searches: 0,
        tell,
        error: None,
    };
    let checked = verify_heard_by(certificate, &Limits::default(), &mut writer);
    if let Some(error) = writer.error {
        return Err(error);
    }
    checked?;
    match writer.proof {
        Stage::Written(written) => Ok(written),
        _ => Err(OutsideError::Lost("the end")),
    }
}

/// Listens to the checker.
struct Writer<'a, F> {
    facts: Facts,
    formula: &'a mut F,
    proof: Stage<'a>,
    max_steps: u64,
    n_searches: u64,
    tell: &'a mut dyn FnMut(u64, WrittenProof),
    error: Option<OutsideError>,
}

/// The stage of a proof.
enum Stage<'a> {
    /// Its facts are being collected.
    Facts(&'a mut dyn Write),
    /// Its steps are written as they come.
    Steps(Box<Proof<'a>>, Frame),
    /// Its steps are kept, since symmetries go back to them.
    Kept(&'a mut dyn Write, Vec<CheckedStep>),
    Written(WrittenProof),
}

impl<F: Write> Listener for Writer<'_, F> {
    fn hear(&mut self, step: CheckedStep) -> ControlFlow<()> {
        let Some(step) = self.facts.take(step) else { return ControlFlow::Continue(()) };
        match self.step(step) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.error = Some(error);
                ControlFlow::Break(())
            }
        }
    }
}

impl<'a, F: Write> Writer<'a, F> {
    fn step(&mut self, step: CheckedStep) -> Result<(), OutsideError> {
        let written = Stage::Written(WrittenProof::default());
        let mut stage = std::mem::replace(&mut self.proof, written);
        if let Stage::Facts(out) = stage {
            stage = if self.facts.symmetries.is_empty() {
                write_with(&self.facts, &[], self.formula)?;
                let proof = Proof::new(&self.facts, &Images::default(), out, self.max_steps)?;
                Stage::Steps(Box::new(proof), Frame::default())
            } else {
                Stage::Kept(out, Vec::new())
            };
        }
        let is_end = step == CheckedStep::End;
        self.proof = match stage {
            Stage::Steps(mut proof, mut frame) => {
                proof.feed(&mut frame, &step, (&[], 0))?;
                if matches!(step, CheckedStep::Search { .. }) {
                    self.n_searches += 1;
                    (self.tell)(self.n_searches, proof.written());
                }
                if is_end { Stage::Written(proof.finish()?) } else { Stage::Steps(proof, frame) }
            }
            Stage::Kept(out, mut steps) => {
                steps.push(step);
                if is_end { Stage::Written(self.write_kept(&steps, out)?) } else { Stage::Kept(out, steps) }
            }
            stage => stage,
        };
        if is_end {
            self.formula.flush()?;
        }
        Ok(())
    }

    /// Writes steps with symmetries, which need the images of sets and lemmas. A trial run without output finds them,
    /// repeated until there are no more.
    fn write_kept(&mut self, steps: &[CheckedStep], out: &'a mut dyn Write) -> Result<WrittenProof, OutsideError> {
        let mut images = Images::default();
        loop {
            let mut nowhere = sink();
            let mut proof = Proof::new(&self.facts, &images, &mut nowhere, self.max_steps)?;
            proof.replay(steps, &images)?;
            let missing = proof.missing();
            if missing.is_empty() {
                break;
            }
            images.extend(missing);
        }
        write_with(&self.facts, &images.rows, self.formula)?;
        let mut proof = Proof::new(&self.facts, &images, out, self.max_steps)?;
        proof.replay(steps, &images)?;
        proof.finish()
    }
}

/// A permutation of the cells, or none.
pub(super) type Map = Option<Rc<[u32]>>;
