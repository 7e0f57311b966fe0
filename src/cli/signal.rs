//! Signals: the first asks the engines to stop and write their bounds, the second ends the program at once.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::base::Interrupt;

use super::exit::Exit;

/// Listens for SIGINT and SIGTERM.
#[derive(Debug, Default)]
pub(super) struct Signals {
    interrupt: Interrupt,
    number: Arc<AtomicUsize>,
}

impl Signals {
    pub(super) fn listen() -> io::Result<Self> {
        let signals = Self::default();
        for signal in [SIGINT, SIGTERM] {
            // The order counts: the shutdown must see the flag as the signal before left it.
            flag::register_conditional_shutdown(signal, 128 + signal, signals.interrupt.flag())?;
            flag::register_usize(signal, Arc::clone(&signals.number), signal as usize)?;
            flag::register(signal, signals.interrupt.flag())?;
        }
        Ok(signals)
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
