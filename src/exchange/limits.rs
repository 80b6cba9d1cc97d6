//! How much is taken from elsewhere at most.

use std::time::Duration;

/// Limits of what is fetched and unpacked. They are enforced while bytes arrive, not afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of one download.
    pub download: u64,
    /// Bytes of all files together.
    pub unpacked: u64,
    /// Files.
    pub files: usize,
    /// Redirects that are followed.
    pub redirects: usize,
    /// Time for connecting, names looked up and TLS agreed.
    pub connect: Duration,
    /// Time without a single byte.
    pub silence: Duration,
    /// Time for one whole download.
    pub whole: Duration,
}

impl Default for Limits {
    /// MiniBot 0.36.0, recorded: 10 MiB, 25 MiB, 1,000 files, 5 redirects, 10 and 30 seconds. A whole
    /// download has five minutes.
    fn default() -> Self {
        Self {
            download: 10 << 20,
            unpacked: 25 << 20,
            files: 1000,
            redirects: 5,
            connect: Duration::from_secs(10),
            silence: Duration::from_secs(30),
            whole: Duration::from_secs(300),
        }
    }
}
