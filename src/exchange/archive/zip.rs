//! Reading zip archives.
//!
//! The directory at the end decides, and everything else must agree with it: two readers must never
//! see two different archives. Layout: APPNOTE 6.3.10 (PKWARE).

use std::io::Read;

use crate::exchange::Refusal;
use crate::exchange::bundle::{Collector, damaged, shown, too_many};
use crate::exchange::limits::Limits;

const END: &[u8] = b"PK\x05\x06";
const END_64: &[u8] = b"PK\x06\x06";
const LOCATOR_64: &[u8] = b"PK\x06\x07";
const CENTRAL: &[u8] = b"PK\x01\x02";
const LOCAL: &[u8] = b"PK\x03\x04";

const END_LENGTH: usize = 22;
const LONGEST_COMMENT: usize = 0xffff;

/// Flags: encrypted; sizes stand behind the data; strongly encrypted; directory masked.
const ENCRYPTED: u16 = 1 | 1 << 6 | 1 << 13;
const SIZES_BEHIND: u16 = 1 << 3;

/// The directory of the archive.
struct Directory {
    start: usize,
    end: usize,
    count: u64,
}

/// One row of the directory.
struct Row<'a> {
    name: &'a [u8],
    flags: u16,
    method: u16,
    crc: u32,
    packed: u64,
    size: u64,
    /// Where what stands before the member begins.
    at: u64,
    /// Unix: kind and permissions; 0 where the archive does not tell.
    mode: u32,
}

/// Unpacks every member.
pub(super) fn unpack(
    bytes: &[u8],
    limits: &Limits,
    out: &mut Collector<'_>,
) -> Result<(), Refusal> {
    let directory = directory(bytes)?;
    if directory.count > (limits.files * 5) as u64 {
        return Err(too_many(limits));
    }
    let mut used: Vec<(usize, usize)> = vec![(directory.start, bytes.len())];
    let mut at = directory.start;
    let mut count = 0;
    while at < directory.end {
        let (row, next) = row(bytes, at)?;
        if next > directory.end {
            return Err(damaged("its directory is longer than it says"));
        }
        at = next;
        count += 1;
        if count > (limits.files * 5) as u64 {
            return Err(too_many(limits));
        }
        used.push(member(bytes, &row, out)?);
    }
    if count != directory.count {
        return Err(damaged(
            "its directory has another number of members than it says",
        ));
    }
    used.sort_unstable();
    if used.windows(2).any(|pair| pair[0].1 > pair[1].0) {
        return Err(damaged("members lie over each other"));
    }
    Ok(())
}

fn directory(bytes: &[u8]) -> Result<Directory, Refusal> {
    let least = bytes.len().saturating_sub(END_LENGTH + LONGEST_COMMENT);
    let last = bytes.len().saturating_sub(END_LENGTH);
    let is_end = |at: &usize| {
        let comment = u16_at(bytes, at + 20).map(usize::from);
        bytes[*at..].starts_with(END) && comment == Some(bytes.len() - at - END_LENGTH)
    };
    let at = (least..=last)
        .rev()
        .find(is_end)
        .ok_or_else(|| Refusal::new("truncated-archive", "the archive ends too early"))?;
    let short = |offset| u16_at(bytes, at + offset).unwrap_or(u16::MAX);
    let long = |offset| u32_at(bytes, at + offset).unwrap_or(u32::MAX);
    if short(4) != 0 || short(6) != 0 || short(8) != short(10) {
        return Err(Refusal::new(
            "unsupported-archive",
            "it is one part of an archive in several files",
        ));
    }
    let (count, size, start) = (short(10), long(12), long(16));
    let (directory, end) = match count == u16::MAX || size == u32::MAX || start == u32::MAX {
        true => directory_64(bytes, at)?,
        false => ((u64::from(count), u64::from(size), u64::from(start)), at),
    };
    let (count, size, start) = directory;
    // Nothing may stand before the first or after the last: a reader that begins elsewhere sees the same.
    if start.checked_add(size) != Some(end as u64) {
        return Err(damaged("its directory is not where it says"));
    }
    Ok(Directory {
        start: start as usize,
        end,
        count,
    })
}

