//! What searches.

use std::fmt;
use std::str::FromStr;

use crate::hitting::published::Published;

/// What searches.
#[expect(clippy::large_enum_variant, reason = "settings are few, and plain values to pass around")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engines {
    /// Hitting-set search of our own.
    #[default]
    Native,
    /// Branch and cut over linear programs.
    Bilevel,
    /// The native engine, then the branch and cut, compared.
    Both,
    /// A search as it was published.
    Published(Published),
}

impl FromStr for Engines {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "native" => Ok(Self::Native),
            "bilevel" => Ok(Self::Bilevel),
            "both" => Ok(Self::Both),
            _ if Published::named(text.split('/').next().unwrap_or_default()).is_some() => {
                text.parse().map(Self::Published)
            }
            _ => Err("take native, bilevel, both, checker2006, dmus-basic, dmus, checker2012, or v1 to v5".to_owned()),
        }
    }
}

impl fmt::Display for Engines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Native => f.write_str("native"),
            Self::Bilevel => f.write_str("bilevel"),
            Self::Both => f.write_str("both"),
            Self::Published(settings) => settings.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_reads_as_it_is_written() {
        for text in ["native", "bilevel", "both", "dmus/sets=12", "checker2012"] {
            let engine: Engines = text.parse().expect(text);
            assert_eq!(engine.to_string().parse(), Ok(engine));
        }
        assert!("simplex".parse::<Engines>().is_err_and(|e| e.contains("take native")));
        assert!("dmus/sets=0".parse::<Engines>().is_err_and(|e| e.contains("1 to 512")));
    }
}
