//! Writing zip archives: the same bytes for the same files, whenever and wherever.

use std::io::{self, Write};

use flate2::Compression;
use flate2::write::DeflateEncoder;

use crate::library::write::NewFile;

/// 1980-01-01, the first day zip knows: no archive depends on when it was made.
const DATE: u16 = 1 << 5 | 1;

/// UTF-8 names.
const FLAGS: u16 = 1 << 11;

/// Packs files below one top folder, sorted by path. Paths are relative, with `/`.
///
/// # Errors
/// When it is more than zip can hold without extensions (4 GiB, 65,535 files).
pub fn pack(top: &str, files: &[NewFile]) -> io::Result<Vec<u8>> {
    let mut sorted: Vec<&NewFile> = files.iter().collect();
    sorted.sort_by(|a, b| a.path.cmp(&b.path));
    let mut out = Vec::new();
    let mut directory = Vec::new();
    for file in &sorted {
        let name = match top {
            "" => file.path.clone(),
            top => format!("{top}/{}", file.path),
        };
        let at = small(out.len())?;
        let (method, data) = squeeze(&file.bytes)?;
        let mut head = Vec::new();
        for value in [20, FLAGS, method, 0, DATE] {
            head.extend(u16::to_le_bytes(value));
        }
        let mut crc = flate2::Crc::new();
        crc.update(&file.bytes);
        for value in [crc.sum(), small(data.len())?, small(file.bytes.len())?] {
            head.extend(value.to_le_bytes());
        }
        let length = u16::try_from(name.len()).map_err(|_| too_much())?;
        head.extend(length.to_le_bytes());
        head.extend([0, 0]);
        out.extend(b"PK\x03\x04");
        out.extend(&head);
        out.extend(name.as_bytes());
        out.extend(data);
        // Made on Unix, so that permissions are understood.
        directory.extend(b"PK\x01\x02\x14\x03");
        directory.extend(head);
        directory.extend([0; 6]);
        let mode: u32 = if file.executable {
            0o100_755
        } else {
            0o100_644
        };
        directory.extend((mode << 16).to_le_bytes());
        directory.extend(at.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let start = small(out.len())?;
    let size = small(directory.len())?;
    let count = u16::try_from(sorted.len()).map_err(|_| too_much())?;
    out.extend(directory);
    out.extend(b"PK\x05\x06\0\0\0\0");
    out.extend(count.to_le_bytes());
    out.extend(count.to_le_bytes());
    out.extend(size.to_le_bytes());
    out.extend(start.to_le_bytes());
    out.extend([0, 0]);
    Ok(out)
}

/// Deflated where that is smaller, else as it is.
fn squeeze(bytes: &[u8]) -> io::Result<(u16, Vec<u8>)> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    let data = encoder.finish()?;
    Ok(match data.len() < bytes.len() {
        true => (8, data),
        false => (0, bytes.to_vec()),
    })
}

fn small(length: usize) -> io::Result<u32> {
    u32::try_from(length).map_err(|_| too_much())
}

fn too_much() -> io::Error {
    io::Error::other("it is too much for a zip archive")
}
