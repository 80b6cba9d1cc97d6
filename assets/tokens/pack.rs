//! Packs the tokens of `o200k_base.bin` (for each rank, from 0 on, one byte with the length and then the
//! bytes) into the table that the program holds, so that no start has to build it.

use std::path::Path;
use std::{env, fs};

#[path = "../../src/host/tokens/key.rs"]
mod key;

use key::{PLACE, PLACES};

const TOKENS: &str = "assets/tokens/o200k_base.bin";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for file in [TOKENS, "assets/tokens/pack.rs", "src/host/tokens/key.rs"] {
        println!("cargo::rerun-if-changed={file}");
    }
    let tokens = fs::read(Path::new(&env::var("CARGO_MANIFEST_DIR")?).join(TOKENS))?;
    let mut table = vec![0; PLACE * PLACES];
    let mut at = 0;
    let mut rank = 0u32;
    while let Some(length) = tokens.get(at).map(|length| usize::from(*length)) {
        let bytes = &tokens[at + 1..at + 1 + length];
        let key = key::key(bytes);
        let mut place = key::place(key, length);
        while table[PLACE * place + 12] != 0 {
            place = (place + 1) % PLACES;
        }
        let slot = &mut table[PLACE * place..PLACE * (place + 1)];
        let stands = u32::try_from(at + 1)? << 8 | u32::try_from(length)?;
        slot[..8].copy_from_slice(&key.to_le_bytes());
        slot[8..12].copy_from_slice(&rank.to_le_bytes());
        slot[12..].copy_from_slice(&stands.to_le_bytes());
        rank += 1;
        at += 1 + length;
    }
    fs::write(
        Path::new(&env::var("OUT_DIR")?).join("o200k_base.table"),
        table,
    )?;
    Ok(())
}