/// Count, size and start of the directory, and where it ends, from the records for large archives.
fn directory_64(bytes: &[u8], end: usize) -> Result<((u64, u64, u64), usize), Refusal> {
    let broken = || damaged("its directory is not where it says");
    let locator = end.checked_sub(20).ok_or_else(broken)?;
    if !bytes[locator..].starts_with(LOCATOR_64) {
        // All ones are sizes like any other where there are no such records.
        let count = u64::from(u16_at(bytes, end + 10).unwrap_or_default());
        let size = u64::from(u32_at(bytes, end + 12).unwrap_or_default());
        let start = u64::from(u32_at(bytes, end + 16).unwrap_or_default());
        return Ok(((count, size, start), end));
    }
    let record = u64_at(bytes, locator + 8).and_then(|at| usize::try_from(at).ok());
    let record = record
        .filter(|at| {
            bytes
                .get(*at..)
                .is_some_and(|rest| rest.starts_with(END_64))
        })
        .ok_or_else(broken)?;
    let long = |offset| u64_at(bytes, record + offset).ok_or_else(broken);
    if record as u64 + 12 + long(4)? != locator as u64 {
        return Err(broken());
    }
    Ok(((long(32)?, long(40)?, long(48)?), record))
}

/// The row at `at`, and where the next begins.
fn row(bytes: &[u8], at: usize) -> Result<(Row<'_>, usize), Refusal> {
    let broken = || damaged("its directory cannot be read");
    let head = bytes
        .get(at..at + 46)
        .filter(|head| head.starts_with(CENTRAL))
        .ok_or_else(broken)?;
    let short = |offset| u16_at(head, offset).unwrap_or_default();
    let long = |offset| u32_at(head, offset).unwrap_or_default();
    let lengths = [short(28), short(30), short(32)].map(usize::from);
    let name_end = at + 46 + lengths[0];
    let next = name_end + lengths[1] + lengths[2];
    let name = bytes.get(at + 46..name_end).ok_or_else(broken)?;
    let extra = bytes
        .get(name_end..name_end + lengths[1])
        .ok_or_else(broken)?;
    let unix = short(4) >> 8 == 3;
    let mut row = Row {
        name,
        flags: short(8),
        method: short(10),
        crc: long(16),
        packed: u64::from(long(20)),
        size: u64::from(long(24)),
        at: u64::from(long(42)),
        mode: if unix { long(38) >> 16 } else { 0 },
    };
    large(&mut row, extra);
    Ok((row, next))
}

/// Sizes that do not fit stand in the extra field 1, those of them in this order.
fn large(row: &mut Row<'_>, mut extra: &[u8]) {
    while let (Some(id), Some(length)) = (u16_at(extra, 0), u16_at(extra, 2)) {
        let end = 4 + usize::from(length);
        let Some(data) = extra.get(4..end) else {
            return;
        };
        if id == 1 {
            let mut at = 0;
            for value in [&mut row.size, &mut row.packed, &mut row.at] {
                if *value == u64::from(u32::MAX)
                    && let Some(real) = u64_at(data, at)
                {
                    *value = real;
                    at += 8;
                }
            }
        }
        extra = &extra[end..];
    }
}

