//! What a manifest says is what is read.

use serde_json::json;

use super::support::{Hub, shown};
use crate::manifest::{Gitignore, Recipe, RecipeKind, Tmux};

fn only(text: &str) -> Recipe {
    let (manifest, problems) = Hub::new(text).read();
    let problems: Vec<_> = problems.iter().map(shown).collect();
    assert!(problems.is_empty(), "{problems:#?}");
    manifest.recipes.into_iter().next().unwrap()
}

#[test]
fn every_node_of_a_body() {
    let recipe = only(
        r##"launcher "app-mac-claude" {
            description "Work"
            vars { notes "~/n"; }
            target "~/app"
            cli "bin/claude" harness="claude"
            flags "!--model" "!-x" "--model" "!opus"
            flags
            env A="1" B=#null
            modules "a.md" "!b.md" required=#false
            skills "s" mode="copy"
            hooks "one.sh"
            hooks {
                PreToolUse "g.py" matcher=#"a\.b"# timeout=2.5 if="x" async=#true count=3 { args "--deny"; headers A="b" C=1; list "x" "y"; one "z" }
                Stop "!g.sh"
                Stop type="prompt" prompt="?"
            }
            gitignore #false
            tmux window="w"
        }"##,
    );
    assert_eq!((recipe.kind, recipe.name.value.as_str()), (RecipeKind::Launcher, "app-mac-claude"));
    assert_eq!(recipe.description.unwrap().value, "Work");
    assert_eq!(recipe.target.unwrap().value, "~/app");
    let cli = recipe.cli.unwrap();
    assert_eq!((cli.program.value.as_str(), cli.harness.unwrap().value.as_str()), ("bin/claude", "claude"));
    let words = |list: &[crate::diagnostic::Spanned<String>]| -> Vec<String> {
        list.iter().map(|word| word.value.clone()).collect()
    };
    assert_eq!(words(&recipe.flags[0].removes), ["--model", "-x"]);
    assert_eq!(words(&recipe.flags[0].words), ["--model", "!opus"]);
    assert!(recipe.flags[1].words.is_empty());
    assert_eq!(recipe.env[0].value.value.as_deref(), Some("1"));
    assert_eq!(recipe.env[1].value.value, None);
    let modules = recipe.modules.unwrap();
    assert_eq!(
        (modules[1].word.value.as_str(), modules[1].removes, modules[1].required),
        ("b.md", true, Some(false))
    );
    assert_eq!(modules[1].word.place.text(), "\"!b.md\"");
    let hooks = recipe.hooks.unwrap();
    assert_eq!(hooks.len(), 4);
    assert_eq!((hooks[0].event.value.as_str(), hooks[0].event.place.text()), ("UserPromptSubmit", "hooks"));
    assert_eq!(hooks[1].matcher.as_ref().unwrap().value, "a\\.b");
    assert_eq!(
        hooks[1].timeout.as_ref().map(|timeout| (timeout.value, timeout.place.text())),
        Some((2.5, "2.5"))
    );
    assert_eq!(words(hooks[1].args.as_ref().unwrap()), ["--deny"]);
    let fields: Vec<_> =
        hooks[1].fields.iter().map(|field| (field.name.value.as_str(), field.value.value.clone())).collect();
    assert_eq!(
        fields,
        [
            ("if", json!("x")),
            ("async", json!(true)),
            ("count", json!(3)),
            ("headers", json!({"A": "b", "C": 1})),
            ("list", json!(["x", "y"])),
            ("one", json!("z")),
        ]
    );
    assert!(hooks[2].files[0].removes && hooks[3].files.is_empty());
    assert_eq!(recipe.gitignore.unwrap().value, Gitignore::Off);
    assert_eq!(recipe.tmux.unwrap().value, Tmux::Window("w".to_owned()));
}

#[test]
fn an_empty_step_is_a_step() {
    let recipe = only("preset \"p\" {\n modules\n hooks {\n }\n}\n");
    assert_eq!(recipe.modules.map(|picks| picks.len()), Some(0));
    assert_eq!(recipe.hooks.map(|entries| entries.len()), Some(0));
    assert!(recipe.skills.is_none());
}

#[test]
fn marks_and_carriage_returns_are_read() {
    let recipe = only("\u{feff}launcher \"a-sh\" {\r\n    target \".\"\r\n    cli \"sh\"\r\n}\r\n");
    assert_eq!(recipe.target.unwrap().place.line_and_column(), (2, 12));
}

#[test]
fn text_that_cannot_be_mended_gives_no_launchers() {
    let (manifest, problems) =
        Hub::new("preset \"a\" {\n}\nlauncher \"b-sh\" {\n target \".\"\n cli \"sh\"\n").read();
    assert!(manifest.recipes.is_empty() && !manifest.sound);
    assert_eq!(problems.len(), 1);
    assert!(problems[0].scope.is_none());
}

