//! A small hub of which launchers are built: a person, placeholders, two sources, ten skills.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, SystemTime};

use assembly::manifest::Delivery;

use crate::binary::Place;
use crate::sample::Bundle;

/// The launchers, which differ in their delivery and in nothing else.
pub(crate) const NATIVE: &str = "zebra-mac-agent";
pub(crate) const COMPILED: &str = "quagga-mac-agent";

pub(crate) fn launcher(delivery: Delivery) -> &'static str {
    match delivery {
        Delivery::Native => NATIVE,
        Delivery::Compiled => COMPILED,
    }
}

/// A hub with its sources, as it lies on some machine.
pub(crate) struct Hub<'a> {
    /// Where, below a place.
    pub(crate) folder: &'a str,
    /// Where the source `team eu` lies, below the same place.
    pub(crate) team: &'a str,
    /// Whether texts have CRLF.
    pub(crate) crlf: bool,
    /// The permission bits that its files are allowed at most.
    pub(crate) mask: u32,
    /// Decides in which order the files are made, and about their times.
    pub(crate) seed: u64,
}

impl Default for Hub<'_> {
    fn default() -> Self {
        Self { folder: "hub", team: "team", crlf: false, mask: 0o755, seed: 1 }
    }
}

impl Hub<'_> {
    /// Makes it.
    pub(crate) fn write(&self, place: &Path) {
        let mut files = self.files();
        let mut state = self.seed;
        for at in (1..files.len()).rev() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            files.swap(at, usize::try_from(state >> 33).unwrap() % (at + 1));
        }
        for (number, (path, text, is_executable)) in files.into_iter().enumerate() {
            let path = place.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            let is_text = !text.contains(&0);
            let bytes = if self.crlf && is_text {
                String::from_utf8(text).unwrap().replace('\n', "\r\n").into_bytes()
            } else {
                text
            };
            std::fs::write(&path, bytes).unwrap();
            let time = SystemTime::UNIX_EPOCH + Duration::from_secs(self.seed * 1_000_000 + number as u64);
            std::fs::File::options().append(true).open(&path).unwrap().set_modified(time).unwrap();
            let mode = if is_executable { 0o755 } else { 0o644 };
            std::fs::set_permissions(&path, PermissionsExt::from_mode(mode & self.mask)).unwrap();
        }
    }

    /// Path, bytes, and whether it can be executed.
    fn files(&self) -> Vec<(String, Vec<u8>, bool)> {
        let (hub, team) = (self.folder, self.team);
        let text = |path: String, text: &str| (path, text.as_bytes().to_vec(), false);
        let mut files = vec![
            text(
                format!("{hub}/launchers.kdl"),
                &manifest(&format!("{}{team}", "../".repeat(hub.split('/').count()))),
            ),
            text(format!("{hub}/persons/sam/person.kdl"), PERSON),
            text(format!("{hub}/persons/sam/INVARIANT.md"), "Say what you know.\n"),
            text(
                format!("{hub}/modules/core.md"),
                "# Core\n\n{{greeting}}: `{{ASSEMBLY_DIR}}`, `{{notes}}`.\n",
            ),
            text(format!("{team}/modules/naïve.md"), "# Without a final newline: {{TARGET_DIR}}"),
            text(format!("{hub}/hooks/prompt.sh"), "#!/bin/sh\ncat\n"),
            text(format!("{hub}/skills/review/SKILL.md"), &skill("review", "the hub's")),
            text(format!("{team}/skills/review/SKILL.md"), &skill("review", "the team's")),
        ];
        for name in ["role-backend", "personality-tenacious", "personality-grounded"] {
            files.push(text(format!("{hub}/skills/{name}/SKILL.md"), &skill(name, name)));
        }
        for number in 0..10 {
            let name = format!("skill-{number}");
            let folder = format!("{}/skills/{name}", if number < 8 { hub } else { team });
            files.push(text(format!("{folder}/SKILL.md"), &skill(&name, "the task")));
            files.push((format!("{folder}/scripts/run.sh"), b"#!/bin/sh\nexit 0\n".to_vec(), true));
            files.push(text(format!("{folder}/assets/empty"), ""));
            files.push((format!("{folder}/assets/größe.bin"), vec![0, 13, 10, 255], false));
        }
        files.iter_mut().find(|file| file.0.ends_with("prompt.sh")).unwrap().2 = true;
        files
    }
}

impl Bundle {
    /// The bundle of one of the launchers, as the program builds it.
    pub(crate) fn built(delivery: Delivery) -> Self {
        Self::made_by(|bundle| {
            let place = Place::new();
            Hub::default().write(&place.path);
            let out = bundle.to_str().unwrap();
            place.assembly(&["--hub", "hub", "bundle", "build", launcher(delivery), "--out", out], 0);
        })
    }
}

fn manifest(team: &str) -> String {
    let launcher = |name: &str, delivery: &str| {
        format!(
            "launcher \"{name}\" {{
    target \"~/app\"
    cli \"agent\" harness=\"claude\"
{delivery}    person \"sam\" role=\"backend\" seat=\"claude\"
    prefer \"team eu\" \"review\"
    modules \"core.md\" \"naïve.md\"
    skills \"skill-*\" \"review\" \"!skill-9\" \"skill-9\"
    hooks {{
        UserPromptSubmit \"prompt.sh\"
    }}
    flags \"--model\" \"opus\"
    env GREETING=\"{{{{notes}}}}\"
}}
"
        )
    };
    format!(
        "vars {{\n    notes \"~/notes\"\n    greeting \"hello\"\n}}\n\
         source \"team eu\" path=\"{}\"\nsource \"away\" path=\"~/away\" required=#false\n{}{}",
        team,
        launcher(NATIVE, ""),
        launcher(COMPILED, "    delivery \"compiled\"\n")
    )
}

fn skill(name: &str, what: &str) -> String {
    format!("---\nname: {name}\ndescription: What {name} does.\n---\n\nDo {what} in {{{{HOME}}}}.\n")
}

const PERSON: &str = r##"person "sam" {
    personality "tenacious" skill="personality-tenacious" color="#d98e48"
    personality "grounded" skill="personality-grounded" color="#5fa87a"
    role "backend" {
        purpose "Builds the services that everything else stands on."
        skill "role-backend"
        personality "tenacious" "grounded"
        agent "claude" name="Opal" pronouns="she/her"
        agent "codex" name="Flint"
    }
}
"##;
