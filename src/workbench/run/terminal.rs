//! The terminal: taken over once, given back on every way out.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use crossterm::execute;
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use super::caught;

/// True while the terminal is ours, so that whoever comes first gives it back, once.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Holds the terminal; dropping it gives it back.
#[derive(Debug)]
pub struct Guard {
    mouse: bool,
}

impl Guard {
    /// Takes the terminal over.
    ///
    /// # Errors
    /// When the terminal refuses; it is given back first.
    pub fn take(mouse: bool) -> io::Result<Self> {
        let guard = Self { mouse };
        guard.enter()?;
        Ok(guard)
    }

    /// Takes it over again after [`give_back`].
    ///
    /// # Errors
    /// When the terminal refuses.
    pub fn enter(&self) -> io::Result<()> {
        TAKEN.store(true, Ordering::SeqCst);
        enable_raw_mode()?;
        let mut out = io::stdout();
        execute!(out, EnterAlternateScreen, EnableBracketedPaste)?;
        if self.mouse {
            execute!(out, EnableMouseCapture)?;
        }
        Ok(())
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        give_back();
    }
}

/// Gives the terminal back as it was; does nothing when it is not ours. A terminal that is gone
/// cannot be helped, so its errors are passed over.
pub fn give_back() {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    // First, so that whoever sees our screen go finds the terminal whole.
    let _ = disable_raw_mode();
    let mut out = io::stdout();
    let _ = execute!(
        out,
        DisableMouseCapture,
        DisableBracketedPaste,
        crossterm::style::ResetColor,
        crossterm::cursor::SetCursorStyle::DefaultUserShape,
        crossterm::cursor::Show,
        LeaveAlternateScreen
    );
    let _ = out.flush();
}

/// From now on a panic gives the terminal back before it speaks, and ends the program; but a thread
/// whose panic is caught or told to the person leaves the program, and the open text, alive.
pub fn on_panic() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if caught::told(&caught::words(info.payload())) {
            return;
        }
        give_back();
        before(info);
        if !caught::runs_the_loop() && std::thread::current().name() != Some("main") {
            std::process::exit(101);
        }
    }));
}
