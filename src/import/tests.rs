//! Scripts that were written to do harm, and properties of any text.

use std::path::PathBuf;

use proptest::prelude::*;
use tempfile::TempDir;

use super::{Imported, import};
use crate::Environment;
use crate::diagnostic::Problems;
use crate::manifest;

fn environment(folder: &TempDir) -> Environment {
    Environment::new([("HOME".into(), "/home/sam".into())], folder.path())
}

fn imported(text: impl AsRef<[u8]>) -> Imported {
    let folder = tempfile::tempdir().unwrap();
    fs_err::write(folder.path().join("app-mac-claude.sh"), text).unwrap();
    import(&[PathBuf::from("app-mac-claude.sh")], None, &environment(&folder))
}

fn codes(imported: &Imported) -> Vec<&'static str> {
    imported.problems.iter().map(|problem| problem.code.name).collect()
}

#[test]
fn what_nests_without_end_is_refused_or_read() {
    for depth in [100, 1000, 100_000] {
        for (open, middle, close) in [
            ("(", "a", ")"),
            ("( ", "a", " )"),
            ("x=$(", "a", ")"),
            ("\"$(", "a", ")\""),
            ("x=${a:-", "b", "}"),
            ("{ ", "a", "; }"),
            ("if a; then ", "b", "; fi"),
            ("if ", "a", "; then b; fi"),
            ("while a; do ", "b", "; done"),
            ("case x in a) ", "b", ";; esac"),
            ("f() { ", "b", "; }"),
            ("! ", "a", ""),
            ("[[ ! ", "a", " ]]"),
            ("coproc ", "a", ""),
            ("`", "", ""),
            ("a && ", "b", ""),
            ("a | ", "b", ""),
            ("a\\\n", "b", ""),
            ("\"", "", ""),
            ("<(", "a", ")"),
            ("x[", "1", "]=2"),
        ] {
            let text = format!("{}{middle}{}\n", open.repeat(depth), close.repeat(depth));
            let found = imported(&text[..text.len().min(1 << 20)]);
            assert!(found.launchers.len() <= 1, "{open} {depth}");
        }
    }
}

#[test]
fn numbers_that_are_no_numbers_are_no_harm() {
    for text in [
        "echo 99999999999999999999>x",
        "cd ~99999999999999999999999/x && exec claude",
        "claude {1..99999999999999999999999}",
        "claude ${x:99999999999999999999999}",
        "claude ${99999999999999999999999}",
        "claude $((99999999999999999999999))",
        "f() { shift 99999999999999999999999; }; f; claude ${@:99999999999999999999}",
    ] {
        imported(text);
    }
}

#[test]
fn texts_that_double_without_end_are_given_up() {
    let doubled = format!("A=x\n{}cd /t && exec claude \"$A\"\n", "A=\"$A$A\"\n".repeat(60));
    assert!(codes(&imported(doubled)).contains(&"assembly::import::not-said"));
    let doubled =
        format!("A=(x)\n{}cd /t && exec claude \"${{A[@]}}\"\n", "A=(\"${A[@]}\" \"${A[@]}\")\n".repeat(60));
    assert!(codes(&imported(doubled)).contains(&"assembly::import::not-said"));
    let calls: Vec<String> = (0..60).map(|at| format!("f{}() {{ f{at}; f{at}; }}\n", at + 1)).collect();
    let calls = calls.concat();
    let called = imported(format!("f0() {{ :; }}\n{calls}f60\ncd /t && exec claude\n"));
    assert!(codes(&called).contains(&"assembly::import::not-said"));
}

#[test]
fn what_is_no_script_is_a_finding() {
    assert_eq!(codes(&imported("")), ["assembly::import::no-launch"]);
    assert_eq!(codes(&imported("# only a comment\n")), ["assembly::import::no-launch"]);
    assert_eq!(codes(&imported([0xff, 0xfe])), ["assembly::import::unreadable"]);
    assert_eq!(codes(&imported("a\0b")), ["assembly::import::unreadable"]);
    assert_eq!(codes(&imported("f() { :; }\n")), ["assembly::import::library"]);
    assert_eq!(codes(&imported("\u{feff}cd /t && exec claude --é \"ü\"\n")), [""; 0]);
}

