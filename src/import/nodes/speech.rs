//! Texts of a script in the words of a manifest: each place there expands something else.

use std::path::{Path, PathBuf};

use super::beside::{ends_name, is_clean, is_placeholder, stands_alone, var_name};
use crate::import::text::{Part, Text};

/// Says the texts of one launcher, and collects the vars that it needs for that.
pub(super) struct Speech {
    hub: PathBuf,
    target: Option<Text>,
    /// `name "value"`, in the order of first use.
    pub(super) vars: Vec<(String, String)>,
}

/// Says `{` where two of them would be a placeholder.
const OPENING: &str = "brace";
/// Says `}` where one would end a default.
const CLOSING: &str = "closing-brace";

impl Speech {
    pub(super) fn new(hub: &Path, target: Option<&Text>) -> Self {
        Self { hub: hub.to_owned(), target: target.cloned(), vars: Vec::new() }
    }

    /// As `target`, `cli` and the values of vars expand it.
    pub(super) fn path(&mut self, text: &Text) -> String {
        let mut said = String::new();
        for (index, part) in text.parts().iter().enumerate() {
            match part {
                Part::Plain(text) => {
                    if index == 0 && text.starts_with('~') {
                        said.push_str("./");
                    }
                    self.plain(text, true, false, &mut said);
                }
                Part::Home if index == 0 && stands_alone(text.parts().get(1)) => said.push('~'),
                Part::Home => said.push_str("${HOME}"),
                Part::Folder(folder) => self.folder(folder, true, &mut said),
                Part::GitRoot => said.push_str("{{GIT_ROOT}}"),
                Part::Variable { name, default } => {
                    let is_bare = default.is_none() && ends_name(text.parts().get(index + 1));
                    said.push_str(&self.variable(name, default.as_ref(), is_bare));
                }
            }
        }
        said
    }

    /// As `flags` and `env` expand it.
    pub(super) fn text(&mut self, text: &Text) -> String {
        let target = self.target.clone().filter(|target| !target.is_empty() && is_clean(target));
        if let Some(rest) = target.and_then(|target| text.strip_start(&target))
            && stands_alone(rest.parts().first())
        {
            return format!("{{{{TARGET_DIR}}}}{}", self.text(&rest));
        }
        let mut said = String::new();
        for part in text.parts() {
            match part {
                Part::Plain(text) => self.plain(text, false, false, &mut said),
                Part::Home => said.push_str("{{HOME}}"),
                Part::Folder(folder) => self.folder(folder, false, &mut said),
                Part::GitRoot => said.push_str("{{GIT_ROOT}}"),
                Part::Variable { name, default } => {
                    let value = self.variable(name, default.as_ref(), default.is_none());
                    let name = self.var(&var_name(name), value);
                    said.push_str(&placeholder(&name));
                }
            }
        }
        said
    }

    fn variable(&mut self, name: &str, default: Option<&Text>, is_bare: bool) -> String {
        match default {
            None if is_bare => format!("${name}"),
            None => format!("${{{name}}}"),
            Some(default) => {
                let mut said = format!("${{{name}:-");
                for part in default.parts() {
                    match part {
                        Part::Plain(text) => self.plain(text, true, true, &mut said),
                        Part::Home => {
                            said.push_str(if default.parts().len() == 1 { "$HOME" } else { "${HOME}" });
                        }
                        Part::Folder(folder) => self.folder(folder, true, &mut said),
                        Part::GitRoot => said.push_str("{{GIT_ROOT}}"),
                        Part::Variable { name, default } => {
                            let inner = self.variable(name, default.as_ref(), false);
                            said.push_str(&inner);
                        }
                    }
                }
                // `${HOME}/x` is as good, but nobody writes it.
                let said = said.replacen(":-${HOME}/", ":-$HOME/", 1);
                format!("{said}}}")
            }
        }
    }

    /// Text that means itself.
    fn plain(&mut self, text: &str, dollars: bool, in_default: bool, said: &mut String) {
        for (at, character) in text.char_indices() {
            match character {
                '$' if dollars => said.push_str("$$"),
                '{' | '}' if in_default => {
                    let (name, value) = if character == '{' { (OPENING, "{") } else { (CLOSING, "}") };
                    let name = self.var(name, value.to_owned());
                    said.push_str(&placeholder(&name));
                }
                '{' if text[at + 1..].starts_with('{') && is_placeholder(&text[at + 2..]) => {
                    let name = self.var(OPENING, "{".to_owned());
                    said.push_str(&placeholder(&name));
                }
                other => said.push(other),
            }
        }
    }

