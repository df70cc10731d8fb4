//! `gitignore "exclude"`: lines in the file that all work trees of a repository share.

use std::fmt::Write as _;
use std::path::Path;

use crate::support::{Ran, World};

const EXCLUDE: &str = "target/.git/info/exclude";

/// A hub whose launcher keeps its lines in the exclude file, and a target that is a repository with a commit.
fn world() -> World {
    let world = World::full();
    set(&world, "\"exclude\"");
    world.git_init();
    git(&world, "target", &["commit", "-q", "--allow-empty", "-m", "x"]);
    world
}

/// Has the launcher say this in its `gitignore` node.
fn set(world: &World, value: &str) {
    let text = read(world, "hub/launchers.kdl");
    let kept: String =
        text.split_inclusive('\n').filter(|line| !line.trim_start().starts_with("gitignore")).collect();
    world.manifest(&kept.replacen("    cli ", &format!("    gitignore {value}\n    cli "), 1));
}

/// Has the launcher open this target, relative to the world.
fn open(world: &World, target: &str) {
    let text = read(world, "hub/launchers.kdl");
    let kept: String =
        text.split_inclusive('\n').filter(|line| !line.trim_start().starts_with("target")).collect();
    world.manifest(&kept.replacen("    cli ", &format!("    target \"../{target}\"\n    cli "), 1));
}

