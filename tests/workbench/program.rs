//! The editor of the person's own, as the model sees it.

use super::harness::{Bench, skill};
use skillkiln::workbench::app::{Effect, Message};

#[test]
fn the_text_goes_out_as_it_is_and_comes_back_as_one_step() {
    let mine = skill("mine", "Mine.");
    let mut bench = Bench::new(&[("skills/custom/mine/SKILL.md", &mine)]);
    bench.keys("e<Ctrl+End>More.<Ctrl+O>");
    let Some(Effect::Program { path, name, text }) = bench
        .effects
        .iter()
        .find(|effect| matches!(effect, Effect::Program { .. }))
        .cloned()
    else {
        panic!("nothing was asked: {:?}", bench.effects);
    };
    assert_eq!((name.as_str(), text), ("SKILL.md", format!("{mine}More.")));
    let back = |result| Message::Edited {
        path: path.clone(),
        program: "ed".to_owned(),
        result,
    };
    bench.take(vec![back(Ok(format!("{mine}More.")))]);
    bench.shows("ed changed nothing");
    bench.take(vec![back(
        Ok("---\nname: mine\n---\nAll new.\n".to_owned()),
    )]);
    bench
        .shows("taken over from ed")
        .shows("All new.")
        .shows("unsaved");
    bench.keys("<Ctrl+Z>").shows("More.").hides("All new.");
    bench.take(vec![back(Err("`ed`: it ended badly".to_owned()))]);
    bench.shows("it ended badly").shows("More.");
}

#[test]
fn what_may_only_be_read_stays_here() {
    let mut bench = Bench::new(&[("skills/a/SKILL.md", &skill("a", "Alpha."))]);
    bench.keys("<Ctrl+O>").shows("read only");
    let asked = bench
        .effects
        .iter()
        .any(|e| matches!(e, Effect::Program { .. }));
    assert!(!asked);
}
