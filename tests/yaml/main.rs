//! The YAML engine against recorded readers, against the faults people make, and against anything at all.

mod faults;
mod properties;
mod recorded;
mod salvage;
