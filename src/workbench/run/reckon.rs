//! What takes long and touches nothing: differences, tokens, checks of the project. Only the last question of a kind is
//! worth an answer, so a thread of its own passes over those that were overtaken.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};

use super::{caught, compare};
use crate::check::{Checked, Checks, Judge, Scope, check_paced};
use crate::host::matrix::{Files, Matrix};
use crate::host::shadowing::hiding;
use crate::host::{Cache, Pace, Profile, Prompt, Survey, survey, tokens};
use crate::skill::merge::Merge;
use crate::workbench::app::matrix;
use crate::workbench::app::preview::Counts;
use crate::workbench::app::project::{Question, is_large};
use crate::workbench::app::shadowing::OfHost;
use crate::workbench::app::weigh::{Weighed, Weighing};
use crate::workbench::app::{Effect, Message};

/// Answers questions; keeps what the next answer needs again.
#[derive(Default)]
pub struct Reckoner {
    caches: HashMap<String, Cache>,
    checks: Checks,
    listed: Checks,
    pace: Pace,
}

impl Reckoner {
    /// The answer to a question; `None` when it is none of its business. How far it is meanwhile is
    /// told.
    pub fn answer(&mut self, effect: &Effect, tell: &mut dyn FnMut(Message)) -> Option<Message> {
        self.pace.begin();
        match effect {
            Effect::Compare {
                generation,
                old_label,
                old,
                new_label,
                new,
            } => Some(Message::Compared {
                generation: *generation,
                difference: compare::difference(old_label, old, new_label, new),
            }),
            Effect::Count {
                generation,
                prompt,
                saved,
            } => Some(Message::Counted {
                generation: *generation,
                counts: counts(prompt, saved.as_deref()),
            }),
            Effect::Weigh(weighing) => Some(Message::Weighed {
                generation: weighing.generation,
                weighed: Arc::new(weigh(weighing)),
            }),
            Effect::Check(question) => {
                let (files, shadowing) = self.check(question)?;
                Some(Message::Checked {
                    generation: question.generation,
                    files,
                    shadowing,
                })
            }
            Effect::Matrix(question) => Some(Message::Matrix {
                generation: question.generation,
                matrix: Arc::new(self.matrix(question, tell)?),
            }),
            _ => None,
        }
    }

    /// `None` when it was stopped.
    fn matrix(
        &mut self,
        question: &matrix::Question,
        tell: &mut dyn FnMut(Message),
    ) -> Option<Matrix> {
        if is_large(&question.tree) {
            return self.large_matrix(question, tell);
        }
        let of = question.profiles.iter().count();
        let mut hosts: Vec<(&Profile, Survey)> = Vec::with_capacity(of);
        for profile in question.profiles.iter() {
            if self.pace.stopped() {
                return None;
            }
            let cache = self.caches.entry(profile.id.clone()).or_default();
            let seen = survey(profile, &question.tree, &question.place, cache);
            hosts.push((profile, seen));
            tell(Message::MatrixProgress {
                generation: question.generation,
                done: hosts.len(),
                of,
            });
        }
        let hosts: Vec<(&Profile, &Survey)> = hosts.iter().map(|(p, s)| (*p, s)).collect();
        let matrix = crate::host::matrix::matrix(&hosts, &question.tree, &question.place);
        Some(matrix)
    }

    /// The same one host after the other, each twice and none of it kept: what all hosts make of so
    /// many skills would take too much room. `None` when it was stopped.
    fn large_matrix(
        &self,
        question: &matrix::Question,
        tell: &mut dyn FnMut(Message),
    ) -> Option<Matrix> {
        let of = question.profiles.iter().count();
        let mut steps = 0;
        let mut look = |profile: &Profile| {
            steps += 1;
            tell(Message::MatrixProgress {
                generation: question.generation,
                done: steps / 2,
                of,
            });
            let cache = &mut Cache::default();
            let going_on = !self.pace.stopped();
            going_on.then(|| survey(profile, &question.tree, &question.place, cache))
        };
        let mut files = Files::default();
        for profile in question.profiles.iter() {
            files.add(&look(profile)?, &question.tree);
        }
        files.add_strays(&question.tree, &question.place);
        let mut columns = Vec::with_capacity(of);
        for profile in question.profiles.iter() {
            let seen = look(profile)?;
            columns.push(files.column(profile, &seen, &question.tree, &question.place));
        }
        Some(files.table(columns, &question.place))
    }

