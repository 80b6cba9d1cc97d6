//! How roles look. Every colour stands in a theme: a TOML file of roles (`assets/themes/`, or one of
//! the person's own), with the sixteen colours of every terminal and, instead, true colours.
//!
//! Text is the terminal's own foreground and what is of second rank is dim; meaning is carried by a
//! few colours. Without colour (`NO_COLOR`) bold, underline and reverse do the work.

use std::collections::BTreeMap;
use std::sync::Arc;

use ratatui::style::{Color, Modifier, Style};
use serde::Deserialize;

use crate::skill::colour::Role;
use crate::workbench::app::ink::Ink;

/// Ties the name of each role to the part its look is found by.
macro_rules! roles {
    ($($part:ident $name:literal,)*) => {
        /// The roles a theme gives a look; the index of a role is its place here.
        pub const ROLES: [&str; [$($name),*].len()] = [$($name),*];

        /// The same, to find their looks with.
        #[derive(Clone, Copy)]
        enum Part {
            $($part,)*
        }
    };
}

roles! {
    Text "text",
    Strong "strong",
    Dim "dim",
    AccentBrowse "accent-browse",
    AccentBuild "accent-build",
    Rule "rule",
    Selected "selected",
    SelectedIdle "selected-idle",
    CursorLine "cursor-line",
    Selection "selection",
    Found "found",
    Marked "marked",
    Info "info",
    Good "good",
    Warning "warning",
    Error "error",
    Added "added",
    Removed "removed",
    Symbol "symbol",
    Field "field",
    Value "value",
    Literal "literal",
    Link "link",
    Placeholder "placeholder",
    Emphasis "emphasis",
}

/// The themes of our own.
const BUNDLED: [(&str, &str); 4] = [
    ("dark", include_str!("../../../assets/themes/dark.toml")),
    ("light", include_str!("../../../assets/themes/light.toml")),
    (
        "high-contrast",
        include_str!("../../../assets/themes/high-contrast.toml"),
    ),
    ("mono", include_str!("../../../assets/themes/mono.toml")),
];

/// How many colours a terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// The sixteen of every terminal, in its own shades.
    Sixteen,
    /// All.
    True,
}

/// The looks of all roles, for one depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Palette(Arc<[Style; ROLES.len()]>);

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    /// For people who read the file.
    #[serde(default, rename = "title")]
    _title: String,
    #[serde(default)]
    base: Option<String>,
    #[serde(default)]
    sixteen: BTreeMap<String, Look>,
    #[serde(default)]
    true_colour: BTreeMap<String, Look>,
}

#[derive(Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Look {
    fg: Option<String>,
    bg: Option<String>,
    bold: bool,
    dim: bool,
    italic: bool,
    underlined: bool,
    reversed: bool,
}

impl Look {
    fn style(&self, depth: Depth) -> Result<Style, String> {
        let mut style = Style::new();
        if let Some(fg) = &self.fg {
            style = style.fg(colour(fg, depth)?);
        }
        if let Some(bg) = &self.bg {
            style = style.bg(colour(bg, depth)?);
        }
        let modifiers = [
            (self.bold, Modifier::BOLD),
            (self.dim, Modifier::DIM),
            (self.italic, Modifier::ITALIC),
            (self.underlined, Modifier::UNDERLINED),
            (self.reversed, Modifier::REVERSED),
        ];
        let wanted = modifiers.into_iter().filter(|(wanted, _)| *wanted);
        Ok(wanted.fold(style, |style, (_, modifier)| style.add_modifier(modifier)))
    }
}

const SIXTEEN: [(&str, Color); 16] = [
    ("black", Color::Black),
    ("red", Color::Red),
    ("green", Color::Green),
    ("yellow", Color::Yellow),
    ("blue", Color::Blue),
    ("magenta", Color::Magenta),
    ("cyan", Color::Cyan),
    ("white", Color::Gray),
    ("bright-black", Color::DarkGray),
    ("bright-red", Color::LightRed),
    ("bright-green", Color::LightGreen),
    ("bright-yellow", Color::LightYellow),
    ("bright-blue", Color::LightBlue),
    ("bright-magenta", Color::LightMagenta),
    ("bright-cyan", Color::LightCyan),
    ("bright-white", Color::White),
];

