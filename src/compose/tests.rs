//! Launchers over a small hub: what they select, in which order, and what is said about it.

mod settings;

use std::path::Path;

use tempfile::TempDir;

use super::{Composition, Form, Outcome, compose, compose_unused, fruitless_everywhere};
use crate::Environment;
use crate::diagnostic::{Class, Problems};
use crate::hub::Hub;
use crate::manifest::{Gitignore, Manifest, SkillMode, Tmux, read_text};

/// What the tests take for a list even if it has one value.
fn lists(_: Option<&str>, path: &[&str]) -> bool {
    matches!(path, ["permissions", "allow" | "deny"] | ["items", "-", "words"])
}

/// A hub with modules `a.md` to `d.md`, hooks and skills, and a manifest.
struct House {
    root: TempDir,
    environment: Environment,
    manifest: Manifest,
    problems: Problems,
}

impl House {
    fn new(manifest: &str) -> Self {
        Self::with_variables(manifest, &[])
    }

    fn with_variables(manifest: &str, variables: &[(&str, &str)]) -> Self {
        let root = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = root.path().join(path);
            fs_err::create_dir_all(path.parent().unwrap()).unwrap();
            fs_err::write(path, text).unwrap();
        };
        for name in ["a.md", "b.md", "c.md", "d.md", "notes [x].md"] {
            write(&format!("modules/{name}"), &format!("# {name} of {{{{who}}}} in {{{{TARGET_DIR}}}}\n"));
        }
        for name in ["one.sh", "two.sh"] {
            write(&format!("hooks/{name}"), "#!/bin/sh\n");
        }
        for name in ["review", "review-prose", "deploy"] {
            write(
                &format!("skills/{name}/SKILL.md"),
                &format!("---\nname: {name}\ndescription: d\n---\n\nDo it.\n"),
            );
        }
        let mut variables: Vec<_> =
            variables.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
        variables.push(("HOME".into(), "/home/sam".into()));
        let environment = Environment::new(variables, "/");
        let mut problems = Problems::new();
        let manifest = read_text(root.path(), manifest, &environment, &mut problems);
        Self { root, environment, manifest, problems }
    }

    /// A launcher `x-sh` with these nodes.
    fn launcher(nodes: &str) -> Self {
        Self::new(&format!("launcher \"x-sh\" {{\ntarget \"/t\"\ncli \"sh\"\n{nodes}\n}}\n"))
    }

    /// Composes a launcher; the second list is what was said, `code: message`.
    fn compose(&self, name: &str) -> (Composition, Vec<String>) {
        assert!(self.problems.is_empty(), "{:?}", self.problems);
        let mut problems = Problems::new();
        let launcher = self.manifest.recipe(name).unwrap();
        let hub = Hub::open(self.root.path(), &self.manifest.sources);
        let composition =
            compose(&self.manifest, &hub, &self.environment, launcher, Form::Here, lists, &mut problems);
        let said = problems
            .iter()
            .map(|problem| {
                assert!(!problem.labels.is_empty() && problem.help.is_some(), "{problem:?}");
                format!("{}: {}", problem.code.name.trim_start_matches("assembly::"), problem.message)
            })
            .collect();
        (composition, said)
    }

    /// Composes `x-sh`, about which there must be nothing to say.
    fn clean(&self) -> Composition {
        let (composition, said) = self.compose("x-sh");
        assert_eq!(said, Vec::<String>::new());
        composition
    }
}

fn modules(composition: &Composition) -> Vec<&str> {
    composition.modules.iter().flatten().map(|module| module.name.as_str()).collect()
}

fn skills(composition: &Composition) -> Vec<&str> {
    composition.skills.iter().flatten().map(|skill| skill.name.as_str()).collect()
}

fn hooks(composition: &Composition) -> Vec<String> {
    let described = composition.hooks.iter().flatten().map(|hook| {
        let script = hook.script.as_ref().map_or("-", |script| &script.name);
        let matcher = hook.matcher.as_ref().map_or("", |matcher| &matcher.value);
        let timeout = hook.timeout.as_ref().map_or(0.0, |timeout| timeout.value);
        let args = hook.words().map_or_else(String::new, |args| args.join(","));
        format!("{} {script} [{matcher}] {timeout} ({args})", hook.event.value)
    });
    described.collect()
}

