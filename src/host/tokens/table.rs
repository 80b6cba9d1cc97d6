//! The tokens and their ranks. The table lies in the program as it is used: nothing is loaded.

use super::key::{self, PLACE, PLACES, WHOLE};

/// Bytes of the longest token.
pub const LONGEST: usize = 128;

static TOKENS: &[u8] = include_bytes!("../../../assets/tokens/o200k_base.bin");
static TABLE: &[u8; PLACE * PLACES] = include_bytes!(concat!(env!("OUT_DIR"), "/o200k_base.table"));

/// The rank of a token: pairs with a lower one are joined first. `None` when there is no such token.
pub fn rank(bytes: &[u8]) -> Option<u32> {
    if bytes.is_empty() || bytes.len() > LONGEST {
        return None;
    }
    let key = key::key(bytes);
    let mut place = key::place(key, bytes.len());
    loop {
        let slot = &TABLE[PLACE * place..PLACE * (place + 1)];
        let (held, rest) = slot.split_first_chunk::<8>()?;
        let (rank, rest) = rest.split_first_chunk::<4>()?;
        let (stands, _) = rest.split_first_chunk::<4>()?;
        let stands = u32::from_le_bytes(*stands);
        let (offset, length) = ((stands >> 8) as usize, (stands & 0xff) as usize);
        if length == 0 {
            return None;
        }
        let same = u64::from_le_bytes(*held) == key
            && length == bytes.len()
            && (length <= WHOLE || TOKENS[offset..offset + length] == *bytes);
        if same {
            return Some(u32::from_le_bytes(*rank));
        }
        place = (place + 1) % PLACES;
    }
}
