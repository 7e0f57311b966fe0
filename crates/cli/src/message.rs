//! Messages for people on standard error: warnings, errors, and refusals that point at the wrong character.

use std::fmt;
use std::io::{self, IsTerminal, Write};

use miette::{
    Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents, Severity,
    SourceCode, SourceSpan, SpanContents, ThemeCharacters, ThemeStyles,
};

use minclue_core::base::steers;
use minclue_core::sudoku::Place;

use super::args::Color;
use super::embedded;
use super::progress;
use super::record_sink::{Deferred, Event, RecordSink as _};

/// The width of a message, the same on every terminal and in every log.
const WIDTH: usize = 100;
/// Characters of a long line that are shown on either side of the wrong one.
const AROUND: usize = 40;

/// Writes messages to standard error, or keeps them until it is the turn of what they are about.
#[derive(Clone, Debug)]
pub(super) struct Messages {
    color: bool,
    queue: Option<Deferred>,
}

impl Messages {
    pub(super) fn new(color: Color) -> Self {
        Self { color: is_painted(color, io::stderr().is_terminal()), queue: None }
    }

    /// The same that are kept in this queue.
    pub(super) fn in_queue(&self, queue: &Deferred) -> Self {
        Self { queue: Some(queue.clone()), ..*self }
    }

    /// One line: something went wrong, and perhaps what helps.
    pub(super) fn error(&self, message: &str, help: Option<&str>) {
        if embedded::keeps(message, help, None) {
            return;
        }
        self.show(message, help, None);
    }

    /// An input was refused at `place` of the input called `name`. A line of which nothing can be read is not shown.
    pub(super) fn refused(&self, name: &str, place: &Place, message: &str, help: Option<&str>) {
        if embedded::keeps(message, help, Some(place)) {
            return;
        }
        if place.width == 0 {
            let message = format!("{name}:{}:{}: {message}", place.line, place.column);
            return self.show(&message, help, None);
        }
        self.show(message, help, Some(Excerpt::new(name, place)));
    }

    /// Something worth knowing that is not an error.
    pub(super) fn note(&self, message: &str) {
        if !embedded::is_embedded() {
            let message: String = message.chars().map(harmless).collect();
            self.write(format!("minclue: {message}\n"));
        }
    }

    /// What another process of this program said, as it said it.
    pub(super) fn passed_on(&self, said: &str) {
        if !said.is_empty() && !embedded::keeps(said, None, None) {
            self.write(format!("{said}\n"));
        }
    }

    /// Writes a text that steers no terminal.
    pub(super) fn write(&self, text: String) {
        match &self.queue {
            None => write(&text),
            // Where nobody takes it any more, nobody is left to hear of it.
            Some(queue) => drop(queue.clone().put(Event::Text(text))),
        }
    }

    fn show(&self, text: &str, help: Option<&str>, excerpt: Option<Excerpt>) {
        // Names of files and grids stand in messages, and must not steer the terminal.
        let text: String = text.chars().map(harmless).collect();
        let message = Message { text: &text, help, excerpt };
        let styles = if self.color { ThemeStyles::ansi() } else { ThemeStyles::none() };
        let handler = GraphicalReportHandler::new_themed(GraphicalTheme { characters: characters(), styles })
            .with_width(WIDTH)
            .with_links(false);
        let mut shown = String::new();
        if handler.render_report(&mut shown, &message).is_err() {
            text.clone_into(&mut shown);
        }
        // All errors begin in the first column, those of arguments too, which clap writes.
        self.write(shown.trim_start().to_owned());
    }
}

/// Writes a text for people at once.
pub(super) fn write(text: &str) {
    progress::aside(|| {
        // Nobody is left to hear of it if standard error is closed.
        let _ = io::stderr().lock().write_all(text.as_bytes());
    });
}

/// Is what goes to a terminal, or not to one, in color?
pub(super) fn is_painted(color: Color, is_terminal: bool) -> bool {
    match color {
        Color::Always => true,
        Color::Never => false,
        // See no-color.org: any value but the empty one.
        Color::Auto => std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty()) && is_terminal,
    }
}

fn characters() -> ThemeCharacters {
    ThemeCharacters { error: "error:".into(), warning: "warning:".into(), ..ThemeCharacters::unicode() }
}

/// One character for one, so that columns stay, and none that could do anything to a terminal.
fn harmless(c: char) -> char {
    match c {
        '\t' => ' ',
        c if steers(c) => char::REPLACEMENT_CHARACTER,
        c => c,
    }
}

#[derive(Debug)]
struct Message<'a> {
    text: &'a str,
    help: Option<&'a str>,
    excerpt: Option<Excerpt>,
}

impl fmt::Display for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text)
    }
}

impl std::error::Error for Message<'_> {}

impl Diagnostic for Message<'_> {
    fn severity(&self) -> Option<Severity> {
        Some(Severity::Error)
    }

    fn help<'b>(&'b self) -> Option<Box<dyn fmt::Display + 'b>> {
        self.help.map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.excerpt.as_ref().map(|e| e as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let excerpt = self.excerpt.as_ref()?;
        let label = LabeledSpan::new_primary_with_span(Some("here".to_owned()), excerpt.span);
        Some(Box::new(std::iter::once(label)))
    }
}

/// One line of the input, cut to what can be read, that knows where in the file it stands.
#[derive(Debug)]
struct Excerpt {
    name: String,
    /// Line in the file, 0-based.
    line: usize,
    /// First wrong character in the file's line, 0-based.
    column: usize,
    text: String,
    /// The wrong characters in `text`, in bytes.
    span: SourceSpan,
}

impl Excerpt {
    fn new(name: &str, place: &Place) -> Self {
        let line: Vec<char> = place.text.chars().map(harmless).collect();
        let column = place.column.saturating_sub(1);
        let at = column.min(line.len());
        let end = (at + place.width).min(line.len());
        let (from, to) = (at.saturating_sub(AROUND), line.len().min(at + AROUND.max(WIDTH - 2 * AROUND)));
        let (from, to) = if line.len() < WIDTH { (0, line.len()) } else { (from, to) };
        let bytes = |chars: &[char]| chars.iter().map(|c| c.len_utf8()).sum::<usize>();
        let mut text = String::from(if from > 0 { "\u{2026}" } else { "" });
        let start = text.len() + bytes(&line[from..at]);
        text.extend(&line[from..to]);
        if to < line.len() {
            text.push('\u{2026}');
        }
        let length = bytes(&line[at..end.min(to)]);
        if length == 0 {
            text.push(' '); // somewhere to point at
        }
        let span = SourceSpan::new(start.into(), length.max(1));
        let name = name.chars().map(harmless).collect();
        Self { name, line: place.line.saturating_sub(1), column, text, span }
    }
}

impl SourceCode for Excerpt {
    /// There is nothing else to show than the line, whatever the span.
    fn read_span<'a>(
        &'a self,
        _: &SourceSpan,
        _: usize,
        _: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let all = SourceSpan::new(0.into(), self.text.len());
        let contents =
            MietteSpanContents::new_named(self.name.clone(), self.text.as_bytes(), all, self.line, self.column, 1);
        Ok(Box::new(contents))
    }
}