fn flags(composition: &Composition) -> Vec<String> {
    let joined = composition
        .flags
        .iter()
        .map(|flags| flags.words.iter().map(|word| word.value.as_str()).collect::<Vec<_>>().join(" "));
    joined.collect()
}

#[test]
fn presets_apply_depth_first_and_once() {
    let house = House::new(
        "preset \"base\" { modules \"a.md\" }\n\
         preset \"left\" { use \"base\"; modules \"b.md\" }\n\
         preset \"right\" { use \"base\"; modules \"c.md\" }\n\
         launcher \"x-sh\" { use \"left\" \"right\"; target \"/t\"; cli \"sh\"; modules \"d.md\" }\n",
    );
    let composition = house.clean();
    assert_eq!(composition.lineage, ["base", "left", "right", "x-sh"]);
    assert_eq!(modules(&composition), ["a.md", "b.md", "c.md", "d.md"]);
}

#[test]
fn single_values_of_later_recipes_replace() {
    let house = House::new(
        "preset \"p\" { target \"/p\"; cli \"claude\"; description \"p\"; gitignore #false; tmux #false }\n\
         launcher \"x-sh\" { use \"p\"; target \"/t\"; cli \"sh\" harness=\"claude\"; tmux window=\"w {{LAUNCHER}}\" }\n",
    );
    let composition = house.clean();
    assert_eq!(composition.target.unwrap().path, Path::new("/t"));
    let cli = composition.cli.unwrap();
    assert_eq!((cli.program.value.as_str(), cli.harness.value.as_str()), ("sh", "claude"));
    assert_eq!(composition.description.unwrap().value, "p");
    assert_eq!(composition.gitignore, Gitignore::Off);
    assert_eq!(composition.tmux, Tmux::Window("w x-sh".to_owned()));
}

#[test]
fn entries_stay_where_they_were_first_and_can_be_moved() {
    let house = House::launcher("modules \"a.md\" \"b.md\"\nmodules \"c.md\" \"a.md\"");
    assert_eq!(modules(&house.clean()), ["a.md", "b.md", "c.md"]);
    let house = House::launcher("modules \"a.md\" \"b.md\"\nmodules \"!a.md\" \"c.md\" \"a.md\"");
    let composition = house.clean();
    assert_eq!(modules(&composition), ["b.md", "c.md", "a.md"]);
    let decisions: Vec<Outcome> = composition
        .trace
        .iter()
        .filter(|decision| decision.subject == "a.md")
        .map(|decision| decision.outcome)
        .collect();
    assert_eq!(decisions, [Outcome::Selected, Outcome::Excluded, Outcome::Selected]);
}

#[test]
fn globs_take_sorted_names_and_exact_names_come_first() {
    let house = House::launcher("modules \"[cb].md\" \"notes [x].md\"\nskills \"review*\"");
    let composition = house.clean();
    assert_eq!(modules(&composition), ["b.md", "c.md", "notes [x].md"]);
    assert_eq!(skills(&composition), ["review", "review-prose"]);
    let house = House::launcher("modules \"*.md\" \"![ab].md\" \"!notes [x].md\"");
    assert_eq!(modules(&house.clean()), ["c.md", "d.md"]);
}

#[test]
fn a_repeated_hook_takes_the_later_fields_and_keeps_its_place() {
    let house = House::launcher(
        "hooks { Stop \"one.sh\" timeout=1 { args \"x\" }; Stop \"two.sh\" }\n\
         hooks { Stop \"one.sh\" timeout=9 { args \"x\" }; Stop \"one.sh\" { args \"y\" }; Stop \"one.sh\" matcher=\"m\" { args \"x\" } }",
    );
    assert_eq!(
        hooks(&house.clean()),
        ["Stop one.sh [] 9 (x)", "Stop two.sh [] 0 ()", "Stop one.sh [] 0 (y)", "Stop one.sh [m] 0 (x)"]
    );
}

#[test]
fn a_removal_of_hooks_acts_on_its_event_and_matcher() {
    let all = "hooks { Stop \"one.sh\"; PreToolUse \"one.sh\" matcher=\"Bash\"; PreToolUse \"one.sh\" matcher=\"Edit\" }\n";
    let house = House::launcher(&format!("{all}hooks {{ PreToolUse \"!one.sh\" }}"));
    assert_eq!(hooks(&house.clean()), ["Stop one.sh [] 0 ()"]);
    let house = House::launcher(&format!("{all}hooks {{ PreToolUse \"!*.sh\" matcher=\"Edit\" }}"));
    assert_eq!(hooks(&house.clean()), ["Stop one.sh [] 0 ()", "PreToolUse one.sh [Bash] 0 ()"]);
    let house = House::launcher("hooks { PreToolUse \"one.sh\" }\nhooks { Stop \"!one.sh\" }");
    let (_, said) = house.compose("x-sh");
    assert_eq!(said, ["manifest::removes-nothing: `!one.sh` takes nothing out of `Stop`"]);
}

