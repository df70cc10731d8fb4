//! Blocks of several targets in one file.

use std::cell::RefCell;
use std::path::Path;

use super::edit::{Around, EditedExclude, ExcludeEdit, without_blocks};

/// A file that targets come to and leave.
struct Shared {
    bytes: Option<Vec<u8>>,
    has_folder: bool,
    gone: RefCell<Vec<String>>,
}

impl Shared {
    fn new(text: Option<&str>) -> Self {
        Self {
            bytes: text.map(|text| text.as_bytes().to_vec()),
            has_folder: text.is_some(),
            gone: RefCell::default(),
        }
    }

    /// The edit that gives a target these lines, the same twice over.
    fn set(&mut self, target: &str, lines: &[&str]) -> &mut Self {
        self.edit(target, lines, &[])
    }

    /// The one that takes its block out, but for lines that the user gets.
    fn leave(&mut self, target: &str, left: &[&str]) -> &mut Self {
        self.edit(target, &[], left)
    }

    fn edit(&mut self, target: &str, lines: &[&str], left: &[&str]) -> &mut Self {
        let owned = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
        let edit = ExcludeEdit {
            harness: "claude".to_owned(),
            lines: owned(lines),
            left: owned(left),
            known: owned(&["/x", "/y"]),
            ..ExcludeEdit::default()
        };
        assert!(edit.is_sound());
        for _ in 0..2 {
            let is_gone = |target: &Path| self.gone.borrow().iter().any(|gone| Path::new(gone) == target);
            let around =
                Around { target: Path::new(target), folder_is_new: !self.has_folder, is_gone: &is_gone };
            let EditedExclude { bytes, folder_goes } = edit.of(self.bytes.as_deref(), &around);
            self.has_folder = (self.has_folder || bytes.is_some()) && !folder_goes;
            self.bytes = bytes;
        }
        self
    }

    fn text(&self) -> &str {
        self.bytes.as_deref().map_or("-", |bytes| std::str::from_utf8(bytes).unwrap())
    }
}

const BEFORE: &[Option<&str>] = &[
    None,
    Some(""),
    Some("# git's\n*~\n"),
    Some("no end"),
    Some("crlf\r\nmore\r\n"),
    Some("crlf\r\nno end"),
    Some("x\ny\r"),
    Some("\n\n"),
];

#[test]
fn whoever_goes_last_leaves_the_file_as_it_was() {
    for before in BEFORE {
        for order in [["/a", "/b", "/c"], ["/b", "/a", "/c"], ["/c", "/b", "/a"], ["/a", "/c", "/b"]] {
            let mut shared = Shared::new(*before);
            for target in ["/a", "/b", "/c"] {
                shared.set(target, &["/x", "/y"]);
            }
            assert_eq!(shared.text().matches("/x").count(), 3);
            shared.set("/b", &["/y"]);
            for (at, target) in order.into_iter().enumerate() {
                assert_eq!(shared.text().matches(">>>").count(), 3 - at, "{before:?}");
                shared.set(target, &[]);
            }
            assert_eq!(shared.text(), before.unwrap_or("-"), "{before:?} {order:?}");
            assert_eq!(shared.has_folder, before.is_some());
        }
    }
}

#[test]
fn lines_of_others_stay_wherever_they_stand() {
    let mut shared = Shared::new(Some("mine\n"));
    shared.set("/a", &["/x", "/y"]).set("/b", &["/x"]);
    let text = shared.text().replace("/x\n/y\n", "/x\n/added\n/y\n") + "below\n";
    shared.bytes = Some(text.into_bytes());
    // Somebody wrote into the block: that is no line of ours, and comes before it.
    shared.set("/a", &["/x"]);
    let order: Vec<&str> = shared.text().lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(order, ["mine", "/added", "/x", "/x", "below"]);
    shared.set("/a", &[]).set("/b", &[]);
    assert_eq!(shared.text(), "mine\n/added\nbelow\n");
}

#[test]
fn a_newline_that_others_rely_on_stays() {
    let mut shared = Shared::new(Some("no end"));
    shared.set("/a", &["/x"]);
    shared.bytes = Some(format!("{}below", shared.text()).into_bytes());
    shared.set("/a", &[]);
    assert_eq!(shared.text(), "no end\nbelow");
    let mut shared = Shared::new(Some("no end"));
    shared.set("/a", &["/x"]);
    shared.bytes = Some(shared.text().replace("/x\n", "/x\nmine\n").into_bytes());
    shared.set("/a", &["/y"]).set("/a", &[]);
    assert_eq!(shared.text(), "no end\nmine\n");
}

