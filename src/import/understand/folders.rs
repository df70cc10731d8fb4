//! Command substitutions whose result is known: the usual ways to find a folder.

use std::rc::Rc;

use brush_parser::ast::{AndOr, AndOrList, Command, CommandPrefixOrSuffixItem, IoRedirect, SimpleCommand};

use super::cut::{cut_prefix, cut_suffix};
use super::expand::Taken;
use super::problems::Reason;
use super::scope::Field;
use super::walker::Walker;
use crate::diagnostic::SourceFile;
use crate::import::bash::Script;
use crate::import::text::{Part, Text};

impl Walker {
    /// What `$(…)` comes to.
    pub(super) fn substitution(&mut self, command: &str) -> Result<Text, Reason> {
        const DEEPEST: usize = 8;
        let unknown = Err(Reason::Substitution);
        if self.substitutions >= DEEPEST {
            return unknown;
        }
        let file = SourceFile::new(self.file.path(), self.file.name(), command);
        let Ok(script) = Script::parse(&file) else { return unknown };
        if !script.broken.is_empty() {
            return unknown;
        }
        let script = Rc::new(script);
        let lists: Vec<&AndOrList> = script.commands.iter().map(|item| &item.0).collect();
        self.substitutions += 1;
        let text = match lists.as_slice() {
            // A comment in backquotes, in the middle of a continued command.
            [] => Ok(Text::default()),
            [one] => self.list_output(&script, one),
            [first, second] if is_pwd(second) => match alone(first) {
                Some(simple) => self.changed_folder(&script, simple),
                None => unknown,
            },
            _ => unknown,
        };
        self.substitutions -= 1;
        text
    }

    fn list_output(&mut self, script: &Rc<Script>, list: &AndOrList) -> Result<Text, Reason> {
        let first = only_simple(&list.first).ok_or(Reason::Substitution)?;
        match list.additional.as_slice() {
            [] => self.output(script, first),
            [AndOr::And(second)] => match only_simple(second) {
                Some(second) if name_of(second) == Some("pwd") => self.changed_folder(script, first),
                _ => Err(Reason::Substitution),
            },
            _ => Err(Reason::Substitution),
        }
    }

    /// `cd FOLDER`, followed by `pwd`.
    fn changed_folder(&mut self, script: &Rc<Script>, simple: &SimpleCommand) -> Result<Text, Reason> {
        if name_of(simple) != Some("cd") {
            return Err(Reason::Substitution);
        }
        match self.arguments_of(script, simple)?.as_slice() {
            [folder] => self.folder_from_here(folder.clone()),
            _ => Err(Reason::Substitution),
        }
    }

    /// A folder as `cd` understands it, without `..` if that can be known.
    pub(super) fn folder_from_here(&self, folder: Text) -> Result<Text, Reason> {
        match folder.parts() {
            [] => Err(Reason::Substitution),
            [Part::Plain(start), ..] if !start.starts_with('/') => {
                let missing = || Text::of(Part::Variable { name: "PWD".to_owned(), default: None });
                let mut whole = self.scope.folder.as_ref().map_or_else(missing, |folder| folder.text.clone());
                if folder.as_plain() != Some(".") {
                    whole.push(Part::Plain("/".to_owned()));
                    whole.append(folder);
                }
                Ok(whole.as_folder())
            }
            _ => Ok(folder.as_folder()),
        }
    }

    /// `cat` with a here-document is how long texts are written.
    fn cat(&mut self, script: &Rc<Script>, simple: &SimpleCommand) -> Option<Result<Text, Reason>> {
        let [CommandPrefixOrSuffixItem::IoRedirect(IoRedirect::HereDocument(None, document))] =
            simple.suffix.as_ref()?.0.as_slice()
        else {
            return None;
        };
        if name_of(simple) != Some("cat") || document.remove_tabs {
            return None;
        }
        let text = document.doc.value.as_str();
        let place = script.place(0..script.file.text().len());
        let found =
            if document.requires_expansion { self.document(text, &place) } else { Ok(Text::plain(text)) };
        Some(found.map(Text::without_last_line_breaks))
    }