/// Unpacks one member; its range of the archive.
fn member(bytes: &[u8], row: &Row<'_>, out: &mut Collector<'_>) -> Result<(usize, usize), Refusal> {
    let name = shown(row.name);
    let broken = |why: &str| damaged(&format!("{name}: {why}"));
    if row.flags & ENCRYPTED != 0 {
        return Err(Refusal::new("encrypted", format!("{name} is encrypted")));
    }
    let at = usize::try_from(row.at).map_err(|_| broken("it lies outside"))?;
    let head = at
        .checked_add(30)
        .and_then(|end| bytes.get(at..end))
        .filter(|head| head.starts_with(LOCAL))
        .ok_or_else(|| broken("it is not where the directory says"))?;
    let short = |offset| u16_at(head, offset).unwrap_or_default();
    let long = |offset| u64::from(u32_at(head, offset).unwrap_or_default());
    let start = at + 30 + usize::from(short(26)) + usize::from(short(28));
    let end = usize::try_from(row.packed)
        .ok()
        .and_then(|packed| start.checked_add(packed));
    let data = end.and_then(|end| bytes.get(start..end));
    let data = data.ok_or_else(|| broken("it is longer than the archive"))?;
    let own_name = bytes.get(at + 30..at + 30 + usize::from(short(26)));
    if own_name != Some(row.name) {
        return Err(broken("it has two names"));
    }
    if (short(6), short(8)) != (row.flags, row.method) {
        return Err(broken("it is described in two ways"));
    }
    let sizes = [(long(18), row.packed), (long(22), row.size)];
    let agree = |(own, listed): &(u64, u64)| own == listed || *own == u64::from(u32::MAX);
    if row.flags & SIZES_BEHIND == 0 && !sizes.iter().all(agree) {
        return Err(Refusal::new("wrong-size", format!("{name} has two sizes")));
    }
    place(row, &name, data, out)?;
    Ok((at, start + data.len()))
}

fn place(row: &Row<'_>, name: &str, data: &[u8], out: &mut Collector<'_>) -> Result<(), Refusal> {
    const KIND: u32 = 0o170_000;
    match row.mode & KIND {
        _ if row.name.ends_with(b"/") => {
            if row.size != 0 {
                return Err(damaged(&format!("{name}: a folder with bytes")));
            }
            out.folder(row.name)
        }
        0o040_000 => out.folder(row.name),
        0o120_000 => {
            let mut target = Vec::new();
            let mut reader = Content::open(row, name, data)?.take(4096);
            reader
                .read_to_end(&mut target)
                .map_err(|error| damaged(&format!("{name}: {error}")))?;
            out.link(row.name, &target)
        }
        0 | 0o100_000 => {
            let mut content = Content::open(row, name, data)?;
            out.file(row.name, row.size, row.mode & 0o111 != 0, &mut content)?;
            content.close(name)
        }
        _ => Err(Refusal::new(
            "special-file",
            format!("{name} is neither file nor folder"),
        )),
    }
}

/// The bytes of one member, and whether they were the right ones.
struct Content<'a> {
    source: Packed<'a>,
    crc: flate2::Crc,
    wanted: u32,
}

enum Packed<'a> {
    Stored(&'a [u8]),
    Deflated(flate2::bufread::DeflateDecoder<&'a [u8]>),
}

impl<'a> Content<'a> {
    fn open(row: &Row<'_>, name: &str, data: &'a [u8]) -> Result<Self, Refusal> {
        let source = match row.method {
            0 => Packed::Stored(data),
            8 => Packed::Deflated(flate2::bufread::DeflateDecoder::new(data)),
            method => {
                return Err(Refusal::new(
                    "unsupported-archive",
                    format!("{name} is packed by method {method}; zip archives use 0 or 8"),
                ));
            }
        };
        Ok(Self {
            source,
            crc: flate2::Crc::new(),
            wanted: row.crc,
        })
    }

    /// Everything was read: nothing may be left, and the sum must be right.
    fn close(self, name: &str) -> Result<(), Refusal> {
        let left = match &self.source {
            Packed::Stored(rest) => rest.len(),
            Packed::Deflated(decoder) => decoder.get_ref().len(),
        };
        if left != 0 {
            return Err(Refusal::new(
                "wrong-size",
                format!("{name} ends before its bytes do"),
            ));
        }
        if self.crc.sum() != self.wanted {
            return Err(damaged(&format!("{name}: its checksum is wrong")));
        }
        Ok(())
    }
}

impl Read for Content<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = match &mut self.source {
            Packed::Stored(rest) => rest.read(buffer)?,
            Packed::Deflated(decoder) => decoder.read(buffer)?,
        };
        self.crc.update(&buffer[..count]);
        Ok(count)
    }
}

fn array<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..at.checked_add(N)?)?.try_into().ok()
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    array(bytes, at).map(u16::from_le_bytes)
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    array(bytes, at).map(u32::from_le_bytes)
}

fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    array(bytes, at).map(u64::from_le_bytes)
}
