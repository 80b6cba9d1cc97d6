use super::*;

const BACKGROUNDS: [&str; 5] = [
    "selected",
    "selected-idle",
    "cursor-line",
    "found",
    "marked",
];
/// Roles that letters never have: what stands behind them, and lines.
const NO_LETTERS: [&str; 7] = [
    "rule",
    "selected",
    "selected-idle",
    "cursor-line",
    "selection",
    "found",
    "marked",
];

/// Relative luminance, as WCAG 2.1 defines it.
fn luminance(colour: Color) -> f64 {
    let Color::Rgb(red, green, blue) = colour else {
        panic!("{colour:?} has no light of its own");
    };
    let part = |value: u8| {
        let share = f64::from(value) / 255.0;
        match share <= 0.040_45 {
            true => share / 12.92,
            false => ((share + 0.055) / 1.055).powf(2.4),
        }
    };
    0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue)
}

fn contrast(one: Color, other: Color) -> f64 {
    let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
    one.max(other) / one.min(other)
}

const fn rgb(number: u32) -> Color {
    let [_, red, green, blue] = number.to_be_bytes();
    Color::Rgb(red, green, blue)
}

#[test]
fn every_role_can_be_read_on_every_background_a_theme_gives() {
    // Theme, what terminals of its kind have behind and as letters, least contrast there and elsewhere.
    let dark = [0x00_00_00, 0x1e_1e_2e];
    let light = [0xff_ff_ff, 0xf5_f0_e1];
    for (name, behind, letters, plain, laid) in [
        ("dark", dark, 0xc8_c8_c8, 4.5, 3.0),
        ("light", light, 0x33_33_33, 4.5, 3.0),
        ("high-contrast", dark, 0xff_ff_ff, 7.0, 4.5),
    ] {
        let palette = Palette::bundled(name, Depth::True).expect(name);
        for role in ROLES.into_iter().filter(|role| !NO_LETTERS.contains(role)) {
            let fg = palette.role(role).fg.unwrap_or(rgb(letters));
            for behind in behind {
                let seen = contrast(fg, rgb(behind));
                assert!(seen >= plain, "{name} {role} on {behind:06x}: {seen:.2}");
                for ground in BACKGROUNDS.into_iter().chain(["selection"]) {
                    let ground_style = palette.role(ground);
                    let reversed = ground_style.add_modifier.contains(Modifier::REVERSED);
                    if let (Some(bg), false) = (ground_style.bg, reversed) {
                        let seen = contrast(fg, bg);
                        assert!(seen >= laid, "{name} {role} on {ground}: {seen:.2}");
                    }
                }
            }
        }
    }
}

#[test]
fn what_is_selected_looks_other_than_what_is_not() {
    for name in Palette::names() {
        for depth in [Depth::Sixteen, Depth::True] {
            let palette = Palette::bundled(name, depth).expect(name);
            let text = palette.role("text");
            for role in ["selected", "selected-idle", "selection", "found", "marked"] {
                assert_ne!(
                    text.patch(palette.role(role)),
                    text,
                    "{name} {depth:?} {role}"
                );
            }
            // A tint alone has to be seen: true colour only where there is some.
            assert!(palette.role("selected") != palette.role("selected-idle"));
        }
    }
}

#[test]
fn without_colours_a_theme_still_tells_what_is_selected() {
    let own = "base = \"light\"\n[sixteen]\nselected = { fg = \"black\", bg = \"cyan\" }\nerror = { fg = \"red\", italic = true }\n";
    let own = Palette::parse(own, Depth::Sixteen).expect("a theme");
    let bundled = Palette::names().flat_map(|name| {
        [Depth::Sixteen, Depth::True].map(|depth| Palette::bundled(name, depth).expect(name))
    });
    for palette in bundled
        .chain([own.clone()])
        .map(|one| one.without_colours())
    {
        assert!(
            palette
                .0
                .iter()
                .all(|style| style.fg.is_none() && style.bg.is_none())
        );
        let theme = Theme::new(palette, true);
        let text = theme.ink(Ink::Text);
        for role in [theme.selected(true), theme.selection(), theme.label()] {
            let seen = text.patch(role).add_modifier;
            assert!(seen.contains(Modifier::REVERSED), "{role:?}");
        }
        assert_ne!(theme.selected(true), theme.selected(false));
    }
    // What a theme says besides colours stays.
    let error = own.without_colours().role("error");
    assert_eq!(error, Style::new().add_modifier(Modifier::ITALIC));
}

