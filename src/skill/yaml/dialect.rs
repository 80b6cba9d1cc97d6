//! The switches by which families of YAML readers differ.

use super::Dialect;

/// What one family does where families differ. A further family is a further row, not further code.
#[derive(Debug)]
pub(super) struct Rules {
    /// How many whole tokens the scanner keeps ahead of the parser. A fault within that distance after
    /// the first document still fails it.
    pub ahead: usize,
    /// Comments are taken together with the token before them, which hides tabs between the two.
    pub comments_with_tokens: bool,
    /// A flow collection in which no key without `?` was seen is no longer taken for a key itself
    /// unless its colon is already in sight.
    pub forgets_keys: bool,
    /// A byte-order mark may begin any line.
    pub bom_in_lines: bool,
    /// U+0085, U+2028 and U+2029 end lines.
    pub wide_breaks: bool,
    /// Levels of flow collections, and of indentation, that are accepted.
    pub depth: usize,
    /// Nothing but another document may follow the first one.
    pub whole: bool,
    /// Not even that.
    pub single: bool,
    /// Only LF and CR begin a new line for columns and keys; the wide ones fold, but the column goes on.
    pub narrow_lines: bool,
    /// Tabs may stand between tokens and within plain scalars.
    pub tabs: bool,
    /// Characters that may not begin anything, although YAML gives them a meaning.
    pub refused_starts: &'static [u8],
    /// A `:` without any key before it means an empty key.
    pub bare_values: bool,
    /// Names of anchors are all that is no white space and no sign of a list or map in brackets.
    pub any_anchor: bool,
    /// Behind what is in quotes or brackets the next entry of the map may stand on the same line.
    pub entries_beside: bool,
    /// The escapes `\'`, and surrogates as characters.
    pub escapes: Escapes,
    /// A block scalar that is the whole document may stand at the margin.
    pub flush_blocks: bool,
    /// A second byte-order mark is passed over.
    pub second_bom: bool,
    /// Bytes that are checked for forbidden characters at a time; `usize::MAX` for all before anything else.
    pub chunk: usize,
    /// A block scalar that the text ends in ends with a line break all the same.
    pub final_break: bool,
    /// What goes on over lines in quotes or brackets must be indented.
    pub deep_lines: bool,
    /// Tabs may stand after the dash of an item, and after the colon below a `?`.
    pub tabs_after_dash: bool,
    /// Tabs at the start of a line are passed over as if they were not there.
    pub tabs_are_nothing: bool,
    /// Every character is allowed.
    pub any_character: bool,
    /// Highest minor version of `%YAML 1.x`.
    pub minor: u32,
    /// Between tokens only spaces, comments and line ends may stand, in brackets too.
    pub spaces_only: bool,
    /// Byte-order marks take no column.
    pub bom_without_column: bool,
    /// What a `:` is in a plain scalar in brackets when a bracket or comma follows.
    pub flow_colon: FlowColon,
    /// In brackets a plain scalar may hold `?`.
    pub flow_question: bool,
    /// Tags and directives end at a space, not at a tab, and a tag with a second `!` has a handle.
    pub strict_words: bool,
    /// Directives it does not know are passed over.
    pub any_directive: bool,
    /// An anchor may be given once.
    pub anchors_once: bool,
    /// In `[? , ...]` the token that shows the key to be missing is passed over with it.
    pub eats_after_question: bool,
    /// Lines of three dots may follow the document, and no other may.
    pub dots_only: bool,
    /// A comment must stand apart from what is before it.
    pub comments_apart: bool,
    /// So must one behind the sign of a block of text.
    pub block_comments_apart: bool,
    /// A line may hold tabs and nothing else, or a comment behind tabs.
    pub tab_lines: bool,
    /// A CR without LF is a character like any other.
    pub plain_cr: bool,
    /// Blanks before the first line end of what is in quotes stay.
    pub quotes_keep_blanks: bool,
    /// In a map in brackets a key may go on over line ends.
    pub long_flow_keys: bool,
    /// Blanks behind the last line end are a line of a block scalar.
    pub last_blanks: bool,
    /// A tab may begin the text of a block scalar.
    pub tab_in_block: bool,
    /// The first key of a map has neither tag nor anchor.
    pub plain_first_keys: bool,
    /// A key in brackets is only one right behind the entry before it.
    pub flow_keys_at_once: bool,
}

