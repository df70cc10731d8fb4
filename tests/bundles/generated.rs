//! Whatever a launcher selects: what `build` made, `verify` accepts, and it survives an archive.

use std::os::unix::fs::PermissionsExt;

use assembly::bundle::verify;
use proptest::prelude::*;

use crate::binary::Place;

/// Path in the skill's folder, bytes, whether it can be executed.
type File = (String, Vec<u8>, bool);

fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        // No letters of which the names are made that some systems keep to themselves, like `con`.
        4 => "[a-m]{1,8}(-[a-m0-9]{1,4})?",
        1 => Just("größe".to_owned()),
        1 => Just("日本 x".to_owned()),
        1 => Just("n".repeat(200)),
        1 => Just(format!(".{}", "é".repeat(90))),
        1 => Just("it's $HOME `x` %2F".to_owned()),
    ]
}

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        Just(Vec::new()),
        "[ -~\r\n\té]{0,80}".prop_map(String::into_bytes),
        proptest::collection::vec(any::<u8>(), 0..80),
        Just(b"\xef\xbb\xbfwith a mark\r\n".to_vec()),
        Just(b"a\r\0\r\n".to_vec()),
        Just(b"\r\r\n\n\r".to_vec()),
    ]
}

fn file() -> impl Strategy<Value = File> {
    let path = proptest::collection::vec(name(), 1..4).prop_map(|names| names.join("/"));
    (path, bytes(), any::<bool>())
        .prop_map(|(path, bytes, executable)| (format!("x/{path}"), bytes, executable))
}

#[derive(Debug)]
struct Hub {
    skills: Vec<Vec<File>>,
    /// Text and whether the file has a BOM and CRLF.
    modules: Vec<(String, bool)>,
    body: String,
    is_compiled: bool,
    has_person: bool,
    /// How many of the skills are in the second source, too.
    shadowed: usize,
}

fn hub() -> impl Strategy<Value = Hub> {
    let skills = proptest::collection::vec(proptest::collection::vec(file(), 0..5), 0..4);
    let text = "([ -~éß\n]|\\{\\{(HOME|TARGET_DIR|ASSEMBLY_DIR|notes)\\}\\}){0,60}";
    let text = text.prop_filter("no placeholder by chance", |text: &String| {
        let known = ["{{HOME}}", "{{TARGET_DIR}}", "{{ASSEMBLY_DIR}}", "{{notes}}"];
        !known.iter().fold(text.clone(), |text, known| text.replace(known, "")).contains(['{', '}'])
    });
    let modules = proptest::collection::vec((text.clone(), any::<bool>()), 0..4);
    (skills, modules, text, any::<bool>(), any::<bool>(), 0..3_usize).prop_map(
        |(skills, modules, body, is_compiled, has_person, shadowed)| Hub {
            skills,
            modules,
            body,
            is_compiled,
            has_person,
            shadowed,
        },
    )
}

impl Hub {
    fn write(&self, place: &Place) {
        let write = |path: String, bytes: &[u8], executable| {
            let path = place.at(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            // Of two files one of which lies where the other is a folder, one is there.
            if std::fs::write(&path, bytes).is_ok() {
                let mode = if executable { 0o755 } else { 0o644 };
                std::fs::set_permissions(&path, PermissionsExt::from_mode(mode)).unwrap();
            }
        };
        let skill = |root: &str, name: &str, files: &[File]| {
            let text = format!("---\nname: {name}\ndescription: What it does.\n---\n{}", self.body);
            write(format!("{root}/skills/{name}/SKILL.md"), text.as_bytes(), false);
            for (path, bytes, executable) in files {
                let folders = path.rsplit_once('/').unwrap().0;
                if std::fs::create_dir_all(place.at(format!("{root}/skills/{name}/{folders}"))).is_ok() {
                    write(format!("{root}/skills/{name}/{path}"), bytes, *executable);
                }
            }
        };
        for (number, files) in self.skills.iter().enumerate() {
            skill("hub", &format!("skill-{number}"), files);
            if number < self.shadowed {
                skill("team", &format!("skill-{number}"), files);
            }
        }
        let mut nodes = String::new();
        for (number, (text, is_windows)) in self.modules.iter().enumerate() {
            let text =
                if *is_windows { format!("\u{feff}{}", text.replace('\n', "\r\n")) } else { text.clone() };
            write(format!("hub/modules/m{number}.md"), text.as_bytes(), false);
            let node = format!("    modules \"m{number}.md\"\n");
            nodes.push_str(&node);
        }
        for number in 0..self.skills.len() {
            let node = format!("    skills \"skill-{number}\"\n");
            nodes.push_str(&node);
        }
        if self.is_compiled {
            nodes.push_str("    delivery \"compiled\"\n");
        }
        if self.has_person {
            skill("hub", "role-one", &[]);
            skill("hub", "calm", &[]);
            let person = "person \"sam\" {\n    personality \"calm\" skill=\"calm\" color=\"#d98e48\"\n    \
                role \"one\" {\n        skill \"role-one\"\n        personality \"calm\"\n    }\n}\n";
            write("hub/persons/sam/person.kdl".to_owned(), person.as_bytes(), false);
            nodes.push_str("    person \"sam\" role=\"one\"\n");
        }
        std::fs::create_dir_all(place.at("team/skills")).unwrap();
        let manifest = format!(
            "vars {{\n    notes \"~/notes\"\n}}\nsource \"team\" path=\"../team\"\n\
             launcher \"zebra-mac-agent\" {{\n    target \"~\"\n    cli \"agent\" harness=\"claude\"\n{nodes}}}\n"
        );
        write("hub/launchers.kdl".to_owned(), manifest.as_bytes(), false);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_built_verifies_and_survives_an_archive(hub in hub()) {
        let place = Place::new();
        hub.write(&place);
        let build = ["--hub", "hub", "bundle", "build", "zebra-mac-agent", "--out", "sam"];
        place.assembly(&build, 0);
        place.assembly(&["bundle", "verify", "sam"], 0);
        let text = place.assembly(&build, 0);
        prop_assert!(text.contains("unchanged"), "{}", text);
        place.assembly(&["bundle", "describe", "sam"], 0);
        place.assembly(&["bundle", "export", "sam", "--out", "sam.tar.gz"], 0);
        place.assembly(&["bundle", "import", "sam.tar.gz", "--out", "other"], 0);
        let digest = |name: &str| verify(&place.at(name)).unwrap().digest();
        prop_assert_eq!(digest("sam"), digest("other"));
        place.assembly(&["bundle", "diff", "sam", "other"], 0);
    }
}
