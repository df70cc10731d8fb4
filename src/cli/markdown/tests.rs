use super::page::{CLOSING, Item, LARGEST, Page, Section};
use super::text::LARGEST_DIFF;

fn item(name: &str, lines: &str) -> Item {
    Item { name: name.to_owned(), fact: "changed", remark: String::new(), lines: lines.to_owned() }
}

fn section(launcher: &str, parts: Vec<Item>) -> Section {
    Section { launcher: launcher.to_owned(), fact: "changed".to_owned(), parts }
}

fn page(sections: Vec<Section>) -> String {
    Page { heading: "2 of 3 launchers differ".to_owned(), sections }.text()
}

#[test]
fn a_page_reads_like_this() {
    assert_eq!(
        page(vec![section("app-claude", vec![item("CLAUDE.local.md", "-a\n+b\n"), item("argv", "")])]),
        "### assembly: 2 of 3 launchers differ

| launcher | | what |
| --- | --- | --- |
| <code>app-claude</code> | changed | <code>CLAUDE.local.md</code>, <code>argv</code> |

<details>
<summary><code>app-claude</code>: changed</summary>

<code>CLAUDE.local.md</code> changed

```diff
-a
+b
```

<code>argv</code> changed

</details>
"
    );
    assert_eq!(page(Vec::new()), "### assembly: 2 of 3 launchers differ\n");
}

#[test]
fn nothing_that_is_shown_is_read_as_markdown() {
    let lines = "+```\n+</details><script>x</script>\n+`````` @team\n+\u{202e}\u{1b}[31m\n";
    let name = "a|b`c</code></summary><b>*_[x](y) @team #7";
    let text = page(vec![section(name, vec![item(name, lines)])]);
    assert!(text.contains("\n```````diff\n+```\n"), "{text}");
    assert!(text.contains("\n```````\n\n</details>\n"), "{text}");
    assert!(!text.contains('\u{202e}') && !text.contains('\u{1b}'), "{text}");
    let outside: String = text.split("```````").step_by(2).collect();
    for meant in ["<b>", "</code></", "|b", "[x]", "@team", "#7", "*_"] {
        assert!(!outside.contains(meant), "{meant} in {outside}");
    }
    assert_eq!(outside.matches("</details>").count(), 1);
}

#[test]
fn what_is_too_large_is_named() {
    let long = "+0123456789 0123456789 ü\n".repeat(5000);
    let all: Vec<Section> = (0..700)
        .map(|index| section(&format!("launcher-{index}-claude"), vec![item(&format!("{index}.md"), &long)]))
        .collect();
    let text = page(all);
    assert!(text.len() <= LARGEST, "{}", text.len());
    assert!(text.len() > LARGEST - LARGEST_DIFF - CLOSING - 2_000, "{}", text.len());
    assert!(text.contains(" lines cut\n```"), "{text}");
    assert!(text.contains("more launchers | | |"), "{text}");
    assert!(
        text.trim_end()
            .ends_with("and 694 more. `assembly plan` without `--format markdown` shows them in full.")
    );
    assert_eq!(text.matches("<details>").count(), text.matches("</details>").count());
}

#[test]
fn a_diff_is_shown_once() {
    let lines = "+one line that is repeated\n".repeat(20);
    let text = page(vec![
        section("a-claude", vec![item("x", &lines)]),
        section("b-claude", vec![item("x", &lines), item("y", &lines)]),
    ]);
    assert_eq!(text.matches("```diff").count(), 2);
    assert!(text.contains("<code>x</code> changed, as in <code>a-claude</code>\n"), "{text}");
}
