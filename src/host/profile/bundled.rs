//! The profiles that come with the program.

/// The files in the binary: file name and text.
pub(super) const BUNDLED: &[(&str, &str)] = &[
    (
        "agentworks.toml",
        include_str!("../../../assets/hosts/agentworks.toml"),
    ),
    (
        "agentskills.toml",
        include_str!("../../../assets/hosts/agentskills.toml"),
    ),
    (
        "minibot.toml",
        include_str!("../../../assets/hosts/minibot.toml"),
    ),
    (
        "replio.toml",
        include_str!("../../../assets/hosts/replio.toml"),
    ),
    (
        "pleach.toml",
        include_str!("../../../assets/hosts/pleach.toml"),
    ),
    (
        "codex.toml",
        include_str!("../../../assets/hosts/codex.toml"),
    ),
    (
        "gemini.toml",
        include_str!("../../../assets/hosts/gemini.toml"),
    ),
    ("pi.toml", include_str!("../../../assets/hosts/pi.toml")),
    (
        "opencode.toml",
        include_str!("../../../assets/hosts/opencode.toml"),
    ),
    ("kilo.toml", include_str!("../../../assets/hosts/kilo.toml")),
    (
        "hermes.toml",
        include_str!("../../../assets/hosts/hermes.toml"),
    ),
    ("kimi.toml", include_str!("../../../assets/hosts/kimi.toml")),
    ("vibe.toml", include_str!("../../../assets/hosts/vibe.toml")),
    (
        "openhands.toml",
        include_str!("../../../assets/hosts/openhands.toml"),
    ),
    (
        "skills.toml",
        include_str!("../../../assets/hosts/skills.toml"),
    ),
    (
        "strands.toml",
        include_str!("../../../assets/hosts/strands.toml"),
    ),
    (
        "deepagents.toml",
        include_str!("../../../assets/hosts/deepagents.toml"),
    ),
    (
        "agentframework.toml",
        include_str!("../../../assets/hosts/agentframework.toml"),
    ),
    ("agno.toml", include_str!("../../../assets/hosts/agno.toml")),
    ("adk.toml", include_str!("../../../assets/hosts/adk.toml")),
    (
        "nanobot.toml",
        include_str!("../../../assets/hosts/nanobot.toml"),
    ),
    (
        "pydanticai.toml",
        include_str!("../../../assets/hosts/pydanticai.toml"),
    ),
    ("qwen.toml", include_str!("../../../assets/hosts/qwen.toml")),
    (
        "cline.toml",
        include_str!("../../../assets/hosts/cline.toml"),
    ),
    (
        "claude-code.toml",
        include_str!("../../../assets/hosts/claude-code.toml"),
    ),
    (
        "claude-ai.toml",
        include_str!("../../../assets/hosts/claude-ai.toml"),
    ),
    (
        "vscode.toml",
        include_str!("../../../assets/hosts/vscode.toml"),
    ),
    (
        "goose.toml",
        include_str!("../../../assets/hosts/goose.toml"),
    ),
    (
        "cursor.toml",
        include_str!("../../../assets/hosts/cursor.toml"),
    ),
    ("amp.toml", include_str!("../../../assets/hosts/amp.toml")),
];
