//! Signals: leave in order when asked to, step aside for the shell, come back.

use std::io;
use std::sync::mpsc::Sender;

use super::Happened;

/// What a signal asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// Leave now, with this exit code (128 + number).
    Leave(i32),
    /// Give the terminal back and stop.
    Stop,
    /// Take the terminal again.
    Continue,
    /// The terminal has another size.
    Resized,
}

/// Starts the thread that turns signals into messages.
///
/// # Errors
/// When the handlers cannot be set.
#[cfg(unix)]
pub fn listen(sender: Sender<Happened>) -> io::Result<()> {
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP, SIGWINCH};
    let mut signals =
        signal_hook::iterator::Signals::new([SIGTERM, SIGHUP, SIGINT, SIGTSTP, SIGCONT, SIGWINCH])?;
    std::thread::Builder::new()
        .name("signals".to_owned())
        .spawn(move || {
            for signal in signals.forever() {
                let meaning = match signal {
                    SIGTSTP => Signal::Stop,
                    SIGCONT => Signal::Continue,
                    SIGWINCH => Signal::Resized,
                    other => Signal::Leave(128 + other),
                };
                if sender.send(Happened::Signal(meaning)).is_err() {
                    return;
                }
            }
        })?;
    Ok(())
}

/// Other systems have none of them.
///
/// # Errors
/// Never.
#[cfg(not(unix))]
pub fn listen(_: Sender<Happened>) -> io::Result<()> {
    Ok(())
}

/// Stops this process the way the shell expects it; returns after it was continued.
pub fn stop() {
    #[cfg(unix)]
    {
        let _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP);
    }
}
