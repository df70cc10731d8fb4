//! Several sources: what each gives, what they have by one name, and what leads out of them.

use std::path::{Path, PathBuf};

use super::{Folder, fault};
use crate::diagnostic::{Place, SourceFile, Spanned};
use crate::hub::{Fault, Hub, Kind, Source, difference};
use crate::manifest;

/// A `source` node, with everything admitted.
fn node(id: &str, path: Option<PathBuf>) -> manifest::Source {
    let place = Place::new(&SourceFile::new("/launchers.kdl", "launchers.kdl", ""), 0..0);
    manifest::Source {
        id: Spanned::new(id.to_owned(), place.clone()),
        path,
        portable: None,
        declared: Spanned::new(String::new(), place),
        required: true,
        hooks: true,
        persons: true,
    }
}

/// The hub in `folder/hub` with the sources `folder/one` and `folder/two`.
fn hub(folder: &Folder) -> Hub {
    let nodes = ["one", "two"].map(|id| node(id, Some(folder.path(id))));
    Hub::open(&folder.path("hub"), &nodes)
}

fn ids(sources: &[&Source]) -> Vec<String> {
    sources.iter().map(|source| source.id().to_owned()).collect()
}

/// Where the things of two sources differ: both places with what is said of them; nothing when they are the same.
fn differs(hub: &Hub, kind: Kind, name: &str) -> Option<[String; 2]> {
    let (one, two) = (hub.source("one").unwrap(), hub.source("two").unwrap());
    let shown = |(place, text): &(Place, String)| {
        let name = place.file.path().file_name().unwrap().to_string_lossy().into_owned();
        format!("{name}:{} {:?} {text}", place.line_and_column().0, place.text())
    };
    let found = difference(kind, name, one, two).unwrap()?;
    Some([shown(&found.one), shown(&found.other)])
}

#[test]
fn a_name_is_looked_up_in_order_where_it_is_admitted() {
    let folder = Folder::new();
    folder.write("hub/modules/a.md", "hub");
    folder.write("one/modules/a.md", "one");
    folder.write("one/modules/b.md", "one");
    folder.write("two/modules/b.md", "two");
    folder.write("two/hooks/h", "two");
    let hub = hub(&folder);
    assert_eq!(hub.shelf(Kind::Module).names(), ["a.md", "b.md"]);
    assert_eq!(hub.shelf(Kind::Module).nearest("bb.md"), Some("b.md"));
    assert_eq!(ids(&hub.holders(Kind::Module, "a.md")), ["hub", "one"]);
    assert_eq!(ids(&hub.holders(Kind::Module, "b.md")), ["one", "two"]);
    assert_eq!(ids(&hub.holders(Kind::Hook, "h")), ["two"]);
    assert_eq!(hub.source("one").unwrap().module("b.md").unwrap().text(), "one");
    let mut nodes = [node("one", Some(folder.path("one"))), node("two", Some(folder.path("two")))];
    (nodes[1].hooks, nodes[1].persons) = (false, false);
    let hub = Hub::open(&folder.path("hub"), &nodes);
    assert_eq!(ids(&hub.holders(Kind::Hook, "h")), [""; 0]);
    assert!(hub.source("two").unwrap().shelf(Kind::Hook).contains("h"));
}

#[test]
fn a_source_is_a_folder_that_can_be_entered() {
    let folder = Folder::new();
    folder.write("file", "");
    folder.fifo("fifo");
    folder.link("link", "file");
    folder.link("broken", "nowhere");
    folder.write("real/modules/a.md", "");
    folder.link("linked", "real");
    for (name, expected) in [
        ("gone", Some(Fault::Missing)),
        ("file", Some(Fault::NotADirectory)),
        ("fifo", Some(Fault::NotADirectory)),
        ("link", Some(Fault::NotADirectory)),
        ("broken", Some(Fault::BrokenLink("nowhere".to_owned()))),
        ("file/x", Some(Fault::Unreadable("Not a directory (os error 20)".to_owned()))),
        ("linked", None),
    ] {
        let hub = Hub::open(&folder.path("hub"), &[node("team", Some(folder.path(name)))]);
        assert_eq!(hub.source("team").unwrap().state().err(), expected.as_ref(), "{name}");
        assert_eq!(hub.lacks().is_some(), expected.is_some(), "{name}");
        assert_eq!(hub.shelf(Kind::Module).names().len(), usize::from(expected.is_none()), "{name}");
    }
    let hub = Hub::open(&folder.path("hub"), &[node("team", None)]);
    assert_eq!(hub.source("team").unwrap().state(), Err(&Fault::PathUnknown));
}

