//! Panics of threads: the text that is open must outlive them.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Sender;
use std::sync::{Mutex, PoisonError};

use super::executor::Executor;
use super::{Happened, errands};
use crate::workbench::app::{Disk, Effect, Message};

thread_local! {
    /// True while a panic of this thread is caught and told by the one who catches it.
    static CAUGHT: Cell<bool> = const { Cell::new(false) };
    /// True on the thread of the loop, whose own end keeps the open text.
    static LOOP: Cell<bool> = const { Cell::new(false) };
}

/// From now on this thread runs the loop.
pub fn run_the_loop() {
    LOOP.set(true);
}

/// This thread runs the loop.
pub fn runs_the_loop() -> bool {
    LOOP.get()
}

/// Where panics are told that nobody catches.
static TOLD: Mutex<Option<Sender<Happened>>> = Mutex::new(None);

/// From now on uncaught panics of threads are told there.
pub fn tell(sender: Sender<Happened>) {
    *TOLD.lock().unwrap_or_else(PoisonError::into_inner) = Some(sender);
}

/// Tells a panic of a thread; false when nobody listens, or it cannot be lived with.
pub fn told(why: &str) -> bool {
    let thread = std::thread::current();
    if CAUGHT.get() {
        return true;
    }
    if runs_the_loop() {
        return false;
    }
    let happened = match thread.name() {
        // Nothing can be done any more without keys.
        Some("input") => Happened::Deaf(why.to_owned()),
        _ => Happened::Fault(why.to_owned()),
    };
    let sender = TOLD.lock().unwrap_or_else(PoisonError::into_inner);
    let sent = sender.as_ref().map(|to| to.send(happened));
    matches!(sent, Some(Ok(())))
}

/// What a panic says.
pub fn words(payload: &(dyn std::any::Any + Send)) -> String {
    let text = payload
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "without a word".to_owned())
}

/// Runs something; its panic stays inside, without a sound.
///
/// # Errors
/// The words of the panic.
pub fn quietly<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    let before = CAUGHT.replace(true);
    let done = catch_unwind(AssertUnwindSafe(run));
    CAUGHT.set(before);
    done.map_err(|payload| words(&*payload))
}

/// Carries an effect out; a panic becomes a message about it.
pub fn carry_out(executor: &mut Executor, effect: Effect) -> Vec<Message> {
    attempt(effect, |effect| executor.carry_out(effect))
}

fn attempt(effect: Effect, run: impl FnOnce(Effect) -> Vec<Message>) -> Vec<Message> {
    let (action, path) = about(&effect);
    let order = match &effect {
        Effect::Exchange(order) => Some(order.clone()),
        _ => None,
    };
    quietly(|| run(effect)).unwrap_or_else(|why| {
        if let Some(order) = order {
            let news = errands::failed(&order, &why);
            let generation = order.generation;
            return vec![Message::Exchange { generation, news }];
        }
        let why = format!("skillkiln itself failed ({why}); your text is kept");
        let about = path.clone();
        vec![Message::Disk(Disk::Failed {
            action,
            path,
            about,
            why,
        })]
    })
}

fn about(effect: &Effect) -> (&'static str, String) {
    match effect {
        Effect::Save { path, .. } => ("save", path.clone()),
        Effect::Read(path) => ("reading", path.clone()),
        Effect::New { name, .. } => ("making the skill", name.clone()),
        Effect::Override { path, .. } => ("override", path.clone()),
        Effect::NewFile { path, .. } => ("making the file", path.clone()),
        Effect::Remove { path, .. } | Effect::RemoveFile { path, .. } => ("delete", path.clone()),
        Effect::MoveFile { path, .. } => ("rename", path.clone()),
        Effect::Name { name, copy, .. } => {
            let action = if *copy { "duplicate" } else { "rename" };
            (action, name.clone())
        }
        Effect::MayWrite(path) => ("looking at the file", path.clone()),
        Effect::Restore { .. } => ("undo", String::new()),
        Effect::Mend(_) => ("finishing what was interrupted", String::new()),
        _ => ("looking at the disk", String::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_while_saving_is_a_failed_save() {
        let save = Effect::Save {
            host: "agentworks".to_owned(),
            path: "/p/SKILL.md".to_owned(),
            bytes: b"x".as_slice().into(),
            base: None,
        };
        let messages = attempt(save, |_| panic!("out of luck"));
        let [
            Message::Disk(Disk::Failed {
                action, path, why, ..
            }),
        ] = messages.as_slice()
        else {
            panic!("{messages:?}");
        };
        assert_eq!((*action, path.as_str()), ("save", "/p/SKILL.md"));
        assert!(why.contains("out of luck"), "{why}");
    }

    #[test]
    fn a_panic_of_a_thread_is_told_and_one_that_is_caught_is_not_told_twice() {
        let (sender, receiver) = std::sync::mpsc::channel();
        tell(sender);
        let thread = std::thread::Builder::new().name("disk".to_owned());
        let thread = thread.spawn(|| {
            let caught = quietly(|| told("caught"));
            (caught, told("uncaught"))
        });
        let answers = thread.expect("a thread").join().expect("an answer");
        assert_eq!(answers, (Ok(true), true));
        let heard: Vec<Happened> = receiver.try_iter().collect();
        assert!(
            matches!(heard.as_slice(), [Happened::Fault(why)] if why == "uncaught"),
            "{heard:?}"
        );
    }
}
