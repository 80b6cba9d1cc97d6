//! File systems that do not tell what was changed on another machine.

/// Kinds of file systems that others change without this system's knowledge.
const REMOTE: &[&str] = &[
    "9p",
    "afs",
    "beegfs",
    "ceph",
    "cifs",
    "coda",
    "davfs",
    "drvfs",
    "gfs2",
    "glusterfs",
    "lustre",
    "ncpfs",
    "nfs",
    "nfs4",
    "ocfs2",
    "prl_fs",
    "smb3",
    "smbfs",
    "vboxsf",
    "virtiofs",
    "vmhgfs",
];

/// What this system has mounted, in the form of `/proc/self/mountinfo`; empty where it does not say.
pub(super) fn mounted() -> String {
    std::fs::read_to_string("/proc/self/mountinfo").unwrap_or_default()
}

/// The kind of file system `path` lies on, when it is one that others change.
pub(super) fn remote<'a>(mounts: &'a str, path: &str) -> Option<&'a str> {
    let holds = |place: &str| {
        let rest = path.strip_prefix(place.trim_end_matches('/'));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let rows = mounts.lines().filter_map(row);
    // Of two at one place the later one lies on top.
    let (_, kind) = rows
        .filter(|(place, _)| holds(place))
        .max_by_key(|(place, _)| place.len())?;
    let remote = REMOTE.contains(&kind) || kind.starts_with("fuse.");
    remote.then_some(kind)
}

/// Where something is mounted, and what kind it is.
fn row(line: &str) -> Option<(String, &str)> {
    let (before, after) = line.split_once(" - ")?;
    let place = before.split(' ').nth(4)?;
    let kind = after.split(' ').next()?;
    let plain = place
        .replace("\\040", " ")
        .replace("\\011", "\t")
        .replace("\\012", "\n")
        .replace("\\134", "\\");
    Some((plain, kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOUNTS: &str = "\
22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
40 22 0:40 / /net rw shared:20 - nfs4 server:/export rw,vers=4.2
41 40 8:2 / /net/local rw - ext4 /dev/sdb1 rw
42 22 0:42 / /my\\040share rw - cifs //server/share rw
43 22 0:43 / /home/me/remote rw,nosuid - fuse.sshfs me@there: rw
44 22 8:3 / /win rw - fuseblk /dev/sdc1 rw
";

    #[test]
    fn the_mount_nearest_to_a_path_decides() {
        for (path, kind) in [
            ("/home/me/project", None),
            ("/net", Some("nfs4")),
            ("/net/project/skills", Some("nfs4")),
            ("/net/local/project", None),
            ("/network", None),
            ("/my share/project", Some("cifs")),
            ("/home/me/remote/x", Some("fuse.sshfs")),
            ("/win/project", None),
        ] {
            assert_eq!(remote(MOUNTS, path), kind, "{path}");
        }
        assert_eq!(remote("", "/net"), None);
        assert_eq!(remote("no such table\n\n - \n", "/net"), None);
    }

    #[test]
    fn what_is_mounted_over_another_counts() {
        let over = format!("{MOUNTS}50 40 0:50 / /net rw - tmpfs tmpfs rw\n");
        assert_eq!(remote(&over, "/net/project"), None);
    }
}
