//! The screen: `edit` (text), `app` (model and update), `view` (drawing), `run` (effects).

pub mod edit;
