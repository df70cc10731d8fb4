//! What lands in a target: contents, ignore lines, `git status`.

use crate::support::World;

#[test]
fn a_cold_run_writes_exactly_this() {
    let world = World::full();
    let ran = world.run();
    assert_eq!(ran.stdout, "Assembled 2 modules → [ROOT]/target/CLAUDE.local.md\n");
    let hub = world.path("hub").display().to_string();
    let read = |path: &str| std::fs::read_to_string(world.target(path)).unwrap();
    assert_eq!(read("CLAUDE.local.md"), format!("# One\n\n---\n\n# Two\n\nSee `{hub}`.\n"));
    assert_eq!(
        read(".claude/settings.local.json"),
        format!(
            r#"{{
  "hooks": {{
    "UserPromptSubmit": [
      {{
        "hooks": [
          {{
            "type": "command",
            "command": "bash {hub}/hooks/prompt.sh"
          }}
        ]
      }}
    ],
    "PreToolUse": [
      {{
        "matcher": "Bash",
        "hooks": [
          {{
            "type": "command",
            "command": "{hub}/hooks/guard.py",
            "timeout": 5
          }}
        ]
      }}
    ]
  }}
}}
"#
        )
    );
    assert_eq!(read(".gitignore"), "CLAUDE.local.md\n.claude/settings.local.json\n.claude/skills/\n");
    for skill in ["review", "release-notes"] {
        let link = std::fs::read_link(world.target(".claude/skills").join(skill)).unwrap();
        assert_eq!(link, world.path("hub/skills").join(skill));
    }
}

#[test]
fn a_step_without_words_still_runs() {
    let world = World::new();
    world.launcher("    modules\n    hooks\n    skills\n    gitignore #false");
    world.run();
    assert_eq!(std::fs::read_to_string(world.target("CLAUDE.local.md")).unwrap(), "");
    assert_eq!(
        std::fs::read_to_string(world.target(".claude/settings.local.json")).unwrap(),
        "{\"hooks\": {}}\n"
    );
    assert!(!world.target(".gitignore").exists());
}

#[test]
fn nothing_declared_writes_only_ignore_lines() {
    let world = World::new();
    world.launcher("");
    world.run();
    assert_eq!(world.snapshot().without_ledger().paths(), [".gitignore"]);
    world.launcher("    gitignore #false");
    world.run();
    assert!(world.snapshot().without_ledger().paths().is_empty());
}

#[test]
fn agents_md_stays_in_force() {
    let world = World::new();
    world.module("one.md", "# One\n").launcher("    modules \"one.md\"");
    world.write("target/AGENTS.md", "# Project\n");
    world.assembly(["plan"]).succeeds().prints(&["@AGENTS.md", "AGENTS.md"]);
    world.run();
    let read = || std::fs::read_to_string(world.target("CLAUDE.local.md")).unwrap();
    assert_eq!(read(), "@AGENTS.md\n\n---\n\n# One\n");
    // With a CLAUDE.md, Claude does not read AGENTS.md anyway, so it is not ours to bring back.
    world.write("target/CLAUDE.md", "# Claude\n");
    world.run();
    assert_eq!(read(), "# One\n");
    std::fs::remove_file(world.target("CLAUDE.md")).unwrap();
    std::fs::remove_file(world.target("AGENTS.md")).unwrap();
    world.write("target/.claude/AGENTS.md", "# Project\n");
    world.run();
    assert_eq!(read(), "@.claude/AGENTS.md\n\n---\n\n# One\n");
}

#[test]
fn ignore_lines_are_neither_glued_nor_doubled_and_git_status_stays_clean() {
    for (name, before, after) in [
        ("none", None, "CLAUDE.local.md\n.claude/settings.local.json\n.claude/skills/\n"),
        (
            "no final newline",
            Some("dist"),
            "dist\nCLAUDE.local.md\n.claude/settings.local.json\n.claude/skills/\n",
        ),
        (
            "CRLF",
            Some("dist\r\nbuild\r\n"),
            "dist\r\nbuild\r\nCLAUDE.local.md\r\n.claude/settings.local.json\r\n.claude/skills/\r\n",
        ),
        ("covered", Some("*.local.md\n.claude/\n"), "*.local.md\n.claude/\n"),
        (
            "rooted",
            Some("/CLAUDE.local.md\n"),
            "/CLAUDE.local.md\n.claude/settings.local.json\n.claude/skills/\n",
        ),
        (
            "blank end",
            Some("dist\n\n"),
            "dist\n\nCLAUDE.local.md\n.claude/settings.local.json\n.claude/skills/\n",
        ),
    ] {
        let world = World::full();
        world.git_init();
        if let Some(before) = before {
            world.write("target/.gitignore", before);
            world.git(["add", ".gitignore"]);
        }
        world.run();
        let status = world.git_status();
        let others: Vec<&str> = status.lines().filter(|line| !line.ends_with(".gitignore")).collect();
        assert!(others.is_empty(), "{name}: {others:?}");
        assert_eq!(std::fs::read_to_string(world.target(".gitignore")).unwrap(), after, "{name}");
        world.assembly(["plan", "--exit-code"]).succeeds();
    }
}