#[test]
fn a_block_without_its_end_loses_only_what_is_known() {
    let mut shared = Shared::new(Some("mine\n"));
    shared.set("/a", &["/x", "/y"]);
    let cut: Vec<&str> = shared.text().lines().filter(|line| !line.starts_with("# <<<")).collect();
    shared.bytes = Some((cut.join("\n") + "\ntheirs\n").into_bytes());
    shared.set("/a", &["/x"]);
    assert_eq!(
        shared.text().lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>(),
        ["mine", "theirs", "/x"]
    );
    shared.set("/a", &[]);
    assert_eq!(shared.text(), "mine\ntheirs\n");
}

#[test]
fn what_is_nobodys_goes_along_and_is_no_reason_by_itself() {
    let mut shared = Shared::new(None);
    shared.set("/gone", &["/x"]).set("/a", &["/x"]).set("/edited", &["/x"]);
    let at = shared.text().rfind("/x\n").unwrap();
    let (start, end) = shared.text().split_at(at);
    shared.bytes = Some(format!("{start}/own\n{end}").into_bytes());
    let before = shared.text().to_owned();
    shared.gone = RefCell::new(vec!["/gone".to_owned(), "/edited".to_owned()]);
    shared.set("/a", &["/x"]);
    assert_eq!(shared.text(), before);
    shared.set("/a", &["/y"]);
    assert!(!shared.text().contains("/gone") && shared.text().contains("/edited"), "{}", shared.text());
    // What the gone one had made is undone by those that are left.
    shared.gone.borrow_mut().clear();
    shared.set("/edited", &[]).set("/a", &[]);
    assert_eq!(shared.text(), "/own\n");
    let mut shared = Shared::new(None);
    shared.set("/gone", &["/x"]).set("/a", &["/x"]);
    shared.gone = RefCell::new(vec!["/gone".to_owned()]);
    shared.set("/a", &[]);
    assert_eq!((shared.text(), shared.has_folder), ("-", false));
}

#[test]
fn harnesses_of_one_target_have_blocks_of_their_own() {
    let mut shared = Shared::new(Some("mine\n"));
    shared.set("/a", &["/x"]);
    shared.bytes = Some(shared.text().replace("assembly claude", "assembly codex").into_bytes());
    shared.set("/a", &["/x"]);
    assert_eq!(shared.text().matches(">>>").count(), 2);
    shared.set("/a", &[]);
    assert_eq!(shared.text().matches(">>> assembly codex /a").count(), 1);
    assert_eq!(without_blocks(shared.text().as_bytes()), b"mine\n");
}

#[test]
fn an_edit_from_elsewhere_can_do_no_more_than_ignore_paths() {
    let sound =
        ExcludeEdit { harness: "claude".to_owned(), lines: vec!["/x".to_owned()], ..ExcludeEdit::default() };
    assert!(sound.is_sound());
    for line in ["*", "!/x", "/x\n*", "/x\r", ""] {
        assert!(!ExcludeEdit { lines: vec![line.to_owned()], ..sound.clone() }.is_sound(), "{line:?}");
        assert!(!ExcludeEdit { left: vec![line.to_owned()], ..sound.clone() }.is_sound(), "{line:?}");
    }
    for harness in ["", "a b", "a\nb"] {
        assert!(!ExcludeEdit { harness: harness.to_owned(), ..sound.clone() }.is_sound(), "{harness:?}");
    }
}

#[test]
fn lines_that_are_left_are_the_users_from_then_on() {
    for before in BEFORE {
        let mut shared = Shared::new(*before);
        shared.set("/a", &["/x", "/y"]).set("/b", &["/x"]).leave("/a", &["/y", "/x/z"]);
        // Nobody is there any more whose they were.
        shared.gone = RefCell::new(vec!["/a".to_owned()]);
        shared.set("/b", &["/y"]).set("/b", &[]);
        let text = before.unwrap_or_default();
        let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let gap = if text.is_empty() || text.ends_with('\n') { "" } else { end };
        assert_eq!(shared.text(), format!("{text}{gap}/y{end}/x/z{end}"), "{before:?}");
    }
    // Where somebody took the block out, nothing comes back.
    let mut shared = Shared::new(Some("mine\n"));
    assert_eq!(shared.leave("/a", &["/y"]).text(), "mine\n");
}
