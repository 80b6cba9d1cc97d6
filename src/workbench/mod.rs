//! The screen: `edit` (text), `app` (model and update), `view` (drawing), `run` (effects).

pub mod app;
pub mod edit;
pub mod run;
pub mod view;
