//! How long rules let a field be, for those who count while they write.

use super::config::{Config, Limit};
use super::{Severity, description, name, rule};

/// Characters (code points, without white space around them) that rules allow in a field, each with
/// how bad it is to have more. Rules that are switched off allow any length.
pub fn bounds(key: &str, config: &Config) -> Vec<(usize, Severity)> {
    let long = config.limit(Limit::DescriptionLong);
    let all = [
        ("name", name::MOST, "name/length"),
        ("description", long, "description/long"),
        ("description", description::MOST, "description/length"),
    ];
    let mine = all.into_iter().filter(|(known, ..)| *known == key);
    mine.filter_map(|(_, most, id)| Some((most, config.severity(id, rule(id)?.severity)?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_that_are_off_do_not_count() {
        let config = Config::default();
        let found = bounds("description", &config);
        assert_eq!(found, [(300, Severity::Hint), (1024, Severity::Warning)]);
        assert_eq!(bounds("name", &config), [(64, Severity::Warning)]);
        assert!(bounds("model", &config).is_empty());
        let off = Config::parse("[rules]\n\"name/length\" = \"off\"\n", &[]).expect("settings");
        assert!(bounds("name", &off).is_empty());
    }
}
