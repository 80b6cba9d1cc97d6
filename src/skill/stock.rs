//! The templates new skills start from, and the skills of our own that teach.

use super::scalar;

/// One file of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TemplateFile {
    /// Where it goes, relative to the skill folder.
    pub path: &'static str,
    /// Its text, with `{{name}}`, `{{title}}` and `{{description}}`.
    pub text: &'static str,
    /// It may be executed.
    pub executable: bool,
}

/// What a new skill starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Template {
    /// Stable id (`--template ID`).
    pub id: &'static str,
    /// What people read.
    pub title: &'static str,
    /// Its files; `SKILL.md` comes first.
    pub files: &'static [TemplateFile],
}

/// A skill of our own: readable, a good start for others, in no host's layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Learn {
    /// Its name and folder.
    pub id: &'static str,
    /// The text of its `SKILL.md`.
    pub text: &'static str,
}

const fn file(path: &'static str, text: &'static str) -> TemplateFile {
    TemplateFile {
        path,
        text,
        executable: false,
    }
}

/// Every template, the usual one first.
pub const TEMPLATES: &[Template] = &[
    Template {
        id: "minimal",
        title: "Minimal: one file",
        files: &[file(
            "SKILL.md",
            include_str!("../../assets/templates/minimal/SKILL.md"),
        )],
    },
    Template {
        id: "with-script",
        title: "With a reference and a script",
        files: &[
            file(
                "SKILL.md",
                include_str!("../../assets/templates/with-script/SKILL.md"),
            ),
            file(
                "references/guide.md",
                include_str!("../../assets/templates/with-script/references/guide.md"),
            ),
            TemplateFile {
                executable: true,
                ..file(
                    "scripts/run.sh",
                    include_str!("../../assets/templates/with-script/scripts/run.sh"),
                )
            },
        ],
    },
    Template {
        id: "empty",
        title: "Empty: a file without a word",
        files: &[file("SKILL.md", "")],
    },
];

/// The templates a host can use: where it knows frontmatter, one without any makes no skill.
pub fn offered(frontmatter: bool) -> Vec<&'static Template> {
    let all = TEMPLATES.iter();
    all.filter(|template| !frontmatter || template.has_frontmatter())
        .collect()
}

/// Every skill of our own, in the order to read them.
pub const LEARN: &[Learn] = &[
    Learn {
        id: "write-a-skill",
        text: include_str!("../../assets/learn/write-a-skill/SKILL.md"),
    },
    Learn {
        id: "layers-and-shadowing",
        text: include_str!("../../assets/learn/layers-and-shadowing/SKILL.md"),
    },
];

/// A template by its id.
pub fn template(id: &str) -> Option<&'static Template> {
    TEMPLATES.iter().find(|template| template.id == id)
}

/// A file of a new skill, ready to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewFile {
    /// Where it goes, relative to the skill folder.
    pub path: &'static str,
    /// Its text.
    pub text: String,
    /// It may be executed.
    pub executable: bool,
}

impl Template {
    fn has_frontmatter(&self) -> bool {
        self.files[0].text.starts_with("---")
    }

    /// The files of a new skill. Name and description are quoted as needed; an empty description
    /// stays empty (`""`): the skill loads, and `check` asks for it.
    pub fn fill(&self, name: &str, description: &str) -> Vec<NewFile> {
        self.files
            .iter()
            .map(|file| NewFile {
                path: file.path,
                text: fill(file.text, name, description),
                executable: file.executable,
            })
            .collect()
    }
}

/// In the frontmatter the values become YAML; below it only the title is used.
fn fill(text: &str, name: &str, description: &str) -> String {
    let mut out = String::with_capacity(text.len() + description.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        out.push_str(before);
        let (slot, after) = after.split_once("}}").unwrap_or((after, ""));
        match slot {
            "name" => out.push_str(&scalar::inline(name, None, false)),
            "description" => out.push_str(&scalar::inline(description, None, false)),
            _ => out.push_str(&title(name)),
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

/// `code-review` becomes `Code review`.
fn title(name: &str) -> String {
    let words = name.replace(['-', '_'], " ");
    let words = words.trim();
    let mut letters = words.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skill::document::Document;

    #[test]
    fn a_new_skill_carries_its_name_title_and_description() {
        let files = TEMPLATES[0].fill("code-review", "Reviews: code");
        let start =
            "---\nname: code-review\ndescription: \"Reviews: code\"\n---\n\n# Code review\n";
        assert!(files[0].text.starts_with(start), "{}", files[0].text);
    }

    #[test]
    fn a_template_without_frontmatter_is_for_hosts_without() {
        let ids = |frontmatter| -> Vec<_> {
            let all = offered(frontmatter).into_iter();
            all.map(|template| template.id).collect()
        };
        assert_eq!(ids(true), ["minimal", "with-script"]);
        assert_eq!(ids(false), ["minimal", "with-script", "empty"]);
    }

    #[test]
    fn no_placeholder_is_left() {
        for template in offered(true) {
            assert_eq!(template.files[0].path, "SKILL.md");
            for file in template.fill("a", "") {
                assert!(!file.text.contains("{{"), "{}", file.path);
                assert!(file.text.ends_with('\n') && !file.text.contains('\r'));
            }
        }
    }

    #[test]
    fn text_of_the_author_is_never_a_placeholder() {
        let files = TEMPLATES[0].fill("a", "Writes {{name}}");
        assert!(files[0].text.contains("\ndescription: Writes {{name}}\n"));
    }

    #[test]
    fn files_that_are_mentioned_exist() {
        for template in TEMPLATES {
            let text = template.files[0].text;
            for span in crate::skill::mentions::mentions(text, 0..text.len()) {
                let known = template
                    .files
                    .iter()
                    .any(|file| file.path == &text[span.clone()]);
                assert!(known, "{}", &text[span]);
            }
        }
    }

    #[test]
    fn lessons_have_the_name_of_their_folder() {
        for lesson in LEARN {
            let front = Document::parse(lesson.text).front.expect("frontmatter");
            let yaml = &lesson.text[front.yaml];
            assert!(yaml.starts_with(&format!("name: {}\n", lesson.id)));
            assert!(lesson.text.lines().count() < 500);
        }
    }
}
