use super::*;

#[test]
fn missing() {
    finds(
        "# Title\n",
        &["error frontmatter/missing 1:1+7 agentworks,agentskills"],
    );
    finds(
        " \n",
        &["error frontmatter/missing 1:1+1 agentworks,agentskills"],
    );
}

#[test]
fn not_first() {
    let text = with(&format!("name: demo\n{DESCRIPTION}"));
    finds(
        &format!("<!-- x -->\n{text}"),
        &["error frontmatter/not-first 1:1+11 agentworks,agentskills"],
    );
    finds(
        &format!("\n{text}"),
        &["error frontmatter/not-first 1:1+1 agentworks,agentskills"],
    );
}

#[test]
fn bom() {
    let text = with(&format!("name: demo\n{DESCRIPTION}"));
    finds(
        &format!("\u{feff}{text}"),
        &["error frontmatter/bom 1:1+1 agentworks,agentskills"],
    );
}

#[test]
fn unclosed() {
    finds(
        &format!("---\nname: demo\n{DESCRIPTION}\n# Body\n"),
        &["error frontmatter/unclosed 1:1+3 agentworks,agentskills"],
    );
}

#[test]
fn fence() {
    let text = with(&format!("name: demo\n{DESCRIPTION}"));
    finds(
        &format!("-{text}"),
        &["error frontmatter/fence 1:1+4 agentworks,agentskills"],
    );
    finds(
        &text.replace("---\nBody", " ---\n# Body"),
        &["error frontmatter/fence 4:1+4 agentworks"],
    );
    quiet(&text.replace("---\nBody", "---  \nBody"));
}

#[test]
fn inner_fence() {
    finds(
        &described("description: a --- b, when asked"),
        &["error frontmatter/inner-fence 3:16+3 agentskills"],
    );
    quiet(&described("description: a -- b, when asked"));
}

#[test]
fn empty() {
    finds(
        "---\n---\nBody\n",
        &["error frontmatter/empty 1:1+3 agentworks,agentskills"],
    );
    finds(
        &with("# only a comment\n"),
        &["error frontmatter/empty 2:1+16 agentworks,agentskills"],
    );
}

#[test]
fn not_a_mapping() {
    finds(
        &with("- a\n"),
        &["error frontmatter/not-a-mapping 2:1+3 agentworks,agentskills"],
    );
    finds(
        &with("text\n"),
        &["error frontmatter/not-a-mapping 2:1+4 agentworks,agentskills"],
    );
}

#[test]
fn second_document() {
    finds(
        &with(&format!("name: demo\n{DESCRIPTION}...\nlicense: MIT\n")),
        &["error frontmatter/second-document 4:1+3 agentworks,agentskills"],
    );
}