#[test]
fn handlers_without_a_file_are_known_by_what_they_do() {
    let house = House::launcher(
        "hooks { Stop type=\"http\" url=\"http://a\"; Stop type=\"http\" url=\"http://b\"; Stop type=\"http\" url=\"http://a\" }",
    );
    assert_eq!(house.clean().hooks.unwrap().len(), 2);
}

#[test]
fn groups_of_flags_go_whole() {
    let presets = "preset \"p\" { flags \"--model\" \"opus\"; flags \"--model=haiku\"; flags \"--add-dir\" \"--model\" }\n";
    let launcher = |flags: &str| {
        House::new(&format!(
            "{presets}launcher \"x-sh\" {{ use \"p\"; target \"/t\"; cli \"sh\"; flags {flags} }}\n"
        ))
    };
    let (composition, said) = launcher("\"!--model\" \"--model\" \"sonnet\"").compose("x-sh");
    assert_eq!(
        said,
        [
            "manifest::option-inside-group: `!--model` cannot take out an option that stands inside another group"
        ]
    );
    assert_eq!(flags(&composition).len(), 4);
    let composition = launcher("\"!--add-dir\" \"!--model\" \"--model\" \"sonnet\"").clean();
    assert_eq!(flags(&composition), ["--model sonnet"]);
    let (_, said) = launcher("\"!--modle\"").compose("x-sh");
    assert_eq!(said, ["manifest::removes-nothing: `!--modle` takes nothing out"]);
}

#[test]
fn variables_merge_by_name() {
    let house = House::new(
        "preset \"p\" { env A=\"1\" B=\"2\" }\n\
         launcher \"x-sh\" { use \"p\"; target \"/t\"; cli \"sh\"; env C=\"{{LAUNCHER}} $HOME\" A=#null }\n",
    );
    let env: Vec<_> = house.clean().env.into_iter().map(|env| (env.name.value, env.value)).collect();
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(
        env,
        [("A".to_owned(), None), ("B".to_owned(), some("2")), ("C".to_owned(), some("x-sh $HOME"))]
    );
}

#[test]
fn module_text_knows_vars_of_the_launcher() {
    let house = House::new(
        "vars { who \"nobody\" }\n\
         preset \"p\" { vars { who \"the preset\" }; modules \"a.md\" }\n\
         launcher \"x-sh\" { use \"p\"; target \"/t/../u\"; cli \"sh\"; vars { who \"{{LAUNCHER}} at {{TARGET_DIR}}\" } }\n",
    );
    assert_eq!(house.clean().modules.unwrap()[0].text, "# a.md of x-sh at /u in /u\n");
}

#[test]
fn a_target_cannot_be_made_of_itself() {
    let house = House::new(
        "vars { here \"{{TARGET_DIR}}/x\" }\nlauncher \"x-sh\" { target \"{{here}}\"; cli \"sh\" }\n",
    );
    let (composition, said) = house.compose("x-sh");
    assert!(composition.target.is_none());
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains("the target is made of itself"), "{said:?}");
}

#[test]
fn an_unset_variable_is_a_problem_of_its_users_only() {
    let manifest = "vars { code \"$CODE\"; free \"/free\" }\n\
                    launcher \"x-sh\" { target \"{{free}}\"; cli \"sh\" }\n\
                    launcher \"y-sh\" { target \"{{code}}/y\"; cli \"sh\" }\n";
    let house = House::new(manifest);
    house.clean();
    let (composition, said) = house.compose("y-sh");
    assert!(composition.target.is_none());
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].starts_with("manifest::unset-variable"), "{said:?}");
    let house = House::with_variables(manifest, &[("CODE", "/code")]);
    assert_eq!(house.compose("y-sh").0.target.unwrap().path, Path::new("/code/y"));
}

