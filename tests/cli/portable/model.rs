//! A hub as a value: it can be written to disk, and says by itself what each of its launchers comes to.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What differs between two hubs is computed from this, and never from what the program prints.
#[derive(Clone)]
pub(super) struct Model {
    pub(super) modules: BTreeMap<String, String>,
    /// Text, and whether it can be executed.
    pub(super) hooks: BTreeMap<String, (String, bool)>,
    pub(super) skills: BTreeMap<String, Skill>,
    /// Role, purpose.
    pub(super) roles: BTreeMap<String, String>,
    pub(super) seat: String,
    pub(super) code: String,
    pub(super) presets: Vec<Recipe>,
    pub(super) launchers: Vec<Recipe>,
}

#[derive(Clone)]
pub(super) struct Skill {
    pub(super) description: String,
    pub(super) script: String,
    pub(super) executable: bool,
}

#[derive(Clone, Default)]
pub(super) struct Recipe {
    pub(super) name: String,
    pub(super) description: String,
    pub(super) uses: Vec<String>,
    pub(super) tone: Option<String>,
    pub(super) modules: Vec<String>,
    pub(super) hooks: Vec<Hook>,
    /// Name, copied.
    pub(super) skills: Vec<(String, bool)>,
    pub(super) flags: Vec<String>,
    pub(super) env: Vec<(String, String)>,
    pub(super) folder: Option<String>,
    pub(super) cli: Option<String>,
    pub(super) role: Option<String>,
    pub(super) window: Option<String>,
    pub(super) unignored: bool,
}

#[derive(Clone)]
pub(super) struct Hook {
    pub(super) event: &'static str,
    pub(super) matcher: Option<String>,
    pub(super) file: String,
    pub(super) timeout: u32,
    pub(super) args: Vec<String>,
}

/// What a plan says about a launcher, by the names that differences have.
pub(super) type Facets = BTreeMap<String, String>;

pub(super) fn skill_text(name: &str, skill: &Skill) -> String {
    format!("---\nname: {name}\ndescription: {}\n---\n\nDo it.\n", skill.description)
}

impl Model {
    /// Forty launchers, which use some of four presets.
    pub(super) fn forty() -> Self {
        let text = |name: &str| format!("# {name}\n\nText of {name}.\n");
        let mut modules: BTreeMap<String, String> =
            ["core", "style", "domain", "odd"].map(|name| (format!("{name}.md"), text(name))).into();
        modules.insert("place.md".into(), "Work in `{{TARGET_DIR}}`, which is {{tone}}.\n".into());
        let hooks = ["guard", "load", "remind"]
            .map(|name| (format!("{name}.sh"), (format!("#!/bin/sh\n# {name}\ncat >/dev/null\n"), true)));
        let skill = |name: &str| Skill {
            description: format!("What {name} does"),
            script: format!("#!/bin/sh\necho {name}\n"),
            executable: true,
        };
        let skills =
            ["review", "ship", "prose", "role-dev", "role-ops"].map(|name| (name.to_owned(), skill(name)));
        let preset = |name: &str| Recipe { name: name.to_owned(), ..Recipe::default() };
        let hook = |event, file: &str, matcher: Option<&str>| Hook {
            event,
            matcher: matcher.map(str::to_owned),
            file: file.to_owned(),
            timeout: 5,
            args: Vec::new(),
        };
        let presets = vec![
            Recipe {
                tone: Some("calm".into()),
                cli: Some("claude".into()),
                modules: vec!["core.md".into(), "style.md".into()],
                hooks: vec![hook("UserPromptSubmit", "remind.sh", None)],
                flags: vec!["--permission-mode".into(), "plan".into()],
                ..preset("base")
            },
            Recipe {
                uses: vec!["base".into()],
                hooks: vec![hook("PreToolUse", "guard.sh", Some("Bash"))],
                env: vec![("GUARD".into(), "on".into())],
                ..preset("guarded")
            },
            Recipe {
                skills: vec![("prose".into(), true)],
                modules: vec!["place.md".into()],
                ..preset("writing")
            },
            Recipe { role: Some("dev".into()), skills: vec![("review".into(), false)], ..preset("dev") },
        ];
        let launchers = (0..40).map(|index| {
            let mut uses = vec![if index % 2 == 0 { "base" } else { "guarded" }.to_owned()];
            uses.extend((index % 3 == 0).then(|| "writing".to_owned()));
            uses.extend((index % 5 == 0).then(|| "dev".to_owned()));
            Recipe {
                description: format!("Number {index}"),
                uses,
                modules: if index % 7 == 0 { vec!["domain.md".into()] } else { Vec::new() },
                skills: if index % 4 == 0 { vec![("ship".into(), index % 8 == 0)] } else { Vec::new() },
                env: if index % 6 == 0 { vec![("NUMBER".into(), index.to_string())] } else { Vec::new() },
                folder: Some(format!("app{index}")),
                window: (index % 9 == 0).then(|| format!("w{index}")),
                ..preset(&format!("app{index}-mac-claude"))
            }
        });
        Self {
            modules,
            hooks: hooks.into(),
            skills: skills.into(),
            roles: [("dev".into(), "Builds it.".into()), ("ops".into(), "Runs it.".into())].into(),
            seat: "Opal".into(),
            code: "~/code".into(),
            presets,
            launchers: launchers.collect(),
        }
    }

