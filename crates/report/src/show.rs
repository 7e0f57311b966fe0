//! The record of `show`: a grid or puzzle that is only drawn.

use serde::Serialize;

use super::head::Head;
use super::picture::{Figure, Picture, beside};
use super::record::{Headed, Record, Text};

/// What is drawn of one input: `minclue-show/1`. It is not written as JSON: it says nothing that the input does not.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ShowRecord {
    /// The input and how it ended.
    #[serde(flatten)]
    pub head: Head,
    #[serde(skip)]
    pub pictures: Vec<Picture>,
}

impl ShowRecord {
    /// The layout's name and version.
    pub const SCHEMA: &'static str = "minclue-show/1";
}

impl Headed for ShowRecord {
    fn head(&self) -> &Head {
        &self.head
    }
}

impl Record for ShowRecord {
    fn puzzle(&self) -> Option<String> {
        self.head.input.clone().or_else(|| self.head.grid.clone())
    }

    fn text(&self, paint: bool) -> Text {
        Text::Block(beside(&self.pictures, paint))
    }

    fn figure(&self) -> Option<Figure> {
        let pictures = self.pictures.clone();
        Some(Figure { title: self.head.id.clone(), pictures, small: Vec::new(), caption: Vec::new() })
    }
}
