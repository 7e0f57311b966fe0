//! The engine of the page: `minclue-web VERB [RULES]`, one question a run.
//!
//! The question is text on standard input, or a certificate; rules are those of a variant, such as `x,anti-knight`, and
//! boxes, such as `3x2`. Each line of standard output is a [`Message`] as JSON, and what is known so far comes as soon as
//! it is known. So whoever ends the run, as the stop button of the page does, has the bounds up to then. It is an
//! ordinary program: browsers run it as WebAssembly through WASI, the system interface that Rust knows, and the page
//! has the few functions of WASI that it needs (`web/wasi.mjs`). That leaves no `unsafe` and no generated code between
//! the two, and the program is tested as any other.
#![forbid(unsafe_code)]

mod make;
mod minimum;
mod protocol;
mod question;
mod read;
mod sets;
mod steps;
mod verify;
mod watch;

use std::io::{self, Read as _};
use std::process::ExitCode;

use protocol::{Message, say};
use question::Question;

/// The longest text that is looked at, in bytes: more than any puzzle, in any form.
const LONGEST_TEXT: u64 = 1 << 20;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let mut out = io::stdout().lock();
    let mut tell = |said: &Message| say(&mut out, said);
    let (verb, rules) = match words[..] {
        [verb] => (verb, ""),
        [verb, rules] => (verb, rules),
        _ => ("", ""),
    };
    let told = match verb {
        "verify" => tell(&verify::verify(io::stdin().lock())),
        "watch" => text().and_then(|text| watch::watch(Question { text: &text, rules }).iter().try_for_each(&mut tell)),
        "read" | "minimum" | "within" | "sets" | "steps" | "make" => text().and_then(|text| {
            let question = Question { text: &text, rules };
            match verb {
                "read" => tell(&read::read(question)),
                "minimum" => minimum::minimum(question, minimum::Among::All, &mut tell),
                "within" => minimum::minimum(question, minimum::Among::Clues, &mut tell),
                "sets" => tell(&sets::sets(question)),
                "steps" => tell(&steps::steps(question)),
                _ => make::make(question, &mut tell),
            }
        }),
        _ => tell(&Message::failed(
            &"usage: minclue-web read|minimum|within|sets|steps|make|watch|verify [RULES] < QUESTION",
        ))
        .and(Err(usage())),
    };
    // Nobody listens any more, or nothing can be read.
    if told.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn usage() -> io::Error {
    io::ErrorKind::InvalidInput.into()
}

/// The text of the question.
fn text() -> io::Result<String> {
    let mut bytes = Vec::new();
    io::stdin().lock().take(LONGEST_TEXT).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
