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
        let mut text = beside(&self.pictures, paint);
        for rule in self.head.rules() {
            text += &format!("{rule}\n");
        }
        Text::Block(text)
    }

    fn figure(&self) -> Option<Figure> {
        let pictures = self.pictures.clone();
        let unseen = pictures.first().map_or(&[][..], Picture::unseen_rules).join(", ");
        let caption = if unseen.is_empty() { Vec::new() } else { vec![unseen] };
        Some(Figure { title: self.head.id.clone(), pictures, small: Vec::new(), caption })
    }
}
