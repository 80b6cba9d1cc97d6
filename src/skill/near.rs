//! Words that are not quite right: which known ones they may be meant for.

/// Letters that may be wrong.
const WRONG: usize = 3;

/// Words that are told at most.
const TOLD: usize = 3;

/// Known words that are told when none of them is near.
const LISTED: usize = 40;

/// Letters to change, add, remove or swap with their neighbour.
pub fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<_>, Vec<_>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![(0..=b.len()).collect::<Vec<_>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let change = usize::from(a[i - 1] != b[j - 1]);
            let mut best = (rows[i - 1][j] + 1)
                .min(row[j - 1] + 1)
                .min(rows[i - 1][j - 1] + change);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

/// The known words that `word` may be meant for, the nearest first, three at most: another case of letters
/// or `_` for `-`, the part behind a `/` alone, few wrong letters; else those that it is the beginning of.
pub fn meant<'a>(word: &str, known: &[&'a str]) -> Vec<&'a str> {
    let plain = |text: &str| text.to_lowercase().replace('_', "-");
    let word = plain(word);
    let few = WRONG.min(word.chars().count() / 3);
    let far = |known: &str| {
        let whole = plain(known);
        let part = whole.rsplit('/').next().unwrap_or_default();
        let letters = distance(&word, &whole).min(distance(&word, part));
        let begins = word.len() > 2 && (whole.starts_with(&word) || part.starts_with(&word));
        match (letters <= few, begins) {
            (true, _) => Some((0, letters)),
            (false, true) => Some((1, whole.len())),
            (false, false) => None,
        }
    };
    let near = known.iter().filter_map(|known| Some((far(known)?, *known)));
    let mut near: Vec<((usize, usize), &str)> = near.collect();
    near.sort_by_key(|(far, _)| *far);
    let best = near.first().map_or(0, |((kind, _), _)| *kind);
    near.retain(|((kind, _), _)| *kind == best);
    near.into_iter()
        .take(TOLD)
        .map(|(_, known)| known)
        .collect()
}

/// What is said behind `there is no ...`: the known words that may be meant; else all of them, or where there
/// are many how to see them.
pub fn hint(word: &str, known: &[&str], many: &str) -> String {
    let near: Vec<String> = meant(word, known)
        .iter()
        .map(|one| format!("{one:?}"))
        .collect();
    match near.as_slice() {
        [] if known.len() <= LISTED => format!("known are {}", known.join(", ")),
        [] => many.to_owned(),
        _ => format!("did you mean {}?", near.join(" or ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_may_be_meant() {
        let known = [
            "yaml/colon-in-value",
            "yaml/tab",
            "text/hidden",
            "claude-code",
            "codex",
        ];
        for (word, wanted) in [
            ("yaml/colon-in-valu", &["yaml/colon-in-value"][..]),
            ("colon-in-value", &["yaml/colon-in-value"]),
            ("yaml/colon", &["yaml/colon-in-value"]),
            ("hiden", &["text/hidden"]),
            ("Claude_Code", &["claude-code"]),
            ("cluade-code", &["claude-code"]),
            ("yaml", &["yaml/tab", "yaml/colon-in-value"]),
            ("cod", &["codex"]),
            ("quite/other", &[]),
            ("", &[]),
        ] {
            assert_eq!(meant(word, &known), wanted, "{word}");
        }
    }

    #[test]
    fn what_is_said_of_them() {
        assert_eq!(
            hint("codx", &["codex", "cursor"], "many"),
            "did you mean \"codex\"?"
        );
        assert_eq!(
            hint("x", &["codex", "cursor"], "many"),
            "known are codex, cursor"
        );
        assert_eq!(hint("x", &["codex"; LISTED + 1], "many"), "many");
    }
}
