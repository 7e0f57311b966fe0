//! Checks `minclue-cert/1` certificates.
