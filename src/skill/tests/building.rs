//! Every rule, as the builder enforces it.

use serde_json::json;

use crate::skill::{
    CharacterKind, LARGEST_FILE, SkillAsset, SkillEffort, SkillError, SkillFrontmatter, SkillSpec,
    SkillSpecBuilder,
};

fn complete() -> SkillSpecBuilder {
    SkillSpec::builder("review").owner_tag("me").description("Reviews a change.").body("Read it.")
}

fn with(change: impl FnOnce(&mut SkillFrontmatter)) -> Result<SkillSpec, SkillError> {
    let mut frontmatter =
        SkillFrontmatter { description: "Reviews.".to_owned(), ..SkillFrontmatter::default() };
    change(&mut frontmatter);
    complete().frontmatter(frontmatter).try_build()
}

#[test]
fn what_is_set_can_be_read() {
    let skill = complete()
        .assets([SkillAsset::new("scripts/b.sh", "b").executable(true), SkillAsset::new("a.md", "a")])
        .adopt_unowned(true)
        .build();
    assert_eq!((skill.name(), skill.owner_tag(), skill.body()), ("review", "me", "Read it."));
    assert!(skill.adopt_unowned());
    assert!(!complete().build().adopt_unowned());
    let paths: Vec<_> =
        skill.assets().iter().map(|asset| (asset.relative_path.as_str(), asset.executable)).collect();
    assert_eq!(paths, [("a.md", false), ("scripts/b.sh", true)]);
}

#[test]
fn what_every_skill_needs_is_asked_for() {
    let missing = |builder: SkillSpecBuilder, field: &'static str| {
        assert_eq!(builder.try_build(), Err(SkillError::MissingSpecField { id: "review".to_owned(), field }));
    };
    missing(SkillSpec::builder("review").description("Reviews.").body("Read it."), "owner");
    missing(complete().description(" \u{a0}"), "frontmatter.description");
    missing(complete().body(" \n\t\n"), "body");
    let error = SkillError::MissingSpecField { id: "review".to_owned(), field: "owner" };
    assert_eq!(error.to_string(), "skill `review` has no `owner`");
}

#[test]
#[should_panic(expected = "skill `review` has no `body`")]
fn build_panics_with_the_error() {
    complete().body("").build();
}

#[test]
fn names_and_tags_are_checked() {
    let error = SkillSpec::builder("Review").owner_tag("me").description("x").body("x").try_build();
    assert!(matches!(error, Err(SkillError::InvalidName { id, .. }) if id == "Review"));
    for tag in ["", "a b", "ä"] {
        let error = complete().owner_tag(tag).try_build();
        assert!(matches!(error, Err(SkillError::InvalidTag { tag: found, .. }) if found == tag));
    }
}

#[test]
fn no_string_holds_a_forbidden_character() {
    let found = |result: Result<SkillSpec, SkillError>| match result {
        Err(SkillError::ForbiddenCharacter { field, character, kind, .. }) => (field, character, kind),
        other => panic!("{other:?}"),
    };
    let tab = CharacterKind::LineBreakOrTab;
    assert_eq!(found(with(|fields| fields.description = "a\nb".into())), ("description".into(), '\n', tab));
    assert_eq!(found(with(|fields| fields.description = "a\n".into())), ("description".into(), '\n', tab));
    assert_eq!(
        found(with(|fields| fields.model = Some("a\u{7f}".into()))),
        ("model".into(), '\u{7f}', CharacterKind::Delete)
    );
    assert_eq!(
        found(with(|fields| fields.allowed_tools = vec!["Read".into(), "\u{202e}".into()])),
        ("allowed-tools".into(), '\u{202e}', CharacterKind::Bidirectional)
    );
    assert_eq!(
        found(with(|fields| {
            fields.metadata.insert("a".into(), json!({ "b": ["c", { "\u{0}": 1 }] }));
        })),
        ("metadata".into(), '\0', CharacterKind::Control)
    );
    assert_eq!(
        found(with(|fields| {
            fields.hooks.insert("Stop".into(), json!([{ "command": "a\u{feff}" }]));
        })),
        ("hooks".into(), '\u{feff}', CharacterKind::ByteOrderMark)
    );
    let script = with(|fields| {
        fields.hooks.insert("Stop".into(), json!([{ "command": "if x\n\ty\n" }]));
    });
    assert!(script.is_ok(), "{script:?}");
}

