//! Arrays, element by element.

use super::document::Node;
use super::form::compact;
use super::merger::{Addition, Contained, Merger};

/// Whose an element is, and whether it is declared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Element {
    Theirs,
    /// It is there without us, and is declared, too.
    TheirsAndDeclared,
    Ours,
    OursAndDeclared,
}

impl<'a> Merger<'a> {
    pub(super) fn array(
        &mut self,
        file: &'a Node,
        elements: &'a [Node],
        before: Option<&'a Node>,
        now: Option<&'a Node>,
    ) -> Contained {
        let (before_all, now_all) =
            (before.map_or(&[][..], Node::elements), now.map_or(&[][..], Node::elements));
        let mut found = vec![Element::Theirs; elements.len()];
        // Of equal ones the last: ours came behind what was there.
        for ours in before_all {
            let document = &self.before.ours;
            let is_it = |at: &usize| found[*at] == Element::Theirs && self.is(&elements[*at], document, ours);
            if let Some(at) = (0..elements.len()).rev().find(is_it) {
                found[at] = Element::Ours;
            }
        }
        let mut claim = |whose: Element, claimed: Element, declared: &Node| {
            let is_it = |at: &usize| found[*at] == whose && self.is(&elements[*at], self.now, declared);
            let at = (0..elements.len()).rev().find(is_it)?;
            found[at] = claimed;
            Some(at)
        };
        // From behind for the same reason: so the same are ours as the first time.
        let mut places: Vec<Option<usize>> = now_all
            .iter()
            .rev()
            .map(|declared| claim(Element::Ours, Element::OursAndDeclared, declared))
            .collect();
        places.reverse();
        let (mut additions, mut ours, mut order) = (Vec::new(), Vec::new(), Vec::new());
        for (declared, place) in now_all.iter().zip(places) {
            if place.is_none() {
                if claim(Element::Theirs, Element::TheirsAndDeclared, declared).is_some() {
                    continue;
                }
                additions.push(Addition { key: None, value: declared });
            }
            order.push(place.unwrap_or(elements.len()));
            ours.push(compact(self.now, declared));
        }
        let is_ours = |element: &Element| matches!(element, Element::Ours | Element::OursAndDeclared);
        let mut goes: Vec<bool> = found.iter().map(|element| *element == Element::Ours).collect();
        let was_there = |addition: &Addition<'_>| {
            let declared = (self.now, addition.value);
            before_all.iter().any(|ours| super::equal::equal((&self.before.ours, ours), declared))
        };
        if additions.iter().any(was_there) {
            self.missing.push(self.key());
        }
        let changes = !additions.is_empty() || goes.contains(&true);
        if changes && found.iter().all(is_ours) && !order.is_sorted() {
            // Only ours is in it, so it can as well have the order that is declared.
            goes.fill(true);
            additions = now_all.iter().map(|value| Addition { key: None, value }).collect();
        }
        self.lay_out(file, &goes, &additions);
        let is_empty = additions.is_empty() && goes.iter().all(|goes| *goes);
        let is_whole = is_empty && now.is_some_and(|now| now.elements().is_empty()) && before.is_some();
        Contained { ours: (!ours.is_empty() || is_whole).then(|| format!("[{}]", ours.join(","))), is_empty }
    }
}