fn colour(text: &str, depth: Depth) -> Result<Color, String> {
    if let Some((_, colour)) = SIXTEEN.iter().find(|(name, _)| *name == text) {
        return Ok(*colour);
    }
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6);
    let number = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
    match (number, depth) {
        (Some(number), Depth::True) => {
            let [_, red, green, blue] = number.to_be_bytes();
            Ok(Color::Rgb(red, green, blue))
        }
        (Some(_), Depth::Sixteen) => Err(format!("{text:?} is not one of the sixteen colours")),
        (None, _) => {
            let names: Vec<&str> = SIXTEEN.iter().map(|(name, _)| *name).collect();
            let names = names.join(", ");
            Err(format!(
                "{text:?} is no colour; write \"#rrggbb\" or {names}"
            ))
        }
    }
}

impl Palette {
    /// A theme of our own.
    pub fn bundled(name: &str, depth: Depth) -> Option<Self> {
        let (_, text) = BUNDLED.iter().find(|(known, _)| *known == name)?;
        Self::parse(text, depth).ok()
    }

    /// No colour at all.
    pub fn mono() -> Self {
        Self::bundled("mono", Depth::Sixteen).unwrap_or_else(Self::plain)
    }

    fn plain() -> Self {
        Self(Arc::new([Style::new(); ROLES.len()]))
    }

    /// Names of our own themes.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BUNDLED.iter().map(|(name, _)| *name)
    }

    /// Reads the text of a theme.
    ///
    /// # Errors
    /// What is wrong in it, for people.
    pub fn parse(text: &str, depth: Depth) -> Result<Self, String> {
        let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
        let mut roles = match &file.base {
            None => [Style::new(); ROLES.len()],
            Some(base) => {
                let known: Vec<&str> = Self::names().collect();
                let base = Self::bundled(base, depth).ok_or_else(|| {
                    format!("there is no base {base:?}; known are {}", known.join(", "))
                })?;
                *base.0
            }
        };
        // Both are looked at, so that a fault shows on every terminal.
        for (table, of) in [
            (&file.sixteen, Depth::Sixteen),
            (&file.true_colour, Depth::True),
        ] {
            for (role, look) in table {
                let at = ROLES.iter().position(|known| known == role);
                let at = at.ok_or_else(|| {
                    format!("there is no role {role:?}; known are {}", ROLES.join(", "))
                })?;
                let style = look.style(of).map_err(|why| format!("{role}: {why}"))?;
                let counts = of == Depth::Sixteen || depth == Depth::True;
                // What a theme says for sixteen colours does not undo the true colours of its base.
                let kept = file.base.is_some() && of != depth;
                if counts && !kept {
                    roles[at] = style;
                }
            }
        }
        Ok(Self(Arc::new(roles)))
    }

    /// The same for a terminal that shows no colours: what only a colour told looks as it does without
    /// any.
    #[must_use]
    pub fn without_colours(&self) -> Self {
        let mono = Self::mono();
        let mut roles = *self.0;
        for (style, plain) in roles.iter_mut().zip(*mono.0) {
            let coloured = style.fg.is_some() || style.bg.is_some();
            (style.fg, style.bg) = (None, None);
            if coloured && style.add_modifier.is_empty() {
                *style = plain;
            }
        }
        Self(Arc::new(roles))
    }

    fn part(&self, part: Part) -> Style {
        self.0[part as usize]
    }

    #[cfg(test)]
    fn role(&self, name: &str) -> Style {
        let at = ROLES.iter().position(|known| *known == name);
        self.0[at.expect(name)]
    }
}

/// What the environment says of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offered {
    /// `NO_COLOR` is set.
    pub mono: bool,
    /// How many colours there are (`COLORTERM`).
    pub depth: Depth,
    /// Whether the background is light, where the terminal says so (`COLORFGBG`).
    pub light: Option<bool>,
}

impl Offered {
    /// As the environment says.
    pub fn from_env() -> Self {
        let var = |key: &str| std::env::var(key).unwrap_or_default();
        Self::read(&var("NO_COLOR"), &var("COLORTERM"), &var("COLORFGBG"))
    }

    fn read(no_color: &str, colorterm: &str, colorfgbg: &str) -> Self {
        // The last number is the background: 7 and 9 to 15 are light.
        let background = colorfgbg.rsplit(';').next();
        let background = background.and_then(|n| n.parse::<u8>().ok());
        let depth = match colorterm {
            "truecolor" | "24bit" => Depth::True,
            _ => Depth::Sixteen,
        };
        Self {
            mono: !no_color.is_empty(),
            depth,
            light: background.map(|n| matches!(n, 7 | 9..=15)),
        }
    }