    pub(super) fn add_to_module(&mut self, name: &str) {
        self.modules.get_mut(name).expect("a module").push_str("More.\n");
    }

    pub(super) fn add_to_hook(&mut self, name: &str) {
        self.hooks.get_mut(name).expect("a hook").0.push_str("# more\n");
    }

    pub(super) fn add_to_script(&mut self, name: &str) {
        self.skills.get_mut(name).expect("a skill").script.push_str("# more\n");
    }

    pub(super) fn preset(&mut self, name: &str) -> &mut Recipe {
        self.presets.iter_mut().find(|preset| preset.name == name).expect("a preset")
    }

    /// What each launcher comes to.
    pub(super) fn facets(&self) -> BTreeMap<String, Facets> {
        self.launchers.iter().map(|launcher| (launcher.name.clone(), self.facets_of(launcher))).collect()
    }

    fn lineage<'a>(&'a self, recipe: &'a Recipe, found: &mut Vec<&'a Recipe>) {
        for preset in self.presets.iter().filter(|preset| recipe.uses.contains(&preset.name)) {
            self.lineage(preset, found);
        }
        if !found.iter().any(|known| known.name == recipe.name) {
            found.push(recipe);
        }
    }

    fn facets_of(&self, launcher: &Recipe) -> Facets {
        let mut lineage = Vec::new();
        self.lineage(launcher, &mut lineage);
        let last =
            |value: &dyn Fn(&Recipe) -> Option<String>| lineage.iter().rev().find_map(|recipe| value(recipe));
        let mut facets = Facets::new();
        let target = format!("{}/{}", self.code, last(&|recipe| recipe.folder.clone()).unwrap_or_default());
        let tone = last(&|recipe| recipe.tone.clone()).unwrap_or_default();
        let role = last(&|recipe| recipe.role.clone());
        let mut document =
            role.as_ref().map_or_else(String::new, |role| format!("{role}{}{}", self.roles[role], self.seat));
        for module in lineage.iter().flat_map(|recipe| &recipe.modules) {
            let text = self.modules[module].replace("{{TARGET_DIR}}", &target).replace("{{tone}}", &tone);
            _ = write!(document, "|{text}");
        }
        facets.insert("CLAUDE.local.md".into(), document);
        let mut settings = String::new();
        for hook in lineage.iter().flat_map(|recipe| &recipe.hooks) {
            _ = write!(
                settings,
                "{}{:?}{}{}{:?}|",
                hook.event, hook.matcher, hook.file, hook.timeout, hook.args
            );
            let (text, executable) = &self.hooks[&hook.file];
            facets.insert(format!("{{{{ASSEMBLY_DIR}}}}/hooks/{}", hook.file), format!("{executable}{text}"));
        }
        facets.insert(".claude/settings.local.json".into(), settings);
        let mut skills: Vec<(String, bool)> =
            role.iter().map(|role| (format!("role-{role}"), false)).collect();
        for (name, copied) in lineage.iter().flat_map(|recipe| &recipe.skills) {
            if !skills.iter().any(|(known, _)| known == name) {
                skills.push((name.clone(), *copied));
            }
        }
        for (name, copied) in skills {
            let skill = &self.skills[&name];
            let (text, script) = (skill_text(&name, skill), format!("{}{}", skill.executable, skill.script));
            let artifact = format!(".claude/skills/{name}");
            if copied {
                facets.insert(artifact, format!("copy {text}{script}"));
            } else {
                facets.insert(artifact, "link".into());
                let folder = format!("{{{{ASSEMBLY_DIR}}}}/skills/{name}");
                facets.insert(format!("{folder}/SKILL.md"), text);
                facets.insert(format!("{folder}/scripts/go"), script);
            }
        }
        if !lineage.iter().any(|recipe| recipe.unignored) {
            facets.insert(".gitignore".into(), "lines".into());
        }
        let flags: Vec<&String> = lineage.iter().flat_map(|recipe| &recipe.flags).collect();
        facets.insert("argv".into(), format!("{:?}{flags:?}", last(&|recipe| recipe.cli.clone())));
        let env: Vec<_> = lineage.iter().flat_map(|recipe| &recipe.env).collect();
        facets.insert("env".into(), format!("{env:?}"));
        facets.insert("target".into(), target);
        facets.insert("tmux".into(), format!("{:?}", last(&|recipe| recipe.window.clone())));
        facets
    }
}
