//! Names and limits of the format. SPEC.md says what each file is.

/// What was composed, every file, and the tree digest.
pub const MANIFEST: &str = "manifest.json";
/// Decisions and reports of sources.
pub const TRACE: &str = "trace.json";
/// The identity, invariants and modules.
pub const INSTRUCTIONS: &str = "content/instructions.md";
/// The folder of sources that hold the skills.
pub const SKILLS: &str = "content/skills";
/// Instructions and bodies of skills in one.
pub const COMPILED: &str = "delivery/compiled.md";

/// The format of the manifest.
pub const MANIFEST_FORMAT: &str = "assembly.bundle/1";
/// The format of the trace.
pub const TRACE_FORMAT: &str = "assembly.trace/1";

/// The placeholders that stay in instructions, in the order in which the manifest lists them.
pub const PLACEHOLDERS: [&str; 4] = ["ASSEMBLY_DIR", "TARGET_DIR", "HOME", "LAUNCHER"];

/// Bits of a folder, whatever the umask.
pub(super) const FOLDER_MODE: u32 = 0o755;

/// The most files of a bundle, the manifest not counted.
pub const MOST_FILES: usize = 100_000;
/// The most bytes that all listed files have together: 1 GiB.
pub const MOST_BYTES: u64 = 1 << 30;
/// The most bytes of the manifest and of the trace: 64 MiB each.
pub const LARGEST_DOCUMENT: u64 = 64 << 20;
/// The most bytes of a path.
pub const LONGEST_PATH: usize = 1024;
/// The most names in a path.
pub const DEEPEST: usize = 64;

/// `content/skills/SOURCE/NAME`, with the source encoded so that it is one portable name.
pub fn skill_path(source: &str, name: &str) -> String {
    format!("{SKILLS}/{}/{name}", encoded(source))
}

/// A source's id as one name of a path: every byte but `A-Z a-z 0-9 . _ -` as `%` and two upper-case digits, and so the
/// dots of a name that is nothing but `.` or `..`.
pub fn encoded(source: &str) -> String {
    let is_dots = matches!(source, "." | "..");
    let mut name = String::with_capacity(source.len());
    for byte in source.bytes() {
        let is_plain = byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
        if is_plain && !is_dots {
            name.push(char::from(byte));
        } else {
            const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
            name.push('%');
            name.extend([byte >> 4, byte & 15].map(|digit| char::from(DIGITS[usize::from(digit)])));
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use super::encoded;

    #[test]
    fn a_source_is_one_name() {
        for (source, name) in [
            ("hub", "hub"),
            ("Team-2_a.b", "Team-2_a.b"),
            ("a/b c", "a%2Fb%20c"),
            ("ü%", "%C3%BC%25"),
            (".", "%2E"),
            ("..", "%2E%2E"),
            ("...", "..."),
        ] {
            assert_eq!(encoded(source), name);
        }
    }
}
