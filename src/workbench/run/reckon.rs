//! What takes long and touches nothing: differences and tokens. Only the last question of a kind is
//! worth an answer, so a thread of its own passes over those that were overtaken.

use std::io;
use std::sync::mpsc::{self, Sender};

use super::{caught, compare};
use crate::host::{Prompt, tokens};
use crate::workbench::app::preview::Counts;
use crate::workbench::app::{Effect, Message};

/// The answer to a question; `None` when it is none of its business.
pub fn answer(effect: &Effect) -> Option<Message> {
    match effect {
        Effect::Compare {
            generation,
            old_label,
            old,
            new_label,
            new,
        } => Some(Message::Compared {
            generation: *generation,
            lines: compare::unified(old_label, old, new_label, new),
        }),
        Effect::Count {
            generation,
            prompt,
            saved,
        } => Some(Message::Counted {
            generation: *generation,
            counts: counts(prompt, saved.as_deref()),
        }),
        _ => None,
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
    matches!(effect, Effect::Compare { .. } | Effect::Count { .. })
}

/// Starts the thread; it ends with the sender it gives.
///
/// # Errors
/// When the system gives no thread.
pub fn start(tell: impl Fn(Message) + Send + 'static) -> io::Result<Sender<Effect>> {
    let (ask, questions) = mpsc::channel::<Effect>();
    std::thread::Builder::new()
        .name("reckoner".to_owned())
        .spawn(move || {
            while let Ok(first) = questions.recv() {
                let mut last = vec![first];
                for next in questions.try_iter() {
                    last.retain(|known| !same_kind(known, &next));
                    last.push(next);
                }
                // An answer that fails is one that never comes; the next question gets its own.
                last.iter()
                    .filter_map(|effect| caught::quietly(|| answer(effect)).ok().flatten())
                    .for_each(&tell);
            }
        })?;
    Ok(ask)
}

fn same_kind(a: &Effect, b: &Effect) -> bool {
    std::mem::discriminant(a) == std::mem::discriminant(b)
}
