//! Goes through a file, what was ours in it and what is to be, side by side.

use std::ops::Range;

use super::Conflict;
use super::document::{Body, Document, Node};
use super::edits::Edits;
use super::equal::equal;
use super::form::{Form, compact, indent_before, indent_in};
use super::share::containers;
use super::{Share, Under};

pub(super) struct Merger<'a> {
    pub(super) file: &'a Document,
    pub(super) before: &'a Share,
    pub(super) now: &'a Document,
    pub(super) form: Form,
    pub(super) edits: Edits,
    /// The keys that lead to where it is.
    pub(super) path: Vec<String>,
    pub(super) under: Vec<Under>,
    pub(super) conflicts: Vec<Conflict>,
    pub(super) missing: Vec<String>,
    pub(super) kept: Vec<String>,
    pub(super) repeated: Vec<(String, usize)>,
}

/// What is in an object or array afterwards.
pub(super) struct Contained {
    /// What is ours of it, if anything is.
    pub(super) ours: Option<String>,
    pub(super) is_empty: bool,
}

/// Something declared that is not in an object or array yet.
pub(super) struct Addition<'a> {
    pub(super) key: Option<&'a str>,
    pub(super) value: &'a Node,
}

impl<'a> Merger<'a> {
    pub(super) fn new(file: &'a Document, before: &'a Share, now: &'a Document) -> Self {
        Self {
            file,
            before,
            now,
            form: Form::of(file),
            edits: Edits::default(),
            path: Vec::new(),
            under: Vec::new(),
            conflicts: Vec::new(),
            missing: Vec::new(),
            kept: Vec::new(),
            repeated: Vec::new(),
        }
    }

    /// An object or array of the file with what was ours in it, and what is declared, of the same kind.
    pub(super) fn container(
        &mut self,
        file: &'a Node,
        before: Option<&'a Node>,
        now: Option<&'a Node>,
    ) -> Contained {
        match &file.body {
            Body::Array(elements) => self.array(file, elements, before, now),
            _ => self.object(file, before, now),
        }
    }

    /// A value that is declared; says what of it is ours.
    pub(super) fn declared(
        &mut self,
        file: &'a Node,
        before: Option<&'a Node>,
        now: &'a Node,
    ) -> Option<String> {
        let known = self.before.at(&self.path).cloned();
        if file.is_like(now) {
            let before = before.filter(|before| before.is_like(now));
            let at = self.under.len();
            let found = self.container(file, before, Some(now));
            if found.ours.is_some() {
                let is_new = || Under { at: self.path.clone(), text: Some(self.file.raw(file).to_owned()) };
                let under = known.or_else(|| file.parts().is_empty().then(is_new));
                self.under.splice(at..at, under);
            }
            return found.ours;
        }
        if equal((self.file, file), (self.now, now)) {
            self.under.extend(known.filter(|_| before.is_some()));
            return before.map(|_| compact(self.now, now));
        }
        let was = match before {
            Some(before) => self.without_ours(file, before),
            None => Some(self.file.raw(file).to_owned()),
        };
        if let Some(Ok(was)) = was.as_deref().map(Document::value)
            && was.root.is_like(now)
        {
            return self.bring_back(file, &was, now);
        }
        let indent = self.form.has_lines.then(|| indent_before(self.file.text(), file.span.start));
        self.edits.replace(file.span.clone(), self.form.print(self.now, now, indent));
        let at = self.under.len();
        containers(now, &mut self.path, &mut self.under);
        let declared = compact(self.now, now);
        if let Some(was) = was {
            // In the place of what was noted of an object or array of ours.
            self.under.drain(at..self.under.len().min(at + usize::from(now.is_container())));
            self.under.insert(at, Under { at: self.path.clone(), text: Some(was.clone()) });
            if known.and_then(|known| known.text).as_ref() != Some(&was) {
                let (key, declared) = (self.key(), declared.clone());
                self.conflicts.push(Conflict { key, here: was, declared, span: file.span.clone() });
            }
        }
        Some(declared)
    }

    /// The text of a value with nothing of ours in it; nothing when all of it was ours.
    fn without_ours(&self, file: &Node, before: &Node) -> Option<String> {
        let value = Document::value(self.file.raw(file)).ok()?;
        let (form, path) = (self.form.clone(), self.path.clone());
        let mut inner = Merger { form, path, ..Merger::new(&value, self.before, self.now) };
        let goes = inner.undeclared(&value.root, before);
        (!goes).then(|| inner.edits.apply(value.text()))
    }

