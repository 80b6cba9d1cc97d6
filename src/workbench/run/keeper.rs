//! Keeps unsaved text safe: a thread of its own writes the recovery files, so that no key waits for
//! the disk and a disk that hangs does not keep anything else from being done.

use std::collections::BTreeMap;
use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use super::executor::read;
use crate::library::Recovery;
use crate::library::recovery::Unsaved;
use crate::workbench::app::recovery::{Offer, Recovering};
use crate::workbench::app::{Disk, Message};

/// Text is written this long after it changed; what comes meanwhile is written with it.
const DELAY: Duration = Duration::from_secs(1);

/// The thread, and the recovery files it shares with whoever ends the program.
pub struct Keeper {
    recovery: Arc<Mutex<Recovery>>,
    orders: Sender<Order>,
}

/// Something for the thread.
enum Order {
    /// To be done.
    Do(Recovering),
    /// To answer when all that came before is done.
    Answer(Sender<()>),
}

/// How long the end of the program waits for what was ordered before; a disk may hang.
const LAST: Duration = Duration::from_secs(2);

impl Keeper {
    /// Starts the thread; it ends with the keeper.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start(recovery: Recovery, tell: impl Fn(Message) + Send + 'static) -> io::Result<Self> {
        let recovery = Arc::new(Mutex::new(recovery));
        let (orders, received) = mpsc::channel();
        let shared = recovery.clone();
        std::thread::Builder::new()
            .name("keeper".to_owned())
            .spawn(move || work(&shared, &received, tell))?;
        Ok(Self { recovery, orders })
    }

    /// Gives the thread something to do.
    pub fn order(&self, order: Recovering) {
        // Should the thread be gone, the end of the program still writes everything.
        let _ = self.orders.send(Order::Do(order));
    }

    /// Writes these at once: the program ends without having saved them.
    pub fn flush(&self, unsaved: &[Unsaved]) {
        let mut recovery = lock(&self.recovery);
        for one in unsaved {
            // There is nobody left to tell.
            let _ = recovery.keep(one);
        }
    }

    /// Waits until all that was ordered is done: the program ends in order.
    pub fn finish(&self) {
        let (done, answered) = mpsc::channel();
        if self.orders.send(Order::Answer(done)).is_ok() {
            let _ = answered.recv_timeout(LAST);
        }
    }
}

fn lock(recovery: &Mutex<Recovery>) -> std::sync::MutexGuard<'_, Recovery> {
    recovery.lock().unwrap_or_else(PoisonError::into_inner)
}

fn work(recovery: &Mutex<Recovery>, received: &Receiver<Order>, tell: impl Fn(Message)) {
    let mut waiting: BTreeMap<String, Unsaved> = BTreeMap::new();
    let mut due: Option<Instant> = None;
    loop {
        let order = match due {
            Some(due) => received.recv_timeout(due.saturating_duration_since(Instant::now())),
            None => received.recv().map_err(RecvTimeoutError::from),
        };
        match order {
            // Whoever waits is gone when nobody hears it.
            Ok(Order::Answer(done)) => drop(done.send(())),
            Ok(Order::Do(Recovering::Keep(unsaved))) => {
                waiting.insert(unsaved.path.clone(), unsaved);
                due.get_or_insert_with(|| Instant::now() + DELAY);
            }
            Ok(Order::Do(order)) => {
                if let Recovering::Forget(path) = &order {
                    waiting.remove(path);
                }
                carry_out(&mut lock(recovery), order)
                    .into_iter()
                    .for_each(&tell);
            }
            Err(RecvTimeoutError::Timeout) => {
                due = None;
                for unsaved in std::mem::take(&mut waiting).into_values() {
                    carry_out(&mut lock(recovery), Recovering::Keep(unsaved))
                        .into_iter()
                        .for_each(&tell);
                }
            }
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

/// Does one thing at once.
pub fn carry_out(recovery: &mut Recovery, order: Recovering) -> Vec<Message> {
    let done = match order {
        Recovering::Look => return vec![look(recovery)],
        Recovering::Keep(unsaved) => recovery.keep(&unsaved),
        Recovering::Take(kept) => recovery.take(&kept),
        Recovering::Discard(id) => recovery.discard(&id),
        Recovering::Rename(kept) => recovery.rename(&kept),
        Recovering::Forget(path) => {
            recovery.forget(&path);
            Ok(())
        }
        Recovering::Release => {
            recovery.release();
            Ok(())
        }
        Recovering::Close(kept) => recovery.close(&kept),
    };
    let why = done.err().map(|error| crate::library::system_words(&error));
    why.into_iter()
        .map(|why| Message::Disk(Disk::Unkept(why)))
        .collect()
}

fn look(recovery: &mut Recovery) -> Message {
    let left = recovery.left();
    let now = SystemTime::now();
    let offers = left.kept.into_iter().map(|kept| Offer {
        age: now.duration_since(kept.time).unwrap_or_default(),
        now: read(&kept.unsaved.path).ok(),
        kept,
        saved: None,
    });
    let damaged = left.damaged.into_iter();
    Message::Disk(Disk::Left {
        offers: offers.collect(),
        damaged: damaged.map(|one| (one.path, one.why)).collect(),
    })
}
