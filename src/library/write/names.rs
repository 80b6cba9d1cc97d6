//! Names that new files and folders must not have.

use crate::library::is_own_temp;

/// Device names of Windows, which no file there can have, whatever its extension.
const RESERVED: &[&str] = &[
    "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8",
    "com9", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
];

/// The longest name most disks take, in bytes.
const LONGEST: usize = 255;

/// Why `name` cannot be the name of a new file or folder; `None` when it can. A skill travels, so
/// what some common system refuses is refused here.
pub fn refuse_name(name: &str) -> Option<&'static str> {
    let stem = name.split('.').next().unwrap_or_default().trim_end();
    let rules: &[(bool, &'static str)] = &[
        (name.trim().is_empty(), "it is empty"),
        (name == "." || name == "..", "it stands for a folder"),
        (name.contains('/'), "it holds `/`"),
        (name.contains('\\'), "it holds a backslash"),
        (
            name.chars().any(char::is_control),
            "it holds a control character",
        ),
        (
            name.contains(['<', '>', ':', '"', '|', '?', '*']),
            "it holds a character that Windows does not allow (< > : \" | ? *)",
        ),
        (name.starts_with(' '), "it starts with a space"),
        (name.ends_with(' '), "it ends with a space"),
        (name.ends_with('.'), "it ends with a dot"),
        (
            RESERVED.iter().any(|word| stem.eq_ignore_ascii_case(word)),
            "Windows keeps this name for a device",
        ),
        (name.len() > LONGEST, "it is longer than 255 bytes"),
        (
            is_own_temp(name),
            "skillkiln uses such names for temporary files",
        ),
    ];
    rules.iter().find(|(bad, _)| *bad).map(|(_, why)| *why)
}