    /// Ours took the place of an object or array, and the same kind is declared now: then that comes back with ours in it.
    fn bring_back(&mut self, file: &Node, was: &Document, now: &Node) -> Option<String> {
        let (form, path, before) = (self.form.clone(), self.path.clone(), Share::none());
        let mut inner = Merger { form, path, ..Merger::new(was, &before, self.now) };
        let ours = inner.declared(&was.root, None, now);
        self.under.append(&mut inner.under);
        let conflicts = inner.conflicts.drain(..);
        self.conflicts.extend(conflicts.map(|conflict| Conflict { span: file.span.clone(), ..conflict }));
        self.edits.replace(file.span.clone(), inner.edits.apply(was.text()));
        ours
    }

    /// A value that was ours and is not declared any more; whether it goes.
    pub(super) fn undeclared(&mut self, file: &'a Node, before: &'a Node) -> bool {
        let known = self.before.at(&self.path).cloned();
        let mark = self.edits.mark();
        if file.is_like(before) {
            let found = self.container(file, Some(before), None);
            if !found.is_empty {
                return false;
            }
        } else if !self.is(file, &self.before.ours, before) {
            self.kept.push(self.key());
            return false;
        }
        match known {
            Some(Under { text: Some(text), .. }) => {
                self.edits.back_to(mark);
                self.edits.replace(file.span.clone(), text);
                false
            }
            // Somebody else's, and empty now.
            None if file.is_like(before) => false,
            _ => {
                self.edits.back_to(mark);
                true
            }
        }
    }

    /// Takes out the parts of an object or array that go and adds others behind those that stay.
    pub(super) fn lay_out(&mut self, file: &Node, goes: &[bool], additions: &[Addition<'a>]) {
        let parts = file.parts();
        let text = self.file.text();
        let before = |index: usize| match index.checked_sub(1) {
            None => &text[file.span.start + 1..parts[index].start],
            Some(earlier) => {
                text[parts[earlier].end..parts[index].start].split_once(',').unwrap_or_default().1
            }
        };
        let indent = match parts.len().checked_sub(1) {
            Some(last) => indent_in(before(last)).map(str::to_owned),
            None if self.form.has_lines => {
                Some(format!("{}{}", indent_before(text, file.span.start), self.form.unit))
            }
            None => None,
        };
        let gap = indent
            .as_ref()
            .map_or_else(|| self.form.gap.to_owned(), |indent| format!("{}{indent}", self.form.line_end));
        let printed = |Addition { key, value }: &Addition<'_>| match key {
            Some(key) => self.form.print_member(self.now, key, value, indent.as_deref()),
            None => self.form.print(self.now, value, indent.as_deref()),
        };
        let new = additions.iter().map(printed).collect::<Vec<_>>().join(&format!(",{gap}"));
        let last_kept = goes.iter().rposition(|goes| !goes);
        match (last_kept, parts.first().zip(parts.last())) {
            (Some(last), _) => {
                self.take_out(&parts, goes);
                if !new.is_empty() {
                    self.edits.replace(parts[last].end..parts[last].end, format!(",{gap}{new}"));
                }
            }
            (None, Some((first, last))) if !new.is_empty() => {
                self.edits.replace(first.start..last.end, new);
            }
            (None, None) if !new.is_empty() => {
                let inner = file.span.start + 1..file.span.end - 1;
                let closing = || format!("{}{}", self.form.line_end, indent_before(text, file.span.start));
                let (opening, closing) = if indent.is_some() { (gap, closing()) } else { Default::default() };
                self.edits.replace(inner, format!("{opening}{new}{closing}"));
            }
            (None, Some(_)) => self.edits.replace(file.span.start + 1..file.span.end - 1, ""),
            (None, None) => {}
        }
    }

    /// Each part goes with the comma before it; those before the first that stays, with the comma behind.
    fn take_out(&mut self, parts: &[Range<usize>], goes: &[bool]) {
        let mut stays = false;
        for (index, part) in parts.iter().enumerate() {
            match (goes[index], stays) {
                (false, _) => stays = true,
                (true, true) => self.edits.replace(parts[index - 1].end..part.end, ""),
                (true, false) => self.edits.replace(part.start..parts[index + 1].start, ""),
            }
        }
    }

    /// Whether a value of the file is the same as one of another text.
    pub(super) fn is(&self, file: &Node, document: &Document, other: &Node) -> bool {
        equal((self.file, file), (document, other))
    }

    /// The keys so far, for people.
    pub(super) fn key(&self) -> String {
        self.path.join(".")
    }
}
