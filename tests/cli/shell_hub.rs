//! The shell library that this tool replaces, run side by side with it.

use crate::support::World;

/// Copies the fixture to the world's hub.
fn hub(world: &World) {
    world.copy_fixture("shell-hub", "hub");
    world.old_surroundings();
}

#[test]
fn the_same_modules_links_argv_and_ignore_lines() {
    for (launcher, target) in [
        ("myapp-mac-claude", "code/myapp"),
        ("docs-mac-claude", "code/docs site"),
        ("infra-linux-codex", "code/infra"),
    ] {
        let (shell, ours) = (World::new(), World::new());
        for world in [&shell, &ours] {
            hub(world);
        }
        let script = shell.path("hub/launchers").join(format!("{launcher}.sh"));
        let output = shell.command("bash", [script]).output().expect("install jq to run these tests");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        ours.assembly(["run", launcher]).succeeds();

        // The two hubs lie at different places; everything else must agree.
        let normal =
            |world: &World, text: String| text.replace(&world.path("").display().to_string(), "[ROOT]/");
        let read = |world: &World, path: &str| {
            let path = world.path("home").join(target).join(path);
            std::fs::read_to_string(path).map(|text| normal(world, text)).ok()
        };
        for path in ["CLAUDE.local.md", ".gitignore"] {
            assert_eq!(read(&ours, path), read(&shell, path), "{launcher}: {path}");
        }
        // `timeout` was given in the wrong unit, and nobody had asked for it.
        let settings = |world: &World| -> Option<serde_json::Value> {
            let mut settings: serde_json::Value =
                serde_json::from_str(&read(world, ".claude/settings.local.json")?).unwrap();
            for handler in settings["hooks"]["UserPromptSubmit"].as_array_mut().into_iter().flatten() {
                for handler in handler["hooks"].as_array_mut().unwrap() {
                    handler.as_object_mut().unwrap().remove("timeout");
                }
            }
            Some(settings)
        };
        assert_eq!(settings(&ours), settings(&shell), "{launcher}");
        if settings(&shell).is_some_and(|settings| settings["hooks"] == serde_json::json!({})) {
            assert_eq!(
                read(&ours, ".claude/settings.local.json"),
                read(&shell, ".claude/settings.local.json")
            );
        }
        let links = |world: &World| -> Vec<(String, String)> {
            let folder = world.path("home").join(target).join(".claude/skills");
            let mut links: Vec<_> = std::fs::read_dir(folder)
                .into_iter()
                .flatten()
                .map(|entry| {
                    let entry = entry.unwrap();
                    let destination = std::fs::read_link(entry.path()).unwrap().display().to_string();
                    let destination = normal(world, destination).replace("/.claude/skills/", "/skills/");
                    (entry.file_name().to_string_lossy().into_owned(), destination)
                })
                .collect();
            links.sort();
            links
        };
        assert_eq!(links(&ours), links(&shell), "{launcher}");
        let argv = |world: &World| -> Vec<String> {
            world.session().argv.into_iter().map(|word| normal(world, word)).collect()
        };
        assert_eq!(argv(&ours), argv(&shell), "{launcher}");
        assert_eq!(normal(&ours, ours.session().cwd), normal(&shell, shell.session().cwd), "{launcher}");
    }
}
