//! How long a host lets a field be.

use super::profile::Profile;
use super::read::most as validated;

/// Characters (code points) a host allows in a field without dropping, cutting or noting it, each
/// limit it has once.
pub fn bounds(profile: &Profile, key: &str) -> Vec<usize> {
    let field = profile.field(key);
    let most = field.and_then(|field| field.at_most);
    let cut = field
        .and_then(|field| field.clip.as_ref())
        .map(|clip| clip.max);
    let middle = field.and_then(|field| field.clip_middle.as_ref());
    let middle = middle.map(|clip| clip.max);
    let limits = profile.reader.limit.iter();
    let limits = limits.filter(|limit| limit.field == key);
    let clip = profile.catalogue.clip.as_ref();
    let clip = clip.filter(|_| key == "description").map(|clip| clip.max);
    let mut all: Vec<usize> = limits
        .filter_map(|limit| limit.max)
        .chain([most, cut, middle].into_iter().flatten())
        .chain(clip)
        .chain(validated(profile.reader.validate, key))
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Profiles;

    #[test]
    fn every_kind_of_limit_counts() {
        let profiles = Profiles::bundled();
        let of = |host: &str, key: &str| bounds(profiles.get(host).expect(host), key);
        assert_eq!(of("agentskills", "compatibility"), [500]);
        assert_eq!(of("codex", "name"), [64]);
        assert_eq!(of("codex", "description"), [1024]);
        assert_eq!(of("minibot", "name"), [60]);
        assert_eq!(of("minibot", "description"), [300]);
        assert!(of("agentworks", "description").is_empty());
    }
}