#[test]
fn what_is_missing_is_left_out_and_said() {
    let house = House::launcher(
        "modules \"a.md\" \"e.md\" \"z*.md\"\nhooks \"three.sh\"\nskills \"reviews\"\nskills \"gone\" required=#false",
    );
    let (composition, said) = house.compose("x-sh");
    assert_eq!(modules(&composition), ["a.md"]);
    assert_eq!(composition.hooks.unwrap().len(), 0);
    assert_eq!(composition.left_out.len(), 1);
    assert_eq!(composition.skills.unwrap().len(), 0);
    assert_eq!(
        said,
        [
            "manifest::glob-matches-nothing: `z*.md` matches no module",
            "module::missing: there is no module `e.md`",
            "hook::missing: there is no hook `three.sh`",
            "skill::missing: there is no skill `reviews`",
        ]
    );
}

#[test]
fn a_removal_mends_what_a_preset_lists_and_is_missing() {
    let house = House::new(
        "preset \"p\" { modules \"a.md\" \"gone.md\" }\n\
         launcher \"x-sh\" { use \"p\"; target \"/t\"; cli \"sh\"; modules \"!gone.md\" }\n",
    );
    assert_eq!(modules(&house.clean()), ["a.md"]);
}

#[test]
fn a_presets_removal_is_fruitless_only_when_it_is_so_everywhere() {
    let manifest = |extra: &str| {
        format!(
            "preset \"list\" {{ modules \"a.md\" \"b.md\" }}\npreset \"lean\" {{ modules \"!b.md\" }}\n\
             launcher \"x-sh\" {{ use \"lean\"; target \"/t\"; cli \"sh\" }}\n{extra}"
        )
    };
    let count = |text: &str| {
        let house = House::new(text);
        let compositions: Vec<Composition> =
            house.manifest.launchers().map(|launcher| house.compose(&launcher.name.value).0).collect();
        let mut problems = Problems::new();
        fruitless_everywhere(&compositions, &mut problems);
        problems.len()
    };
    assert_eq!(count(&manifest("")), 1);
    assert_eq!(
        count(&manifest("launcher \"y-sh\" { use \"list\" \"lean\"; target \"/t\"; cli \"sh\" }\n")),
        0
    );
    assert_eq!(count(&manifest("launcher \"y-sh\" { use \"list\"; target \"/t\"; cli \"sh\" }\n")), 1);
}

#[test]
fn an_unreadable_folder_of_the_hub_is_said() {
    let house = House::launcher("modules \"a.md\"");
    let folder = house.root.path().join("modules");
    fs_err::rename(&folder, house.root.path().join("elsewhere")).unwrap();
    fs_err::write(&folder, "a file").unwrap();
    let (composition, said) = house.compose("x-sh");
    assert!(modules(&composition).is_empty());
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].starts_with("hub::folder-unreadable: `modules/` cannot be listed"), "{said:?}");
}

#[test]
fn a_long_chain_of_presets_needs_no_deep_stack() {
    use std::fmt::Write as _;
    let mut manifest = String::from("preset \"p0\" { modules \"a.md\" }\n");
    for index in 1..20_000 {
        let _ = writeln!(manifest, "preset \"p{index}\" {{ use \"p{}\" }}", index - 1);
    }
    manifest += "launcher \"x-sh\" { use \"p19999\"; target \"/t\"; cli \"sh\" }\n";
    let composed = std::thread::Builder::new()
        .stack_size(512 << 10)
        .spawn(move || modules(&House::new(&manifest).clean()).len())
        .unwrap();
    assert_eq!(composed.join().unwrap(), 1);
}

#[test]
fn a_glob_that_is_too_long_is_said() {
    let long = "*".repeat(100_000);
    let (_, said) = House::launcher(&format!("modules \"{long}\" \"!{long}\"")).compose("x-sh");
    assert!(said[0].starts_with("manifest::invalid-glob"), "{said:?}");
    assert!(said[1].starts_with("manifest::removes-nothing"), "{said:?}");
}

