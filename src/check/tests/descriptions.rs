use super::*;

#[test]
fn missing_and_empty() {
    finds(
        &with("name: demo\n"),
        &["error description/missing 1:1+3 agentskills"],
    );
    finds(
        &described("description:"),
        &["error description/empty 3:1+11 agentskills"],
    );
    finds(
        &described("description: \"\""),
        &["error description/empty 3:14+2 agentskills"],
    );
}

#[test]
fn length() {
    let text = described(&format!("description: Use {}", "ä".repeat(1030)));
    finds(&text, &["warning description/length 3:1038+10 agentskills"]);
    quiet(&described(&format!(
        "description: Use {}",
        "ä".repeat(1020)
    )));
}

#[test]
fn several_lines() {
    finds(
        &described("description: |\n  Use when asked.\n  More."),
        &["warning description/multi-line 4:18+1 agentworks"],
    );
    quiet(&described("description: |\n  Use when asked."));
}

#[test]
fn no_trigger() {
    finds(
        &described("description: Makes tables"),
        &["hint description/no-trigger 3:14+12 agentworks,agentskills"],
    );
}
