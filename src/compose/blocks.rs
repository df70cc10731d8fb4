//! The paragraphs of a module, as far as they say something.

use std::ops::Range;

/// A paragraph, list, table or piece of code, and what it comes to when line breaks do not matter.
pub(super) struct Block {
    pub(super) span: Range<usize>,
    pub(super) said: String,
}

/// Shorter ones are the small change of any text. Words, as [`weight`] counts them.
const LEAST: usize = 12;

/// The same commands are often needed in two places.
const LEAST_OF_CODE: usize = 40;

/// Every block of a text that says enough to be told from chance. Headings, frontmatter, comments, tags, imports, link
/// targets and notices of copyright have to stand in every file that needs them, and are none; nor is a line that only
/// leads to what follows it.
pub(super) fn blocks(text: &str) -> Vec<Block> {
    let mut found = Vec::new();
    let mut start: Option<usize> = None;
    let mut fence: Option<&str> = None;
    let mut at = frontmatter(text);
    for line in text[at..].split_inclusive('\n') {
        let content = line.trim();
        let marks = content.get(..3).filter(|marks| matches!(*marks, "```" | "~~~"));
        let begin = at;
        at += line.len();
        match fence {
            Some(open) if marks == Some(open) => {
                fence = None;
                found.extend(start.take().and_then(|start| block(text, start..at, LEAST_OF_CODE)));
            }
            Some(_) => {}
            None if marks.is_some() => {
                found.extend(start.take().and_then(|start| block(text, start..begin, LEAST)));
                (fence, start) = (marks, Some(begin));
            }
            None if content.is_empty() || content.starts_with('#') => {
                found.extend(start.take().and_then(|start| block(text, start..begin, LEAST)));
            }
            None => start = start.or(Some(begin)),
        }
    }
    found.extend(start.and_then(|start| block(text, start..text.len(), LEAST)));
    found
}

fn block(text: &str, span: Range<usize>, least: usize) -> Option<Block> {
    let written = &text[span.clone()];
    if weight(written) < least || is_notice(written) {
        return None;
    }
    let mut said = String::with_capacity(written.len());
    for word in written.split_whitespace() {
        // `*` and `+` begin items as `-` does.
        said.push_str(if matches!(word, "*" | "+") { "-" } else { word });
        said.push(' ');
    }
    let length = written.trim_end().len();
    Some(Block { span: span.start..span.start + length, said })
}

/// How many words a text has. Where there are no spaces between words, three letters count as one.
fn weight(text: &str) -> usize {
    let words = text.split_whitespace().filter(|word| word.chars().any(char::is_alphanumeric)).count();
    let others = text.chars().filter(|letter| *letter >= '\u{2e80}' && letter.is_alphanumeric()).count();
    words + others / 3
}

/// What repeats for other reasons than that somebody copied it.
fn is_notice(written: &str) -> bool {
    const MARKS: [&str; 6] =
        ["SPDX-License-Identifier", "Copyright ", "copyright ", "©", "All rights reserved", "Licensed under"];
    let stands_for_itself = |line: &str| {
        let is_link_target = line.starts_with('[') && line.contains("]:");
        is_link_target || line.starts_with('@') || (line.starts_with('<') && line.ends_with('>'))
    };
    let inner = written.trim();
    inner.starts_with("<!--")
        || (inner.ends_with(':') && !inner.contains('\n'))
        || inner.lines().all(|line| stands_for_itself(line.trim()))
        || MARKS.iter().any(|mark| written.contains(mark))
}

/// Where the text begins behind a frontmatter.
fn frontmatter(text: &str) -> usize {
    let text_start = text.len() - text.trim_start_matches('\u{feff}').len();
    let rest = &text[text_start..];
    let Some(inner) = rest.strip_prefix("---\n").or_else(|| rest.strip_prefix("---\r\n")) else {
        return text_start;
    };
    let mut at = text.len() - inner.len();
    for line in inner.split_inclusive('\n') {
        at += line.len();
        if line.trim_end() == "---" {
            return at;
        }
        if line.trim().is_empty() {
            break;
        }
    }
    text_start
}

#[cfg(test)]
mod tests {
    use super::blocks;

    const LONG: &str =
        "A force push to a branch that others have takes their work away, so ask before you do it.";

    fn found(text: &str) -> Vec<&str> {
        blocks(text).into_iter().map(|block| &text[block.span]).collect()
    }

    #[test]
    fn paragraphs_are_found_in_their_places() {
        let text = format!("# Title\n{LONG}\n\nshort\n\n- {LONG}\n- b\n## Next\n\n{LONG}");
        let list = format!("- {LONG}\n- b");
        assert_eq!(found(&text), [LONG, list.as_str(), LONG]);
        let text = format!("\u{feff}---\r\nname: x\r\n---\r\n{LONG}\r\n");
        assert_eq!(found(&text), [LONG]);
    }

    #[test]
    fn line_breaks_and_marks_of_items_do_not_matter() {
        let said = |text: &str| blocks(text).remove(0).said;
        assert_eq!(said(LONG), said(&LONG.replace(" so ", "\r\n  so\t")));
        assert_eq!(said(&format!("* {LONG}")), said(&format!("- {LONG}\n")));
        assert_ne!(said(LONG), said(&LONG.replace("before", "after")));
    }

    #[test]
    fn code_is_one_block_and_has_to_be_longer() {
        let code = "```sh\ncargo test --all-targets\n\ncargo clippy --all-targets -- -D warnings && cargo fmt --check && cargo doc\n```";
        assert!(found(code).is_empty());
        let long = format!("```\n{}```\n", "run this --with a long argument\n\n".repeat(8));
        assert_eq!(found(&format!("Before.\n{long}\nAfter.")), [long.trim_end()]);
        assert!(found(&format!("```\n{LONG}")).len() == 1, "a fence that is not closed");
    }

    #[test]
    fn words_need_no_spaces() {
        let text = "最後に確かめて、何が残っているかを短く伝え、分からないことがあれば先に聞くこと。";
        assert_eq!(found(text), [text]);
    }

    #[test]
    fn what_every_file_needs_is_none() {
        for text in [
            format!("<!-- {LONG} -->"),
            format!("Copyright 2031 Sam. {LONG}"),
            format!("Licensed under the Apache License. {LONG}"),
            "[one]: https://example.org/a/long/path/to/a/page\n[two]: https://example.org/another/one\n"
                .to_owned(),
            format!("# {LONG}"),
            "<reading>\n@~/.claude/one.md\n@~/.claude/two.md\n</reading>".to_owned(),
            "Say it in the language that the file with the settings of this project names, and briefly:"
                .to_owned(),
            "- **Block**: no test\n- **Approve**: all of it".to_owned(),
            "────────────────────────────────────────────────────────────────────────".to_owned(),
            "还剩下什么没有做完。".to_owned(),
            String::new(),
        ] {
            assert!(found(&text).is_empty(), "{text}");
        }
    }
}
