//! How many tokens a text costs.

/// The tokenizer that counts: the one of OpenAI's newer models. Other models differ by some percent;
/// no provider of the others publishes theirs.
pub const TOKENIZER: &str = "o200k_base";

/// Counts the tokens of a text exactly, special tokens taken as plain text. Linear in its length,
/// but too slow for a key press on long texts (about 100 ns a byte): call it from a worker.
pub fn count(text: &str) -> usize {
    bpe_openai::o200k_base().count(text)
}

/// The number of tokens of a text that has more than `most`, and the byte where the first token
/// beyond begins. As slow as [`count`].
pub fn beyond(text: &str, most: usize) -> Option<(usize, usize)> {
    let tokenizer = bpe_openai::o200k_base();
    let tokens = tokenizer.encode(text);
    let first = tokens.get(..most).filter(|_| tokens.len() > most)?;
    let at = first.iter().map(|id| tokenizer.bpe.token_len(*id)).sum();
    Some((tokens.len(), at))
}

#[cfg(test)]
mod tests {
    use super::{beyond, count};

    #[test]
    fn the_first_token_beyond() {
        assert_eq!(beyond("hello world", 2), None);
        assert_eq!(beyond("hello world", 1), Some((2, 5)));
    }

    #[test]
    fn counts_as_the_published_tokenizer_does() {
        // Counts published with the tokenizer's own examples.
        assert_eq!(count(""), 0);
        assert_eq!(count("hello world"), 2);
        assert_eq!(count("tiktoken is great!"), 6);
    }
}
