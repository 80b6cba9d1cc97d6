//! Archives of every shape, good and hostile.

use std::io::Write;

/// A member of a zip archive; every field can lie.
#[derive(Clone)]
pub struct Raw {
    pub name: Vec<u8>,
    pub own_name: Option<Vec<u8>>,
    pub data: Vec<u8>,
    pub method: u16,
    pub flags: u16,
    pub mode: u32,
    pub size: Option<u32>,
    pub crc: Option<u32>,
    /// Points to the member before.
    pub over_the_last: bool,
}

pub fn raw(name: impl AsRef<[u8]>, text: &str) -> Raw {
    Raw {
        name: name.as_ref().to_vec(),
        own_name: None,
        data: text.as_bytes().to_vec(),
        method: 0,
        flags: 0,
        mode: 0,
        size: None,
        crc: None,
        over_the_last: false,
    }
}

pub fn zip_of(members: &[Raw]) -> Vec<u8> {
    let (mut out, mut directory, mut at) = (Vec::new(), Vec::new(), 0);
    for member in members {
        let data = match member.method {
            8 => {
                let mut encoder =
                    flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::best());
                encoder.write_all(&member.data).unwrap();
                encoder.finish().unwrap()
            }
            _ => member.data.clone(),
        };
        let mut crc = flate2::Crc::new();
        crc.update(&member.data);
        let crc = member.crc.unwrap_or(crc.sum());
        let size = member.size.unwrap_or(member.data.len() as u32);
        if !member.over_the_last {
            at = out.len() as u32;
        }
        let head = |name: &[u8]| {
            let mut head = Vec::new();
            for value in [20, member.flags, member.method, 0, 33] {
                head.extend(u16::to_le_bytes(value));
            }
            for value in [crc, data.len() as u32, size] {
                head.extend(value.to_le_bytes());
            }
            head.extend((name.len() as u16).to_le_bytes());
            head.extend([0, 0]);
            head
        };
        let own = member.own_name.as_ref().unwrap_or(&member.name);
        out.extend(b"PK\x03\x04");
        out.extend(head(own));
        out.extend(own);
        out.extend(&data);
        directory.extend(b"PK\x01\x02\x14\x03");
        directory.extend(head(&member.name));
        directory.extend([0; 6]);
        directory.extend((member.mode << 16).to_le_bytes());
        directory.extend(at.to_le_bytes());
        directory.extend(&member.name);
    }
    let start = out.len() as u32;
    out.extend(&directory);
    out.extend(b"PK\x05\x06\0\0\0\0");
    let count = members.len() as u16;
    out.extend([count.to_le_bytes(), count.to_le_bytes()].concat());
    out.extend((directory.len() as u32).to_le_bytes());
    out.extend(start.to_le_bytes());
    out.extend([0, 0]);
    out
}

/// A zip archive of plain files.
pub fn zip(files: &[(&str, &str)]) -> Vec<u8> {
    let members: Vec<Raw> = files.iter().map(|(name, text)| raw(name, text)).collect();
    zip_of(&members)
}

/// One member of a tar archive: kind, name, link target, text.
pub struct TarMember<'a>(pub u8, pub &'a [u8], pub &'a str, pub &'a [u8]);

pub fn tar_of(members: &[TarMember<'_>]) -> Vec<u8> {
    let mut out = Vec::new();
    for TarMember(kind, name, target, data) in members {
        let mut head = [0u8; 512];
        head[..name.len()].copy_from_slice(name);
        head[100..107].copy_from_slice(b"0000644");
        head[124..135].copy_from_slice(format!("{:011o}", data.len()).as_bytes());
        head[136..147].copy_from_slice(b"00000000000");
        head[148..156].copy_from_slice(b"        ");
        head[156] = *kind;
        head[157..157 + target.len()].copy_from_slice(target.as_bytes());
        head[257..265].copy_from_slice(b"ustar\x0000");
        let sum: u32 = head.iter().map(|byte| u32::from(*byte)).sum();
        head[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
        out.extend(head);
        out.extend(*data);
        out.resize(out.len().next_multiple_of(512), 0);
    }
    out.resize(out.len() + 1024, 0);
    out
}

/// A plain tar archive of plain files.
pub fn tar(files: &[(&str, &str)]) -> Vec<u8> {
    let members: Vec<_> = files
        .iter()
        .map(|(name, text)| TarMember(b'0', name.as_bytes(), "", text.as_bytes()))
        .collect();
    tar_of(&members)
}

pub fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    out.write_all(bytes).unwrap();
    out.finish().unwrap()
}

pub fn bz2(bytes: &[u8]) -> Vec<u8> {
    let mut out = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::best());
    out.write_all(bytes).unwrap();
    out.finish().unwrap()
}

pub fn xz(bytes: &[u8], dictionary: u32) -> Vec<u8> {
    let mut options = lzma_rust2::XzOptions::with_preset(6);
    options.lzma_options.dict_size = dictionary;
    let mut out = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
    out.write_all(bytes).unwrap();
    out.finish().unwrap()
}

/// A skill file.
pub fn skill(name: &str) -> String {
    format!(
        "---\nname: {name}\ndescription: What it does, and when to use it.\n---\nBody of {name}.\n"
    )
}
