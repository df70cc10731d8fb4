//! What holds for the files of the repository, whatever is in them.

#![expect(clippy::expect_used, reason = "a test that cannot go on stops here")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Made by a build, by a fuzzer or by the demo launcher, so not files of the repository.
const GENERATED: &[&str] = &[
    "target",
    ".git",
    "demo/.claude",
    "demo/CLAUDE.local.md",
    "fuzz/target",
    "fuzz/corpus",
    "fuzz/artifacts",
];

/// People that exist in examples only: paths of the form `/home/<name>` that are allowed to stand anywhere.
const INVENTED_PEOPLE: &[&str] = &["me", "sam", "user", "someone"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: impl AsRef<Path>) -> String {
    fs_err::read_to_string(root().join(path)).expect("a readable file")
}

/// Every file below a folder of the repository, relative to the root, sorted.
fn files_below(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut waiting = vec![PathBuf::from(folder)];
    while let Some(folder) = waiting.pop() {
        for entry in fs_err::read_dir(root().join(&folder)).expect("a folder") {
            let entry = entry.expect("an entry");
            let path = folder.join(entry.file_name());
            let kind = entry.file_type().expect("a kind");
            let is_state = path.ends_with(".assembly");
            if is_state || GENERATED.iter().any(|generated| path == Path::new(generated)) {
                continue;
            }
            if kind.is_dir() {
                waiting.push(path);
            } else if kind.is_file() {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found == extension)
}

/// Whether a Rust file declares the module `name` as a file of its own.
fn declares(file: &Path, name: &str) -> bool {
    let Ok(text) = fs_err::read_to_string(root().join(file)) else { return false };
    let declaration = format!("mod {name};");
    text.lines().map(str::trim).any(|line| {
        line.strip_suffix(&declaration)
            .is_some_and(|before| before.is_empty() || before.ends_with([' ', ']']))
    })
}

/// The files that may declare the module that `file` is, or nothing when cargo finds it by itself.
fn declaring_files(file: &Path) -> Option<(String, Vec<PathBuf>)> {
    let stem = file.file_stem()?.to_str()?;
    let folder = file.parent()?;
    if stem == "main" || stem == "lib" || folder == Path::new("tests") || folder == Path::new("benches") {
        return None;
    }
    let (name, home) =
        if stem == "mod" { (folder.file_name()?.to_str()?, folder.parent()?) } else { (stem, folder) };
    let mut parents =
        vec![home.join("mod.rs"), home.join("lib.rs"), home.join("main.rs"), home.with_extension("rs")];
    if home == Path::new("tests") || home == Path::new("benches") {
        // A shared module is declared by every target that uses it.
        parents =
            files_below(home.to_str()?).into_iter().filter(|path| path.parent() == Some(home)).collect();
    }
    Some((name.to_owned(), parents))
}

#[test]
fn no_rust_file_is_forgotten() {
    assert!(!read("Cargo.toml").contains("autotests"), "cargo finds the files of `tests/` by itself");
    let forgotten = ["src", "tests"]
        .into_iter()
        .flat_map(files_below)
        .filter(|file| has_extension(file, "rs"))
        .filter(|file| {
            declaring_files(file)
                .is_some_and(|(name, parents)| !parents.iter().any(|parent| declares(parent, &name)))
        })
        .collect::<Vec<_>>();
    assert!(forgotten.is_empty(), "no `mod` leads to {forgotten:?}");
}

#[test]
fn the_changelog_has_a_place_for_the_next_change() {
    let changelog = read("CHANGELOG.md");
    let first = changelog.lines().find(|line| line.starts_with("## "));
    assert_eq!(first, Some("## [Unreleased]"));
}

#[test]
fn sample_modules_end_in_a_newline_and_share_no_text() {
    let mut seen = BTreeMap::new();
    for module in files_below("modules") {
        let text = read(&module);
        assert!(
            text.ends_with('\n') && !text.ends_with("\n\n"),
            "{} must end in one newline",
            module.display()
        );
        for line in text.lines().map(str::trim).filter(|line| line.len() > 20) {
            if let Some(other) = seen.insert(line.to_owned(), module.clone()) {
                assert_eq!(other, module, "both say {line:?}");
            }
        }
    }
    assert!(!seen.is_empty());
}

#[test]
fn sample_hooks_can_be_started() {
    use std::os::unix::fs::PermissionsExt as _;
    let hooks = files_below("hooks");
    assert!(!hooks.is_empty());
    for hook in hooks {
        let mode = fs_err::metadata(root().join(&hook)).expect("a file").permissions().mode();
        assert_eq!(mode & 0o111, 0o111, "{} is not executable", hook.display());
        assert!(read(&hook).starts_with("#!"), "{} has no first line that names its program", hook.display());
    }
}

/// What the links of a markdown text point at, code left out.
fn link_destinations(markdown: &str) -> Vec<String> {
    let mut destinations = Vec::new();
    let mut fenced = false;
    for line in markdown.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        }
        if fenced || line.starts_with("    ") {
            continue;
        }
        // Every other piece between backticks is code.
        let prose = line.split('`').step_by(2).collect::<Vec<_>>().join("`");
        for piece in prose.split("](").skip(1) {
            destinations.extend(piece.split([')', ' ']).next().map(str::to_owned));
        }
        if let Some((label, destination)) = prose.split_once("]: ")
            && label.starts_with('[')
        {
            destinations.extend(destination.split(' ').next().map(str::to_owned));
        }
    }
    destinations
}