#[test]
fn a_preset_keeps_what_it_requires_and_stays_the_origin() {
    let house = House::new(
        "preset \"p\" { modules \"gone.md\" required=#true; skills \"review\" mode=\"copy\" \"deploy\" }\n\
         launcher \"x-sh\" { use \"p\"; target \"/t\"; cli \"sh\"; modules \"gone.md\" \"a.md\"\n\
         skills \"review\"; skills \"deploy\" mode=\"link\" }\n",
    );
    let (composition, _) = house.compose("x-sh");
    let mut problems = Problems::new();
    let hub = Hub::open(house.root.path(), &house.manifest.sources);
    let launcher = house.manifest.recipe("x-sh").unwrap();
    compose(&house.manifest, &hub, &house.environment, launcher, Form::Here, lists, &mut problems);
    let missing = problems.iter().next().unwrap();
    assert_eq!((missing.class, missing.scope.as_deref()), (Class::Stop, Some("p")));
    let skills: Vec<_> = composition.skills.iter().flatten().collect();
    let described: Vec<_> =
        skills.iter().map(|skill| (skill.name.as_str(), skill.mode, skill.by.as_str())).collect();
    assert_eq!(described, [("review", SkillMode::Copy, "p"), ("deploy", SkillMode::Link, "p")]);
}

#[test]
fn the_name_of_a_file_is_no_glob_behind_an_exclamation_mark() {
    let said = |nodes: &str| {
        let other = House::launcher(nodes);
        fs_err::write(other.root.path().join("modules/notes x.md"), "text\n").unwrap();
        other.compose("x-sh").1
    };
    let found = said("modules \"notes x.md\" \"!notes [x].md\"");
    assert_eq!(found, ["manifest::removes-nothing: `!notes [x].md` takes nothing out"]);
}

#[test]
fn a_handler_without_a_file_is_known_by_what_it_does() {
    let house = House::launcher(
        "hooks {\nStop type=\"http\" url=\"http://a\" timeout=5\nStop type=\"http\" url=\"http://b\"\n\
         Stop url=\"http://a\" type=\"http\" onFailure=\"block\" timeout=9\n}",
    );
    let composition = house.clean();
    let hooks: Vec<_> = composition.hooks.iter().flatten().collect();
    assert_eq!(hooks.len(), 2);
    let fields: Vec<_> = hooks[0].fields.iter().map(|(name, _)| name.value.as_str()).collect();
    assert_eq!(fields, ["type", "url", "onFailure"]);
    assert_eq!(hooks[0].timeout.as_ref().map(|timeout| timeout.value), Some(9.0));
}

#[test]
fn a_removal_under_another_matcher_says_which() {
    let house = House::launcher(
        "hooks {\nPreToolUse \"one.sh\" matcher=\"Bash\"\nPreToolUse \"!one.sh\" matcher=\"Read\"\n}",
    );
    let (_, said) = house.compose("x-sh");
    assert_eq!(
        said,
        ["manifest::removes-nothing: `!one.sh` takes nothing out of `PreToolUse` with matcher `Read`"]
    );
    let mut problems = Problems::new();
    let hub = Hub::open(house.root.path(), &house.manifest.sources);
    let launcher = house.manifest.recipe("x-sh").unwrap();
    compose(&house.manifest, &hub, &house.environment, launcher, Form::Here, lists, &mut problems);
    let help = problems.iter().next().unwrap().help.clone();
    assert_eq!(help.as_deref(), Some("write `PreToolUse \"!one.sh\" matcher=\"Bash\"`"));
}

#[test]
fn one_launcher_does_not_grow_without_bounds() {
    let long = "x".repeat(1 << 20);
    let flags = "flags \"{{a}}{{a}}{{a}}{{a}}{{a}}\"\n".repeat(10);
    let house = House::launcher(&format!("vars {{ a \"{long}\" }}\n{flags}"));
    let (composition, said) = house.compose("x-sh");
    assert_eq!(said.len(), 1);
    assert!(said[0].starts_with("manifest::var-too-long"), "{said:?}");
    let bytes: usize =
        composition.flags.iter().flat_map(|group| &group.words).map(|word| word.value.len()).sum();
    assert!(bytes <= 17 << 20, "{bytes}");
}

#[test]
fn a_var_without_value_is_said_once_for_a_launcher() {
    let house = House::launcher("vars { a \"$NOPE\" }\nflags \"{{a}}\" \"{{a}}\"; env X=\"{{a}}\"");
    let (_, said) = house.compose("x-sh");
    assert_eq!(said, ["manifest::unset-variable: `{{a}}` has no value: `$NOPE` is unset or empty"]);
}

