//! Work on many things at once, with as many threads as the machine runs at a time.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Does `work` on every item, given its index, and returns what it made in the order of the items; an
/// item for which it makes nothing is the last one that its thread takes. Below two times `worth`
/// items no further thread is started. A panic of `work` goes on in the caller.
pub fn each<T: Sync, R: Send>(
    items: &[T],
    worth: usize,
    work: impl Fn(usize, &T) -> Option<R> + Sync,
) -> Vec<R> {
    let most = thread::available_parallelism().map_or(1, NonZero::get);
    let threads = most.min(items.len() / worth.max(1)).max(1);
    let next = AtomicUsize::new(0);
    let run = || {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(made) = items.get(at).and_then(|item| work(at, item)) else {
                return done;
            };
            done.push((at, made));
        }
    };
    let mut done = thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(run)).collect();
        let mut done = run();
        for other in others {
            // A thread that panics is a fault of ours: it goes on where it can be seen.
            match other.join() {
                Ok(more) => done.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        done
    });
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, made)| made).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_made_comes_in_the_order_of_the_items() {
        let items: Vec<usize> = (0..100).collect();
        let made = each(&items, 1, |at, item| Some(at * 1000 + item));
        let wanted: Vec<usize> = (0..100).map(|n| n * 1001).collect();
        assert_eq!(made, wanted);
        assert!(each(&[] as &[u8], 1, |_, n| Some(*n)).is_empty());
    }

    #[test]
    fn nothing_made_ends_the_work_of_a_thread() {
        let items = [1, 2, 3, 4];
        let made = each(&items, items.len(), |_, n| (*n < 3).then_some(*n));
        assert_eq!(made, [1, 2]);
    }
}