#[test]
fn lines_elsewhere_in_the_repository_count_and_global_ones_do_not() {
    let world = World::full();
    world.git_init();
    world.write("target/.git/info/exclude", "CLAUDE.local.md\n");
    world.write("home/.config/git/ignore", "**/.claude/settings.local.json\n.claude/skills/\n");
    world.run();
    assert_eq!(
        std::fs::read_to_string(world.target(".gitignore")).unwrap(),
        ".claude/settings.local.json\n.claude/skills/\n"
    );
}

#[test]
fn a_subfolder_of_a_repository_sees_the_ignore_files_above() {
    let world = World::new();
    std::fs::create_dir_all(world.target("services/api")).unwrap();
    world.git_init();
    world.write("target/.gitignore", "CLAUDE.local.md\n.claude/\n");
    world.module("one.md", "x\n");
    world.manifest("launcher \"a-agent\" {\n    target \"../target/services/api\"\n    cli \"agent\" harness=\"claude\"\n    modules \"one.md\"\n}\n");
    world.assembly(["run", "a-agent", "--no-launch"]).succeeds();
    assert!(!world.target("services/api/.gitignore").exists());
    assert_eq!(world.git_status(), "?? .gitignore\n");
}

#[test]
fn a_users_own_skill_is_not_hidden_from_git() {
    let world = World::full();
    world.git_init();
    world.write("target/.claude/skills/mine/SKILL.md", "---\nname: mine\ndescription: Mine.\n---\n\nx\n");
    world.run();
    assert_eq!(
        std::fs::read_to_string(world.target(".gitignore")).unwrap(),
        "CLAUDE.local.md\n.claude/settings.local.json\n/.claude/skills/review\n/.claude/skills/release-notes\n"
    );
    assert_eq!(world.git_status(), "?? .claude/skills/mine/SKILL.md\n?? .gitignore\n");
    // When the user's skill goes, so do the lines for single skills.
    std::fs::remove_dir_all(world.target(".claude/skills/mine")).unwrap();
    world.run();
    let text = std::fs::read_to_string(world.target(".gitignore")).unwrap();
    let status = world.git_status();
    assert_eq!(status, "?? .gitignore\n", "{text}");
    world.assembly(["plan", "--exit-code"]).succeeds();
}

#[test]
fn a_linked_gitignore_is_left_alone() {
    let world = World::full();
    world.write("elsewhere", "dist\n").link("target/.gitignore", world.path("elsewhere"));
    world.assembly(["run", "app-mac-agent", "--no-launch"]).succeeds().says(&["warning", ".gitignore"]);
    assert_eq!(std::fs::read_to_string(world.path("elsewhere")).unwrap(), "dist\n");
}

#[test]
fn a_target_that_is_the_hub_keeps_every_source() {
    let world = World::full();
    let before = world.snapshot();
    let text = std::fs::read_to_string(world.path("hub/launchers.kdl")).unwrap().replace("../target", ".");
    world.manifest(&text);
    world.run();
    for path in
        ["modules/one.md", "modules/two.md", "hooks/guard.py", "skills/review/SKILL.md", "launchers.kdl"]
    {
        assert!(world.path("hub").join(path).is_file(), "{path}");
    }
    assert_eq!(world.snapshot(), before);
}

#[test]
fn names_that_look_like_globs_are_names_first() {
    let world = World::new();
    world
        .module("notes [old].md", "old\n")
        .module("notes o.md", "o\n")
        .module("a*.md", "star\n")
        .module("ab.md", "ab\n");
    world.launcher("    modules \"notes [old].md\" \"a*.md\"");
    world.run();
    assert_eq!(std::fs::read_to_string(world.target("CLAUDE.local.md")).unwrap(), "old\n\n---\n\nstar\n");
}

#[test]
fn module_text_survives_byte_for_byte() {
    let world = World::new();
    let text = "\u{feff}# T|t & \\ $HOME `x` {{ not }} {{nope}}\r\n\r\nno newline at the end";
    world.module("one.md", text).module("two.md", "two\n");
    world.launcher("    modules \"one.md\" \"two.md\"");
    world.run();
    let read = std::fs::read_to_string(world.target("CLAUDE.local.md")).unwrap();
    assert_eq!(read, format!("{text}\n---\n\ntwo\n"));
}
