//! How roles look. The only place that names colours.
//!
//! Text is the terminal's own foreground and what is of second rank is dim; meaning is carried by a
//! few of the sixteen ANSI colours, so every palette stays readable, dark or light. Without colour
//! (`NO_COLOR`) bold, underline and reverse do the work.

use ratatui::style::{Color, Modifier, Style};

use crate::skill::colour::Role;
use crate::workbench::app::ink::Ink;

/// Which colours may be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Palette {
    /// The sixteen colours of the terminal.
    #[default]
    Ansi,
    /// True colour on a dark background.
    Dark,
    /// True colour on a light background.
    Light,
    /// No colour at all.
    Mono,
}

impl Palette {
    /// What the environment asks for: nothing coloured with `NO_COLOR`, true colour where the
    /// terminal says it has it, and a light background where it says so (`COLORFGBG`).
    pub fn from_env() -> Self {
        let var = |key: &str| std::env::var(key).unwrap_or_default();
        Self::choose(&var("NO_COLOR"), &var("COLORTERM"), &var("COLORFGBG"))
    }

    /// The one of true colour for a light or a dark background.
    pub fn true_colour(light: bool) -> Self {
        if light { Self::Light } else { Self::Dark }
    }

    /// It has more than the terminal's own colours, so it depends on the background.
    pub fn is_true_colour(self) -> bool {
        matches!(self, Self::Dark | Self::Light)
    }

    fn choose(no_color: &str, colorterm: &str, colorfgbg: &str) -> Self {
        if !no_color.is_empty() {
            return Self::Mono;
        }
        let true_colour = matches!(colorterm, "truecolor" | "24bit");
        // The last number is the background: 7 and 9 to 15 are light.
        let background = colorfgbg
            .rsplit(';')
            .next()
            .and_then(|n| n.parse::<u8>().ok());
        match (true_colour, background) {
            (true, Some(7 | 9..=15)) => Self::Light,
            // A terminal that does not tell is asked; most are dark.
            (true, _) => Self::Dark,
            (false, _) => Self::Ansi,
        }
    }
}

/// The look of everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    palette: Palette,
    build: bool,
}

const PLAIN: Style = Style::new();

impl Theme {
    /// The theme for a palette; Build has another accent than Browse.
    pub fn new(palette: Palette, build: bool) -> Self {
        Self { palette, build }
    }

    fn mono(&self) -> bool {
        self.palette == Palette::Mono
    }

    fn colour(&self, colour: Color, otherwise: Style) -> Style {
        if self.mono() {
            otherwise
        } else {
            PLAIN.fg(colour)
        }
    }

    /// The colour of the mode.
    fn accent_colour(&self) -> Color {
        match (self.build, self.palette) {
            (true, Palette::Dark) => Color::Rgb(52, 211, 153),
            (true, Palette::Light) => Color::Rgb(4, 120, 87),
            (true, _) => Color::Green,
            (false, Palette::Dark) => Color::Rgb(125, 200, 235),
            (false, Palette::Light) => Color::Rgb(3, 105, 161),
            (false, _) => Color::Cyan,
        }
    }

    /// The accent: names of the program, the active tab, headings.
    pub fn accent(&self) -> Style {
        self.colour(self.accent_colour(), PLAIN)
            .add_modifier(Modifier::BOLD)
    }

    /// A filled label in the accent: the mode, the active tab.
    pub fn label(&self) -> Style {
        match self.palette {
            Palette::Mono => PLAIN.add_modifier(Modifier::REVERSED | Modifier::BOLD),
            // Reversed, so that the letters take the background of the terminal.
            _ => PLAIN
                .fg(self.accent_colour())
                .add_modifier(Modifier::REVERSED | Modifier::BOLD),
        }
    }

    /// The same label without the focus.
    pub fn label_dim(&self) -> Style {
        self.accent().add_modifier(Modifier::UNDERLINED)
    }

    /// Second rank.
    pub fn dim(&self) -> Style {
        match self.palette {
            Palette::Dark => PLAIN.fg(Color::Rgb(128, 136, 150)),
            Palette::Light => PLAIN.fg(Color::Rgb(100, 108, 120)),
            _ => PLAIN.add_modifier(Modifier::DIM),
        }
    }

    /// Rules between panes.
    pub fn rule(&self) -> Style {
        match self.palette {
            Palette::Dark => PLAIN.fg(Color::Rgb(58, 64, 74)),
            Palette::Light => PLAIN.fg(Color::Rgb(205, 210, 218)),
            _ => PLAIN.add_modifier(Modifier::DIM),
        }
    }

    /// The row that is selected, laid under its pieces.
    pub fn selected(&self, focused: bool) -> Style {
        match self.palette {
            Palette::Dark if focused => PLAIN.bg(Color::Rgb(30, 52, 58)),
            Palette::Dark => PLAIN.bg(Color::Rgb(32, 37, 45)),
            Palette::Light if focused => PLAIN.bg(Color::Rgb(214, 238, 230)),
            Palette::Light => PLAIN.bg(Color::Rgb(235, 238, 242)),
            _ if focused => PLAIN.add_modifier(Modifier::REVERSED),
            _ => PLAIN.add_modifier(Modifier::BOLD),
        }
    }