#[test]
fn what_is_no_program_is_no_cli() {
    for text in
        ["\\/", "\"$A/\"", "A='claude --x'; cd /t; \"$A\"", "launch 'claude x' /t", "\"git\" pull", "'cd' /t"]
    {
        let found = imported(text);
        assert!(!found.text().contains("cli "), "{text}: {}", found.text());
        assert!(codes(&found).contains(&"assembly::import::not-said"), "{text}");
    }
    assert!(imported("cd /t; \"claude\" --x").text().contains("cli \"claude\""));
}

#[test]
fn a_file_that_sources_itself_ends() {
    let folder = tempfile::tempdir().unwrap();
    fs_err::create_dir(folder.path().join("modules")).unwrap();
    fs_err::write(folder.path().join("a-claude.sh"), "source \"$(dirname \"$0\")/b.sh\"\n").unwrap();
    fs_err::write(folder.path().join("b.sh"), ". \"${BASH_SOURCE[0]}\"\n. \"${0%/*}/a-claude.sh\"\n")
        .unwrap();
    let found = import(&[PathBuf::from("a-claude.sh")], None, &environment(&folder));
    assert_eq!(codes(&found).iter().filter(|code| **code == "assembly::import::not-said").count(), 2);
}

#[test]
fn two_launchers_of_one_name_or_of_two_hubs_are_not_mixed() {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in [
        ("a/launchers/x-claude.sh", "cd /t && exec claude\n"),
        ("a/launchers/x-claude.bash", "cd /t && exec claude\n"),
        ("b/launchers/y-claude.sh", "cd /t && exec claude\n"),
    ] {
        let path = folder.path().join(path);
        fs_err::create_dir_all(path.parent().unwrap()).unwrap();
        fs_err::write(path, text).unwrap();
    }
    let found = import(&[PathBuf::from("a"), PathBuf::from("b/launchers")], None, &environment(&folder));
    assert_eq!(codes(&found), ["assembly::import::doubled", "assembly::import::other-hub"]);
    assert_eq!(found.launchers.len(), 1);
    assert_eq!(found.hub, Some(folder.path().join("a")));
}

/// Whatever is printed has to be KDL that the reader takes, apart from nodes that are missing.
fn assert_reads_back(found: &Imported) {
    let mut problems = Problems::new();
    manifest::read_text(
        std::path::Path::new("/hub"),
        &found.text(),
        &Environment::new([], "/"),
        &mut problems,
    );
    let faults: Vec<_> = problems
        .iter()
        .filter(|problem| {
            let code = problem.code.name;
            problem.severity() == crate::diagnostic::Severity::Error && !code.contains("::missing-")
        })
        .collect();
    assert!(faults.is_empty(), "{faults:#?}\n{}", found.text());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_text_is_read_or_reported(text in any::<String>()) {
        assert_reads_back(&imported(text));
    }

    #[test]
    fn anything_like_a_script_is_read_or_reported(
        words in prop::collection::vec(
            prop::sample::select(vec![
                "claude", "launch", "assemble_modules", "\"$T\"", "$@", "T=~/x", "if", "then", "fi", "\n", "\n", "\n", ";",
                "&&", "||", "(", ")", "{", "}", "'", "\"", "$(", "`", "# c", "x.md", "<<E", "E", "cd", "$HOME", "exec",
                "export", "A=(", "${A[@]}", "\\", "é", "|", "&", "{{HOME}}", "!", "[[", "]]", "local", "unset", "*", "~",
                "-x", "\t", "\u{202e}", "$'\\n'", "${B:-{}", "env", "K=V", "\r\n", "source", "set", "--", "shift",
            ]),
            0..40,
        )
    ) {
        assert_reads_back(&imported(words.join(" ")));
    }
}
