//! How tokens are found: shared by the build script, which packs the table, and by the look-up.

/// Places of the table, a power of two. Three quarters of them are taken.
pub const PLACES: usize = 1 << 18;

/// Bytes of a place: the key (8), the rank (4), and where the bytes of the token stand with how many
/// there are (4: `offset << 8 | length`); all little-endian, and all zero when the place is free.
pub const PLACE: usize = 16;

/// Bytes that a key holds whole; keys of longer tokens are mixed and have to be compared.
pub const WHOLE: usize = 8;

const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

/// The key of the bytes of a token.
pub fn key(bytes: &[u8]) -> u64 {
    if let [first, ..] = bytes
        && bytes.len() <= WHOLE
    {
        return match bytes.len() {
            1 => u64::from(*first),
            _ => word(bytes),
        };
    }
    let mix = |key: u64, part: &[u8]| (key.rotate_left(23) ^ word(part)).wrapping_mul(MIX);
    bytes.chunks(WHOLE).fold(0, mix)
}

/// Up to eight bytes as one number.
fn word(bytes: &[u8]) -> u64 {
    let mut whole = [0; WHOLE];
    whole[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(whole)
}

/// The place where a token is looked for first; it stands there, or behind it without a gap.
pub fn place(key: u64, length: usize) -> usize {
    let mixed = (key ^ length as u64).wrapping_mul(MIX);
    ((mixed ^ (mixed >> 29)).wrapping_mul(MIX) >> 40) as usize % PLACES
}