#[test]
fn presets_that_nobody_uses_are_composed_with_what_they_use() {
    let house = House::new(
        "preset \"used\" { modules \"gone.md\" }\n\
         preset \"base\" { modules \"lost.md\"; vars { a \"{{b}}\"; b \"{{a}}\" } }\n\
         preset \"idle\" { use \"base\" \"used\"; hooks { Stop \"lost.sh\" } }\n\
         launcher \"x-sh\" { use \"used\"; target \"/t\"; cli \"sh\" }\n",
    );
    let hub = Hub::open(house.root.path(), &house.manifest.sources);
    let mut problems = Problems::new();
    let composed = compose_unused(&house.manifest, &hub, &house.environment, lists, &mut problems);
    let lineages: Vec<_> = composed.iter().map(|composition| composition.lineage.join(" ")).collect();
    assert_eq!(lineages, ["base used idle"]);
    let found: Vec<_> = problems.iter().map(|problem| problem.code.name).collect();
    assert_eq!(
        found,
        [
            "assembly::manifest::var-cycle",
            "assembly::module::missing",
            "assembly::module::missing",
            "assembly::hook::missing"
        ]
    );
}

#[test]
fn a_linked_folder_lies_in_the_work_tree_that_it_leads_to() {
    let root = tempfile::tempdir().unwrap();
    fs_err::create_dir_all(root.path().join("tree/.git")).unwrap();
    fs_err::create_dir_all(root.path().join("tree/inner")).unwrap();
    fs_err::os::unix::fs::symlink(root.path().join("tree/inner"), root.path().join("link")).unwrap();
    let found = super::path::git_root(&root.path().join("link"));
    assert_eq!(found, Some(fs_err::canonicalize(root.path().join("tree")).unwrap()));
}

#[test]
fn a_portable_composition_keeps_the_built_in_placeholders() {
    let manifest = "vars { who \"${WHO:-~/me} {{ASSEMBLY_DIR}} $HOME {{LAUNCHER}}\" }\nlauncher \"x-sh\" {\n\
                    target \"$NOWHERE\"\ncli \"$NOTHING\"\nmodules \"a.md\"\n}\n";
    let portable = |house: &House| {
        let mut problems = Problems::new();
        let launcher = house.manifest.recipe("x-sh").unwrap();
        let hub = Hub::open(house.root.path(), &house.manifest.sources);
        let composition =
            compose(&house.manifest, &hub, &house.environment, launcher, Form::Bundled, lists, &mut problems);
        let said: Vec<String> = problems.iter().map(|problem| problem.message.clone()).collect();
        (composition.modules.unwrap()[0].text.clone(), said)
    };
    let (text, said) = portable(&House::new(manifest));
    assert_eq!(text, "# a.md of {{HOME}}/me {{ASSEMBLY_DIR}} {{HOME}} {{LAUNCHER}} in {{TARGET_DIR}}\n");
    assert_eq!(said, Vec::<String>::new(), "neither target nor CLI matter");
    let (_, said) = portable(&House::with_variables(manifest, &[("WHO", "/srv/me")]));
    assert_eq!(said, ["`{{who}}` holds `/srv/me`, a path of this machine"]);
}

#[test]
fn an_invariant_is_as_portable_as_a_module() {
    let house = House::with_variables(
        "vars { who \"$WHO\" }\nlauncher \"x-sh\" {\nperson \"sam\" role=\"cook\"\n}\n",
        &[("WHO", "/srv/me")],
    );
    let folder = house.root.path().join("persons/sam");
    fs_err::create_dir_all(&folder).unwrap();
    fs_err::write(folder.join("person.kdl"), "person \"sam\" { role \"cook\" { skill \"review\"; }; }\n")
        .unwrap();
    fs_err::write(folder.join("INVARIANT.md"), "Cook for {{who}} in {{HOME}}.\n").unwrap();
    let hub = Hub::open(house.root.path(), &house.manifest.sources);
    let mut problems = Problems::new();
    let launcher = house.manifest.recipe("x-sh").unwrap();
    let composition =
        compose(&house.manifest, &hub, &house.environment, launcher, Form::Bundled, lists, &mut problems);
    let text = composition.document().unwrap();
    assert!(text.ends_with("\n---\n\nCook for /srv/me in {{HOME}}.\n"), "{text}");
    let said: Vec<_> = problems.iter().map(|problem| problem.code.name).collect();
    assert_eq!(said, ["assembly::bundle::absolute-var"]);
    assert_eq!(composition.sources[0].bytes, 30 + "---\nname: review\ndescription: d\n---\n\nDo it.\n".len());
}
