//! Archives: told by what they hold, never by their name; unpacked in memory; packed reproducibly.
//!
//! zip is read by [`zip`] itself, strictly: what the directory says and what stands before each
//! member must agree. tar comes plain or squeezed by gzip, bzip2 or xz; all decoders are Rust.

mod pack;
mod tar;
mod zip;

use std::io::Read;

use super::Refusal;
use super::bundle::{Bundle, Collector};
use super::limits::Limits;

pub use pack::pack;

/// What some bytes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A zip archive.
    Zip,
    /// A tar archive, plain.
    Tar,
    /// A tar archive in gzip.
    TarGz,
    /// A tar archive in bzip2.
    TarBz2,
    /// A tar archive in xz.
    TarXz,
    /// Something else: a single file.
    File,
}

impl Kind {
    /// Tells by the first bytes.
    pub fn of(bytes: &[u8]) -> Self {
        let starts: &[(&[u8], Self)] = &[
            (b"PK\x03\x04", Self::Zip),
            (b"PK\x05\x06", Self::Zip),
            (b"\x1f\x8b", Self::TarGz),
            (b"BZh", Self::TarBz2),
            (b"\xfd7zXZ\0", Self::TarXz),
        ];
        let found = starts.iter().find(|(start, _)| bytes.starts_with(start));
        match found {
            Some((_, kind)) => *kind,
            None if bytes.get(257..262) == Some(b"ustar") => Self::Tar,
            None => Self::File,
        }
    }

    /// A tar archive of any sort.
    pub fn is_tar(self) -> bool {
        matches!(self, Self::Tar | Self::TarGz | Self::TarBz2 | Self::TarXz)
    }
}

/// Unpacks an archive; bytes that are none become the one file `SKILL.md`.
///
/// # Errors
/// Everything [`Collector`] refuses; `damaged-archive`, `truncated-archive`, `encrypted`,
/// `special-file`, `unsupported-archive`.
pub fn unpack(bytes: &[u8], limits: &Limits) -> Result<Bundle, Refusal> {
    let mut out = Collector::new(limits);
    match Kind::of(bytes) {
        Kind::Zip => zip::unpack(bytes, limits, &mut out)?,
        Kind::File => out.file(b"SKILL.md", bytes.len() as u64, false, &mut &*bytes)?,
        kind => tar::unpack(open(kind, bytes), limits, &mut out)?,
    }
    out.finish()
}

/// The tar archive in what squeezes it.
fn open<'b>(kind: Kind, bytes: &'b [u8]) -> Box<dyn Read + 'b> {
    // A decoder of xz takes what the archive asks for; `xz -9` asks for 64 MiB.
    const MOST_KIB: u32 = 72 << 10;
    match kind {
        Kind::TarGz => Box::new(flate2::read::MultiGzDecoder::new(bytes)),
        Kind::TarBz2 => Box::new(bzip2::read::MultiBzDecoder::new(bytes)),
        Kind::TarXz => Box::new(lzma_rust2::XzReader::new_mem_limit(bytes, true, MOST_KIB)),
        Kind::Zip | Kind::Tar | Kind::File => Box::new(bytes),
    }
}