fn git(world: &World, folder: &str, words: &[&str]) -> String {
    let author = ["-c", "user.name=x", "-c", "user.email=x@y", "-c", "protocol.file.allow=always"];
    let output =
        world.command("git", author.iter().chain(words)).current_dir(world.path(folder)).output().unwrap();
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn status(world: &World, folder: &str) -> String {
    git(world, folder, &["status", "--porcelain", "--untracked-files=all"])
}

fn read(world: &World, path: &str) -> String {
    std::fs::read_to_string(world.path(path)).unwrap_or_else(|error| format!("{path}: {error}"))
}

fn clean(world: &World) -> Ran {
    world.assembly(["clean", "app-mac-agent"]).succeeds()
}

/// The lines of the exclude file that are no comments.
fn patterns(world: &World, path: &str) -> Vec<String> {
    read(world, path).lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
}

#[test]
fn the_block_is_written_once_and_taken_back_byte_for_byte() {
    for before in [
        None,
        Some(""),
        Some("# git's own\n*~\n"),
        Some("no end"),
        Some("crlf\r\nmine\r\n"),
        Some("crlf\r\nno end"),
    ] {
        let world = world();
        let original = read(&world, EXCLUDE);
        match before {
            Some(text) => _ = world.write(EXCLUDE, text),
            None => std::fs::remove_dir_all(world.path("target/.git/info")).unwrap(),
        }
        assert!(!original.is_empty());
        let start = world.snapshot();
        world.run();
        assert!(!world.target(".gitignore").exists());
        assert_eq!(status(&world, "target"), "", "{before:?}");
        let text = read(&world, EXCLUDE);
        assert!(text.starts_with(before.unwrap_or_default()), "{text}");
        let end = if before.is_some_and(|text| text.contains('\r')) { "\r\n" } else { "\n" };
        let root = world.path("target").display().to_string();
        let lines = ["/CLAUDE.local.md", "/.claude/settings.local.json", "/.claude/skills/"];
        let block = format!("# >>> assembly claude {root}{end}{}{end}# <<< assembly ", lines.join(end));
        assert!(text.contains(&block) && text.ends_with(end), "{text}");
        let after = world.snapshot();
        world.run();
        world.assembly(["plan", "--exit-code"]).succeeds();
        world.assembly(["status"]).succeeds();
        assert_eq!(world.snapshot(), after);
        clean(&world);
        assert_eq!(world.snapshot(), start, "{before:?}");
    }
}

#[test]
fn plan_names_the_file_and_shows_its_diff() {
    let world = world();
    let document = world.assembly(["plan", "--json"]).succeeds().json();
    let changes = document["launchers"][0]["changes"].as_array().unwrap();
    let change = changes.iter().find(|change| change["kind"] == "lines").unwrap();
    assert_eq!(change["path"], ".git/info/exclude");
    assert_eq!(change["action"], "update");
    let diff = change["diff"].as_str().unwrap();
    assert!(diff.contains("--- a/.git/info/exclude\n") && diff.contains("\n+/CLAUDE.local.md\n"), "{diff}");
    world.assembly(["plan"]).succeeds().prints(&["+/.claude/skills/"]);
    assert_eq!(patterns(&world, EXCLUDE), [""; 0]);
    world.run().says(&["update    .git/info/exclude"]);
    // Outside of the target, its path is that of the file itself.
    git(&world, "target", &["worktree", "add", "-q", "-b", "linked", "../linked"]);
    open(&world, "linked");
    let document = world.assembly(["plan", "--json"]).succeeds().json();
    let changes = document["launchers"][0]["changes"].as_array().unwrap();
    let change = changes.iter().find(|change| change["kind"] == "lines").unwrap();
    assert_eq!(change["path"], "[ROOT]/target/.git/info/exclude");
}

#[test]
fn status_says_what_became_of_the_lines() {
    let world = world();
    world.assembly(["status"]).succeeds();
    world.run();
    let text = read(&world, EXCLUDE);
    world.write(EXCLUDE, text.replace("/CLAUDE.local.md\n", ""));
    world.assembly(["status"]).exits_with(1).prints(&[
        "edited",
        ".git/info/exclude",
        "taken out since: `/CLAUDE.local.md`",
    ]);
    world.run();
    assert_eq!(read(&world, EXCLUDE), text);
    world.assembly(["status"]).succeeds();
    // A line that somebody wrote into the block is theirs, and no reason to write.
    world.write(EXCLUDE, text.replace("/CLAUDE.local.md\n", "/CLAUDE.local.md\n/mine\n"));
    let before = world.snapshot();
    world.run();
    assert_eq!(world.snapshot(), before);
    clean(&world);
    assert_eq!(patterns(&world, EXCLUDE), ["/mine"]);
}

#[test]
fn each_form_takes_back_what_the_other_wrote() {
    let values = ["#true", "#false", "\"exclude\""];
    for first in values {
        for second in values {
            let world = world();
            world.write("target/.gitignore", "dist").write(EXCLUDE, "mine");
            git(&world, "target", &["add", ".gitignore"]);
            git(&world, "target", &["commit", "-q", "-m", "x"]);
            let start = world.snapshot();
            set(&world, first);
            world.run();
            set(&world, second);
            world.run();
            let lines = |path: &str| read(&world, path).contains("CLAUDE.local.md");
            let said = format!("{first} then {second}");
            assert_eq!(lines("target/.gitignore"), second == "#true", "{said}");
            assert_eq!(lines(EXCLUDE), second == "\"exclude\"", "{said}");
            let shown = status(&world, "target");
            assert_eq!(shown.contains("CLAUDE.local.md"), second == "#false", "{said}: {shown}");
            let before = world.snapshot();
            world.run();
            assert_eq!(world.snapshot(), before, "{said}");
            world.assembly(["plan", "--exit-code"]).succeeds();
            clean(&world);
            assert_eq!(world.snapshot(), start, "{said}");
        }
    }
}

#[test]
fn work_trees_and_subfolders_have_their_lines_as_long_as_they_need_them() {
    let world = world();
    git(&world, "target", &["worktree", "add", "-q", "-b", "linked", "../linked tree"]);
    for folder in ["target/sub [x]", "linked tree/sub [x]"] {
        std::fs::create_dir_all(world.path(folder)).unwrap();
    }
    let original = read(&world, EXCLUDE);
    let targets = ["target", "linked tree", "target/sub [x]", "linked tree/sub [x]"];
    for target in targets {
        open(&world, target);
        world.run();
        assert_eq!(status(&world, "target") + &status(&world, "linked tree"), "", "{target}");
    }
    let lines = patterns(&world, EXCLUDE);
    assert_eq!(lines.iter().filter(|line| *line == "/CLAUDE.local.md").count(), 2);
    assert_eq!(lines.iter().filter(|line| *line == r"/sub \[x]/CLAUDE.local.md").count(), 2, "{lines:?}");
    for (at, target) in targets.into_iter().enumerate() {
        open(&world, target);
        clean(&world);
        assert_eq!(read(&world, EXCLUDE).matches(">>> assembly").count(), 3 - at);
        // What the others need is still there.
        assert_eq!(status(&world, "target") + &status(&world, "linked tree"), "", "{target}");
    }
    assert_eq!(read(&world, EXCLUDE), original);
}

#[test]
fn a_target_that_is_gone_leaves_with_the_next_one() {
    let world = world();
    let original = read(&world, EXCLUDE);
    git(&world, "target", &["worktree", "add", "-q", "-b", "linked", "../linked"]);
    open(&world, "linked");
    world.run();
    std::fs::remove_dir_all(world.path("linked")).unwrap();
    open(&world, "target");
    world.run();
    assert!(!read(&world, EXCLUDE).contains("/linked"), "{}", read(&world, EXCLUDE));
    // By itself it is no reason to write.
    git(&world, "target", &["worktree", "prune"]);
    git(&world, "target", &["worktree", "add", "-q", "../linked", "linked"]);
    open(&world, "linked");
    world.run();
    std::fs::remove_dir_all(world.path("linked")).unwrap();
    open(&world, "target");
    let before = world.snapshot();
    world.run();
    assert_eq!(world.snapshot(), before);
    clean(&world);
    assert_eq!(read(&world, EXCLUDE), original);
}

#[test]
fn a_submodule_has_a_file_of_its_own() {
    let world = world();
    world.write("library/x", "x\n");
    git(&world, "library", &["init", "-q"]);
    git(&world, "library", &["add", "."]);
    git(&world, "library", &["commit", "-q", "-m", "x"]);
    let library = world.path("library").display().to_string();
    git(&world, "target", &["submodule", "--quiet", "add", &library, "sub"]);
    git(&world, "target", &["commit", "-q", "-m", "x"]);
    let before = read(&world, EXCLUDE);
    open(&world, "target/sub");
    world.run();
    assert_eq!(read(&world, EXCLUDE), before);
    assert!(read(&world, "target/.git/modules/sub/info/exclude").contains("\n/CLAUDE.local.md\n"));
    assert_eq!(status(&world, "target/sub") + &status(&world, "target"), "");
}

#[test]
fn outside_of_a_repository_nothing_is_written_but_a_warning() {
    let world = World::full();
    set(&world, "\"exclude\"");
    let said = [
        "assembly::plan::no-exclude",
        "`[ROOT]/target` lies in no git work tree, so there is no `info/exclude` for its ignore lines",
        "write `gitignore #true` in the launcher, or `#false` if there is nothing to ignore",
    ];
    world.assembly(["check"]).succeeds().says(&said);
    world.run().says(&said);
    assert!(!world.target(".gitignore").exists() && !world.target("info").exists());
    let before = world.snapshot();
    world.run().says(&said);
    assert_eq!(world.snapshot(), before);
    // Where the caller's repository is does not matter, only the target's.
    world
        .assembly(["run", "app-mac-agent", "--no-launch"])
        .env("GIT_DIR", world.path("home"))
        .succeeds()
        .says(&said);
    set(&world, "#true");
    world.run().keeps_silent_about(&["no-exclude"]);
}

#[test]
fn a_link_in_its_place_is_left_alone() {
    for (link, said) in [("exclude", "is a link"), ("", "lies in a linked folder")] {
        let world = world();
        world.write("elsewhere/exclude", "mine\n");
        let place = Path::new("target/.git/info").join(link);
        if link.is_empty() {
            std::fs::remove_dir_all(world.path(&place)).unwrap();
        } else {
            std::fs::remove_file(world.path(&place)).unwrap();
        }
        world.link(place.to_string_lossy().trim_end_matches('/'), world.path("elsewhere").join(link));
        world.run().says(&["assembly::plan::exclude-left-alone", said, "make it a file"]);
        assert_eq!(read(&world, "elsewhere/exclude"), "mine\n");
        clean(&world);
    }
}

#[test]
fn what_other_ignore_files_cover_needs_no_line() {
    let world = world();
    world.write("target/.gitignore", ".claude/\n");
    git(&world, "target", &["add", "."]);
    git(&world, "target", &["commit", "-q", "-m", "x"]);
    world.write(EXCLUDE, "*.local.md\n");
    world.run();
    assert_eq!(read(&world, EXCLUDE), "*.local.md\n");
    let before = world.snapshot();
    world.run();
    assert_eq!(world.snapshot(), before);
    // What covered it is gone, so it is looked at again.
    world.write("target/.gitignore", "dist\n");
    world.run();
    assert_eq!(patterns(&world, EXCLUDE), ["*.local.md", "/.claude/settings.local.json", "/.claude/skills/"]);
    assert_eq!(status(&world, "target"), " M .gitignore\n");
}

#[test]
fn a_pattern_that_decides_otherwise_is_named() {
    let world = world();
    world.write("target/.gitignore", "!CLAUDE.local.md\n");
    world.run().says(&[
        "assembly::plan::not-ignored",
        "git does not ignore `CLAUDE.local.md` in `[ROOT]/target`: line 1 of `.gitignore` is `!CLAUDE.local.md`",
    ]);
    assert!(status(&world, "target").contains("CLAUDE.local.md"));
    // One that stands before ours in the same file decides nothing.
    let world = self::world();
    world.write(EXCLUDE, "!CLAUDE.local.md\n");
    world.run().keeps_silent_about(&["not-ignored"]);
    assert_eq!(status(&world, "target"), "");
}

#[test]
fn a_users_own_skill_is_not_hidden() {
    let world = world();
    std::fs::create_dir_all(world.target("sub dir/.claude/skills/mine")).unwrap();
    world.write(
        "target/sub dir/.claude/skills/mine/SKILL.md",
        "---\nname: mine\ndescription: Mine.\n---\n\nx\n",
    );
    open(&world, "target/sub dir");
    world.run();
    assert_eq!(status(&world, "target"), "?? \"sub dir/.claude/skills/mine/SKILL.md\"\n");
    assert!(read(&world, EXCLUDE).contains("\n/sub dir/.claude/skills/review\n"));
}

#[test]
fn what_came_with_the_target_leads_nowhere_else() {
    let world = world();
    world.run();
    // Only the place that git knows is written to, and only the block of this target is touched.
    world.write("home/other/.git/HEAD", "ref: refs/heads/main\n");
    let foreign = "# >>> assembly claude /somewhere/else\n/x\n# <<< assembly 00000000\nmine\n";
    world.write("home/other/.git/info/exclude", foreign);
    let ledger = read(&world, "target/.assembly/ledger.json");
    for path in ["../home/other/.git/info/exclude", ".git/info/exclude", "exclude"] {
        world.write("target/.assembly/ledger.json", ledger.replace("\"info/exclude\"", &format!("{path:?}")));
        world.assembly(["clean", "app-mac-agent"]).exits_with(1).says(&["assembly::plan::ledger-broken"]);
    }
    assert_eq!(read(&world, "home/other/.git/info/exclude"), foreign);
    // Lines that the ledger claims go only where they stand in the own block.
    world.write(EXCLUDE, format!("keep-me\n{}", read(&world, EXCLUDE)));
    world.write("target/.assembly/ledger.json", ledger.replace("\"/CLAUDE.local.md\"", "\"keep-me\""));
    clean(&world);
    assert_eq!(patterns(&world, EXCLUDE), ["keep-me"]);
}

#[test]
fn two_runs_at_once_lose_no_lines() {
    let world = world();
    let names: Vec<String> = (0..6).map(|number| format!("sub{number}")).collect();
    let mut manifest = String::new();
    for name in &names {
        std::fs::create_dir(world.target(name)).unwrap();
        _ = write!(
            manifest,
            "launcher \"{name}-agent\" {{\n    target \"../target/{name}\"\n    cli \"agent\" harness=\"claude\"\n    \
             gitignore \"exclude\"\n    modules \"one.md\"\n}}\n"
        );
    }
    world.manifest(&manifest);
    let original = read(&world, EXCLUDE);
    let all = |verb: &str| {
        std::thread::scope(|scope| {
            for name in &names {
                let launcher = format!("{name}-agent");
                let words: Vec<String> = match verb {
                    "run" => vec![verb.into(), launcher, "--no-launch".into()],
                    _ => vec![verb.into(), launcher],
                };
                let invocation = world.assembly(words);
                scope.spawn(move || invocation.succeeds());
            }
        });
    };
    all("run");
    let lines = patterns(&world, EXCLUDE);
    assert_eq!(lines.iter().filter(|line| line.ends_with("CLAUDE.local.md")).count(), 6, "{lines:?}");
    assert_eq!(status(&world, "target"), "");
    all("clean");
    assert_eq!(read(&world, EXCLUDE), original);
    let left: Vec<_> = std::fs::read_dir(world.path("target/.git/info")).unwrap().collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

#[test]
fn show_and_check_know_it() {
    let world = world();
    world.assembly(["check"]).succeeds().keeps_silent_about(&["gitignore"]);
    world.assembly(["show", "app-mac-agent"]).succeeds().prints(&["in the repository's info/exclude"]);
    let document = world.assembly(["show", "app-mac-agent", "--json"]).succeeds().json();
    assert_eq!(document["gitignore"], "exclude");
}

#[test]
fn status_of_the_shared_file_tells_whose_lines_are_in_it() {
    let world = world();
    world
        .assembly(["status", "--file", "../target/.git/info/exclude"])
        .exits_with(1)
        .prints(&["would write it"]);
    world.run();
    git(&world, "target", &["worktree", "add", "-q", "../tree"]);
    open(&world, "tree");
    world.run();
    let ran = world.assembly(["status", "--file", "../target/.git/info/exclude"]).exits_with(1);
    for target in ["target", "tree"] {
        let line =
            format!("  the repository's own file, with lines of ours for the target: [ROOT]/{target}\n");
        assert!(ran.stdout.contains(&line), "{ran}");
    }
    assert_eq!(ran.stdout.matches("made by launcher app-mac-agent").count(), 2, "{ran}");
    assert!(
        ran.stdout.contains("launchers.kdl:") && ran.stdout.contains("clean: as it was written"),
        "{ran}"
    );
    world.assembly(["clean", "--target", "../target"]).succeeds();
    let ran = world.assembly(["status", "--file", "../target/.git/info/exclude", "--json"]).succeeds().json();
    assert_eq!(ran["targets"].as_array().map(Vec::len), Some(1), "{ran}");
    assert_eq!(ran["targets"][0]["artifacts"][0]["state"], "clean", "{ran}");
    assert!(ran["targets"][0]["artifacts"][0]["declared"].is_object(), "{ran}");
    // One that lies in a target under such a name is the user's.
    world.write("tree/info/exclude", "mine\n");
    world.assembly(["status", "--file", "../tree/info/exclude"]).exits_with(1).prints(&["  not ours"]);
}

#[test]
fn the_block_of_a_target_that_was_moved_or_copied_goes_with_it() {
    for (form, inner) in [("mv", ""), ("cp", ""), ("mv", "/inner")] {
        for other_form in [false, true] {
            let world = world();
            std::fs::create_dir_all(world.path(format!("target{inner}"))).unwrap();
            open(&world, &format!("target{inner}"));
            let before = read(&world, EXCLUDE);
            world.run();
            // Of the repository, or of a folder in it.
            let place = if inner.is_empty() { "elsewhere" } else { "target/elsewhere" };
            let words: &[&str] = if form == "mv" { &["mv"] } else { &["cp", "-a"] };
            let mut moving = world.command(words[0], &words[1..]);
            moving.args([world.path(format!("target{inner}")), world.path(place)]);
            assert!(moving.status().unwrap().success());
            let exclude = if inner.is_empty() { "elsewhere/.git/info/exclude" } else { EXCLUDE };
            if other_form {
                open(&world, place);
                set(&world, "#true");
                world.run();
                assert_eq!(read(&world, exclude), before, "{form}, {inner}");
                continue;
            }
            world.write(format!("{place}/CLAUDE.local.md"), "edited\n");
            let ran = world.assembly(["clean", "--target", world.path(place).to_str().unwrap()]).succeeds();
            ran.prints(&["takes out `", "exclude"]).keeps_silent_about(&["drop "]);
            // What it hid stays hidden.
            let left = if inner.is_empty() { "/CLAUDE.local.md\n" } else { "" };
            assert_eq!(read(&world, exclude), format!("{before}{left}"), "{form}, {inner}");
            if form == "cp" {
                assert_ne!(read(&world, EXCLUDE), before);
            }
        }
    }
}

#[test]
fn what_is_not_in_the_file_any_more_is_not_said_to_be_taken_out() {
    let world = world();
    let before = read(&world, EXCLUDE);
    world.run();
    world.write(EXCLUDE, &before);
    clean(&world).keeps_silent_about(&["takes out"]);
    assert_eq!(read(&world, EXCLUDE), before);
    // Of a block with only lines of somebody else, the comments go.
    for form in ["", "#true"] {
        set(&world, "\"exclude\"");
        world.run();
        let text = read(&world, EXCLUDE);
        let lines: Vec<&str> =
            text.lines().map(|line| if line.starts_with('/') { "theirs" } else { line }).collect();
        world.write(EXCLUDE, lines.join("\n") + "\n");
        if form.is_empty() {
            clean(&world);
        } else {
            set(&world, form);
            world.run();
        }
        let text = read(&world, EXCLUDE);
        assert!(text.contains("theirs") && !text.contains("assembly"), "{form}: {text}");
        world.write(EXCLUDE, &before);
    }
}