/// A `:` in a plain scalar in brackets that a bracket or comma follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FlowColon {
    /// A character like any other.
    Text,
    /// The end of the scalar.
    End,
    /// A fault, before `?` too.
    Fault,
}

/// What double quotes may hold.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Escapes {
    /// `\'` is an apostrophe, half a surrogate pair is a fault.
    Go,
    /// Both are faults, as libyaml 0.2.5 and what was made from it have it.
    Libyaml,
    /// `\'` is a fault; two halves of a surrogate pair are one character, and half of one stands for
    /// itself (U+FFFD here). As PyYAML and the readers in JavaScript have it.
    Halves,
}

const YAML_V3: Rules = Rules {
    ahead: 2,
    comments_with_tokens: true,
    forgets_keys: true,
    bom_in_lines: false,
    wide_breaks: true,
    depth: 10_000,
    whole: false,
    single: false,
    narrow_lines: false,
    tabs: true,
    refused_starts: &[],
    bare_values: false,
    any_anchor: false,
    entries_beside: false,
    escapes: Escapes::Go,
    flush_blocks: false,
    second_bom: true,
    chunk: 512,
    final_break: false,
    deep_lines: false,
    tabs_after_dash: false,
    tabs_are_nothing: false,
    any_character: false,
    minor: 1,
    spaces_only: false,
    bom_without_column: false,
    flow_colon: FlowColon::Text,
    flow_question: false,
    strict_words: false,
    any_directive: false,
    anchors_once: false,
    eats_after_question: true,
    dots_only: false,
    comments_apart: false,
    block_comments_apart: false,
    tab_lines: false,
    plain_cr: false,
    quotes_keep_blanks: false,
    long_flow_keys: false,
    last_blanks: false,
    tab_in_block: false,
    plain_first_keys: false,
    flow_keys_at_once: false,
};

/// Compared with strictyaml 1.7.3.
const STRICTYAML: Rules = Rules {
    ahead: 0,
    comments_with_tokens: false,
    forgets_keys: false,
    whole: true,
    single: true,
    narrow_lines: true,
    tabs: false,
    refused_starts: b"[]{},&*!%",
    bare_values: true,
    escapes: Escapes::Halves,
    flush_blocks: true,
    second_bom: false,
    chunk: usize::MAX,
    minor: u32::MAX,
    bom_without_column: true,
    ..YAML_V3
};

/// Compared with serde_yaml 0.9.
const SERDE: Rules = Rules {
    escapes: Escapes::Libyaml,
    comments_with_tokens: false,
    whole: true,
    single: true,
    ..YAML_V3
};

/// Compared with PyYAML 6.0.3, the scanner written in Python.
const PYYAML: Rules = Rules {
    narrow_lines: false,
    refused_starts: &[],
    bare_values: false,
    flush_blocks: false,
    spaces_only: true,
    flow_colon: FlowColon::End,
    strict_words: true,
    any_directive: true,
    anchors_once: true,
    eats_after_question: false,
    dots_only: true,
    ..STRICTYAML
};

/// Compared with PyYAML 6.0.3 over libyaml 0.2.5.
const PYYAML_C: Rules = Rules {
    escapes: Escapes::Libyaml,
    comments_with_tokens: false,
    whole: true,
    single: true,
    flow_colon: FlowColon::Fault,
    flow_question: true,
    bom_in_lines: true,
    anchors_once: true,
    dots_only: true,
    minor: 2,
    ..YAML_V3
};

