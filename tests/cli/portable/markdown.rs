//! `plan --format markdown`.

use std::fmt::Write as _;

use crate::support::World;

#[test]
fn a_plan_is_a_comment() {
    let world = World::new();
    world.module("one.md", "# One\n\n```sh\necho\n```\n");
    world.launcher("    modules \"one.md\"\n    gitignore #false");
    world.assembly(["plan", "--portable", "--format", "markdown"]).succeeds().stderr("").stdout(
        "### assembly: 1 artifact would change

| launcher | | what |
| --- | --- | --- |
| <code>app-mac-agent</code> | → ../target | <code>CLAUDE.local.md</code>, <code>session</code> |

<details>
<summary><code>app-mac-agent</code>: → ../target</summary>

<code>CLAUDE.local.md</code> create

````diff
--- /dev/null
+++ b/CLAUDE.local.md
@@ -0,0 +1,5 @@
+# One
+
+```sh
+echo
+```
````

<code>session</code>

```diff
  starts    agent
```

</details>
",
    );
}

#[test]
fn a_comparison_is_a_comment() {
    let world = World::full();
    world.assembly(["plan", "--portable", "--save", "../old.json", "--stat"]).succeeds();
    let arguments = ["plan", "--portable", "--against", "../old.json", "--format", "markdown"];
    world.assembly(arguments).succeeds().stdout("### assembly: no launcher differs\n");
    world.module("one.md", "# One\n\n</details> @team ```` \u{202e}\n");
    let ran = world.assembly(arguments).succeeds();
    ran.prints(&[
        "### assembly: 1 of 1 launcher differs\n",
        "| <code>app-mac-agent</code> | changed | <code>CLAUDE.local.md</code> |\n",
        "\n`````diff\n--- a/CLAUDE.local.md\n",
        "\n+</details> @team ```` \\u{202e}\n",
    ]);
    let stat = ["plan", "--portable", "--against", "../old.json", "--format", "markdown", "--stat"];
    assert!(!world.assembly(stat).succeeds().stdout.contains("```"));
}

#[test]
fn a_comment_is_never_too_large() {
    let world = World::new();
    let mut manifest = String::new();
    for index in 0..60 {
        world.module(&format!("m{index}.md"), format!("{index} a long line of a module\n").repeat(400));
        _ = write!(
            manifest,
            "launcher \"app{index}-mac-claude\" {{\n    target \"~/{index}\"\n    cli \"claude\"\n    modules \"m{index}.md\"\n}}\n"
        );
    }
    world.manifest(&manifest);
    let ran = world.assembly(["plan", "--portable", "--format", "markdown"]).succeeds();
    assert!(ran.stdout.chars().count() < 65_536);
    ran.prints(&["Cut to fit into a comment: the diffs of", "lines cut\n"]);
}
