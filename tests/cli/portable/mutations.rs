//! One thing in a hub of forty launchers is changed, and the comparison names what is concerned and nothing else.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::model::{Facets, Model, Recipe};
use crate::support::World;

/// The names that differ, by launcher.
type Difference = BTreeMap<String, BTreeSet<String>>;

type Mutation = (&'static str, fn(&mut Model));

const MUTATIONS: &[Mutation] = &[
    ("the text of a module that all have", |model| model.add_to_module("core.md")),
    ("the text of a module that some have", |model| model.add_to_module("domain.md")),
    ("the text of a module that none has", |model| model.add_to_module("odd.md")),
    ("a new module", |model| drop(model.modules.insert("new.md".into(), "New.\n".into()))),
    ("the order of modules", |model| model.preset("base").modules.reverse()),
    ("one more module in a preset", |model| model.preset("guarded").modules.push("odd.md".into())),
    ("one module less in a preset", |model| drop(model.preset("writing").modules.pop())),
    ("one more module in a launcher", |model| model.launchers[4].modules.push("odd.md".into())),
    ("the text of a hook that all have", |model| model.add_to_hook("remind.sh")),
    ("the text of a hook that some have", |model| model.add_to_hook("guard.sh")),
    ("the text of a hook that none has", |model| model.add_to_hook("load.sh")),
    ("a hook that cannot be executed any more", |model| model.hooks.get_mut("guard.sh").unwrap().1 = false),
    ("the timeout of a hook", |model| model.preset("guarded").hooks[0].timeout = 6),
    ("the matcher of a hook", |model| model.preset("guarded").hooks[0].matcher = Some("Edit".into())),
    ("no matcher of a hook", |model| model.preset("guarded").hooks[0].matcher = None),
    ("the event of a hook", |model| model.preset("guarded").hooks[0].event = "PostToolUse"),
    ("arguments of a hook", |model| model.preset("base").hooks[0].args = vec!["--deep".into()]),
    ("another file for a hook", |model| model.preset("base").hooks[0].file = "load.sh".into()),
    ("a flag", |model| model.preset("base").flags[1] = "default".into()),
    ("one more flag in a launcher", |model| model.launchers[11].flags.push("--verbose".into())),
    ("a variable of a preset", |model| model.preset("guarded").env[0].1 = "off".into()),
    ("a variable of a launcher", |model| model.launchers[6].env.push(("MORE".into(), "a b".into()))),
    ("a file of a skill, copied by some and linked by others", |model| model.add_to_script("ship")),
    ("a file of a skill that is copied", |model| model.add_to_script("prose")),
    ("a file of a skill that cannot be executed any more", |model| {
        model.skills.get_mut("ship").unwrap().executable = false;
    }),
    ("the description of a skill", |model| {
        model.skills.get_mut("review").unwrap().description = "Other".into();
    }),
    ("a skill that is copied now", |model| model.preset("dev").skills[0].1 = true),
    ("a skill that is linked now", |model| model.preset("writing").skills[0].1 = false),
    ("a target", |model| model.launchers[9].folder = Some("elsewhere".into())),
    ("the folder of all targets", |model| model.code = "~/work".into()),
    ("the window of a launcher", |model| model.launchers[9].window = Some("other".into())),
    ("a window where there was none", |model| model.launchers[1].window = Some("other".into())),
    ("the purpose of a role", |model| drop(model.roles.insert("dev".into(), "Mends it.".into()))),
    ("the purpose of a role that none has", |model| {
        drop(model.roles.insert("ops".into(), "Mends it.".into()));
    }),
    ("another role", |model| model.preset("dev").role = Some("ops".into())),
    ("the name of an agent", |model| model.seat = "Flint".into()),
    ("a var of a preset", |model| model.preset("base").tone = Some("busy".into())),
    ("another program", |model| model.launchers[3].cli = Some("claude-next".into())),
    ("no ignore lines", |model| model.preset("writing").unignored = true),
    ("one preset less in a launcher", |model| drop(model.launchers[15].uses.pop())),
    ("one preset more in a launcher", |model| model.launchers[2].uses.push("dev".into())),
    ("the description of a launcher", |model| model.launchers[2].description = "Another".into()),
    ("a preset that none uses", |model| {
        model.presets.push(Recipe { name: "free".into(), ..Recipe::default() });
    }),
    ("the order of launchers", |model| model.launchers.reverse()),
    ("one launcher less", |model| drop(model.launchers.remove(7))),
    ("another name for a launcher", |model| model.launchers[7].name = "renamed-mac-claude".into()),
    ("one more launcher", |model| {
        let launcher = Recipe { name: "more-mac-claude".into(), ..model.launchers[0].clone() };
        model.launchers.push(launcher);
    }),
];

/// What the models say.
fn expected(old: &BTreeMap<String, Facets>, new: &BTreeMap<String, Facets>) -> Difference {
    let mut difference = Difference::new();
    for name in old.keys().chain(new.keys()) {
        let nothing = Facets::new();
        let (one, other) = (old.get(name).unwrap_or(&nothing), new.get(name).unwrap_or(&nothing));
        let names: BTreeSet<String> =
            one.keys().chain(other.keys()).filter(|key| one.get(*key) != other.get(*key)).cloned().collect();
        if !names.is_empty() {
            difference.insert(name.clone(), names);
        }
    }
    difference
}

/// What the program says. Of a launcher that only one plan has, values that say nothing are no difference in the model.
fn found(document: &Value) -> Difference {
    let names = |launcher: &Value| {
        let lists = [("settings", "name"), ("artifacts", "path"), ("reads", "path")];
        let items = lists.into_iter().flat_map(|(list, key)| {
            launcher[list].as_array().unwrap().iter().map(move |item| item[key].as_str().unwrap().to_owned())
        });
        items.collect()
    };
    let launchers = document["launchers"].as_array().unwrap();
    launchers
        .iter()
        .map(|launcher| (launcher["launcher"].as_str().unwrap().to_owned(), names(launcher)))
        .collect()
}

/// A launcher that comes or goes: only its name counts, the model knows no empty values.
fn without_details(mut difference: Difference, both: &BTreeSet<String>) -> Difference {
    for (name, names) in &mut difference {
        if !both.contains(name) {
            names.clear();
        }
    }
    difference
}

#[test]
fn a_comparison_names_exactly_what_is_concerned() {
    let world = World::new();
    let base = Model::forty();
    base.write(&world);
    world.assembly(["plan", "--portable", "--save", "../base.json", "--stat"]).succeeds();
    world.assembly(["check", "--portable", "--bless"]).succeeds();
    let old = base.facets();
    assert!(MUTATIONS.len() >= 20);
    for (what, mutate) in MUTATIONS {
        let mut model = base.clone();
        mutate(&mut model);
        model.write(&world);
        let new = model.facets();
        let both: BTreeSet<String> = old.keys().filter(|name| new.contains_key(*name)).cloned().collect();
        let expected = without_details(expected(&old, &new), &both);
        let code = i32::from(!expected.is_empty());
        let compare = ["plan", "--portable", "--against", "../base.json", "--json", "--exit-code"];
        let ran = world.assembly(compare).exits_with(code);
        assert_eq!(without_details(found(&ran.json()), &both), expected, "{what}");
        assert_eq!(failing_tests(&world), expected.into_keys().collect(), "{what}");
    }
    base.write(&world);
    assert_eq!(failing_tests(&world), BTreeSet::new());
}

/// The launchers whose tests fail, are missing or are too many.
fn failing_tests(world: &World) -> BTreeSet<String> {
    let output = world.assembly(["check", "--portable", "--json"]).into_command().output().unwrap();
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let is_of_test =
        |problem: &&Value| problem["code"].as_str().unwrap().starts_with("assembly::launcher-test::");
    let diagnostics = document["diagnostics"].as_array().unwrap();
    let names = diagnostics.iter().filter(is_of_test).map(|problem| {
        let message = problem["message"].as_str().unwrap();
        message.split('`').nth(1).unwrap().to_owned()
    });
    names.collect()
}

/// Nodes that the model does not know: what is replaced in the manifest, and what then differs in the one launcher.
const REPLACEMENTS: &[(&str, &str, &[&str])] = &[
    ("model \"opus\"", "model \"sonnet\"", &[SETTINGS]),
    ("model \"opus\"", "model \"opus\"; verbose #true", &[SETTINGS]),
    ("\"Bash(ls:*)\" \"Read\"", "\"Read\" \"Bash(ls:*)\"", &[SETTINGS]),
    ("deny \"Edit\"", "ask \"Edit\"", &[SETTINGS]),
    ("deny \"Edit\"", "deny \"Edit\" \"Write\"", &[SETTINGS]),
    ("\"{{HOME}}/logs\"", "\"{{ASSEMBLY_DIR}}/logs\"", &[SETTINGS]),
    ("\"{{HOME}}/logs\"", "\"~/logs\"", &[]),
    ("settings \"merge\"", "settings", &[SETTINGS]),
    ("gitignore \"exclude\"", "gitignore #true", &[".gitignore"]),
    ("tmux window=\"app\"", "tmux window=\"other\"", &["tmux"]),
    ("tmux window=\"app\"", "tmux #false", &["tmux"]),
    (
        "source \"one\" path=\"one\"\nsource \"two\" path=\"two\"",
        "source \"two\" path=\"two\"\nsource \"one\" path=\"one\"",
        &[],
    ),
    ("prefer \"one\" \"both.md\"", "prefer \"two\" \"both.md\"", &["CLAUDE.local.md"]),
    ("mode=\"copy\"", "mode=\"link\"", &[".claude/skills/ship", "{{ASSEMBLY_DIR}}/one/skills/ship/SKILL.md"]),
];

const SETTINGS: &str = ".claude/settings.local.json";

const MANIFEST: &str = r#"
source "one" path="one"
source "two" path="two"
preset "me" {
    settings "merge" {
        model "opus"
        permissions { allow "Bash(ls:*)" "Read"; deny "Edit" }
        env LOGS="{{HOME}}/logs"
    }
    gitignore "exclude"
}
launcher "app-claude" {
    use "me"
    target "~/app"
    cli "claude"
    prefer "one" "both.md"
    modules "both.md"
    skills "ship" mode="copy"
    tmux window="app"
}
launcher "other-claude" {
    target "~/other"
    cli "claude"
}
"#;

#[test]
fn a_comparison_names_what_a_node_is_concerned_with() {
    let world = World::new();
    world.write("hub/one/modules/both.md", "# One\n").write("hub/two/modules/both.md", "# Two\n");
    let skill = "---\nname: ship\ndescription: Ships it when asked to.\n---\n\nShip it.\n";
    world.write("hub/one/skills/ship/SKILL.md", skill);
    world.manifest(MANIFEST);
    world.assembly(["plan", "--portable", "--save", "../base.json", "--stat"]).succeeds();
    for (before, after, concerned) in REPLACEMENTS {
        assert!(MANIFEST.contains(before), "{before}");
        world.manifest(&MANIFEST.replace(before, after));
        let ran = world.assembly(["plan", "--portable", "--against", "../base.json", "--json"]).succeeds();
        let concerned: BTreeSet<String> = concerned.iter().map(ToString::to_string).collect();
        let expected = (!concerned.is_empty()).then(|| ("app-claude".to_owned(), concerned));
        assert_eq!(found(&ran.json()), expected.into_iter().collect(), "{after}");
    }
}
