//! What is known of the keys of a settings file, as a text.

/// A line for each key: `PATH KIND`, and `elsewhere` when the CLI does not read the key from the generated file.
///
/// In a path `*` is any key and `-` an item of a list. A kind is one of those of [`Kind`], several with commas between
/// them, or `=` and the words that a string can be with `|` between them. The text is read when something is looked up:
/// as a table of the compiler's it would take five times the space.
#[derive(Clone, Copy, Debug)]
pub struct SettingsKeys(pub(super) &'static str);

/// What is known of a key.
#[derive(Clone, Copy, Debug)]
pub(super) struct KnownKey {
    kinds: &'static str,
    /// Whether the CLI reads it from the generated file.
    pub(super) is_read_here: bool,
}

/// What a value can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// `text`: a string.
    Text,
    /// `flag`: true or false.
    Flag,
    /// `number`.
    Number,
    /// `=A|B`: a string, known as one of these; a newer CLI may know more.
    OneOf(&'static str),
    /// `texts`: a list of strings.
    Texts,
    /// `rules`: a list of permission rules.
    Rules,
    /// `list`: a list.
    List,
    /// `object`: an object, all keys of which are known.
    Object,
    /// `map`: an object of anything.
    Map,
    /// `any`: anything.
    Any,
}

impl Kind {
    fn of(word: &'static str) -> Self {
        match word {
            "text" => Self::Text,
            "flag" => Self::Flag,
            "number" => Self::Number,
            "texts" => Self::Texts,
            "rules" => Self::Rules,
            "list" => Self::List,
            "object" => Self::Object,
            "map" => Self::Map,
            _ => word.strip_prefix('=').map_or(Self::Any, Self::OneOf),
        }
    }

    /// Whether it is a list of something.
    pub(super) fn is_list(self) -> bool {
        matches!(self, Self::Texts | Self::Rules | Self::List)
    }
}

impl KnownKey {
    /// What its value can be: one of these.
    pub(super) fn kinds(self) -> impl Iterator<Item = Kind> {
        self.kinds.split(',').map(Kind::of)
    }
}

impl SettingsKeys {
    /// The key at the end of a path.
    pub(super) fn find(self, path: &[&str]) -> Option<KnownKey> {
        let (_, rest) = self.lines().find(|(known, _)| leads_to(known, path))?;
        let (kinds, scope) = rest.split_once(' ').unwrap_or((rest, ""));
        Some(KnownKey { kinds, is_read_here: scope.is_empty() })
    }

    /// Whether the value at the end of a path is a list, even if it is declared as a single value.
    pub(super) fn is_list(self, path: &[&str]) -> bool {
        self.find(path).is_some_and(|key| key.kinds().all(Kind::is_list))
    }

    /// The names of the keys of an object.
    pub(super) fn below(self, path: &[&str]) -> impl Iterator<Item = &'static str> {
        self.lines().filter_map(|(known, _)| {
            let (above, name) = known.rsplit_once('.').unwrap_or(("", known));
            let is_below = if above.is_empty() { path.is_empty() } else { leads_to(above, path) };
            (is_below && name != "*" && name != "-").then_some(name)
        })
    }

    fn lines(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.0.lines().filter_map(|line| line.split_once(' '))
    }
}

/// Whether a path of the text is this one.
fn leads_to(known: &str, path: &[&str]) -> bool {
    let mut names = path.iter();
    let all = known.split('.').all(|name| names.next().is_some_and(|here| name == "*" || name == *here));
    all && names.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::{Kind, SettingsKeys};
    use crate::harness::claude::CLAUDE;

    const KEYS: SettingsKeys =
        SettingsKeys("a text\nb object\nb.* flag,texts\nc list\nc.- object\nc.-.d texts elsewhere\ne =x|y\n");

    #[test]
    fn paths_lead_to_keys() {
        let kinds = |path: &[&str]| KEYS.find(path).map(|key| key.kinds().collect::<Vec<_>>());
        assert_eq!(kinds(&["a"]), Some(vec![Kind::Text]));
        assert_eq!(kinds(&["b", "x.y"]), Some(vec![Kind::Flag, Kind::Texts]));
        assert_eq!(kinds(&["c", "-", "d"]), Some(vec![Kind::Texts]));
        assert_eq!(kinds(&["e"]), Some(vec![Kind::OneOf("x|y")]));
        assert_eq!((kinds(&["a", "b"]), kinds(&[]), kinds(&["b.c"])), (None, None, None));
        assert!(!KEYS.find(&["c", "-", "d"]).unwrap().is_read_here);
        assert!(KEYS.is_list(&["c", "-", "d"]) && !KEYS.is_list(&["b", "x"]) && !KEYS.is_list(&["z"]));
        assert_eq!(KEYS.below(&[]).collect::<Vec<_>>(), ["a", "b", "c", "e"]);
        assert_eq!(KEYS.below(&["c", "-"]).collect::<Vec<_>>(), ["d"]);
        assert_eq!(KEYS.below(&["b"]).count(), 0);
    }

    #[test]
    fn every_line_of_a_layout_says_a_path_a_kind_and_where_it_is_read() {
        let lines: Vec<&str> = CLAUDE.settings_keys.0.lines().collect();
        assert!(lines.is_sorted() && lines.len() > 200);
        for line in lines {
            let words: Vec<&str> = line.split(' ').collect();
            assert!(matches!(words.as_slice(), [_, _] | [_, _, "elsewhere"]), "{line}");
            for kind in words[1].split(',') {
                assert!(kind == "any" || Kind::of(kind) != Kind::Any, "{line}");
            }
            if let Some((above, _)) = words[0].rsplit_once('.') {
                let path: Vec<&str> = above.split('.').collect();
                let above = CLAUDE.settings_keys.find(&path);
                let holds = |kind: Kind| matches!(kind, Kind::Object | Kind::Map | Kind::List);
                assert!(above.is_some_and(|key| key.kinds().any(holds)), "{line}");
            }
        }
    }
}
