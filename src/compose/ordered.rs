//! A list whose entries are found by key, however long it is.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;

/// Entries in the order in which they came. What is taken out leaves the others where they are.
pub(super) struct Ordered<K, V> {
    slots: Vec<Option<(K, V)>>,
    places: HashMap<K, usize>,
}

impl<K: Clone + Eq + Hash, V> Ordered<K, V> {
    pub(super) fn new() -> Self {
        Self { slots: Vec::new(), places: HashMap::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    pub(super) fn contains<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.places.contains_key(key)
    }

    pub(super) fn get<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.slots.get(*self.places.get(key)?)?.as_ref().map(|(_, value)| value)
    }

    pub(super) fn get_mut<Q: Eq + Hash + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        let slot = self.slots.get_mut(*self.places.get(key)?)?;
        slot.as_mut().map(|(_, value)| value)
    }

    /// Puts an entry at the end, or in the place of the one that has its key.
    pub(super) fn set(&mut self, key: K, value: V) {
        if let Some(there) = self.get_mut(&key) {
            *there = value;
        } else {
            self.places.insert(key.clone(), self.slots.len());
            self.slots.push(Some((key, value)));
        }
    }

    pub(super) fn remove<Q: Eq + Hash + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let place = self.places.remove(key)?;
        self.slots.get_mut(place)?.take().map(|(_, value)| value)
    }

    pub(super) fn keys(&self) -> impl Iterator<Item = &K> {
        self.slots.iter().flatten().map(|(key, _)| key)
    }

    pub(super) fn values(&self) -> impl Iterator<Item = &V> {
        self.slots.iter().flatten().map(|(_, value)| value)
    }

    pub(super) fn into_values(self) -> impl Iterator<Item = V> {
        self.slots.into_iter().flatten().map(|(_, value)| value)
    }
}

#[cfg(test)]
mod tests {
    use super::Ordered;

    #[test]
    fn what_comes_again_after_it_was_taken_out_goes_to_the_end() {
        let mut list = Ordered::new();
        for (key, value) in [("a", 1), ("b", 2), ("a", 3)] {
            list.set(key, value);
        }
        assert_eq!(list.values().copied().collect::<Vec<_>>(), [3, 2]);
        assert_eq!(list.remove("a"), Some(3));
        assert_eq!(list.remove("a"), None);
        list.set("a", 4);
        assert_eq!(list.keys().copied().collect::<Vec<_>>(), ["b", "a"]);
        assert_eq!((list.len(), list.contains("b")), (2, true));
    }
}