    /// A theme somebody asked for, as this terminal shows it.
    pub fn shown(self, palette: Palette) -> Palette {
        match self.mono {
            true => palette.without_colours(),
            false => palette,
        }
    }

    /// The theme for a light or a dark background.
    pub fn palette(self, light: bool) -> Palette {
        let name = match (self.mono, light) {
            (true, _) => "mono",
            (_, true) => "light",
            (_, false) => "dark",
        };
        Palette::bundled(name, self.depth).unwrap_or_else(Palette::mono)
    }
}

/// The look of everything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    palette: Palette,
    build: bool,
}

impl Theme {
    /// The theme for a palette; Build has another accent than Browse.
    pub fn new(palette: Palette, build: bool) -> Self {
        Self { palette, build }
    }

    /// The accent: names of the program, the active tab, headings.
    pub fn accent(&self) -> Style {
        let part = [Part::AccentBrowse, Part::AccentBuild][usize::from(self.build)];
        self.palette.part(part)
    }

    /// A filled label in the accent: the mode, the active tab.
    pub fn label(&self) -> Style {
        // Reversed, so that the letters take the background of the terminal.
        self.accent()
            .add_modifier(Modifier::REVERSED | Modifier::BOLD)
    }

    /// Second rank.
    pub fn dim(&self) -> Style {
        self.palette.part(Part::Dim)
    }

    /// The same label without the focus.
    pub fn label_dim(&self) -> Style {
        self.accent().add_modifier(Modifier::UNDERLINED)
    }

    /// Rules between panes.
    pub fn rule(&self) -> Style {
        self.palette.part(Part::Rule)
    }

    /// The row that is selected, laid under its pieces.
    pub fn selected(&self, focused: bool) -> Style {
        let part = [Part::SelectedIdle, Part::Selected][usize::from(focused)];
        even(self.palette.part(part))
    }

    /// The line of the cursor.
    pub fn cursor_line(&self) -> Style {
        self.palette.part(Part::CursorLine)
    }

    /// Selected text.
    pub fn selection(&self) -> Style {
        even(self.palette.part(Part::Selection))
    }

    /// What is looked for, where it stands.
    pub fn found(&self) -> Style {
        self.palette.part(Part::Found)
    }

    /// Lines of a preview that belong to the selected skill.
    pub fn marked(&self) -> Style {
        self.palette.part(Part::Marked)
    }

    /// Laid over the characters a finding is about.
    pub fn finding(&self, ink: Ink) -> Style {
        let style = self.ink(ink).add_modifier(Modifier::UNDERLINED);
        match style.fg {
            None => style.add_modifier(Modifier::BOLD),
            Some(_) => style,
        }
    }

    /// The look of a piece.
    pub fn ink(&self, ink: Ink) -> Style {
        self.palette.part(match ink {
            Ink::Accent | Ink::Key => return self.accent(),
            Ink::Text => Part::Text,
            Ink::Dim => Part::Dim,
            Ink::Strong => Part::Strong,
            Ink::Info => Part::Info,
            Ink::Good => Part::Good,
            Ink::Added => Part::Added,
            Ink::Warning => Part::Warning,
            Ink::Error => Part::Error,
            Ink::Removed => Part::Removed,
            Ink::Symbol => Part::Symbol,
            Ink::Skill(role) => match role {
                Role::Heading => return self.accent(),
                Role::Fence | Role::Punctuation | Role::Comment | Role::Quote => Part::Dim,
                Role::Key => Part::Field,
                Role::Text | Role::Code | Role::CodeBlock => Part::Value,
                Role::Literal | Role::Marker => Part::Literal,
                Role::Emphasis => Part::Emphasis,
                Role::Strong => Part::Strong,
                Role::Link => Part::Link,
                Role::Placeholder => Part::Placeholder,
            },
        })
    }
}

/// What is reversed has one look whatever stands in it: colours and dim letters would turn into patches.
fn even(style: Style) -> Style {
    if !style.add_modifier.contains(Modifier::REVERSED) {
        return style;
    }
    let fg = style.fg.unwrap_or(Color::Reset);
    style.fg(fg).remove_modifier(Modifier::DIM)
}

#[cfg(test)]
#[path = "theme_tests.rs"]
mod tests;
