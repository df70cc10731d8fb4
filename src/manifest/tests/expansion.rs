//! The rule of expansion.

use std::cell::Cell;
use std::collections::HashMap;

use crate::diagnostic::{Place, Problems, SourceFile, Spanned};
use crate::manifest::{Names, Room, Variable, expand_path, expand_text, resolve_vars};

#[derive(Default)]
struct Fake {
    placeholders: HashMap<&'static str, &'static str>,
    variables: HashMap<&'static str, &'static str>,
    asked: Cell<usize>,
}

impl Fake {
    fn new() -> Self {
        Self {
            placeholders: HashMap::from([("ASSEMBLY_DIR", "/hub"), ("HOME", "/home/sam")]),
            variables: HashMap::from([("CODE", "~/src"), ("ODD", "{{HOME}}$CODE")]),
            asked: Cell::new(0),
        }
    }
}

impl Names for Fake {
    fn placeholder(&self, name: &str) -> Option<String> {
        self.placeholders.get(name).map(|value| (*value).to_owned())
    }

    fn known(&self, most: usize) -> Vec<&str> {
        ["ASSEMBLY_DIR", "HOME"].into_iter().take(most).collect()
    }

    fn variable(&self, name: &str) -> Option<String> {
        self.asked.set(self.asked.get() + 1);
        self.variables.get(name).map(|value| (*value).to_owned())
    }

    fn home(&self) -> Option<String> {
        Some("/home/sam".to_owned())
    }
}

fn spanned(text: &str) -> Spanned<String> {
    let file = SourceFile::new("/hub/launchers.kdl", "launchers.kdl", format!("\"{text}\""));
    Spanned::new(text.to_owned(), Place::new(&file, 0..text.len() + 2))
}

fn path(text: &str) -> (Option<String>, Vec<String>) {
    let mut problems = Problems::new();
    let expanded = expand_path(&spanned(text), &Fake::new(), &mut problems);
    let shown =
        problems.iter().map(|problem| format!("{}: {}", problem.code.name, problem.message)).collect();
    (expanded, shown)
}

#[test]
fn paths_expand_once() {
    for (text, expected) in [
        ("~", "/home/sam"),
        ("~/x", "/home/sam/x"),
        ("~ann/x", "~ann/x"),
        ("a/~", "a/~"),
        ("$CODE/x", "/home/sam/src/x"),
        ("${CODE}x", "/home/sam/srcx"),
        ("${NOPE:-~/b}/c", "/home/sam/b/c"),
        ("${NOPE:-${ALSO:-{{HOME}}}}", "/home/sam"),
        ("${NOPE:-}x", "x"),
        ("{{ASSEMBLY_DIR}}/m", "/hub/m"),
        ("x$ODD", "x{{HOME}}$CODE"),
        ("$$CODE", "$CODE"),
        ("a$", "a$"),
        ("$5", "$5"),
        ("{{ HOME }}", "{{ HOME }}"),
        ("{{template}}", "{{template}}"),
    ] {
        assert_eq!(path(text), (Some(expected.to_owned()), Vec::new()), "{text}");
    }
}

#[test]
fn a_missing_variable_has_no_path() {
    let (expanded, problems) = path("$NOPE/$ALSO");
    assert_eq!(expanded, None);
    assert_eq!(
        problems,
        [
            "assembly::manifest::unset-variable: `$NOPE` is unset or empty",
            "assembly::manifest::unset-variable: `$ALSO` is unset or empty"
        ]
    );
}

#[test]
fn a_form_that_is_not_understood_has_no_path() {
    assert_eq!(path("${CODE%/}").1, ["assembly::manifest::bad-expansion: `${CODE%/}` is not understood"]);
    assert_eq!(path("${CODE").0, None);
}

#[test]
fn unknown_placeholders_stay_with_a_warning() {
    let (expanded, problems) = path("{{HOMME}}/{{GIT_ROOT}}/{{NOPE}}");
    assert_eq!(expanded.as_deref(), Some("{{HOMME}}/{{GIT_ROOT}}/{{NOPE}}"));
    assert_eq!(problems.len(), 3);
    assert!(problems[1].contains("in `target` only"), "{problems:?}");
}

