//! `search`: the skills that the host's own search would give.

use std::process::ExitCode;

use super::arguments::{Common, SearchArgs};
use super::output::{Failure, Output, complain};
use super::scene::Open;
use crate::host::profile::Search;
use crate::host::{search, search_json};

/// Prints what is found, best first. Finding nothing is an answer, not an error.
pub fn run(common: &Common, args: &SearchArgs, out: &mut Output) -> Result<ExitCode, Failure> {
    let open = Open::new(common)?;
    let (profile, survey) = (&open.profile, &open.survey);
    let (tree, place) = (&open.project.tree, &open.project.place);
    let found = search(profile, survey, &args.query);
    if found.fuzzy {
        complain(&format!(
            "no skill holds {:?}; these only look like it",
            args.query
        ));
    }
    out.print(
        || search_json(profile, tree, place, survey, &args.query),
        |out| {
            if profile.search == Search::default() {
                complain(&format!(
                    "{} has no search of its own: this is a plain one",
                    profile.title
                ));
            }
            if found.hits.is_empty() {
                complain(&format!("no skill holds {:?}", args.query));
            }
            let rows: Vec<_> = found
                .hits
                .iter()
                .map(|hit| {
                    [&hit.name, &hit.source, &hit.description]
                        .map(String::clone)
                        .to_vec()
                })
                .collect();
            out.table("", &rows)
        },
    )?;
    Ok(ExitCode::SUCCESS)
}