#[test]
fn lengths_count_characters() {
    assert!(with(|fields| fields.description = "ü".repeat(1024)).is_ok());
    let error = with(|fields| fields.description = "ü".repeat(1025));
    assert!(matches!(
        error,
        Err(SkillError::TooLong { field: "description", characters: 1025, limit: 1024, .. })
    ));
    assert!(with(|fields| fields.compatibility = Some("ü".repeat(500))).is_ok());
    let error = with(|fields| fields.compatibility = Some("ü".repeat(501)));
    assert!(matches!(error, Err(SkillError::TooLong { field: "compatibility", .. })));
}

#[test]
fn paths_are_globs() {
    assert!(with(|fields| fields.paths = vec!["src/**/*.{rs,md}".into()]).is_ok());
    let error = with(|fields| fields.paths = vec!["src/[a".into()]);
    assert!(matches!(error, Err(SkillError::InvalidGlob { pattern, .. }) if pattern == "src/[a"));
}

#[test]
fn assets_fit_on_every_system() {
    for path in
        ["", "/a", "../a", "a/./b", "skill.md", "SKILL.MD", "nul", "a/COM1.txt", "a\\b", "a//b", "c:/a"]
    {
        let error = complete().asset(path, "").try_build();
        assert!(matches!(error, Err(SkillError::InvalidAsset { .. })), "{path:?}: {error:?}");
    }
    let error = complete().asset("a", "").asset("b/X", "").asset("B/x", "").try_build();
    assert!(
        matches!(error, Err(SkillError::ClashingAssets { first, second, .. }) if first == "b/X" && second == "B/x")
    );
}

#[test]
fn assets_have_a_limit_each_and_together() {
    let largest = usize::try_from(LARGEST_FILE).unwrap();
    assert!(complete().asset("a", vec![0; largest]).try_build().is_ok());
    let error = complete().asset("a", vec![0; largest + 1]).try_build().unwrap_err();
    assert!(matches!(&error, SkillError::TooLarge { path: Some(path), .. } if path == "a"));
    assert_eq!(error.to_string(), "`a` of skill `review` has 8388609 bytes, at most 8388608 are allowed");
    let many = (0..9).map(|number| SkillAsset::new(format!("{number}"), vec![0; largest]));
    let error = complete().assets(many).try_build().unwrap_err();
    assert!(matches!(&error, SkillError::TooLarge { path: None, .. }), "{error}");
}

#[test]
fn every_field_is_rendered_in_its_order() {
    let skill = with(|fields| {
        fields.hooks.insert("Stop".into(), json!([{ "hooks": [{ "type": "command", "timeout": 5 }] }, []]));
        fields.metadata.insert("version".into(), json!("1.0"));
        fields.compatibility = Some("Needs git: 2.40".into());
        fields.license = Some("MIT".into());
        fields.shell = Some(crate::skill::SkillShell::Bash);
        fields.paths = vec!["src/**".into()];
        fields.agent = Some("explore".into());
        fields.background = Some(true);
        fields.context = Some(crate::skill::SkillContext::Fork);
        fields.effort = Some(SkillEffort::Number(3));
        fields.model = Some("inherit".into());
        fields.disallowed_tools = vec!["Write".into()];
        fields.allowed_tools = vec!["Read".into(), "Bash(git:*)".into()];
        fields.user_invocable = Some(true);
        fields.disable_model_invocation = Some(false);
        fields.arguments = vec!["issue".into()];
        fields.argument_hint = Some("[issue]".into());
        fields.when_to_use = Some("When asked.".into());
    });
    let expected = "---\nname: review\ndescription: Reviews.\nwhen_to_use: When asked.\nargument-hint: \"[issue]\"\n\
        arguments: [issue]\ndisable-model-invocation: false\nuser-invocable: true\n\
        allowed-tools: [Read, \"Bash(git:*)\"]\ndisallowed-tools: [Write]\nmodel: inherit\neffort: 3\ncontext: fork\n\
        background: true\nagent: explore\npaths: [\"src/**\"]\nshell: bash\nlicense: MIT\n\
        compatibility: \"Needs git: 2.40\"\nmetadata:\n  version: \"1.0\"\nhooks:\n  Stop:\n    - hooks:\n        - type: command\n          \
        timeout: 5\n    - []\n---\n\nRead it.\n";
    assert_eq!(skill.unwrap().render(), expected);
}

#[test]
fn a_body_ends_in_one_newline_and_has_no_other_line_ends() {
    let render = |body: &str| complete().body(body).build().render().split_off(52);
    assert_eq!(render("a\r\nb\rc\n\n\n"), "\na\nb\nc\n");
    assert_eq!(render("\n\na"), "\n\n\na\n");
}