#[test]
fn text_knows_placeholders_only() {
    let text = "$CODE ~ \\ | & {{HOME}} $$ {{x}} {{HOME";
    let file = SourceFile::new("/hub/modules/a.md", "modules/a.md", text);
    let mut problems = Problems::new();
    let names = Fake::new();
    let expanded =
        expand_text(text, |range| Place::new(&file, range), &names, &mut Room::new(100), &mut problems);
    assert_eq!(expanded, "$CODE ~ \\ | & /home/sam $$ {{x}} {{HOME");
    assert!(problems.is_empty());
    assert_eq!(names.asked.get(), 0);
}

#[test]
fn labels_point_into_the_word() {
    let mut problems = Problems::new();
    expand_path(&spanned("a/$NOPE/b"), &Fake::new(), &mut problems);
    assert_eq!(problems.iter().next().unwrap().labels[0].place.text(), "$NOPE");
    let file = SourceFile::new("/f", "f", "\"a\\\\$NOPE\"");
    let escaped = Spanned::new("a\\$NOPE".to_owned(), Place::new(&file, 0..file.text().len()));
    let mut problems = Problems::new();
    expand_path(&escaped, &Fake::new(), &mut problems);
    assert_eq!(problems.iter().next().unwrap().labels[0].place.text(), file.text());
}

fn vars(pairs: &[(&str, &str)]) -> Vec<Variable> {
    pairs.iter().map(|(name, value)| Variable { name: spanned(name), value: spanned(value) }).collect()
}

#[test]
fn vars_use_vars_and_the_last_of_a_name_counts() {
    let fake = Fake::new();
    let mut problems = Problems::new();
    let list = vars(&[("a", "{{b}}/a"), ("b", "old"), ("b", "~/b"), ("c", "{{a}}")]);
    let names = resolve_vars(&list, &fake, &mut Room::new(Room::LAUNCHER), &mut problems);
    assert_eq!(names.placeholder("c").as_deref(), Some("/home/sam/b/a"));
    assert_eq!(names.placeholder("HOME").as_deref(), Some("/home/sam"));
    assert!(problems.is_empty());
}

#[test]
fn a_circle_of_vars_is_one_error() {
    let fake = Fake::new();
    let mut problems = Problems::new();
    let list = vars(&[("a", "{{b}}"), ("b", "{{c}}"), ("c", "${X:-{{a}}}"), ("d", "{{a}}")]);
    let names = resolve_vars(&list, &fake, &mut Room::new(Room::LAUNCHER), &mut problems);
    assert_eq!(problems.len(), 1);
    assert!(problems.iter().next().unwrap().message.ends_with("`a` → `b` → `c` → `a`"));
    assert_eq!(expand_path(&spanned("{{d}}"), &names, &mut problems), None);
    assert_eq!(problems.len(), 1);
}

#[test]
fn only_users_of_a_var_miss_its_variable() {
    let fake = Fake::new();
    let mut problems = Problems::new();
    let list = vars(&[("base", "$NOPE/x"), ("user", "{{base}}/y"), ("other", "z")]);
    let names = resolve_vars(&list, &fake, &mut Room::new(Room::LAUNCHER), &mut problems);
    assert!(problems.is_empty());
    assert_eq!(expand_path(&spanned("{{other}}"), &names, &mut problems).as_deref(), Some("z"));
    assert!(problems.is_empty());
    assert_eq!(expand_path(&spanned("{{user}}"), &names, &mut problems), None);
    let problem = problems.iter().next().unwrap();
    assert_eq!(problem.message, "`{{user}}` has no value: `$NOPE` is unset or empty");
    assert_eq!(problem.labels[0].place.text(), "{{user}}");
}

#[test]
fn vars_that_double_one_another_end() {
    let fake = Fake::new();
    let mut problems = Problems::new();
    let names: Vec<String> = (0..40).map(|index| format!("v{index}")).collect();
    let values: Vec<String> = (0..40).map(|index| format!("{{{{v{0}}}}}{{{{v{0}}}}}", index + 1)).collect();
    let mut pairs: Vec<(&str, &str)> =
        names.iter().map(String::as_str).zip(values.iter().map(String::as_str)).collect();
    pairs.push(("v40", "0123456789"));
    let list = vars(&pairs);
    let names = resolve_vars(&list, &fake, &mut Room::new(Room::LAUNCHER), &mut problems);
    assert_eq!(names.placeholder("v0"), None);
    assert!(problems.iter().any(|problem| problem.code.name == "assembly::manifest::var-too-long"));
}
