//! Manifests that are valid in KDL 1 and KDL 2 alike mean the same to `knuffel`'s derive as to our reader.

use std::path::Path;

use assembly::Environment;
use assembly::diagnostic::Problems;
use assembly::manifest::{Pick, RecipeKind, Setting, SettingValue, SkillMode, read_text};

#[derive(knuffel::Decode, Debug)]
enum Node {
    Launcher(Body),
    Preset(Body),
}

#[derive(knuffel::Decode, Debug)]
struct Body {
    #[knuffel(argument)]
    name: String,
    #[knuffel(child, unwrap(argument))]
    description: Option<String>,
    #[knuffel(children(name = "use"))]
    uses: Vec<Words>,
    #[knuffel(child, unwrap(argument))]
    target: Option<String>,
    #[knuffel(child)]
    cli: Option<Cli>,
    #[knuffel(children(name = "modules"))]
    modules: Vec<Words>,
    #[knuffel(children(name = "skills"))]
    skills: Vec<Skills>,
    #[knuffel(children(name = "flags"))]
    flags: Vec<Words>,
    #[knuffel(children(name = "env"))]
    env: Vec<Env>,
    #[knuffel(child)]
    settings: Option<Settings>,
}

#[derive(knuffel::Decode, Debug)]
struct Settings {
    #[knuffel(argument)]
    policy: Option<String>,
    #[knuffel(children)]
    keys: Vec<Key>,
}

#[derive(knuffel::Decode, Debug)]
struct Key {
    #[knuffel(node_name)]
    name: String,
    #[knuffel(arguments)]
    words: Vec<String>,
    #[knuffel(properties)]
    properties: std::collections::BTreeMap<String, String>,
    #[knuffel(children)]
    keys: Vec<Key>,
}

#[derive(knuffel::Decode, Debug)]
struct Words {
    #[knuffel(arguments)]
    words: Vec<String>,
}

#[derive(knuffel::Decode, Debug)]
struct Skills {
    #[knuffel(arguments)]
    words: Vec<String>,
    #[knuffel(property)]
    mode: Option<String>,
}

#[derive(knuffel::Decode, Debug)]
struct Cli {
    #[knuffel(argument)]
    program: String,
    #[knuffel(property)]
    harness: Option<String>,
}

#[derive(knuffel::Decode, Debug)]
struct Env {
    #[knuffel(properties)]
    variables: std::collections::BTreeMap<String, String>,
}

/// What both readers make of a recipe, in one form.
#[derive(Debug, PartialEq)]
struct Meaning {
    launcher: bool,
    name: String,
    description: Option<String>,
    uses: Vec<String>,
    target: Option<String>,
    cli: Option<(String, Option<String>)>,
    modules: Vec<String>,
    skills: Vec<(String, bool)>,
    flags: Vec<Vec<String>>,
    env: Vec<(String, String)>,
    settings: Vec<Entry>,
}

/// A key of the settings: its words are a string or the items of a list, or it has keys itself.
#[derive(Debug, PartialEq)]
struct Entry {
    name: String,
    words: Vec<String>,
    keys: Vec<Entry>,
}

fn entry_of_knuffel(key: Key) -> Entry {
    let (items, keys): (Vec<Key>, Vec<Key>) = key.keys.into_iter().partition(|key| key.name == "-");
    let property = |(name, word)| Entry { name, words: vec![word], keys: Vec::new() };
    Entry {
        name: key.name,
        words: key.words.into_iter().chain(items.into_iter().flat_map(|item| item.words)).collect(),
        keys: key
            .properties
            .into_iter()
            .map(property)
            .chain(keys.into_iter().map(entry_of_knuffel))
            .collect(),
    }
}