#[test]
fn mended_text_concerns_the_recipe_that_it_stands_in() {
    let (manifest, problems) = Hub::new(
        "preset \"a\" {\n}\nlauncher \"b-sh\" {\n target ~/x\n cli \"sh\"\n modules 'a.md' \"b.md\"\n}\n",
    )
    .read();
    let launcher = manifest.recipe("b-sh").unwrap();
    let modules: Vec<_> = launcher.modules.iter().flatten().map(|pick| pick.word.value.as_str()).collect();
    assert_eq!((manifest.sound, launcher.target.is_none(), modules), (false, true, vec!["b.md"]));
    let scopes: Vec<_> = problems.iter().map(|problem| problem.scope.as_deref()).collect();
    assert_eq!(scopes, [Some("b-sh"), Some("b-sh")]);
    let (_, problems) = Hub::new("launcher 'b-sh' {\n target ~/x\n}\nvars { a true; }\n").read();
    assert!(problems.iter().all(|problem| problem.scope.is_none()), "{problems:?}");
}

#[test]
fn problems_of_a_body_belong_to_it() {
    let (manifest, problems) = Hub::new("launcher \"a-sh\" {\n target 5\n cli \"sh\"\n}\n").read();
    assert_eq!(problems[0].scope.as_deref(), Some("a-sh"));
    assert_eq!(manifest.recipes.len(), 1);
}

#[test]
fn includes_stand_where_they_are_named() {
    let hub = Hub::new(
        "preset \"one\" {\n}\ninclude \"parts/*.kdl\"\ninclude \"~/mine.kdl\"\npreset \"six\" {\n}\n",
    )
    .with_file("hub/parts/b.kdl", "preset \"four\" {\n}\n")
    .with_file("hub/parts/a.kdl", "preset \"two\" {\n}\ninclude \"../more.kdl\"\n")
    .with_file("hub/parts/.hidden.kdl", "broken {")
    .with_file("hub/more.kdl", "preset \"three\" {\n}\ninclude \"parts/b.kdl\"\n")
    .with_file("home/mine.kdl", "preset \"five\" {\n}\n");
    let (manifest, problems) = hub.read();
    assert!(problems.is_empty(), "{:?}", problems.iter().map(shown).collect::<Vec<_>>());
    let names: Vec<_> = manifest.recipes.iter().map(|recipe| recipe.name.value.as_str()).collect();
    assert_eq!(names, ["one", "two", "three", "four", "five", "six"]);
    assert_eq!(manifest.files[1].name(), "parts/a.kdl");
    assert_eq!(manifest.files.len(), 5);
}

#[test]
fn a_folder_of_that_name_beats_a_glob() {
    let hub = Hub::new("include \"~/[work]/*.kdl\"\n").with_file("home/[work]/a.kdl", "preset \"a\" {\n}\n");
    let (manifest, problems) = hub.read();
    assert!(problems.is_empty(), "{:?}", problems.iter().map(shown).collect::<Vec<_>>());
    assert_eq!(manifest.recipes.len(), 1);
}

#[test]
fn includes_that_lead_back_are_one_error() {
    let hub = Hub::new("include \"a.kdl\"\n")
        .with_file("hub/a.kdl", "include \"b.kdl\"\n")
        .with_file("hub/b.kdl", "\ninclude \"a.kdl\"\n");
    let (_, problems) = hub.read();
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].code.name, "assembly::manifest::include-cycle");
    let places: Vec<_> = problems[0].labels.iter().map(|label| format!("{:?}", label.place)).collect();
    assert_eq!(places, ["b.kdl:2:9", "a.kdl:1:9"]);
}

#[test]
fn names_that_two_files_share_are_labelled_in_both() {
    let hub =
        Hub::new("preset \"p\" {\n}\ninclude \"a.kdl\"\n").with_file("hub/a.kdl", "\npreset \"p\" {\n}\n");
    let (_, problems) = hub.read();
    let places: Vec<_> = problems[0].labels.iter().map(|label| format!("{:?}", label.place)).collect();
    assert_eq!(places, ["a.kdl:2:8", "launchers.kdl:1:8"]);
}

#[test]
fn files_that_cannot_be_read_are_problems() {
    let hub = Hub::new("include \"latin.kdl\"\ninclude \"folder\"\n")
        .with_file("hub/latin.kdl", b"// caf\xe9\n")
        .with_file("hub/folder/x", "");
    let (_, problems) = hub.read();
    let found: Vec<_> = problems.iter().map(|problem| problem.code.name).collect();
    assert!(found.contains(&"assembly::manifest::not-utf8"), "{found:?}");
    assert!(found.contains(&"assembly::manifest::unreadable"), "{found:?}");
}
