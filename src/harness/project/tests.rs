use serde_json::json;

use crate::Environment;
use crate::compose::{Composition, Hook, Skill, Target};
use crate::diagnostic::{Class, Problems};
use crate::harness::testing::{composition, hook, module, shown, skill, spanned};
use crate::harness::{Content, Ignore, Projection, Surroundings, TreeFile, for_name};
use crate::hub::SkillFile;
use crate::manifest::{Gitignore, SkillMode};

fn projection(composition: &Composition) -> Projection {
    let mut problems = Problems::new();
    let projection = for_name("claude").projection(composition, &Surroundings::none(), &mut problems);
    assert!(problems.is_empty(), "{:?}", shown(&problems));
    projection
}

fn text(projection: &Projection, path: &str) -> String {
    let artifact = projection.artifacts.iter().find(|artifact| artifact.path == path).unwrap();
    match &artifact.content {
        Content::File(bytes) => String::from_utf8(bytes.clone()).unwrap(),
        Content::Link { .. } | Content::Tree { .. } => panic!("no file"),
    }
}

fn instructions(modules: &[&str]) -> String {
    let mut composition = composition();
    composition.modules = Some(modules.iter().copied().map(module).collect());
    text(&projection(&composition), "CLAUDE.local.md")
}

fn settings(hooks: Vec<Hook>) -> String {
    let mut composition = composition();
    composition.hooks = Some(hooks);
    text(&projection(&composition), ".claude/settings.local.json")
}

#[test]
fn a_step_that_is_not_declared_makes_nothing() {
    let projection = projection(&composition());
    assert!(projection.artifacts.is_empty());
    assert_eq!(projection.harness, "claude");
    assert_eq!(projection.launcher, "app-mac-claude");
}

#[test]
fn ignore_lines_do_not_depend_on_the_steps() {
    let lines = |composition: &Composition| -> Vec<String> {
        let line = |ignore: &Ignore| match ignore {
            Ignore::Path { line, path } => format!("{line} {path}"),
            Ignore::Folder { line, path, entries } => format!("{line} {path} {}", entries.join(",")),
        };
        projection(composition).ignores.iter().map(line).collect()
    };
    let mut composition = composition();
    let files =
        ["CLAUDE.local.md CLAUDE.local.md", ".claude/settings.local.json .claude/settings.local.json"];
    assert_eq!(lines(&composition), [files[0], files[1], ".claude/skills/ .claude/skills "]);
    composition.skills = Some(vec![skill("review", SkillMode::Link), skill("ship", SkillMode::Link)]);
    assert_eq!(lines(&composition), [files[0], files[1], ".claude/skills/ .claude/skills review,ship"]);
    composition.gitignore = Gitignore::Off;
    assert!(lines(&composition).is_empty());
}

#[test]
fn modules_are_joined_byte_for_byte() {
    assert_eq!(instructions(&[]), "");
    assert_eq!(instructions(&["# A\n"]), "# A\n");
    assert_eq!(instructions(&["# A\n", "# B\n"]), "# A\n\n---\n\n# B\n");
    assert_eq!(instructions(&["a", "", "c"]), "a\n---\n\n\n---\n\nc");
    assert_eq!(instructions(&["a\r\n", "b"]), "a\r\n\n---\n\nb");
}

#[test]
fn a_file_that_the_cli_would_skip_is_reported() {
    let problems_for = |length: usize| {
        let mut composition = composition();
        composition.modules = Some(vec![module(&"x".repeat(length))]);
        let mut problems = Problems::new();
        for_name("claude").projection(&composition, &Surroundings::none(), &mut problems);
        shown(&problems)
    };
    assert!(problems_for(4 * 1024 * 1024).is_empty());
    assert!(problems_for(4 * 1024 * 1024 + 1)[0].starts_with("harness::instructions-too-large"));
}

#[test]
fn agents_is_imported_where_it_would_be_switched_off() {
    let home = tempfile::tempdir().unwrap();
    let target = home.path().join("app");
    fs_err::create_dir_all(home.path().join(".claude")).unwrap();
    fs_err::create_dir_all(&target).unwrap();
    fs_err::write(home.path().join(".claude/CLAUDE.md"), "mine\n").unwrap();
    let environment = Environment::new([("HOME".into(), home.path().into())], home.path());
    let mut composition = composition();
    composition.target =
        Some(Target { path: target.clone(), declared: spanned("~/app"), by: "app-mac-claude".to_owned() });
    let harness = for_name("claude");
    let project = |composition: &Composition| {
        let mut problems = Problems::new();
        let surroundings = harness.surroundings(composition, &environment);
        let projection = harness.projection(composition, &surroundings, &mut problems);
        (projection, problems)
    };

    fs_err::write(home.path().join("AGENTS.md"), "team\n").unwrap();
    let (nothing, problems) = project(&composition);
    assert!(nothing.artifacts.is_empty() && problems.is_empty(), "no modules, no file, nothing switched off");

    composition.modules = Some(vec![module("# A\n")]);
    let (above, problems) = project(&composition);
    assert_eq!(text(&above, "CLAUDE.local.md"), "# A\n");
    assert_eq!(above.artifacts[0].remark, None);
    assert_eq!(problems.len(), 1);
    assert!(problems.iter().all(|problem| problem.class == Class::Machine));
    assert!(shown(&problems)[0].starts_with("harness::instructions-eclipsed"));

    fs_err::write(target.join("AGENTS.md"), "team\n").unwrap();
    let (here, problems) = project(&composition);
    assert_eq!(text(&here, "CLAUDE.local.md"), "@AGENTS.md\n\n---\n\n# A\n");
    assert_eq!(
        here.artifacts[0].remark.as_deref(),
        Some("it imports `AGENTS.md`, which Claude Code does not read beside a `CLAUDE.local.md`")
    );
    assert!(problems.is_empty());

    composition.env = vec![crate::compose::Env {
        name: spanned("CLAUDE_CONFIG_DIR"),
        value: Some("/elsewhere".to_owned()),
        place: crate::harness::testing::place("/elsewhere"),
        by: "app-mac-claude".to_owned(),
    }];
    let (moved, _) = project(&composition);
    assert_eq!(
        text(&moved, "CLAUDE.local.md"),
        "# A\n",
        "`.claude/CLAUDE.md` in the home is a project's file now"
    );
}

