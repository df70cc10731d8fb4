//! What stops a build, and that nothing is written then.

use crate::binary::Place;

/// A place with a hub that has these files, and one launcher with these nodes.
fn with(nodes: &str, files: &[(&str, &str)]) -> Place {
    let place = Place::new();
    for (path, text) in files {
        let path = place.at(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    std::fs::create_dir_all(place.at("hub")).unwrap();
    let manifest = format!(
        "vars {{\n    base \"/opt/notes\"\n    secret \"${{NOBODY_SETS_THIS}}\"\n}}\n\
         source \"team\" path=\"../team\" required=#false\n\
         launcher \"app-mac-claude\" {{\n    target \"~\"\n    cli \"claude\"\n{nodes}\n}}\n"
    );
    std::fs::write(place.at("hub/launchers.kdl"), manifest).unwrap();
    place
}

const SKILL: &str = "---\nname: one\ndescription: What it does.\n---\n\nDo it.\n";
const BUILD: [&str; 5] = ["--hub", "hub", "bundle", "build", "app-mac-claude"];

/// Builds to a path and into a store; both end with this code and say all of this.
#[track_caller]
fn stops(place: &Place, more: &[&str], says: &[&str]) {
    let before = place.tree();
    for to in [["--out", "new"], ["--store", "new"]] {
        let text = place.assembly(&[&BUILD, &to[..], more].concat(), 1);
        for words in says.iter().chain(&["nothing was written"]) {
            assert!(text.contains(words), "`{words}` is not in {text}");
        }
        assert!(!text.contains("verified"), "{text}");
        assert!(place.tree() == before, "{:?}", place.names());
    }
}

#[test]
fn what_would_be_missing_is_a_warning_unless_it_is_strict() {
    let place = with("    modules \"gone.md\"\n    skills \"gone\"", &[]);
    let codes = ["assembly::module::missing", "assembly::skill::missing"];
    stops(&place, &["--strict"], &codes);
    let text = place.assembly(&[&BUILD[..], &["--out", "new"]].concat(), 0);
    assert!(codes.iter().all(|code| text.contains(&format!("warning {code}"))), "{text}");
    stops(&with("    modules \"gone.md\" required=#true", &[]), &[], &["error assembly::module::missing"]);
    stops(&with("    skills \"gone\" required=#true", &[]), &[], &["error assembly::skill::missing"]);
}

#[test]
fn what_belongs_to_one_machine_stops() {
    let place = with("    modules \"a.md\"", &[("hub/modules/a.md", "# A\n\nSee {{base}}.\n")]);
    stops(
        &place,
        &[],
        &["assembly::bundle::absolute-var", "a.md:3:5", "`/opt/notes`", "begin the path with `~`"],
    );
    let place = with("    modules \"a.md\"", &[("hub/modules/a.md", "See {{secret}}.\n")]);
    stops(&place, &[], &["assembly::manifest::unset-variable", "NOBODY_SETS_THIS"]);
}

#[test]
fn what_two_sources_say_differently_stops() {
    let files = [
        ("hub/skills/one/SKILL.md", SKILL),
        ("team/skills/one/SKILL.md", SKILL),
        ("team/skills/one/more.md", "more\n"),
        ("hub/modules/a.md", "one\n"),
        ("team/modules/a.md", "other\n"),
    ];
    let place = with("    skills \"one\"\n    modules \"a.md\"", &files);
    stops(
        &place,
        &[],
        &["assembly::source::collision", "skill `one`", "module `a.md`", "prefer \"team\" \"one\""],
    );
    let preferred = "    prefer \"team\" \"one\" \"a.md\"\n    skills \"one\"\n    modules \"a.md\"";
    with(preferred, &files).assembly(&[&BUILD[..], &["--out", "new"]].concat(), 0);
}

#[test]
fn a_source_that_is_not_there_stops_when_it_is_required() {
    let place = with("    modules \"a.md\"", &[("hub/modules/a.md", "one\n")]);
    place.assembly(&[&BUILD[..], &["--out", "new"]].concat(), 0);
    std::fs::remove_dir_all(place.at("new")).unwrap();
    let text = std::fs::read_to_string(place.at("hub/launchers.kdl")).unwrap();
    std::fs::write(place.at("hub/launchers.kdl"), text.replace(" required=#false", "")).unwrap();
    stops(&place, &[], &["error assembly::source::missing"]);
}

#[test]
fn a_skill_comes_whole_or_not_at_all() {
    let place = with("    skills \"one\"", &[("hub/skills/one/SKILL.md", SKILL)]);
    std::os::unix::fs::symlink("/etc/passwd", place.at("hub/skills/one/link")).unwrap();
    stops(&place, &[], &["assembly::bundle::skill-files", "`/etc/passwd`"]);
    std::fs::remove_file(place.at("hub/skills/one/link")).unwrap();
    assert!(
        std::process::Command::new("mkfifo").arg(place.at("hub/skills/one/fifo")).status().unwrap().success()
    );
    stops(&place, &[], &["assembly::bundle::skill-files", "FIFO"]);
}

#[test]
fn names_that_not_every_system_holds_stop() {
    let files = [
        ("hub/skills/one/SKILL.md", SKILL),
        ("hub/skills/one/a:b", ""),
        ("hub/skills/one/x", ""),
        ("hub/skills/one/X", ""),
    ];
    let says = ["assembly::bundle::unsafe-name", "assembly::bundle::clashing-names"];
    stops(&with("    skills \"one\"", &files), &[], &says);
}

#[test]
fn destinations_that_cannot_be_one() {
    let place = with("    modules \"a.md\"", &[("hub/modules/a.md", "one\n"), ("mine", "")]);
    std::os::unix::fs::symlink("nowhere", place.at("link")).unwrap();
    let before = place.tree();
    for (to, code, says) in [
        (["--out", "nowhere/new"], 2, "mkdir -p"),
        (["--out", "/"], 2, "has no name"),
        (["--out", "hub"], 1, "assembly::bundle::not-a-bundle"),
        (["--out", "mine"], 1, "assembly::bundle::not-a-bundle"),
        (["--out", "link"], 1, "assembly::bundle::not-a-bundle"),
        (["--out", "mine/new"], 2, "is no folder"),
        (["--out", "hub/modules/new"], 2, "would be taken for a part of it"),
        (["--store", "hub/skills"], 2, "would be taken for a part of it"),
        (["--store", "nowhere/new"], 2, "mkdir -p"),
        (["--store", "mine"], 2, "mine"),
    ] {
        let text = place.assembly(&[&BUILD[..], &to].concat(), code);
        assert!(text.contains(says), "{to:?}: {text}");
        assert!(place.tree() == before, "{to:?}: {:?}", place.names());
    }
    let text = place.assembly(&["--hub", "hub", "bundle", "build", "app-mac-clause", "--out", "new"], 2);
    assert!(text.contains("did you mean `app-mac-claude`?"), "{text}");
    for words in [&[][..], &["--out", "a", "--store", "b"]] {
        place.assembly(&[&BUILD[..], words].concat(), 2);
    }
    assert!(place.tree() == before, "{:?}", place.names());
}

/// A reader with a narrow terminal sees whole words.
#[test]
fn what_is_said_fits_into_eighty_columns() {
    let place = with("    modules \"a.md\" \"gone.md\"", &[("hub/modules/a.md", "See {{base}}.\n")]);
    let mut command = place.command(&[&BUILD[..], &["--out", "new", "--color", "always"]].concat());
    let output = command.env("COLUMNS", "80").env("TERM", "xterm").output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let mut plain = String::new();
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        if character == '\u{1b}' {
            characters.by_ref().find(char::is_ascii_alphabetic);
        } else {
            plain.push(character);
        }
    }
    let is_wide = |line: &&str| line.chars().count() > 80 && line.split_whitespace().count() > 2;
    assert_eq!(plain.lines().filter(is_wide).collect::<Vec<_>>(), [""; 0], "{plain}");
}