#[test]
fn links_are_found_where_markdown_has_them() {
    let text = "[a](b.md) and [`c`](d/e.md#f \"title\")\n[g]: h.md\n`[i](j)`\n    [k](l)\n```\n[m](n)\n```\n![o](p.png)\n";
    assert_eq!(link_destinations(text), ["b.md", "d/e.md#f", "h.md", "p.png"]);
}

#[test]
fn relative_links_lead_to_files() {
    let pages = fs_err::read_dir(root())
        .expect("the root")
        .map(|entry| PathBuf::from(entry.expect("an entry").file_name()))
        .filter(|path| has_extension(path, "md"));
    let mut broken = Vec::new();
    for page in pages {
        for destination in link_destinations(&read(&page)) {
            let path = destination.split('#').next().unwrap_or_default();
            let elsewhere = path.is_empty() || path.contains("://") || path.starts_with("mailto:");
            if !elsewhere && !root().join(path).exists() {
                broken.push(format!("{}: {destination}", page.display()));
            }
        }
    }
    assert!(broken.is_empty(), "these links lead nowhere: {broken:#?}");
}

/// The absolute paths of some developer's machine in a text, each as far as it gives the machine away.
fn paths_of_a_machine(text: &str) -> Vec<&str> {
    // Written in two parts, so that this file does not find itself.
    let homes = [concat!("/ho", "me/"), concat!("/Us", "ers/")];
    let elsewhere = [concat!("/wo", "rk/"), concat!("/ro", "ot/")];
    let mut found = Vec::new();
    for (start, _) in text.match_indices('/') {
        let (before, rest) = text.split_at(start);
        // `src/work/` and `~/work/` are not absolute.
        if before.ends_with(|last: char| last.is_alphanumeric() || "._-~}/*".contains(last)) {
            continue;
        }
        if let Some(home) = homes.iter().find(|home| rest.starts_with(**home)) {
            let name = rest[home.len()..].split(|c: char| !c.is_alphanumeric() && !"._-".contains(c)).next();
            let name = name.unwrap_or_default();
            if !name.is_empty() && !INVENTED_PEOPLE.contains(&name) {
                found.push(&rest[..home.len() + name.len()]);
            }
        } else if let Some(folder) = elsewhere.iter().find(|folder| rest.starts_with(**folder)) {
            found.push(&rest[..folder.len()]);
        }
    }
    found
}

#[test]
fn paths_of_a_machine_are_told_from_others() {
    let text = "/ho|me/ada/x ~/wo|rk/a \"/Us|ers/Bob\" src/wo|rk/ '/wo|rk/x' /ho|me/sam/y /ho|me/$USER /ho|me/<name>";
    let text = text.replace('|', "");
    let found = paths_of_a_machine(&text);
    assert_eq!(found, ["/ho|me/ada", "/Us|ers/Bob", "/wo|rk/"].map(|path| path.replace('|', "")));
}

#[test]
fn no_file_names_a_path_of_a_machine() {
    let mut found = Vec::new();
    for file in files_below("") {
        let bytes = fs_err::read(root().join(&file)).expect("a readable file");
        let text = String::from_utf8_lossy(&bytes);
        found.extend(paths_of_a_machine(&text).into_iter().map(|path| format!("{}: {path}", file.display())));
    }
    assert!(found.is_empty(), "these belong to one machine only: {found:#?}");
}