    fn output(&mut self, script: &Rc<Script>, simple: &SimpleCommand) -> Result<Text, Reason> {
        if let Some(text) = self.cat(script, simple) {
            return text;
        }
        let arguments = self.arguments_of(script, simple)?;
        let plain: Vec<Option<&str>> = arguments.iter().map(Text::as_plain).collect();
        match (name_of(simple).unwrap_or_default(), arguments.as_slice()) {
            ("pwd", []) => self.folder_from_here(Text::plain(".")),
            ("dirname", [path]) => match path.as_path() {
                Some(path) => Ok(Text::of(Part::Folder(path.parent().unwrap_or(&path).to_owned()))),
                None if path.as_plain().is_some_and(|path| !path.trim_end_matches('/').contains('/')) => {
                    Ok(Text::plain("."))
                }
                None => cut_suffix(&path.clone().without_last('/'), "/*", false),
            },
            ("basename", [path]) => cut_prefix(&path.clone().without_last('/'), "*/", true),
            ("basename", [path, suffix]) => {
                let path = &path.clone().without_last('/');
                let suffix = suffix.as_plain().filter(|suffix| !suffix.contains(['*', '?']));
                cut_suffix(&cut_prefix(path, "*/", true)?, suffix.ok_or(Reason::Substitution)?, false)
            }
            // The same file under another name; what is linked is found again by the name it has in the hub.
            ("realpath" | "readlink" | "greadlink" | "grealpath", [path]) if path.as_path().is_some() => {
                self.folder_from_here(path.clone())
            }
            ("echo", [text]) if text.as_plain().is_none_or(|text| !text.starts_with('-')) => Ok(text.clone()),
            ("printf", [_, text]) if matches!(plain.first(), Some(Some("%s" | "%s\\n"))) => Ok(text.clone()),
            ("git", _) if plain == [Some("rev-parse"), Some("--show-toplevel")] => {
                Ok(Text::of(Part::GitRoot))
            }
            _ => Err(Reason::Substitution),
        }
    }

    /// The arguments without options that only say how links are followed.
    fn arguments_of(&mut self, script: &Rc<Script>, simple: &SimpleCommand) -> Result<Vec<Text>, Reason> {
        let mut found = Vec::new();
        let place = script.place(0..script.file.text().len());
        for item in simple.suffix.iter().flat_map(|suffix| &suffix.0) {
            match item {
                CommandPrefixOrSuffixItem::Word(word)
                    if matches!(word.value.as_str(), "-P" | "-L" | "-f" | "-e" | "-m" | "--") => {}
                CommandPrefixOrSuffixItem::Word(word) => {
                    for field in self.try_fields(&word.value, &place, Taken::Single)? {
                        let Field::Word(word) = field else { return Err(Reason::Arguments) };
                        found.push(word.text);
                    }
                }
                CommandPrefixOrSuffixItem::IoRedirect(redirect) if super::call::is_harmless(redirect) => {}
                _ => return Err(Reason::Substitution),
            }
        }
        Ok(found)
    }
}

fn only_simple(pipeline: &brush_parser::ast::Pipeline) -> Option<&SimpleCommand> {
    match pipeline.seq.as_slice() {
        [Command::Simple(simple)]
            if !pipeline.bang && pipeline.timed.is_none() && simple.prefix.is_none() =>
        {
            Some(simple)
        }
        _ => None,
    }
}

fn alone(list: &AndOrList) -> Option<&SimpleCommand> {
    if list.additional.is_empty() { only_simple(&list.first) } else { None }
}

fn is_pwd(list: &AndOrList) -> bool {
    alone(list).and_then(name_of) == Some("pwd")
}

fn name_of(simple: &SimpleCommand) -> Option<&str> {
    simple.word_or_name.as_ref().map(|word| word.value.as_str())
}