fn entry_of_ours(key: &Setting) -> Entry {
    let word = |value: &SettingValue| match value {
        SettingValue::One(one) => one.as_str().unwrap_or("no string").to_owned(),
        other => format!("no string: {other:?}"),
    };
    let (words, keys) = match &key.value.value {
        SettingValue::List(items) => (items.iter().map(|item| word(&item.value)).collect(), Vec::new()),
        SettingValue::Map(keys) => (Vec::new(), keys.iter().map(entry_of_ours).collect()),
        one => (vec![word(one)], Vec::new()),
    };
    Entry { name: key.name.value.clone(), words, keys }
}

fn of_knuffel(node: Node) -> Meaning {
    let keys_of = |settings: Settings| {
        assert!(settings.policy.is_none_or(|policy| policy == "overwrite"));
        settings.keys
    };
    let (launcher, body) = match node {
        Node::Launcher(body) => (true, body),
        Node::Preset(body) => (false, body),
    };
    let words = |lists: Vec<Words>| lists.into_iter().flat_map(|list| list.words).collect();
    Meaning {
        launcher,
        name: body.name,
        description: body.description,
        uses: words(body.uses),
        target: body.target,
        cli: body.cli.map(|cli| (cli.program, cli.harness)),
        modules: words(body.modules),
        skills: body
            .skills
            .into_iter()
            .flat_map(|list| {
                let copies = list.mode.as_deref() == Some("copy");
                list.words.into_iter().map(move |word| (word, copies))
            })
            .collect(),
        flags: body.flags.into_iter().map(|group| group.words).collect(),
        env: body.env.into_iter().flat_map(|env| env.variables).collect(),
        settings: body.settings.into_iter().flat_map(keys_of).map(entry_of_knuffel).collect(),
    }
}

fn ours(text: &str) -> Vec<Meaning> {
    let mut problems = Problems::new();
    let environment = Environment::new(Vec::new(), "/nowhere");
    let manifest = read_text(Path::new("/nowhere/hub"), text, &environment, &mut problems);
    assert!(problems.is_empty(), "{problems:?}");
    let word = |pick: &Pick| format!("{}{}", if pick.removes { "!" } else { "" }, pick.word.value);
    manifest
        .recipes
        .iter()
        .map(|recipe| Meaning {
            launcher: recipe.kind == RecipeKind::Launcher,
            name: recipe.name.value.clone(),
            description: recipe.description.as_ref().map(|text| text.value.clone()),
            uses: recipe.uses.iter().map(|name| name.value.clone()).collect(),
            target: recipe.target.as_ref().map(|target| target.value.clone()),
            cli: recipe.cli.as_ref().map(|cli| {
                (cli.program.value.clone(), cli.harness.as_ref().map(|harness| harness.value.clone()))
            }),
            modules: recipe.modules.iter().flatten().map(word).collect(),
            skills: recipe
                .skills
                .iter()
                .flatten()
                .map(|pick| (word(pick), pick.mode == Some(SkillMode::Copy)))
                .collect(),
            flags: recipe
                .flags
                .iter()
                .map(|group| {
                    let removes = group.removes.iter().map(|option| format!("!{}", option.value));
                    removes.chain(group.words.iter().map(|word| word.value.clone())).collect()
                })
                .collect(),
            env: recipe
                .env
                .iter()
                .map(|entry| (entry.name.value.clone(), entry.value.value.clone().unwrap_or_default()))
                .collect(),
            settings: recipe.settings.iter().flatten().map(entry_of_ours).collect(),
        })
        .collect()
}

#[test]
fn both_readers_agree() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/manifests/both");
    let mut compared = 0;
    for entry in fs_err::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs_err::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let nodes: Vec<Node> =
            knuffel::parse(&name, &text).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        let theirs: Vec<Meaning> = nodes.into_iter().map(of_knuffel).collect();
        assert!(!theirs.is_empty(), "{name}");
        for (left, right) in theirs.iter().zip(&ours(&text)) {
            assert_eq!(left, right, "{name}");
        }
        assert_eq!(theirs.len(), ours(&text).len(), "{name}");
        compared += theirs.len();
    }
    assert!(compared >= 8, "{compared}");
}
