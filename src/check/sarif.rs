//! Findings as SARIF 2.1.0 and as annotations of GitHub's runners.

use serde_json::{Value as Json, json};

use super::report::{Sources, edits};
use super::{Finding, Rule, Severity, explain, rules};
use crate::skill::Span;
use crate::skill::lines::LineIndex;

/// Findings as one SARIF log. Columns count Unicode scalars from 1, and the log says so. `source`
/// gives the text of a file; paths below `root` are written relative to it.
pub fn sarif<'a>(
    findings: &[Finding],
    root: &str,
    source: impl Fn(&str) -> Option<&'a str>,
) -> Json {
    let rows: Vec<Json> = rules().map(row).collect();
    let mut results = Vec::with_capacity(findings.len());
    let mut sources = Sources::new(source);
    for finding in findings {
        let (text, lines) = sources.of(&finding.file);
        results.push(result(finding, root, text, lines));
    }
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "skillkiln",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rows,
            } },
            "columnKind": "unicodeCodePoints",
            "originalUriBaseIds": { "ROOT": { "uri": format!("file://{}/", uri(root)) } },
            "results": results,
        }],
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Hint => "note",
    }
}

fn row(rule: &Rule) -> Json {
    let why = explain::page(rule.id).map_or(rule.summary, |page| page.why.as_str());
    json!({
        "id": rule.id,
        "shortDescription": { "text": format!("{}.", rule.summary) },
        "fullDescription": { "text": why.trim() },
        "defaultConfiguration": { "level": level(rule.severity) },
    })
}

fn result(finding: &Finding, root: &str, text: &str, lines: &LineIndex) -> Json {
    let location = artifact(&finding.file, root);
    let mut result = json!({
        "ruleId": finding.rule,
        "level": level(finding.severity),
        "message": { "text": format!("{} {}", finding.message, finding.help) },
        "locations": [{ "physicalLocation": {
            "artifactLocation": location,
            "region": region(text, lines, &finding.range),
        } }],
        "properties": { "hosts": finding.hosts },
    });
    let fixes: Vec<Json> = finding
        .fixes
        .iter()
        .map(|fix| {
            let replacements: Vec<Json> = fix
                .edits
                .iter()
                .map(|edit| {
                    json!({
                        "deletedRegion": region(text, lines, &edit.span),
                        "insertedContent": { "text": edit.text },
                    })
                })
                .collect();
            let mut json = json!({
                "description": { "text": fix.title },
                "artifactChanges": [{
                    "artifactLocation": location,
                    "replacements": replacements,
                }],
                "properties": { "safe": fix.safe },
            });
            if let Some(together) = &fix.together {
                json["properties"]["together"] = json!(edits(together));
            }
            json
        })
        .collect();
    if !fixes.is_empty() {
        result["fixes"] = fixes.into();
    }
    if !finding.related.is_empty() {
        let related = finding.related.iter().enumerate();
        result["relatedLocations"] = related
            .map(|(index, related)| {
                // Of another file only the whole is meant.
                let region = match related.file == finding.file {
                    true => region(text, lines, &related.range),
                    false => json!({ "startLine": 1 }),
                };
                json!({
                    "id": index,
                    "message": { "text": related.what },
                    "physicalLocation": {
                        "artifactLocation": artifact(&related.file, root),
                        "region": region,
                    },
                })
            })
            .collect();
    }
    result
}

fn region(text: &str, lines: &LineIndex, span: &Span) -> Json {
    let start = lines.position(text, span.start.min(text.len()));
    let end = lines.position(text, span.end.clamp(span.start, text.len().max(span.start)));
    json!({
        "startLine": start.line,
        "startColumn": start.column,
        "endLine": end.line,
        "endColumn": end.column,
    })
}

fn artifact(file: &str, root: &str) -> Json {
    let below = file
        .strip_prefix(root)
        .and_then(|rest| rest.strip_prefix('/'));
    match below {
        Some(below) => json!({ "uri": uri(below), "uriBaseId": "ROOT" }),
        None if file.starts_with('/') => json!({ "uri": format!("file://{}", uri(file)) }),
        None => json!({ "uri": uri(file) }),
    }
}

/// A path as the path of a URI: all bytes but the plain ones escaped.
fn uri(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => {
                out.push(char::from(byte));
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

/// Findings as workflow commands that a GitHub runner shows beside the lines.
pub fn github<'a>(
    findings: &[Finding],
    root: &str,
    source: impl Fn(&str) -> Option<&'a str>,
) -> String {
    let mut out = String::new();
    let mut sources = Sources::new(source);
    for finding in findings {
        let (text, lines) = sources.of(&finding.file);
        let start = lines.position(text, finding.range.start.min(text.len()));
        let end = lines.position(text, finding.range.end.min(text.len()));
        let word = match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Hint => "notice",
        };
        let below = finding
            .file
            .strip_prefix(root)
            .and_then(|rest| rest.strip_prefix('/'));
        // Columns count only where the range stays on one line.
        let columns = match start.line == end.line {
            true => format!(
                ",col={},endColumn={}",
                start.column,
                end.column.max(start.column)
            ),
            false => String::new(),
        };
        out.push_str(&format!(
            "::{word} file={},line={},endLine={}{columns},title={}::{}\n",
            property(below.unwrap_or(&finding.file)),
            start.line,
            end.line,
            property(finding.rule),
            data(&format!("{} {}", finding.message, finding.help)),
        ));
    }
    out
}