#[test]
fn no_hooks_make_the_empty_settings() {
    assert_eq!(settings(vec![]), "{\"hooks\": {}}\n");
}

#[test]
fn one_hook_looks_as_the_shell_library_wrote_it() {
    let expected = r#"{
  "hooks": {
    "UserPromptSubmit": [
      {
        "hooks": [
          {
            "type": "command",
            "command": "bash /hub/hooks/prompt-guard.sh"
          }
        ]
      }
    ]
  }
}
"#;
    assert_eq!(settings(vec![hook("UserPromptSubmit").file("prompt-guard.sh")]), expected);
}

#[test]
fn events_and_matchers_stand_where_they_first_appear() {
    let text = settings(vec![
        hook("Stop").file("a.sh"),
        hook("PreToolUse").file("b.sh").matcher("Bash"),
        hook("PreToolUse").file("c.sh"),
        hook("Stop").file("d.sh"),
        hook("PreToolUse").file("e.sh").matcher("Bash"),
    ]);
    let command = |name: &str| json!({ "type": "command", "command": format!("bash /hub/hooks/{name}") });
    let expected = json!({ "hooks": {
        "Stop": [{ "hooks": [command("a.sh"), command("d.sh")] }],
        "PreToolUse": [
            { "matcher": "Bash", "hooks": [command("b.sh"), command("e.sh")] },
            { "hooks": [command("c.sh")] },
        ],
    } });
    assert_eq!(text, format!("{expected:#}\n"));
}

#[test]
fn keys_of_a_handler_have_an_order() {
    let handler = |hook: Hook| {
        let all: serde_json::Value = serde_json::from_str(&settings(vec![hook])).unwrap();
        all["hooks"]["PreToolUse"][0]["hooks"][0].to_string()
    };
    assert_eq!(
        handler(
            hook("PreToolUse")
                .field("once", true)
                .field("if", "Bash(ls)")
                .file("a.sh")
                .timeout(5.0)
                .args(&["-x"])
        ),
        r#"{"type":"command","command":"bash","args":["/hub/hooks/a.sh","-x"],"timeout":5,"once":true,"if":"Bash(ls)"}"#
    );
    assert_eq!(
        handler(
            hook("PreToolUse")
                .field("allowedEnvVars", "T")
                .field("url", "http://x")
                .field("type", "http")
                .timeout(2.5)
        ),
        r#"{"type":"http","timeout":2.5,"allowedEnvVars":["T"],"url":"http://x"}"#
    );
    assert_eq!(
        handler(hook("PreToolUse").field("command", "echo ü").field("type", "command")),
        r#"{"type":"command","command":"echo ü"}"#
    );
}

#[test]
fn skills_are_links() {
    let mut composition = composition();
    composition.skills = Some(vec![skill("review", SkillMode::Link)]);
    let projection = projection(&composition);
    assert_eq!(projection.artifacts[0].path, ".claude/skills/review");
    assert_eq!(
        projection.artifacts[0].content,
        Content::Link {
            destination: "/hub/skills/review".into(),
            skills_roots: ["/hub/skills".to_owned()].into()
        }
    );
}

#[test]
fn copied_skills_are_trees() {
    let mut composition = composition();
    let file = SkillFile { path: "SKILL.md".into(), bytes: b"text".to_vec(), executable: true };
    let files = Some(std::sync::Arc::new(vec![file]));
    composition.skills = Some(vec![Skill { files, ..skill("review", SkillMode::Copy) }]);
    let projection = projection(&composition);
    assert_eq!(projection.artifacts[0].path, ".claude/skills/review");
    let file = TreeFile { path: "SKILL.md".into(), bytes: b"text".to_vec(), executable: true };
    assert_eq!(
        projection.artifacts[0].content,
        Content::Tree {
            files: vec![file],
            source: "/hub/skills/review".into(),
            skills_roots: ["/hub/skills".to_owned()].into()
        }
    );
    assert!(
        projection.ignores.iter().any(
            |ignore| matches!(ignore, Ignore::Folder { entries, .. } if entries == &["review".to_owned()])
        )
    );
}
