//! Which characters must be shown as symbols because they draw nothing, or worse.

use std::borrow::Cow;

/// The symbol for a character that a terminal would not show or would obey; `None` for text.
pub(super) fn symbol(c: char) -> Option<Cow<'static, str>> {
    let code = u32::from(c);
    match code {
        0x00..=0x1f => Some(control_picture(0x2400 + code)),
        0x7f => Some(control_picture(0x2421)),
        0x80..=0x9f
        | 0xad
        | 0x034f
        | 0x061c
        | 0x115f
        | 0x1160
        | 0x17b4
        | 0x17b5
        | 0x180b..=0x180f
        | 0x200b..=0x200f
        | 0x2028..=0x202e
        | 0x2060..=0x206f
        | 0x3164
        | 0xfe00..=0xfe0f
        | 0xfeff
        | 0xffa0
        | 0xfff0..=0xfffb
        | 0xe0000..=0xe0fff => Some(Cow::Owned(format!("‹{code:04X}›"))),
        _ => None,
    }
}

fn control_picture(code: u32) -> Cow<'static, str> {
    Cow::Owned(char::from_u32(code).unwrap_or('?').to_string())
}
