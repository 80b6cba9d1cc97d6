//! The disk: scan to a tree, watch, and [`write`], the only module that changes skills.