#[test]
fn what_leads_out_of_a_source_is_not_opened() {
    let folder = Folder::new();
    folder.write("secret/SKILL.md", "secret");
    folder.write("secret/x.md", "secret");
    folder.write("one/shared/SKILL.md", "");
    for (name, destination) in [
        ("one/modules/out.md", "../../secret/x.md"),
        ("one/hooks/out", "../../secret/x.md"),
        ("one/skills/out", "../../secret"),
        ("one/persons/out", "../../secret"),
        ("one/skills/inside", "../shared"),
        ("one/skills/half/SKILL.md", "../../../secret/SKILL.md"),
        ("one/persons/half/person.kdl", "../../../secret/x.md"),
        ("two/modules", "../secret"),
    ] {
        fs_err::create_dir_all(folder.path(name).parent().unwrap()).unwrap();
        folder.link(name, destination);
    }
    let hub = hub(&folder);
    let one = hub.source("one").unwrap();
    let leaves = |destination: &str| Fault::LeavesSource {
        destination: destination.to_owned(),
        source: "one".to_owned(),
    };
    assert_eq!(fault(one.module("out.md")), leaves("../../secret/x.md"));
    assert_eq!(fault(one.hook("out")), leaves("../../secret/x.md"));
    assert_eq!(fault(one.skill("out")), leaves("../../secret"));
    assert_eq!(fault(one.skill_files("out")), leaves("../../secret"));
    assert_eq!(fault(one.person_file("out", "x.md")), leaves("../../secret"));
    let inside = |path: &str, destination: &str| Fault::Inside {
        path: path.to_owned(),
        fault: leaves(destination).into(),
    };
    assert_eq!(fault(one.skill("half")), inside("SKILL.md", "../../../secret/SKILL.md"));
    assert_eq!(fault(one.person_file("half", "person.kdl")), inside("person.kdl", "../../../secret/x.md"));
    assert!(one.skill("inside").is_ok());
    assert_eq!(leaves("x").describe(), "is a link to `x`, out of source `one`");
    assert_eq!(leaves("x").reason(), "is a link out of its source");
    let (two, said) = hub.unlisted(Kind::Module).unwrap();
    assert_eq!((two.id(), said), ("two", "it is a link to `../secret`, out of source `two`"));
    assert!(two.shelf(Kind::Module).names().is_empty());
    assert_eq!(fault(two.module("x.md")), Fault::Missing);
}

#[test]
fn a_hub_behind_a_link_holds_what_lies_in_it() {
    let folder = Folder::new();
    folder.write("real/text.md", "text");
    fs_err::create_dir(folder.path("real/modules")).unwrap();
    folder.link("real/modules/a.md", "../text.md");
    folder.link("hub", "real");
    let absolute = folder.path("hub/text.md");
    folder.link("real/modules/b.md", absolute.to_str().unwrap());
    let hub = Hub::open(&folder.path("hub"), &[]);
    for name in ["a.md", "b.md"] {
        assert_eq!(hub.own().module(name).unwrap().text(), "text", "{name}");
    }
    assert_eq!(hub.own().module("a.md").unwrap().path(), folder.path("hub/modules/a.md"));
}

#[test]
fn files_are_called_relative_to_the_hub_where_they_lie_in_it() {
    let folder = Folder::new();
    let nodes = ["hub/vendor/team", "team"].map(|path| node(path, Some(folder.path(path))));
    let hub = Hub::open(&folder.path("hub"), &nodes);
    let shown: Vec<String> = hub.sources().iter().map(|source| source.shown(Kind::Module, "a.md")).collect();
    let outside = format!("{}/modules/a.md", folder.path("team").display());
    assert_eq!(shown, ["modules/a.md", "vendor/team/modules/a.md", &outside]);
}

#[test]
fn line_ends_make_no_difference_and_everything_else_does() {
    let folder = Folder::new();
    folder.write("one/modules/same.md", "a\r\nb\r\n");
    folder.write("two/modules/same.md", "a\nb\n");
    folder.write("one/modules/other.md", "a\r\nb\r\nc");
    folder.write("two/modules/other.md", "a\nB\nc");
    folder.write("one/modules/longer.md", "a\nb\n");
    folder.write("two/modules/longer.md", "a\n");
    folder.write("one/modules/end.md", "a\n");
    folder.write("two/modules/end.md", "a");
    folder.write("one/hooks/binary", b"\x7fELF\0a\r\n");
    folder.write("two/hooks/binary", b"\x7fELF\0a\n");
    folder.write("one/hooks/far", format!("#!/bin/sh\n{}1", "#\n".repeat(9000)));
    folder.write("two/hooks/far", format!("#!/bin/sh\n{}2", "#\n".repeat(9000)));
    let hub = hub(&folder);
    let said = |one: &str, two: &str| {
        Some([format!("{one} source `one` has this"), format!("{two} source `two` has this")])
    };
    assert_eq!(differs(&hub, Kind::Module, "same.md"), None);
    assert_eq!(differs(&hub, Kind::Module, "other.md"), said("other.md:2 \"b\"", "other.md:2 \"B\""));
    assert_eq!(differs(&hub, Kind::Module, "longer.md"), said("longer.md:2 \"b\"", "longer.md:2 \"\""));
    assert_eq!(differs(&hub, Kind::Module, "end.md"), said("end.md:1 \"a\"", "end.md:1 \"a\""));
    assert!(differs(&hub, Kind::Hook, "binary").is_some());
    assert_eq!(differs(&hub, Kind::Hook, "far"), said("far:9002 \"1\"", "far:9002 \"2\""));
}

