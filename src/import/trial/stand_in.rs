//! The stand-in for an agent: writes down how it was started.

use std::collections::BTreeMap;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::diagnostic::shell_word;

/// How an agent was started.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Session {
    /// Its arguments, without its own name.
    pub arguments: Vec<String>,
    /// Its environment.
    pub environment: BTreeMap<String, String>,
    /// The folder it was started in.
    pub folder: String,
}

/// Writes the program. What it records lies in `record`.
pub(super) fn write_stand_in(program: &Path, record: &Path) -> io::Result<()> {
    let record = shell_word(&record.to_string_lossy());
    let text = format!(
        "#!/bin/sh\n\
         : > {record}/arguments\n\
         for word in \"$@\"; do printf '%s\\0' \"$word\" >> {record}/arguments; done\n\
         PATH=/usr/bin:/bin:$PATH env -0 > {record}/environment\n\
         printf '%s\\0' \"$PATH\" > {record}/path\n\
         pwd > {record}/folder\n"
    );
    if let Some(folder) = program.parent() {
        fs_err::create_dir_all(folder)?;
    }
    fs_err::write(program, text)?;
    fs_err::set_permissions(program, PermissionsExt::from_mode(0o755))
}

impl Session {
    /// Reads what was recorded; none when no agent was started.
    pub(super) fn read(record: &Path) -> Option<Self> {
        let read = |name: &str| {
            let bytes = fs_err::read(record.join(name)).ok()?;
            Some(String::from_utf8_lossy(&bytes).into_owned())
        };
        let split = |text: String| -> Vec<String> {
            let texts = text.strip_suffix('\0').map(|text| text.split('\0').map(str::to_owned).collect());
            texts.unwrap_or_default()
        };
        let pairs = split(read("environment")?).into_iter();
        let mut environment: BTreeMap<String, String> = pairs
            .filter_map(|pair| pair.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned())))
            .collect();
        // The stand-in needed a `PATH` of its own for a moment.
        environment.insert("PATH".to_owned(), split(read("path")?).concat());
        Some(Self {
            arguments: split(read("arguments")?),
            environment,
            folder: read("folder")?.trim_end_matches('\n').to_owned(),
        })
    }
}
