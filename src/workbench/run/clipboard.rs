//! The clipboard of the terminal, by OSC 52: works over SSH, needs no library.

use std::io::{self, Write};

use base64::Engine as _;

/// Terminals commonly refuse more than this many bytes of base64.
const LIMIT: usize = 100_000;

/// The sequence that hands `text` to the terminal's clipboard; `None` when it is too long for it.
pub fn sequence(text: &str) -> Option<String> {
    let encoded = base64::engine::general_purpose::STANDARD.encode(text);
    (encoded.len() <= LIMIT).then(|| format!("\x1b]52;c;{encoded}\x07"))
}

/// Hands `text` to the terminal's clipboard.
///
/// # Errors
/// When the terminal cannot be written to.
pub fn copy(text: &str) -> io::Result<()> {
    if let Some(sequence) = sequence(text) {
        let mut out = io::stdout();
        out.write_all(sequence.as_bytes())?;
        out.flush()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_the_text_reaches_the_terminal_raw() {
        let sequence = sequence("a\x1b]0;x\x07b").expect("short enough");
        let inner = &sequence[2..sequence.len() - 1];
        assert!(inner.bytes().all(|b| (0x20..0x7f).contains(&b)), "{inner}");
    }

    #[test]
    fn what_terminals_refuse_is_not_sent() {
        assert_eq!(sequence(&"x".repeat(200_000)), None);
    }
}
