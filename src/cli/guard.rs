//! `guard`: which paths a run with chosen skills may read and write.

use std::process::ExitCode;

use serde_json::json;

use super::arguments::{Common, GuardArgs};
use super::output::{Failure, Output};
use super::scene::Open;
use crate::host::guard;

/// Prints the paths, relative to the folder that holds the skills; a run may write none.
///
/// # Errors
/// When the host has no such rule.
pub fn run(common: &Common, args: &GuardArgs, out: &mut Output) -> Result<ExitCode, Failure> {
    let open = Open::new(common)?;
    if open.profile.select.guard.is_empty() {
        let title = &open.profile.title;
        return Err(Failure::CouldNotRun(format!(
            "{title} guards no paths by skill"
        )));
    }
    let read = guard(&open.profile, &args.skill);
    out.print(
        || json!({ "read": read, "write": [] }),
        |out| {
            for path in &read {
                out.line(&format!("read   {path}"))?;
            }
            out.line("write  nothing")
        },
    )?;
    Ok(ExitCode::SUCCESS)
}
