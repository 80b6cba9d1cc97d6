//! The `skillkiln` program: arguments in, the workbench or one subcommand out.

fn main() {}
