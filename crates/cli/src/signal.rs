//! Signals: the first asks the engines to stop and write their bounds; one that comes later ends the program at once.
//!
//! Two that come together are one wish: `timeout` signals the program and then the group that it is in, within a
//! millisecond, and the record must not be lost for that.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals as Incoming;
use signal_hook::low_level;

use minclue_core::base::Interrupt;

use super::embedded;
use super::exit::Exit;
use super::progress;

/// For this time after the first signal, another one counts as the same request.
const TOGETHER: Duration = Duration::from_secs(1);

/// Listens for SIGINT and SIGTERM.
#[derive(Clone, Debug, Default)]
pub(super) struct Signals {
    interrupt: Interrupt,
    number: Arc<AtomicUsize>,
    /// Is nothing left that a signal could stop and that would still be written?
    ends_at_once: Arc<AtomicBool>,
}

impl Signals {
    /// Begins to listen, in a thread that lives as long as the program; where a host ends the run, to that host.
    pub(super) fn listen() -> io::Result<Self> {
        if let Some(interrupt) = embedded::interrupt() {
            return Ok(Self { interrupt, ..Self::default() });
        }
        let signals = Self::default();
        let mut incoming = Incoming::new([SIGINT, SIGTERM])?;
        let (interrupt, number) = (signals.interrupt.clone(), Arc::clone(&signals.number));
        let ends_at_once = Arc::clone(&signals.ends_at_once);
        thread::Builder::new().name("signals".to_owned()).spawn(move || {
            let mut first = None;
            for signal in incoming.forever() {
                match action_of(&mut first, Instant::now()) {
                    SignalAction::Stop if !ends_at_once.load(Ordering::SeqCst) => {
                        number.store(signal as usize, Ordering::SeqCst);
                        interrupt.raise();
                    }
                    SignalAction::Same => {}
                    SignalAction::Stop | SignalAction::EndAtOnce => {
                        progress::give_up();
                        low_level::exit(128 + signal);
                    }
                }
            }
        })?;
        Ok(signals)
    }

    /// From now on the first signal ends the program: what it does asks no limits.
    pub(super) fn end_at_once(&self) {
        self.ends_at_once.store(true, Ordering::SeqCst);
    }

    /// The flag that the first signal raises.
    pub(super) fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    /// The exit code of an interrupted run.
    pub(super) fn exit(&self) -> Exit {
        match self.number.load(Ordering::SeqCst) as u8 {
            // Raised by something else than a signal: as if by Ctrl-C.
            0 => Exit::Signal(SIGINT as u8),
            number => Exit::Signal(number),
        }
    }
}

/// What a signal asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SignalAction {
    /// To stop and write what is known.
    Stop,
    /// What the one before asked for.
    Same,
    /// To end without another word.
    EndAtOnce,
}

/// What a signal that comes `now` asks for; `first` is when the first one came, if one did.
fn action_of(first: &mut Option<Instant>, now: Instant) -> SignalAction {
    match *first {
        None => {
            *first = Some(now);
            SignalAction::Stop
        }
        Some(first) if now.duration_since(first) < TOGETHER => SignalAction::Same,
        Some(_) => SignalAction::EndAtOnce,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Instants that are given, so that no clock decides.
    #[test]
    fn a_second_signal_counts_from_a_second_after_the_first_on() {
        let begin = Instant::now();
        let after = |milliseconds| begin + Duration::from_millis(milliseconds);
        let mut first = None;
        assert_eq!(action_of(&mut first, begin), SignalAction::Stop);
        for (milliseconds, expected) in [
            (0, SignalAction::Same),
            (1, SignalAction::Same),
            (999, SignalAction::Same),
            (1000, SignalAction::EndAtOnce),
            (60_000, SignalAction::EndAtOnce),
        ] {
            assert_eq!(action_of(&mut first, after(milliseconds)), expected, "{milliseconds} ms");
        }
        assert_eq!(first, Some(begin), "counted from the first one, however many follow");
    }
}