#[test]
fn sixteen_colours_are_sixteen_and_mono_has_none() {
    for name in Palette::names() {
        let palette = Palette::bundled(name, Depth::Sixteen).expect(name);
        for style in palette.0.iter() {
            for colour in [style.fg, style.bg].into_iter().flatten() {
                assert!(!matches!(colour, Color::Rgb(..)), "{name}");
                assert_ne!(name, "mono");
            }
        }
    }
    let mono = Palette::bundled("mono", Depth::True).expect("mono");
    assert_eq!(mono, Palette::mono());
}

#[test]
fn a_theme_of_ones_own_changes_what_it_says_and_nothing_else() {
    let text = "base = \"light\"\n[true-colour]\nerror = { fg = \"#ff0000\", bold = true }\n";
    let own = Palette::parse(text, Depth::True).expect("a theme");
    let light = Palette::bundled("light", Depth::True).expect("light");
    for role in ROLES.into_iter().filter(|role| *role != "error") {
        assert_eq!(own.role(role), light.role(role), "{role}");
    }
    assert_eq!(own.role("error").fg, Some(rgb(0xff_00_00)));
    let sixteen = Palette::parse(text, Depth::Sixteen).expect("a theme");
    assert_eq!(Some(sixteen), Palette::bundled("light", Depth::Sixteen));
}

#[test]
fn what_is_wrong_in_a_theme_is_told() {
    for (text, said) in [
        ("base = \"dusk\"\n", "no base \"dusk\"; known are dark"),
        (
            "[sixteen]\nerrors = {}\n",
            "no role \"errors\"; known are text",
        ),
        (
            "[sixteen]\nerror = { fg = \"#ff0000\" }\n",
            "error: \"#ff0000\" is not one of",
        ),
        (
            "[true-colour]\nerror = { fg = \"reddish\" }\n",
            "\"reddish\" is no colour",
        ),
        ("[sixteen]\nerror = { shiny = true }\n", "shiny"),
        ("[sixteen\n", "TOML"),
    ] {
        let why = Palette::parse(text, Depth::Sixteen).expect_err(text);
        assert!(why.contains(said), "{text} {why}");
    }
}

#[test]
fn the_environment_says_what_the_terminal_has() {
    for (no_color, colorterm, colorfgbg, expected) in [
        ("", "", "", (false, Depth::Sixteen, None)),
        ("1", "truecolor", "", (true, Depth::True, None)),
        ("", "24bit", "0;15", (false, Depth::True, Some(true))),
        (
            "",
            "truecolor",
            "15;default;0",
            (false, Depth::True, Some(false)),
        ),
    ] {
        let offered = Offered::read(no_color, colorterm, colorfgbg);
        assert_eq!((offered.mono, offered.depth, offered.light), expected);
    }
}

#[test]
fn a_reversed_row_has_one_look_whatever_stands_in_it() {
    for name in ["dark", "light", "high-contrast", "mono"] {
        let palette = Palette::bundled(name, Depth::Sixteen).expect("a theme");
        let theme = Theme::new(palette, true);
        for over in [theme.selected(true), theme.selection()] {
            if !over.add_modifier.contains(Modifier::REVERSED) {
                continue;
            }
            for ink in [Ink::Text, Ink::Dim, Ink::Key, Ink::Error, Ink::Info] {
                let style = theme.ink(ink).patch(over);
                let plain = theme.ink(Ink::Text).patch(over);
                assert_eq!(style.fg, plain.fg, "{name} {ink:?}");
                assert!(
                    !style.add_modifier.contains(Modifier::DIM),
                    "{name} {ink:?}"
                );
            }
        }
    }
}