fn data(text: &str) -> String {
    let shown = crate::skill::hidden::visible_line(text);
    shown
        .replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Fix;
    use crate::skill::edit::Edit;

    const TEXT: &str = "---\n\u{1f600}a: b: c\n";

    fn found() -> Finding {
        let at = TEXT.rfind(": ").unwrap_or_default();
        Finding {
            file: "/p/my skills/a,b/SKILL.md".to_owned(),
            rule: "yaml/colon-in-value",
            severity: Severity::Error,
            hosts: vec!["agentworks".to_owned()],
            message: "100% wrong.".to_owned(),
            help: "Quote it.".to_owned(),
            range: at..at + 1,
            fixes: vec![Fix {
                title: "quote".to_owned(),
                safe: true,
                edits: vec![Edit::insert(at, "\"")],
                together: None,
            }],
            related: Vec::new(),
        }
    }

    #[test]
    fn places_count_scalars_and_ends_stand_behind() {
        let log = sarif(&[found()], "/p", |_| Some(TEXT));
        let place = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
        assert_eq!(
            place["region"],
            json!({ "startLine": 2, "startColumn": 6, "endLine": 2, "endColumn": 7 })
        );
        let location = json!({ "uri": "my%20skills/a%2Cb/SKILL.md", "uriBaseId": "ROOT" });
        assert_eq!(place["artifactLocation"], location);
        assert_eq!(log["runs"][0]["columnKind"], "unicodeCodePoints");
        let replaced = &log["runs"][0]["results"][0]["fixes"][0]["artifactChanges"][0];
        assert_eq!(replaced["replacements"][0]["insertedContent"]["text"], "\"");
        assert_eq!(
            log["runs"][0]["originalUriBaseIds"]["ROOT"]["uri"],
            "file:///p/"
        );
    }

    #[test]
    fn fixes_say_what_they_are_made_with() {
        let mut found = found();
        let at = found.range.start;
        found.fixes[0].together = Some(vec![Edit::insert(at, "a"), Edit::delete(0..1)].into());
        let log = sarif(&[found.clone()], "/p", |_| Some(TEXT));
        let fix = &log["runs"][0]["results"][0]["fixes"][0]["properties"];
        let edits = json!([
            { "start": at, "end": at, "text": "a" },
            { "start": 0, "end": 1, "text": "" },
        ]);
        assert_eq!(*fix, json!({ "safe": true, "together": edits }));
        let found = [found];
        let report = super::super::report::json(1, &found, |_| Some(TEXT));
        let json = json!(report);
        assert_eq!(json["diagnostics"][0]["fixes"][0]["together"], edits);
    }

    #[test]
    fn every_rule_found_is_described() {
        let log = sarif(&[found()], "/p", |_| Some(TEXT));
        let known = log["runs"][0]["tool"]["driver"]["rules"].as_array();
        let ids: Vec<_> = known
            .into_iter()
            .flatten()
            .map(|rule| &rule["id"])
            .collect();
        assert_eq!(ids.len(), rules().count());
        assert!(ids.contains(&&log["runs"][0]["results"][0]["ruleId"]));
    }

    #[test]
    fn annotations_hold_on_their_line_whatever_stands_in_them() {
        let mut found = found();
        found.file = "/p/a:b,c%0A\n::error::x/SKILL.md".to_owned();
        found.message = "a\r\nb\u{1b}[2J ::warning:: %0A".to_owned();
        found.help = "c, d: e".to_owned();
        found.range = 0..TEXT.len();
        // By the documentation of workflow commands: `%`, CR and LF are escaped everywhere, `:` and `,`
        // in properties too. Control characters show as symbols before that.
        assert_eq!(
            github(&[found], "/p", |_| Some(TEXT)),
            "::error file=a%3Ab%2Cc%250A⏎%3A%3Aerror%3A%3Ax/SKILL.md,line=1,endLine=3,\
             title=yaml/colon-in-value::a⏎b␛[2J ::warning:: %250A c, d: e\n"
        );
    }

    #[test]
    fn annotations_escape_what_would_end_them() {
        assert_eq!(
            github(&[found()], "/p", |_| Some(TEXT)),
            "::error file=my skills/a%2Cb/SKILL.md,line=2,endLine=2,col=6,endColumn=7,\
             title=yaml/colon-in-value::100%25 wrong. Quote it.\n"
        );
    }
}
