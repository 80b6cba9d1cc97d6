//! Reading tar archives, while they are being decoded.

use std::io::{self, Read};

use tar::{Archive, EntryType};

use crate::exchange::Refusal;
use crate::exchange::bundle::{Collector, damaged, shown, too_many};
use crate::exchange::limits::Limits;

const BLOCK: u64 = 512;

/// Unpacks every member.
pub(super) fn unpack(
    source: impl Read,
    limits: &Limits,
    out: &mut Collector<'_>,
) -> Result<(), Refusal> {
    // Beside its bytes a member takes a header, some take two more with a long name in them.
    let most = limits.unpacked + limits.files as u64 * 8 * BLOCK;
    let mut watched = Watched {
        source,
        left: most,
        over: false,
        block: [0; BLOCK as usize],
        read: 0,
        problem: None,
        ended: false,
    };
    let result = walk(&mut watched, limits, out).and_then(|()| rest(&mut watched));
    match result {
        Err(_) if watched.over => Err(Refusal::new(
            "too-large",
            format!("it unpacks to more than {} bytes", limits.unpacked),
        )),
        Err(refusal) if refusal.code() == "damaged-archive" && watched.ended => Err(ends_early()),
        Err(_) if watched.problem == Some(io::ErrorKind::OutOfMemory) => Err(Refusal::new(
            "too-large",
            "it needs more memory to unpack than any skill",
        )),
        other => other,
    }
}

fn walk<R: Read>(
    source: &mut Watched<R>,
    limits: &Limits,
    out: &mut Collector<'_>,
) -> Result<(), Refusal> {
    let mut archive = Archive::new(source);
    let entries = archive.entries().map_err(broken)?;
    let mut count = 0;
    for entry in entries {
        let mut entry = entry.map_err(broken)?;
        count += 1;
        if count > limits.files * 5 {
            return Err(too_many(limits));
        }
        let name = entry.path_bytes().into_owned();
        let target = entry.link_name_bytes().map(|name| name.into_owned());
        let target = target.unwrap_or_default();
        let mode = entry.header().mode().unwrap_or(0);
        let size = entry.size();
        match entry.header().entry_type() {
            EntryType::Regular | EntryType::Continuous if name.ends_with(b"/") => {
                // The oldest archives know folders only by their names.
                out.folder(&name)?;
            }
            EntryType::Regular | EntryType::Continuous => {
                out.file(&name, size, mode & 0o111 != 0, &mut entry)
                    .map_err(|refusal| refusal.named("wrong-size", "truncated-archive"))?;
            }
            EntryType::Directory => out.folder(&name)?,
            EntryType::Symlink => out.link(&name, &target)?,
            EntryType::Link => out.hard_link(&name, &target)?,
            EntryType::XGlobalHeader => {}
            EntryType::Char | EntryType::Block | EntryType::Fifo => {
                return Err(Refusal::new(
                    "special-file",
                    format!("{} is a pipe or a device", shown(&name)),
                ));
            }
            other => {
                return Err(Refusal::new(
                    "unsupported-archive",
                    format!(
                        "{} is a member of the kind {:?}",
                        shown(&name),
                        char::from(other.as_byte())
                    ),
                ));
            }
        }
    }
    Ok(())
}

/// The archive must have ended with an empty block, and what squeezes it with its checksum.
fn rest<R: Read>(source: &mut Watched<R>) -> Result<(), Refusal> {
    if source.read == 0 || source.block.iter().any(|byte| *byte != 0) {
        return Err(ends_early());
    }
    io::copy(source, &mut io::sink()).map_err(broken)?;
    Ok(())
}

fn broken(error: io::Error) -> Refusal {
    damaged(&error.to_string())
}

fn ends_early() -> Refusal {
    Refusal::new("truncated-archive", "the archive ends too early")
}

/// A source that gives so many bytes at most and remembers the last block.
struct Watched<R> {
    source: R,
    left: u64,
    over: bool,
    block: [u8; BLOCK as usize],
    read: u64,
    problem: Option<io::ErrorKind>,
    ended: bool,
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = match self.source.read(buffer) {
            Ok(count) => count,
            Err(error) => {
                if error.kind() != io::ErrorKind::Interrupted {
                    self.problem = Some(error.kind());
                    self.ended |= error.kind() == io::ErrorKind::UnexpectedEof;
                }
                return Err(error);
            }
        };
        if count as u64 > self.left {
            self.over = true;
            return Err(io::Error::other("too much"));
        }
        self.left -= count as u64;
        self.ended |= count == 0 && !buffer.is_empty();
        for byte in &buffer[..count] {
            self.block[(self.read % BLOCK) as usize] = *byte;
            self.read += 1;
        }
        Ok(count)
    }
}