    fn folder(&mut self, folder: &Path, dollars: bool, said: &mut String) {
        match folder.strip_prefix(&self.hub) {
            Ok(rest) => {
                said.push_str("{{ASSEMBLY_DIR}}");
                if !rest.as_os_str().is_empty() {
                    said.push('/');
                    self.plain(&rest.to_string_lossy(), dollars, false, said);
                }
            }
            Err(_) => self.plain(&folder.to_string_lossy(), dollars, false, said),
        }
    }

    /// The name of a var with this value; `name` unless it has another one already.
    fn var(&mut self, name: &str, value: String) -> String {
        let mut tried = name.to_owned();
        let mut count = 1;
        loop {
            match self.vars.iter().find(|(known, _)| *known == tried) {
                Some((_, known)) if *known == value => return tried,
                Some(_) => {
                    count += 1;
                    tried = format!("{name}-{count}");
                }
                None => {
                    self.vars.push((tried.clone(), value));
                    return tried;
                }
            }
        }
    }
}

fn placeholder(name: &str) -> String {
    format!("{{{{{name}}}}}")
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::Speech;
    use crate::import::text::{Part, Text};

    fn text(parts: &[Part]) -> Text {
        parts.iter().cloned().collect()
    }

    fn plain(text: &str) -> Part {
        Part::Plain(text.to_owned())
    }

    fn variable(name: &str, default: Option<Text>) -> Part {
        Part::Variable { name: name.to_owned(), default }
    }

    #[test]
    fn paths() {
        let mut speech = Speech::new(Path::new("/hub"), None);
        let home_code = text(&[Part::Home, plain("/code/infra")]);
        for (parts, expected) in [
            (vec![Part::Home, plain("/a b")], "~/a b"),
            (vec![Part::Home, plain("-x")], "${HOME}-x"),
            (vec![plain("/a/$x/~")], "/a/$$x/~"),
            (vec![plain("~/x")], "./~/x"),
            (vec![variable("INFRA_DIR", Some(home_code))], "${INFRA_DIR:-$HOME/code/infra}"),
            (vec![variable("A", None), plain("/x")], "$A/x"),
            (vec![variable("A", None), plain("x")], "${A}x"),
            (vec![Part::Folder(PathBuf::from("/hub/x"))], "{{ASSEMBLY_DIR}}/x"),
            (vec![Part::Folder(PathBuf::from("/other"))], "/other"),
            (vec![plain("/{{HOME}}/{{ x }}")], "/{{brace}}{HOME}}/{{ x }}"),
            (vec![variable("A", Some(Text::plain("}")))], "${A:-{{closing-brace}}}"),
            (vec![Part::GitRoot], "{{GIT_ROOT}}"),
        ] {
            assert_eq!(speech.path(&text(&parts)), expected);
        }
    }

    #[test]
    fn arguments() {
        let target = text(&[Part::Home, plain("/code/app")]);
        let mut speech = Speech::new(Path::new("/hub"), Some(&target));
        for (parts, expected) in [
            (vec![plain("a$b~")], "a$b~"),
            (vec![Part::Home, plain("/x")], "{{HOME}}/x"),
            (vec![Part::Home, plain("/code/app/docs")], "{{TARGET_DIR}}/docs"),
            (vec![Part::Home, plain("/code/apple")], "{{HOME}}/code/apple"),
            (vec![variable("NOTES", None), plain("/x")], "{{notes}}/x"),
            (vec![variable("NOTES", Some(Text::of(Part::Home)))], "{{notes-2}}"),
            (vec![plain("{{ASSEMBLY_DIR}}")], "{{brace}}{ASSEMBLY_DIR}}"),
        ] {
            assert_eq!(speech.text(&text(&parts)), expected);
        }
        let vars: Vec<(&str, &str)> =
            speech.vars.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(vars, [("notes", "$NOTES"), ("notes-2", "${NOTES:-$HOME}"), ("brace", "{")]);
    }
}
