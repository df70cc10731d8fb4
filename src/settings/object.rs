//! Objects, key by key.

use super::document::Node;
use super::form::{compact, quoted};
use super::merger::{Addition, Contained, Merger};
use super::share::containers;

impl<'a> Merger<'a> {
    pub(super) fn object(
        &mut self,
        file: &'a Node,
        before: Option<&'a Node>,
        now: Option<&'a Node>,
    ) -> Contained {
        let members = file.members();
        let mut goes = vec![false; members.len()];
        let mut additions = Vec::new();
        let mut ours = String::new();
        let mut is_ours = false;
        for member in now.map_or(&[][..], Node::members) {
            let Some(key) = member.key.as_deref() else { continue };
            let was = before.and_then(|before| before.get(key));
            self.path.push(key.to_owned());
            let share = if let Some(at) = self.find(file, key) {
                self.declared(&members[at].value, was, &member.value)
            } else {
                if was.is_some() {
                    self.missing.push(self.key());
                }
                containers(&member.value, &mut self.path, &mut self.under);
                additions.push(Addition { key: Some(key), value: &member.value });
                Some(compact(self.now, &member.value))
            };
            self.path.pop();
            if let Some(share) = share {
                ours.extend([if is_ours { "," } else { "" }, &quoted(key), ":", &share]);
                is_ours = true;
            }
        }
        for member in before.map_or(&[][..], Node::members) {
            let Some(key) = member.key.as_deref() else { continue };
            if now.is_some_and(|now| now.get(key).is_some()) {
                continue;
            }
            self.path.push(key.to_owned());
            if let Some(at) = self.find(file, key) {
                goes[at] |= self.undeclared(&members[at].value, &member.value);
            }
            self.path.pop();
        }
        self.lay_out(file, &goes, &additions);
        let is_empty = additions.is_empty() && goes.iter().all(|goes| *goes);
        // One that is declared without anything in it is ours as it is.
        let is_whole = is_empty && now.is_some_and(|now| now.members().is_empty()) && before.is_some();
        Contained { ours: (is_ours || is_whole).then(|| format!("{{{ours}}}")), is_empty }
    }

    /// Where a key stands; of one that is there several times the last.
    fn find(&mut self, file: &Node, key: &str) -> Option<usize> {
        let is_it = |index: &usize| file.members()[*index].is(key);
        let mut found = (0..file.members().len()).rev().filter(is_it);
        let last = found.next()?;
        if found.next().is_some() {
            self.repeated.push((self.key(), file.members()[last].key_span.start));
        }
        Some(last)
    }
}
