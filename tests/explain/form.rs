//! What every page has.

use assembly::diagnostic::SourceFile;
use assembly::manifest::format_text;

use crate::page::{Page, Tested, blocks};

/// Bytes of the longest page: it is read between two attempts to get something else done.
const LONGEST: usize = 1300;

/// Columns of text, and of what is shown further in.
const WIDTH: usize = 80;
const INDENTED_WIDTH: usize = 76;

#[test]
fn pages_are_short_and_fit_into_a_terminal() {
    for Page { code, text } in Page::all() {
        assert!(text.len() <= LONGEST, "{code} has {} bytes", text.len());
        assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{code} has to end in one newline");
        assert!(!text.contains("\n\n\n"), "{code} has two blank lines in a row");
        let mut is_code = false;
        for line in text.lines() {
            is_code ^= line.starts_with("```");
            let width = if is_code && !line.starts_with("```") { INDENTED_WIDTH } else { WIDTH };
            assert!(line.chars().count() <= width, "{code}: this line is wider than {width}: {line}");
            assert_eq!(line, line.trim_end(), "{code}: a line ends in spaces");
            let hidden =
                line.chars().find(|c| assembly::diagnostic::hidden_character(&c.to_string()).is_some());
            assert_eq!(hidden, None, "{code}: a character that cannot be seen; print it by a command");
        }
    }
}

#[test]
fn pages_have_a_title_and_text_and_two_sections() {
    for page in Page::all() {
        let code = &page.code;
        let prose = page.prose().strip_prefix(&format!("# {code}\n\n"));
        let prose = prose.unwrap_or_else(|| panic!("{code}: the title has to be `# {code}`"));
        assert!(prose.trim().len() > 60, "{code}: nothing is explained");
        assert!(!prose.contains("```"), "{code}: a file stands above the sections");
        assert!(
            page.tested() == Tested::Never
                || page.sections().iter().all(|section| !blocks(section).is_empty()),
            "{code}: a section is empty"
        );
        for block in page.sections().iter().flat_map(|section| blocks(section)) {
            let is_console = block.info == "console";
            assert!(
                is_console != block.path().is_some(),
                "{code}: ```{} is no console and no file",
                block.info
            );
            let is_read = is_console && block.text.starts_with("$ ");
            assert!(!is_console || is_read, "{code}: a console holds commands only");
            for line in block.commands().flat_map(|command| command.split("\\\n")) {
                assert!(!line.contains('\n'), "{code}: more than a command: {line}");
            }
        }
    }
}

#[test]
fn mended_manifests_have_the_form_that_fmt_gives_them() {
    for page in Page::all() {
        let [_, mended] = page.sections();
        for block in blocks(mended).iter().filter(|block| block.info.starts_with("kdl ")) {
            let text = format!("{}\n", block.text);
            let file = SourceFile::new("/hub/launchers.kdl", block.info, text.as_str());
            match format_text(&file) {
                Ok(formatted) => assert_eq!(formatted, text, "{}", page.code),
                Err(error) => panic!("{}: {error}", page.code),
            }
        }
    }
}
