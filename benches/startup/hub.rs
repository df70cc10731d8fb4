//! A hub with five modules, three hooks and three skills, and the same hub for the shell library.

use std::fmt::Write as _;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use crate::ASSEMBLY;
use crate::programs::stand_in;
use crate::sandbox::{Sandbox, run, run_and_explain};

const MODULES: [&str; 5] = ["core.md", "profile.md", "domain.md", "style.md", "memory.md"];
const HOOKS: [&str; 3] = ["remind.sh", "guard.sh", "today.sh"];
const SKILLS: [&str; 3] = ["review", "release-notes", "triage"];

/// The launcher whose target is as its last run left it.
pub(crate) const WARM: &str = "warm-mac-claude";
/// The launcher whose target is emptied before each run.
pub(crate) const COLD: &str = "cold-mac-claude";
/// The launcher of the shell library.
pub(crate) const SHELL: &str = "shell-mac-claude";

/// Both hubs; the target of each launcher is the folder `targets/<launcher>`, a git repository.
pub(crate) struct Hub<'a> {
    sandbox: &'a Sandbox,
}

impl<'a> Hub<'a> {
    pub(crate) fn write(sandbox: &'a Sandbox) -> io::Result<Self> {
        write_sources(sandbox, "hub", "skills")?;
        write_sources(sandbox, "shell-hub", ".claude/skills")?;
        fs_err::write(sandbox.at("hub/launchers.kdl"), manifest())?;
        fs_err::create_dir_all(sandbox.at("shell-hub/launchers"))?;
        let library = include_str!("../../tests/shell-hub/launchers/lib.sh");
        fs_err::write(sandbox.at("shell-hub/launchers/lib.sh"), library)?;
        fs_err::write(sandbox.at(shell_script()), shell_launcher(sandbox))?;
        for launcher in [WARM, COLD, SHELL] {
            let target = sandbox.at(target(launcher));
            fs_err::create_dir_all(&target)?;
            run(sandbox.command("git").args(["init", "-q"]).arg(target))?;
        }
        Ok(Self { sandbox })
    }

    /// `assembly run` of a launcher.
    pub(crate) fn assembly(&self, launcher: &str) -> Command {
        let mut command = self.sandbox.command(ASSEMBLY);
        command.arg("--hub").arg(self.sandbox.at("hub")).args(["run", launcher]);
        command
    }

    /// The launcher script of the shell library.
    pub(crate) fn shell(&self) -> Command {
        let mut command = self.sandbox.command("bash");
        command.arg(self.sandbox.at(shell_script()));
        command
    }

    /// Empties the target of a launcher.
    pub(crate) fn reset(&self, launcher: &str) -> io::Result<()> {
        run(self
            .sandbox
            .command("git")
            .arg("-C")
            .arg(self.sandbox.at(target(launcher)))
            .args(["clean", "-xfdq"]))
    }

    /// Runs every launcher once. A figure is worth something only if all of them write the same.
    pub(crate) fn check_that_all_do_the_same(&self) -> io::Result<()> {
        run_and_explain(&mut self.assembly(WARM))?;
        run_and_explain(&mut self.assembly(COLD))?;
        run_and_explain(&mut self.shell())?;
        let read = |launcher: &str, file: &str| -> io::Result<String> {
            let text = fs_err::read_to_string(self.sandbox.at(target(launcher)).join(file))?;
            Ok(text.replace("/shell-hub", "/hub").replace(",\n            \"timeout\": 5000", ""))
        };
        for file in ["CLAUDE.local.md", ".claude/settings.local.json", ".gitignore"] {
            let expected = read(SHELL, file)?;
            for launcher in [WARM, COLD] {
                if read(launcher, file)? != expected {
                    return Err(io::Error::other(format!("{launcher} and {SHELL} differ in {file}")));
                }
            }
        }
        for (launcher, skill) in
            [WARM, COLD, SHELL].into_iter().flat_map(|name| SKILLS.map(|skill| (name, skill)))
        {
            fs_err::read_link(self.sandbox.at(target(launcher)).join(".claude/skills").join(skill))?;
        }
        Ok(())
    }
}

fn target(launcher: &str) -> String {
    format!("targets/{launcher}")
}

fn shell_script() -> String {
    format!("shell-hub/launchers/{SHELL}.sh")
}

fn write_sources(sandbox: &Sandbox, hub: &str, skills: &str) -> io::Result<()> {
    let folder = sandbox.at(hub);
    fs_err::create_dir_all(folder.join("modules"))?;
    fs_err::create_dir_all(folder.join("hooks"))?;
    for name in MODULES {
        fs_err::write(folder.join("modules").join(name), module(name))?;
    }
    for name in HOOKS {
        let path = folder.join("hooks").join(name);
        fs_err::write(&path, format!("#!/bin/sh\n# {name}\ncat >/dev/null\n"))?;
        fs_err::set_permissions(&path, std::fs::Permissions::from_mode(0o755))?;
    }
    for name in SKILLS {
        let skill = folder.join(skills).join(name);
        fs_err::create_dir_all(&skill)?;
        let text =
            format!("---\nname: {name}\ndescription: Use it when {name} is asked for.\n---\n\n# {name}\n");
        fs_err::write(skill.join("SKILL.md"), text)?;
    }
    Ok(())
}

/// About two kilobytes, as people's modules are.
fn module(name: &str) -> String {
    let mut text = format!("# {name}\n\nNotes are kept in {{{{ASSEMBLY_DIR}}}}/memory.\n\n");
    for line in 1..=40 {
        let _ = writeln!(text, "- Rule {line} of {name} says what to do and when not to.");
    }
    text
}

fn manifest() -> String {
    let words = |names: &[&str]| format!("\"{}\"", names.join("\" \""));
    let mut text = format!(
        "preset \"bench\" {{\n    cli {:?} harness=\"claude\"\n    modules {}\n    hooks {{\n        UserPromptSubmit {}\n    }}\n    skills {}\n}}\n",
        stand_in(),
        words(&MODULES),
        words(&HOOKS),
        words(&SKILLS),
    );
    for launcher in [WARM, COLD] {
        let _ = write!(
            text,
            "launcher {launcher:?} {{\n    use \"bench\"\n    target \"../{}\"\n}}\n",
            target(launcher)
        );
    }
    text
}

fn shell_launcher(sandbox: &Sandbox) -> String {
    let (target, stand_in) = (sandbox.at(target(SHELL)), stand_in());
    format!(
        "#!/bin/bash\nsource \"$(dirname \"$0\")/lib.sh\"\nTARGET=\"{}\"\nassemble_modules \"$TARGET\" {}\n\
         assemble_hooks \"$TARGET\" {}\nassemble_skills \"$TARGET\" {}\nensure_gitignore \"$TARGET\"\n\
         launch {stand_in} \"$TARGET\"\n",
        target.display(),
        MODULES.join(" "),
        HOOKS.join(" "),
        SKILLS.join(" "),
    )
}
