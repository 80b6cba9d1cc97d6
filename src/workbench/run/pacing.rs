//! Tells the loop how far long work is: never of work that is done in no time, and not with every step.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::host::Pace;
use crate::workbench::app::Message;
use crate::workbench::app::work::Work;

/// Work that takes no longer is not told of.
const SOON: Duration = Duration::from_millis(200);
/// Between two tellings.
const BETWEEN: Duration = Duration::from_millis(100);

/// A pace whose progress becomes messages.
pub fn pace(work: Work, tell: impl Fn(Message) + Send + Sync + 'static) -> Pace {
    // When it is to be told of next.
    let next = Mutex::new(Instant::now());
    Pace::new(move |done, of| {
        let now = Instant::now();
        let mut next = next.lock().unwrap_or_else(PoisonError::into_inner);
        if (done, of) == (0, 0) {
            *next = now + SOON;
        } else if now >= *next {
            *next = now + BETWEEN;
            tell(Message::Progress { work, done, of });
        }
    })
}
