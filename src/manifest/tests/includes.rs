//! Where `include` leads.

use super::support::Hub;
use crate::diagnostic::Diagnostic;
use crate::manifest::Manifest;

/// A hub with manifests in `inc/` and `inc/deep/`, each a preset of its file's name.
fn hub(text: &str) -> Hub {
    Hub::new(text)
        .with_file("hub/b.kdl", "preset \"b\"\n")
        .with_file("hub/inc/c.kdl", "preset \"c\"\n")
        .with_file("hub/inc/deep/d.kdl", "preset \"d\"\n")
}

fn names(manifest: &Manifest) -> Vec<&str> {
    manifest.recipes.iter().map(|recipe| recipe.name.value.as_str()).collect()
}

fn codes(found: &[Diagnostic]) -> Vec<&str> {
    found.iter().map(|problem| problem.code.name.trim_start_matches("assembly::manifest::")).collect()
}

#[test]
fn braces_may_hold_a_path() {
    let (manifest, found) = hub("include \"{inc/deep/d,b,inc/{c,x}}.kdl\"\n").read();
    assert_eq!((names(&manifest), codes(&found)), (vec!["d", "b", "c"], vec![]));
}

#[test]
fn a_path_goes_by_its_names() {
    let (manifest, found) = hub("include \"gone/../b.kdl\" \n").read();
    assert_eq!((names(&manifest), codes(&found)), (vec!["b"], vec![]));
    let (_, found) = hub("include \"inc/../bad.kdl\"\n").with_file("hub/bad.kdl", "nope\n").read();
    assert_eq!(found[0].labels[0].place.file.name(), "bad.kdl");
}

#[test]
fn two_stars_are_refused() {
    let (_, found) = hub("include \"**/*.kdl\"\n").read();
    assert_eq!(codes(&found), ["missing-include"]);
    assert!(found[0].help.as_deref().is_some_and(|help| help.contains("clients/*/*.kdl")), "{found:?}");
}

#[test]
fn a_var_that_is_set_further_down_is_named() {
    let text = "include \"{{sub}}/c.kdl\"\nvars { base \"inc\"; }\nvars { sub \"{{base}}\"; }\n";
    let (_, found) = hub(text).read();
    assert_eq!(codes(&found), ["late-var"]);
    let lines: Vec<_> = found[0].labels.iter().map(|label| label.place.line_and_column().0).collect();
    assert_eq!(lines, [1, 3]);
    let (manifest, found) =
        hub("vars { sub \"inc\"; }\ninclude \"{{sub}}/c.kdl\"\nvars { sub \"x\"; }\n").read();
    assert_eq!((names(&manifest), codes(&found)), (vec!["c"], vec![]));
}

#[test]
fn a_file_that_may_be_missing_needs_no_variable() {
    let (manifest, found) = hub("include \"$NOPE/x.kdl\" required=#false\ninclude \"b.kdl\"\n").read();
    assert_eq!((names(&manifest), codes(&found)), (vec!["b"], vec![]));
    let (_, found) = hub("include \"$NOPE/x.kdl\"\n").read();
    assert_eq!(codes(&found), ["unset-variable"]);
}

#[test]
fn launchers_that_come_to_too_much_are_refused() {
    use std::fmt::Write as _;
    let words = "\"a-rather-long-name.md\" ".repeat(2000);
    let mut text = format!("preset \"p\" {{ modules {words} }}\n");
    for index in 0..1000 {
        writeln!(text, "launcher \"l{index}-sh\" {{ use \"p\"; target \".\"; cli \"sh\"; }}").unwrap();
    }
    let (manifest, found) = Hub::new(&text).read();
    assert_eq!((names(&manifest), codes(&found)), (vec![], vec!["too-much"]));
}