/// Compared with js-yaml 4.1.1, of Gemini CLI; later ones take more keys.
const JS_YAML: Rules = Rules {
    ahead: 0,
    forgets_keys: false,
    wide_breaks: false,
    whole: true,
    single: true,
    final_break: true,
    tabs_after_dash: true,
    tab_lines: true,
    block_comments_apart: true,
    quotes_keep_blanks: true,
    any_anchor: true,
    escapes: Escapes::Halves,
    chunk: usize::MAX,
    minor: u32::MAX,
    last_blanks: true,
    tab_in_block: true,
    plain_first_keys: true,
    ..YAML_V3
};

/// Compared with js-yaml 3.
const JS_YAML_3: Rules = Rules {
    tabs_are_nothing: true,
    entries_beside: true,
    ..JS_YAML
};

/// Compared with the npm package `yaml` 2.
const YAML_2: Rules = Rules {
    any_character: true,
    deep_lines: true,
    bare_values: true,
    comments_apart: true,
    quotes_keep_blanks: false,
    plain_cr: true,
    long_flow_keys: true,
    last_blanks: false,
    plain_first_keys: false,
    flow_keys_at_once: true,
    ..JS_YAML
};

/// What the editor wants: text that a lenient reader would silently leave out is a fault.
pub(super) const EDITOR: Rules = Rules {
    whole: true,
    ..YAML_V3
};

impl Dialect {
    /// The switches of this family.
    pub(super) fn rules(self) -> &'static Rules {
        match self {
            Self::YamlV3 => &YAML_V3,
            Self::Strictyaml => &STRICTYAML,
            Self::Serde => &SERDE,
            Self::Pyyaml => &PYYAML,
            Self::PyyamlC => &PYYAML_C,
            Self::JsYaml3 => &JS_YAML_3,
            Self::JsYaml => &JS_YAML,
            Self::Yaml2 => &YAML_2,
        }
    }

    /// No character is refused as such.
    pub fn allows_every_character(self) -> bool {
        self.rules().any_character
    }

    /// Keys must be scalars, and only those a program knows must not be there twice.
    pub fn decodes_structures(self) -> bool {
        self == Self::Serde
    }

    /// A key that is there twice fails the file, wherever it stands.
    pub fn refuses_repeats(self) -> bool {
        matches!(self, Self::JsYaml3 | Self::JsYaml | Self::Yaml2)
    }
}

/// The place of the first character that YAML does not allow in `text[start..]`, and the place from
/// which a reader that checks `chunk` bytes at a time notices it.
pub(super) fn forbidden(text: &str, start: usize, rules: &Rules) -> Option<(usize, usize)> {
    if rules.any_character {
        return None;
    }
    let bytes = text.as_bytes();
    let byte = |at: usize| bytes.get(at).copied().unwrap_or(0);
    // Without a way out of the inner loop many bytes are asked at once: most text has none that
    // could be bad.
    let may = |byte: u8| matches!(byte, 0..0x20 | 0x7F | 0xC2 | 0xEF) && byte != b'\n';
    let any = |some: &[u8]| some.iter().fold(false, |any, byte| any | may(*byte));
    let first = bytes[start..].chunks(64).position(any)?;
    let bad = (start + first * 64..bytes.len()).find(|&at| match byte(at) {
        b'\t' | b'\n' | b'\r' => false,
        0..0x20 | 0x7F => true,
        0xC2 => matches!(byte(at + 1), 0x80..=0x84 | 0x86..=0x9F),
        0xEF => byte(at + 1) == 0xBF && matches!(byte(at + 2), 0xBE | 0xBF),
        _ => false,
    })?;
    let mut from = start;
    loop {
        let mut next = from.saturating_add(rules.chunk).min(text.len());
        while !text.is_char_boundary(next) {
            next -= 1;
        }
        if next > bad || next <= from {
            return Some((bad, from));
        }
        from = next;
    }
}
