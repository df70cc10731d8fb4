//! What `check` says of targets beside each other, within each other, and in the hub.

use std::cell::LazyCell;

use super::codes;
use super::opened::Opened;
use super::pipeline::Pipeline;
use crate::diagnostic::{Diagnostic, Place, Problems, listed, visible};
use crate::disk::WorkTree;
use crate::hub::{Kind, Source};
use crate::plan::holder_of;

impl Pipeline<'_> {
    /// Looks at the targets of all launchers; says only what concerns one that `is_meant` names.
    pub(super) fn check_targets(
        &self,
        opened: &[Opened],
        is_meant: &dyn Fn(&str) -> bool,
        problems: &mut Problems,
    ) {
        let mut say = |problem: Diagnostic, one: &Opened, other: &Opened| {
            let concerned = [one, other].map(|opened| &opened.launcher.value);
            if let Some(scope) = concerned.into_iter().find(|name| is_meant(name)) {
                problems.push(problem.scope(scope));
            }
        };
        for (at, one) in opened.iter().enumerate() {
            if let Some(other) = opened[..at].iter().find(|other| one.shares_with(other)) {
                say(shared(one, other), one, other);
            }
            let around = opened.iter().filter_map(|other| Some((one.depth_in(other)?, other)));
            let tree = LazyCell::new(|| WorkTree::around(&one.target).ok().flatten());
            let load = |other| loaded_from(other, one, tree.as_ref());
            let loaded = around.filter_map(|(depth, other)| Some((depth, other, load(other)?)));
            // Of several that share it, and of several around each other, one is enough.
            if let Some((_, other, files)) = loaded.min_by_key(|(depth, ..)| *depth) {
                say(nested(one, other, &files), one, other);
            }
            if let Some(problem) = self.hub().sources().iter().find_map(|source| in_source(one, source)) {
                say(problem, one, one);
            }
        }
    }
}

fn shared(one: &Opened, other: &Opened) -> Diagnostic {
    let holder = holder_of(&one.target, one.layout.name);
    let said = |opened: &Opened| {
        let name = visible(&opened.launcher.value);
        let is_holder = holder.as_ref() == Some(&opened.launcher.value);
        let last = if is_holder { ", which was the last to run there" } else { "" };
        format!("opened by `{name}`{last}")
    };
    let (name, first) = (visible(&one.launcher.value), visible(&other.launcher.value));
    let message =
        format!("`{first}` and `{name}` open the same target, and each replaces what the other wrote there");
    Diagnostic::new(&codes::SHARED_TARGET, message)
        .label(place(one, other), said(one))
        .label(place(other, one), said(other))
        .help("give one of them a `target` of its own, or make them one launcher")
}

/// Where the target of one of two launchers is declared. One node of a preset can say it for both, by a variable; then it is
/// the launcher that tells them apart.
fn place<'a>(opened: &'a Opened, beside: &Opened) -> &'a Place {
    if opened.declared == beside.declared { &opened.launcher.place } else { &opened.declared }
}

/// What a session of `inner`, which lies in `tree`, loads of what `outer` has in a folder above.
fn loaded_from(outer: &Opened, inner: &Opened, tree: Option<&WorkTree>) -> Option<Vec<String>> {
    if outer.layout.name != inner.layout.name {
        return None;
    }
    let layout = outer.layout;
    let is_top = tree.is_some_and(|tree| outer.is(&tree.top));
    let is_within = tree.is_some_and(|tree| outer.is_in(&tree.top));
    let skills = format!("{}/", layout.skills_folder);
    let loads = |path: &String| {
        let is_skill = layout.above.skills && is_within && path.starts_with(&skills);
        let is_instructions = layout.above.instructions && path == layout.instructions.file;
        is_instructions || is_skill || (layout.above.settings && is_top && path == layout.settings_file)
    };
    let mut files: Vec<String> = outer.artifacts.iter().filter(|path| loads(path)).cloned().collect();
    for file in &mut files {
        if file.starts_with(&skills) {
            file.clone_from(&skills);
        }
    }
    files.dedup();
    (!files.is_empty()).then_some(files)
}

fn nested(inner: &Opened, outer: &Opened, files: &[String]) -> Diagnostic {
    let (name, other) = (visible(&inner.launcher.value), visible(&outer.launcher.value));
    let message =
        format!("the target of `{name}` lies in that of `{other}`, whose files its sessions load too");
    Diagnostic::new(&codes::NESTED_TARGET, message)
        .label(place(inner, outer), format!("a session here also loads {} from there", listed(files)))
        .label(place(outer, inner), format!("the target of `{other}`"))
        .help("list what both are to know in the outer one only, or give one a `target` elsewhere")
}

/// A target that is a source, or lies in one of its folders, so that what is written there comes to lie among what it is
/// made of. Elsewhere in a hub it is nobody's concern, and neither is a hub in a target.
fn in_source(opened: &Opened, source: &Source) -> Option<Diagnostic> {
    let name = visible(&opened.launcher.value);
    let whose =
        if source.is_hub() { "the hub".to_owned() } else { format!("the source `{}`", visible(source.id())) };
    if opened.is(source.root()) {
        let message = format!("the target of `{name}` is {whose} itself");
        return Some(
            Diagnostic::new(&codes::TARGET_IS_HUB, message)
                .label(&opened.declared, "a run writes its files here, beside what they are made of")
                .help("name the project's folder; this can stay when the sessions are to work on it"),
        );
    }
    let folders = Kind::ALL.map(Kind::folder);
    let folder = folders.into_iter().find(|folder| opened.is_in(&source.root().join(folder)))?;
    let message = format!("the target of `{name}` lies in `{folder}/` of {whose}");
    Some(
        Diagnostic::new(&codes::TARGET_IN_SOURCE, message)
            .label(&opened.declared, "what a run writes here becomes a part of what it is made of")
            .help("name the project's folder"),
    )
}