    /// The line of the cursor.
    pub fn cursor_line(&self) -> Style {
        match self.palette {
            Palette::Dark => PLAIN.bg(Color::Rgb(28, 32, 39)),
            Palette::Light => PLAIN.bg(Color::Rgb(243, 245, 248)),
            _ => PLAIN,
        }
    }

    /// Selected text.
    pub fn selection(&self) -> Style {
        match self.palette {
            Palette::Dark => PLAIN.bg(Color::Rgb(45, 74, 98)),
            Palette::Light => PLAIN.bg(Color::Rgb(190, 220, 245)),
            _ => PLAIN.add_modifier(Modifier::REVERSED),
        }
    }

    /// What is looked for, where it stands.
    pub fn found(&self) -> Style {
        match self.palette {
            Palette::Dark => PLAIN.bg(Color::Rgb(78, 66, 30)),
            Palette::Light => PLAIN.bg(Color::Rgb(252, 233, 172)),
            _ => PLAIN.add_modifier(Modifier::UNDERLINED | Modifier::BOLD),
        }
    }

    /// Lines of a preview that belong to the selected skill.
    pub fn marked(&self) -> Style {
        match self.palette {
            Palette::Dark => PLAIN.bg(Color::Rgb(28, 44, 48)),
            Palette::Light => PLAIN.bg(Color::Rgb(226, 243, 237)),
            _ => PLAIN.add_modifier(Modifier::BOLD),
        }
    }

    /// Laid over the characters a finding is about.
    pub fn finding(&self, ink: Ink) -> Style {
        let style = self.ink(ink).add_modifier(Modifier::UNDERLINED);
        if self.mono() {
            style.add_modifier(Modifier::BOLD)
        } else {
            style
        }
    }

    /// The look of a piece.
    pub fn ink(&self, ink: Ink) -> Style {
        let bold = PLAIN.add_modifier(Modifier::BOLD);
        let underlined = PLAIN.add_modifier(Modifier::UNDERLINED);
        let reversed = PLAIN.add_modifier(Modifier::REVERSED);
        match ink {
            Ink::Text => PLAIN,
            Ink::Dim => self.dim(),
            Ink::Strong => bold,
            Ink::Accent => self.accent(),
            Ink::Info => self.colour(self.cyan(), PLAIN),
            Ink::Good | Ink::Added => self.colour(self.green(), PLAIN),
            Ink::Warning => self.colour(self.yellow(), underlined),
            Ink::Error => self.colour(self.red(), bold),
            Ink::Removed => self.colour(self.red(), self.dim()),
            Ink::Key => self.accent(),
            Ink::Symbol => self.colour(self.magenta(), reversed),
            Ink::Skill(role) => self.role(role),
        }
    }

    fn role(&self, role: Role) -> Style {
        let bold = PLAIN.add_modifier(Modifier::BOLD);
        match role {
            Role::Fence | Role::Punctuation | Role::Comment | Role::Quote => self.dim(),
            Role::Key => self.colour(self.cyan(), bold),
            Role::Text | Role::Code | Role::CodeBlock => self.colour(self.green(), PLAIN),
            Role::Literal | Role::Marker => self.colour(self.yellow(), PLAIN),
            Role::Heading => self.accent(),
            Role::Emphasis => PLAIN.add_modifier(Modifier::ITALIC),
            Role::Strong => bold,
            Role::Link => self
                .colour(self.cyan(), PLAIN)
                .add_modifier(Modifier::UNDERLINED),
            Role::Placeholder => self.colour(self.magenta(), bold),
        }
    }

    fn cyan(&self) -> Color {
        match self.palette {
            Palette::Dark => Color::Rgb(125, 200, 235),
            Palette::Light => Color::Rgb(3, 105, 161),
            _ => Color::Cyan,
        }
    }

    fn green(&self) -> Color {
        match self.palette {
            Palette::Dark => Color::Rgb(152, 195, 121),
            Palette::Light => Color::Rgb(63, 98, 18),
            _ => Color::Green,
        }
    }

    fn yellow(&self) -> Color {
        match self.palette {
            Palette::Dark => Color::Rgb(229, 192, 123),
            Palette::Light => Color::Rgb(146, 64, 14),
            _ => Color::Yellow,
        }
    }

    fn red(&self) -> Color {
        match self.palette {
            Palette::Dark => Color::Rgb(240, 113, 120),
            Palette::Light => Color::Rgb(185, 28, 28),
            _ => Color::Red,
        }
    }

    fn magenta(&self) -> Color {
        match self.palette {
            Palette::Dark => Color::Rgb(198, 146, 234),
            Palette::Light => Color::Rgb(126, 34, 206),
            _ => Color::Magenta,
        }
    }
}