    /// `None` when it was stopped.
    fn check(&mut self, question: &Question) -> Option<(Vec<Checked>, Vec<OfHost>)> {
        let mut surveys: Vec<(&Profile, Arc<Survey>)> = Vec::new();
        for id in &question.judged {
            let Some(profile) = question.profiles.get(id) else {
                continue;
            };
            if self.pace.stopped() {
                return None;
            }
            // What the screen knows already is not kept a second time.
            let seen = match question.survey.host == *id {
                true => Arc::clone(&question.survey),
                false if is_large(&question.tree) => {
                    let passing = || {
                        let cache = &mut Cache::default();
                        survey(profile, &question.tree, &question.place, cache)
                    };
                    Arc::new(apart(passing))
                }
                false => {
                    let cache = self.caches.entry(profile.id.clone()).or_default();
                    Arc::new(survey(profile, &question.tree, &question.place, cache))
                }
            };
            surveys.push((profile, seen));
        }
        let shadowing = surveys.iter().map(|(profile, survey)| OfHost {
            host: profile.id.clone(),
            names: hiding(profile, survey, &question.tree),
        });
        let shadowing = shadowing.collect();
        let judges: Vec<Judge<'_>> = surveys
            .iter()
            .map(|(profile, survey)| Judge { profile, survey })
            .collect();
        let mut scope = Scope {
            tree: &question.tree,
            place: &question.place,
            judges: &judges,
            config: &question.config,
            only: None,
        };
        let mut files = check_paced(&scope, &mut self.checks, &self.pace)?;
        let known: HashSet<&str> = files.iter().map(|checked| &*checked.path).collect();
        let copies = question
            .survey
            .copies()
            .filter_map(|copy| copy.path.as_ref());
        let lost = question.survey.not_loaded.iter().map(|lost| &lost.path);
        let rest = copies.chain(lost).filter(|path| !known.contains(&***path));
        let rest: BTreeSet<String> = rest.map(|path| path.to_string()).collect();
        if !rest.is_empty() {
            scope.only = Some(&rest);
            files.extend(check_paced(&scope, &mut self.listed, &self.pace)?);
        }
        Some((files, shadowing))
    }
}

/// Does something large that is soon let go of in a thread of its own: its memory does not lie between
/// what stays, so it can go back to the system.
fn apart<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let done = scope.spawn(work).join();
        done.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn weigh(weighing: &Weighing) -> Weighed {
    let Weighing {
        base, ours, theirs, ..
    } = weighing;
    Weighed {
        difference: compare::difference("the file on disk", theirs, "your text", ours),
        merge: Merge::new(base, ours, theirs),
    }
}

fn counts(prompt: &Prompt, saved: Option<&Prompt>) -> Counts {
    let total = tokens::count(&prompt.text);
    let parts = prompt.parts.iter();
    Counts {
        total,
        parts: parts
            .map(|part| tokens::count(&prompt.text[part.span.clone()]))
            .collect(),
        saved: saved.map_or(total, |saved| tokens::count(&saved.text)),
    }
}

/// True for what a reckoner answers.
pub fn is_question(effect: &Effect) -> bool {
    matches!(
        effect,
        Effect::Compare { .. }
            | Effect::Count { .. }
            | Effect::Check(_)
            | Effect::Matrix(_)
            | Effect::Weigh(_)
    )
}

/// Starts the thread; it ends with the sender it gives. What takes long goes by `pace`.
///
/// # Errors
/// When the system gives no thread.
pub fn start(pace: Pace, tell: impl Fn(Message) + Send + 'static) -> io::Result<Sender<Effect>> {
    let (ask, questions) = mpsc::channel::<Effect>();
    std::thread::Builder::new()
        .name("reckoner".to_owned())
        .spawn(move || {
            let mut reckoner = Reckoner {
                pace,
                ..Reckoner::default()
            };
            while let Ok(first) = questions.recv() {
                let mut last = vec![first];
                for next in questions.try_iter() {
                    last.retain(|known| !same_kind(known, &next));
                    last.push(next);
                }
                // An answer that fails is one that never comes; the next question gets its own.
                last.iter()
                    .filter_map(|effect| {
                        caught::quietly(|| reckoner.answer(effect, &mut &tell))
                            .ok()
                            .flatten()
                    })
                    .for_each(&tell);
            }
        })?;
    Ok(ask)
}

fn same_kind(a: &Effect, b: &Effect) -> bool {
    std::mem::discriminant(a) == std::mem::discriminant(b)
}
