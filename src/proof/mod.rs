//! Certificates of a minimum: `docs/formats/certificate.md`.

pub mod outside;
