//! Targets that cannot be written as they are: every obstacle is named, and nothing is touched.

use super::*;

fn codes(error: ApplyError) -> Vec<&'static str> {
    assert!(error.is_refusal());
    error.into_problems().into_iter().map(|problem| problem.code.name).collect()
}

fn refused(fixture: &Fixture, wanted: &Projection, conflict: Conflict) -> Vec<&'static str> {
    let before = fixture.identities();
    let error = fixture.try_apply(wanted, conflict).unwrap_err();
    assert_eq!(fixture.identities(), before);
    codes(error)
}

#[test]
fn all_obstacles_are_found_at_once() {
    let fixture = Fixture::new();
    fixture.link(".claude", "../hub");
    fixture.write("file", "");
    let mkfifo = std::process::Command::new("mkfifo").arg(fixture.at("CLAUDE.local.md")).status();
    assert!(mkfifo.unwrap().success());
    let wanted = projection([
        fixture.file("CLAUDE.local.md", "x"),
        fixture.skill_link("a"),
        fixture.file("file/inner", "x"),
    ]);
    assert_eq!(
        refused(&fixture, &wanted, Conflict::Backup),
        [
            "assembly::plan::special-file",
            "assembly::plan::parent-leaves-target",
            "assembly::plan::parent-not-a-folder"
        ]
    );
}

#[test]
fn a_socket_is_no_artifact() {
    let fixture = Fixture::new();
    let _socket = std::os::unix::net::UnixListener::bind(fixture.at("CLAUDE.local.md")).unwrap();
    let wanted = projection([fixture.file("CLAUDE.local.md", "x")]);
    assert_eq!(refused(&fixture, &wanted, Conflict::Backup), ["assembly::plan::special-file"]);
}

#[test]
fn a_link_that_stays_in_the_target_is_followed() {
    let fixture = Fixture::new();
    fs_err::create_dir(fixture.at("tools")).unwrap();
    fixture.link(".claude", "tools");
    fixture.apply(&projection([fixture.skill_link("a")]));
    assert!(fixture.at("tools/skills/a").is_symlink());
}

#[test]
fn the_state_folder_is_no_link() {
    let fixture = Fixture::new();
    fixture.link(".assembly", "../hub");
    let wanted = projection([fixture.file("CLAUDE.local.md", "x")]);
    assert_eq!(refused(&fixture, &wanted, Conflict::Backup), ["assembly::plan::state-folder"]);
    fixture.remove(".assembly");
    fixture.write(".assembly", "");
    assert_eq!(refused(&fixture, &wanted, Conflict::Backup), ["assembly::plan::state-folder"]);
}

#[test]
fn a_ledger_that_is_not_understood_is_not_guessed_at() {
    let fixture = Fixture::new();
    let wanted = projection([fixture.file("CLAUDE.local.md", "x")]);
    for (text, code) in [
        ("{", "assembly::plan::ledger-broken"),
        (r#"{"format": "assembly.ledger/9"}"#, "assembly::plan::ledger-newer"),
    ] {
        fixture.write(".assembly/ledger.json", text);
        assert_eq!(refused(&fixture, &wanted, Conflict::Backup), [code]);
    }
}

#[test]
fn a_skill_is_never_set_aside_as_its_own_link() {
    let fixture = Fixture::new();
    fixture.write("skills/a/SKILL.md", "text");
    fixture.link(".claude/skills", "../skills");
    let destination = fixture.at("skills/a").display().to_string();
    let skills_roots = [fixture.at("skills").display().to_string()].into();
    let wanted = projection([artifact(".claude/skills/a", Content::Link { destination, skills_roots })]);
    assert_eq!(refused(&fixture, &wanted, Conflict::Backup), ["assembly::plan::own-source"]);
}

#[test]
fn conflicts_are_refused_when_asked_to() {
    let fixture = Fixture::new();
    fixture.write("CLAUDE.local.md", "mine");
    fixture.link(".claude/skills/a", "/elsewhere");
    let wanted = projection([fixture.file("CLAUDE.local.md", "x"), fixture.skill_link("a")]);
    let code = "assembly::apply::conflict";
    assert_eq!(refused(&fixture, &wanted, Conflict::Refuse), [code, code]);
    assert_eq!(fixture.plan(&wanted).conflicts().len(), 2);
    fixture.apply(&wanted);
    fixture.write("CLAUDE.local.md", "edited");
    let before = fixture.tree();
    assert_eq!(codes(fixture.try_apply(&wanted, Conflict::Refuse).unwrap_err()), [code]);
    assert_eq!(fixture.tree(), before);
}

#[test]
fn a_skill_that_is_a_link_is_never_replaced_by_its_own_link() {
    let fixture = Fixture::new();
    fixture.write("shared/a/SKILL.md", "text");
    fixture.link("skills/a", "../shared/a");
    fixture.link(".claude/skills", "../skills");
    let destination = fixture.at("skills/a").display().to_string();
    let skills_roots = [fixture.at("skills").display().to_string()].into();
    let wanted = projection([artifact(".claude/skills/a", Content::Link { destination, skills_roots })]);
    assert_eq!(refused(&fixture, &wanted, Conflict::Backup), ["assembly::plan::own-source"]);
}

#[test]
fn a_module_is_never_made_of_itself() {
    let fixture = Fixture::new();
    fixture.write("CLAUDE.local.md", "notes\n");
    let module = fixture.home.path().join("hub/notes.md");
    fs_err::os::unix::fs::symlink(fixture.at("CLAUDE.local.md"), &module).unwrap();
    for text in ["notes\n", "a\n---\n\nnotes\n"] {
        let file = fixture.file("CLAUDE.local.md", text);
        let made = Artifact {
            sources: vec![(SourceFile::new(module.clone(), "modules/a.md", ""), file.place.clone())],
            ..file
        };
        assert_eq!(refused(&fixture, &projection([made]), Conflict::Backup), ["assembly::plan::own-output"]);
    }
}

#[test]
fn a_file_of_absurd_size_is_not_read() {
    let fixture = Fixture::new();
    fixture.write("CLAUDE.local.md", "");
    let file = std::fs::OpenOptions::new().write(true).open(fixture.at("CLAUDE.local.md")).unwrap();
    file.set_len(1 << 40).unwrap();
    let wanted = projection([fixture.file("CLAUDE.local.md", "x")]);
    assert_eq!(refused(&fixture, &wanted, Conflict::Backup), ["assembly::plan::special-file"]);
}

#[test]
fn what_loosens_an_agent_is_said_and_refused_when_strict() {
    let mut fixture = Fixture::new();
    let settings = SettingsFile {
        merges: false,
        restrictions: |_| vec!["deny Read(.env)".to_owned()],
        contents: |_| Vec::new(),
    };
    let settings = Artifact { settings: Some(settings), ..fixture.file("settings.json", "{}\n") };
    let wanted = projection([settings]);
    fixture.write("settings.json", "theirs");
    fixture.options.strict = true;
    let before = fixture.identities();
    let error = fixture.try_apply(&wanted, Conflict::Backup).unwrap_err();
    assert_eq!(codes(error), ["assembly::settings::loosened"]);
    assert_eq!(fixture.identities(), before);
    fixture.options.strict = false;
    let applied = fixture.apply(&wanted);
    let messages: Vec<_> = applied.problems.iter().map(|problem| problem.message.as_str()).collect();
    assert_eq!(messages, ["replacing `settings.json` takes away `deny Read(.env)`"]);
    // Ours can be replaced by anybody.
    fixture.options.strict = true;
    fixture.apply(&wanted);
}
