//! The same work without a screen, one file a subcommand.