#[test]
fn a_hook_that_was_compared_is_not_read_again() {
    let folder = Folder::new();
    folder.write("one/hooks/h", "#!/bin/sh\n");
    folder.write("two/hooks/h", "#!/bin/sh\n");
    let hub = hub(&folder);
    assert_eq!(differs(&hub, Kind::Hook, "h"), None);
    folder.write("one/hooks/h", "changed");
    assert_eq!(hub.source("one").unwrap().hook("h").unwrap().first_line.text(), "#!/bin/sh\n");
}

#[test]
fn skills_are_the_same_when_all_their_files_are() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    for id in ["one", "two"] {
        for name in ["same", "text", "more", "mode"] {
            folder.write(&format!("{id}/skills/{name}/SKILL.md"), "text\n");
            folder.write(&format!("{id}/skills/{name}/x/run.sh"), "run\n");
        }
    }
    folder.write("one/skills/same/SKILL.md", "text\r\n");
    folder.write("one/skills/text/x/run.sh", "ran\n");
    folder.write("two/skills/more/a.md", "");
    let executable = PermissionsExt::from_mode(0o755);
    fs_err::set_permissions(folder.path("two/skills/mode/x/run.sh"), executable).unwrap();
    let hub = hub(&folder);
    let said = |one: &str, two: &str| Some([one.to_owned(), two.to_owned()]);
    assert_eq!(differs(&hub, Kind::Skill, "same"), None);
    assert_eq!(
        differs(&hub, Kind::Skill, "text"),
        said("run.sh:1 \"ran\" source `one` has this", "run.sh:1 \"run\" source `two` has this")
    );
    assert_eq!(
        differs(&hub, Kind::Skill, "more"),
        said("SKILL.md:1 \"text\" source `one` has no `a.md`", "a.md:1 \"\" only source `two` has this file")
    );
    assert_eq!(
        differs(&hub, Kind::Skill, "mode"),
        said(
            "run.sh:1 \"run\" source `one` has a file that is not executable",
            "run.sh:1 \"run\" source `two` has an executable file"
        )
    );
}

#[test]
fn the_files_of_a_person_come_from_one_source() {
    let folder = Folder::new();
    folder.write("one/persons/sam/person.kdl", "person \"sam\"\r\n");
    folder.write("two/persons/sam/person.kdl", "person \"sam\"\n");
    folder.write("two/persons/kim/person.kdl", "person \"kim\"\n");
    folder.write("two/persons/kim/INVARIANT.md", "Be kind.\n");
    folder.write("one/persons/file", "");
    let hub = hub(&folder);
    let sam = hub.person_file("sam", "person.kdl").unwrap().unwrap();
    assert_eq!(sam.path(), folder.path("one/persons/sam/person.kdl"));
    assert_eq!(hub.person_file("sam", "INVARIANT.md"), Ok(None));
    assert_eq!(hub.person_file("kim", "INVARIANT.md").unwrap().unwrap().text(), "Be kind.\n");
    assert_eq!(fault(hub.person_file("kai", "person.kdl")), Fault::Missing);
    assert_eq!(fault(hub.person_file("file", "person.kdl")), Fault::NotADirectory);
    folder.write("one/persons/kim/person.kdl", "person \"kim\"\n");
    let differs = Fault::Differs { one: "one".to_owned(), other: "two".to_owned() };
    assert_eq!(fault(self::hub(&folder).person_file("kim", "person.kdl")), differs);
}

#[test]
fn nothing_is_looked_at_before_it_is_asked_for() {
    let hub = Hub::open(Path::new("/no/such/hub"), &[node("team", Some("/no/such/team".into()))]);
    assert_eq!(hub.sources().len(), 2);
    assert_eq!(hub.own().id(), "hub");
}
