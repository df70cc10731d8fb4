//! One launcher, from its presets to everything it selects.

use std::borrow::Cow;
use std::cell::RefCell;

use super::final_newline::check_final_newlines;
use super::form::{Form, check_portable};
use super::lineage::{last, lineage};
use super::model::{Composition, Env, Program, SelectedPerson};
use super::names::{BuiltIns, TargetDir, expand_word};
use super::ordered::Ordered;
use super::person::Chosen;
use super::portable::name_from_sources;
use super::program::program;
use super::resolver::Resolver;
use super::scribe::Scribe;
use super::selection::{Picker, teller};
use super::settings::{self, IsList, Settings};
use super::target::target;
use super::{content, delivery, flags, hooks, person, sources};
use crate::Environment;
use crate::diagnostic::{Problems, Spanned};
use crate::hub::{Hub, Kind};
use crate::manifest::{Delivery, Gitignore, Manifest, Names, Recipe, Room, Tmux, Variable, resolve_vars};

/// Joins a launcher with its presets and the hub. Whatever cannot be had is reported and left out. Composed for a bundle,
/// it has no target, no CLI and no keys of the CLI's settings file; composed for any machine, its target is a text and no folder.
pub fn compose(
    manifest: &Manifest,
    hub: &Hub,
    environment: &Environment,
    launcher: &Recipe,
    form: Form,
    is_list: IsList,
    problems: &mut Problems,
) -> Composition {
    let is_bundled = form == Form::Bundled;
    let lineage = lineage(manifest, launcher);
    let mut scribe = Scribe::new(problems, room(manifest));
    let hub_path = manifest.hub.to_string_lossy().into_owned();

    let vars: Vec<&Variable> =
        manifest.vars.iter().chain(lineage.iter().flat_map(|recipe| &recipe.vars)).collect();
    let told = RefCell::default();
    for variable in &manifest.vars {
        scribe.declared("var", &variable.name.value, "set at the top of the manifest".to_owned());
    }
    let name = launcher.name.value.as_str();
    let built_ins =
        |target| BuiltIns { form, environment, hub: &hub_path, launcher: name, target, told: &told };
    let target = (!is_bundled).then(|| target(&lineage, &vars, &built_ins, &mut scribe)).flatten();
    let target_path = match &target {
        Some(target) => Some(target.path.to_string_lossy()),
        None => is_bundled.then(Cow::default),
    };
    let built_ins = built_ins(target_path.as_deref().map_or(TargetDir::Unknown, TargetDir::Known));
    let names = resolve_vars(vars.iter().copied(), &built_ins, &mut scribe.room, scribe.problems);
    declare_vars(&lineage, &mut scribe);
    let cli = (!is_bundled).then(|| program(&lineage, &names, form, &manifest.hub, &mut scribe)).flatten();

    sources::admit(manifest, hub, &mut scribe);
    let mut resolver = Resolver::new(hub, &lineage, &mut scribe);
    let mut texts = Room::new(content::LARGEST);
    let person = person::choose(&lineage, &mut resolver, &names, &mut texts, &mut scribe);
    if let Some(file) = person.as_ref().filter(|_| is_bundled).and_then(Chosen::invariant) {
        check_portable(file, &names, &vars, &mut scribe);
    }
    let modules = lineage.iter().any(|recipe| recipe.modules.is_some()).then(|| {
        let picker = Picker { kind: Kind::Module, resolver: &resolver };
        let list =
            picker.select(Vec::new(), &lineage, |recipe: &Recipe| recipe.modules.as_deref(), &mut scribe);
        let modules = content::modules(list, &mut resolver, &names, &mut texts, &mut scribe);
        for module in modules.iter().filter(|_| is_bundled) {
            check_portable(&module.file, &names, &vars, &mut scribe);
        }
        modules
    });
    let hooks = lineage.iter().any(|recipe| recipe.hooks.is_some()).then(|| {
        let picker = Picker { kind: Kind::Hook, resolver: &resolver };
        let (list, odd) = hooks::select(&lineage, picker, &mut scribe);
        let program = cli.as_ref().map_or("the CLI", |cli| cli.harness.value.as_str());
        content::hooks(list, &odd, &mut resolver, &names, form, program, &mut scribe)
    });
    let (hooks, left_out) = hooks.unzip();
    let declared = lineage.iter().any(|recipe| recipe.skills.is_some());
    let skills = (declared || person.is_some()).then(|| {
        let picker = Picker { kind: Kind::Skill, resolver: &resolver };
        let first = person.as_ref().map(|person| person.skills(picker, &mut scribe)).unwrap_or_default();
        let list = picker.select(first, &lineage, |recipe: &Recipe| recipe.skills.as_deref(), &mut scribe);
        content::skills(list, &mut resolver, &mut scribe)
    });
    resolver.finish(&mut scribe);
    let delivery = delivery(&lineage);
    delivery::deliver(delivery, skills.as_deref().unwrap_or_default(), &mut texts, &mut scribe);
    let flags = flags::expand(flags::select(&lineage, &mut scribe), &names, &mut scribe);
    let env = env(&lineage, &names, &mut scribe);
    let settings = settings(form, &lineage, cli.as_ref(), is_list, &names, &mut scribe);
    let tmux = tmux(&lineage, &names, &mut scribe);
    let person = person.map(SelectedPerson::from);
    let sources = sources::report(
        hub,
        person.as_ref(),
        modules.as_deref().unwrap_or_default(),
        hooks.as_deref().unwrap_or_default(),
        skills.as_deref().unwrap_or_default(),
    );

    let mut composition = Composition {
        launcher: launcher.name.clone(),
        lineage: lineage.iter().map(|recipe| recipe.name.value.clone()).collect(),
        description: last(&lineage, |recipe| recipe.description.as_ref()).map(|(text, _)| text.clone()),
        hub: hub_path,
        declared_target: None,
        target,
        cli,
        modules,
        hooks,
        left_out: left_out.unwrap_or_default(),
        skills,
        person,
        delivery,
        settings_mode: last(&lineage, |recipe| recipe.settings_mode.as_ref())
            .map(|(mode, _)| mode.value)
            .unwrap_or_default(),
        flags,
        env,
        settings,
        gitignore: last(&lineage, |recipe| recipe.gitignore.as_ref())
            .map_or(Gitignore::InTarget, |(file, _)| file.value),
        tmux,
        sources,
        trace: scribe.trace,
        fruitless: scribe.fruitless,
    };
    check_final_newlines(&composition, scribe.problems);
    name_from_sources(&mut composition, hub, form);
    composition
}

