//! `bundle verify`, `describe` and `diff` as they are typed.

use std::process::{Command, Output};

use assembly::bundle::Outcome;
use assembly::manifest::Delivery;
use serde_json::Value;

use crate::sample::{Bundle, draft};

/// Runs the program in the folder above the bundle, where there is no hub.
fn assembly(bundle: &Bundle, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_assembly"))
        .args(words)
        .env_clear()
        .env("HOME", "/nonexistent")
        .current_dir(bundle.path.parent().unwrap())
        .output()
        .unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn verify_prints_counts_or_findings() {
    let bundle = Bundle::sample(Delivery::Native);
    let before = bundle.fingerprint();
    let digest = draft(Delivery::Native).tree().unwrap().digest().to_string();
    let sound = assembly(&bundle, &["bundle", "verify", "bundle"]);
    assert_eq!(sound.status.code(), Some(0));
    let bytes: u64 =
        draft(Delivery::Native).tree().unwrap().manifest.files.iter().map(|file| file.size).sum();
    assert_eq!(stdout(&sound), format!("43 files, 10 skills, {bytes} bytes, {digest}\n"));
    assert_eq!(stderr(&sound), "");
    let document = json(&assembly(&bundle, &["bundle", "verify", "bundle", "--json"]));
    assert_eq!(
        (&document["format"], &document["digest"]),
        (&"assembly.verify/1".into(), &digest.clone().into())
    );

    let expected = assembly(&bundle, &["bundle", "verify", "bundle", "--expect", &digest]);
    assert_eq!(expected.status.code(), Some(0));
    let other = format!("sha256:{}", "0".repeat(64));
    let unexpected = assembly(&bundle, &["bundle", "verify", "bundle", "--expect", &other]);
    assert_eq!(unexpected.status.code(), Some(1));
    assert!(stderr(&unexpected).contains("assembly::bundle::unexpected-digest"), "{}", stderr(&unexpected));
    assert_eq!(assembly(&bundle, &["bundle", "verify", "bundle", "--expect", "0"]).status.code(), Some(2));
    let missing = assembly(&bundle, &["bundle", "import", "nope.tar.gz", "--out", "new"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(stderr(&missing).contains("/nope.tar.gz`\n  help: name a file that"), "{}", stderr(&missing));
    assert_eq!(bundle.fingerprint(), before);

    std::fs::write(bundle.at("a\u{1b}[31m"), "").unwrap();
    std::fs::write(bundle.at("content/instructions.md"), "").unwrap();
    let broken = assembly(&bundle, &["bundle", "verify", "bundle"]);
    assert_eq!((broken.status.code(), stdout(&broken).as_str()), (Some(1), ""));
    let said = stderr(&broken);
    assert!(
        said.contains("error assembly::bundle::wrong-size: `content/instructions.md` has 0 bytes"),
        "{said}"
    );
    assert!(
        said.contains("`a\\u{1b}[31m` is not listed")
            && said.ends_with(
                "verified bundle: 2 findings\nhelp: `assembly explain bundle::unlisted` tells more\n"
            ),
        "{said}"
    );
    let document = json(&assembly(&bundle, &["bundle", "verify", "bundle", "--json"]));
    assert_eq!(document["digest"], Value::Null);
    assert_eq!(document["findings"][1]["path"], "content/instructions.md");
}

#[test]
fn what_is_no_bundle_is_told_with_exit_code_1() {
    let bundle = Bundle::sample(Delivery::Native);
    for words in [
        &["verify", "nowhere"][..],
        &["describe", "nowhere"],
        &["diff", "bundle", "nowhere"],
        &["verify", "bundle/content"],
    ] {
        let output = assembly(&bundle, &[&["bundle"], words].concat());
        assert_eq!(output.status.code(), Some(1), "{words:?}");
        assert!(stderr(&output).contains("assembly::bundle::"), "{words:?}");
    }
    assert_eq!(assembly(&bundle, &["bundle", "verify"]).status.code(), Some(2));
}

#[test]
fn describe_tells_a_reader() {
    let bundle = Bundle::sample(Delivery::Compiled);
    let before = bundle.fingerprint();
    let page = stdout(&assembly(&bundle, &["bundle", "describe", "bundle"]));
    for words in [
        "Opal (she/her), backend of sam",
        "#a89e4f",
        "compiled: ",
        "delivery/compiled.md",
        "{{ASSEMBLY_DIR}}",
        "8 skills",
        "away     not found, optional",
        "module `naïve.md` of team/eu",
        "excluded skill `old` of hub",
        "\\u{7f}",
    ] {
        assert!(page.contains(words), "{words}\n{page}");
    }
    assert!(page.lines().all(|line| line.chars().count() <= 80), "{page}");
    assert!(!page.contains('\u{1b}'));
    let colored = stdout(&assembly(&bundle, &["bundle", "describe", "bundle", "--color", "always"]));
    assert!(colored.contains("\u{1b}[48;2;168;158;79m  \u{1b}[0m #a89e4f"), "{colored}");

    let why = stdout(&assembly(&bundle, &["bundle", "describe", "bundle", "--why", "old"]));
    assert_eq!(why.lines().count(), 2, "{why}");
    let near = assembly(&bundle, &["bundle", "describe", "bundle", "--why", "skill_1"]);
    assert_eq!(near.status.code(), Some(1));
    assert!(stderr(&near).contains("did you mean `skill-1`?"), "{}", stderr(&near));
    let document = json(&assembly(&bundle, &["bundle", "describe", "bundle", "--json"]));
    assert_eq!(document["format"], "assembly.describe/1");
    assert_eq!(document["identity"]["favourite"], "#a89e4f");
    let document = json(&assembly(&bundle, &["bundle", "describe", "bundle", "--why", "old", "--json"]));
    assert_eq!(document["decisions"][1]["outcome"], "excluded");
    assert_eq!(bundle.fingerprint(), before);
}

#[test]
fn a_broken_bundle_is_not_described() {
    let bundle = Bundle::sample(Delivery::Native);
    std::fs::write(bundle.at("extra"), "").unwrap();
    let output = assembly(&bundle, &["bundle", "describe", "bundle"]);
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(1), ""));
    assert!(stderr(&output).contains("`extra` is not listed"));
}

#[test]
fn diff_tells_what_differs() {
    let bundle = Bundle::sample(Delivery::Native);
    let mut other = draft(Delivery::Compiled);
    other.texts[1].text.push_str("One line more.\n");
    other.decisions[11].outcome = Outcome::Excluded;
    other.skills[0].files[1].executable = false;
    other.skills[0].files.remove(3);
    let other_path = bundle.path.with_file_name("other");
    std::fs::create_dir(&other_path).unwrap();
    other.tree().unwrap().write(&other_path).unwrap();
    let before = bundle.fingerprint();

    let same = assembly(&bundle, &["bundle", "diff", "bundle", "bundle"]);
    assert_eq!((same.status.code(), stdout(&same).as_str()), (Some(0), ""));
    let output = assembly(&bundle, &["bundle", "diff", "bundle", "other"]);
    assert_eq!(output.status.code(), Some(1));
    let page = stdout(&output);
    for words in [
        "/delivery/mode: \"native\" → \"compiled\"\n",
        "- shadowed skill `review` of team/eu",
        "+ excluded skill `review` of team/eu",
        "added delivery/compiled.md: ",
        "removed content/skills/hub/skill-0/assets/größe.bin: 4 bytes\n",
        "changed content/skills/hub/skill-0/scripts/run.sh: 17 bytes, mode 0755 → 0644\n",
        "+One line more.\n",
    ] {
        assert!(page.contains(words), "{words}\n{page}");
    }
    let document = json(&assembly(&bundle, &["bundle", "diff", "bundle", "other", "--json"]));
    assert_eq!(document["format"], "assembly.diff/1");
    assert_eq!(document["values"][0]["pointer"], "/delivery/mode");
    assert_eq!(document["files"][0]["change"], "changed");
    assert!(document["files"][0]["diff"].as_str().unwrap().contains("+One line more.\n"));
    assert_eq!(bundle.fingerprint(), before);
}
