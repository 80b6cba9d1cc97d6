//! Work that may take long: it tells how far it is, and ends early when nobody wants it any more.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Told from any thread: what is done, and of how many; 0 of 0 when it begins, of 0 while nobody knows.
type Tell = dyn Fn(usize, usize) + Send + Sync;

/// How far some work is, and whether it is still wanted. Its copies are one.
#[derive(Clone, Default)]
pub struct Pace(Option<Arc<Shared>>);

struct Shared {
    stopped: AtomicBool,
    tell: Box<Tell>,
}

impl Pace {
    /// A pace that is told to `tell`. The default one is told to nobody and never stopped.
    pub fn new(tell: impl Fn(usize, usize) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(Shared {
            stopped: AtomicBool::new(false),
            tell: Box::new(tell),
        })))
    }

    /// The next work begins; that the one before was stopped is forgotten.
    pub fn begin(&self) {
        if let Some(shared) = &self.0 {
            shared.stopped.store(false, Ordering::Relaxed);
        }
        self.at(0, 0);
    }

    /// This much is done.
    pub fn at(&self, done: usize, of: usize) {
        if let Some(shared) = &self.0 {
            (shared.tell)(done, of);
        }
    }

    /// Nobody wants it any more.
    pub fn stop(&self) {
        if let Some(shared) = &self.0 {
            shared.stopped.store(true, Ordering::Relaxed);
        }
    }

    /// True when it is to end.
    pub fn stopped(&self) -> bool {
        let shared = self.0.as_ref();
        shared.is_some_and(|shared| shared.stopped.load(Ordering::Relaxed))
    }
}