fn declare_vars(lineage: &[&Recipe], scribe: &mut Scribe) {
    for recipe in lineage {
        for variable in &recipe.vars {
            scribe.declared("var", &variable.name.value, format!("set by {}", teller(recipe)));
        }
    }
}

fn delivery(lineage: &[&Recipe]) -> Delivery {
    last(lineage, |recipe| recipe.delivery.as_ref()).map(|(delivery, _)| delivery.value).unwrap_or_default()
}

/// A bundle has no keys of the CLI's settings file.
fn settings(
    form: Form,
    lineage: &[&Recipe],
    cli: Option<&Program>,
    is_list: IsList,
    names: &dyn Names,
    scribe: &mut Scribe,
) -> Settings {
    if form == Form::Bundled {
        return Settings::default();
    }
    let harness = cli.map(|cli| cli.harness.value.as_str());
    settings::select(lineage, harness, is_list, names, scribe)
}

/// What the expansion of one launcher may add. All of them together are held in memory, so many get less each.
fn room(manifest: &Manifest) -> Room {
    const ALL: usize = 512 << 20;
    Room::new(Room::LAUNCHER.min(ALL / manifest.recipes.len().max(1)))
}

fn tmux(lineage: &[&Recipe], names: &dyn Names, scribe: &mut Scribe) -> Tmux {
    let Some((tmux, _)) = last(lineage, |recipe| recipe.tmux.as_ref()) else { return Tmux::Default };
    match &tmux.value {
        Tmux::Window(name) => {
            let name = Spanned::new(name.clone(), tmux.place.clone());
            Tmux::Window(expand_word(&name, names, scribe))
        }
        other => other.clone(),
    }
}

/// Variables merge by name: the first declaration gives the place in the order, the last one the value.
fn env(lineage: &[&Recipe], names: &dyn Names, scribe: &mut Scribe) -> Vec<Env> {
    let mut merged = Ordered::new();
    for recipe in lineage {
        for entry in &recipe.env {
            let value = entry.value.value.as_ref().map(|value| {
                expand_word(&Spanned::new(value.clone(), entry.value.place.clone()), names, scribe)
            });
            let outcome = if value.is_some() { "set" } else { "unset" };
            scribe.declared("env", &entry.name.value, format!("{outcome} by {}", teller(recipe)));
            let (name, place) = (entry.name.clone(), entry.value.place.clone());
            let new = Env { name, value, place, by: recipe.name.value.clone() };
            merged.set(entry.name.value.as_str(), new);
        }
    }
    merged.into_values().collect()
}
