//! What every page has.

use assembly::diagnostic::{SourceFile, hidden_character};
use assembly::manifest::format_text;

use crate::page::{Page, Tested, blocks};

/// Bytes of the longest page: it is read between two attempts to get something else done.
const LONGEST: usize = 1300;

/// Columns of text, and of what is shown further in.
const WIDTH: usize = 80;
const INDENTED_WIDTH: usize = 76;

#[test]
fn pages_are_short_and_fit_into_a_terminal() {
    let faults: Vec<String> = Page::all().iter().flat_map(faults_of).collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

fn faults_of(page: &Page) -> Vec<String> {
    let (text, mut faults) = (&page.text, Vec::new());
    let mut is_to = |holds: bool, fault: &str| {
        if !holds {
            faults.push(format!("{}: {fault}", page.code));
        }
    };
    is_to(text.len() <= LONGEST, &format!("{} bytes are too many", text.len()));
    is_to(text.ends_with('\n') && !text.ends_with("\n\n"), "it has to end in one newline");
    is_to(!text.contains("\n\n\n"), "two blank lines in a row");
    let mut is_code = false;
    for line in text.lines() {
        let is_fence = line.starts_with("```");
        is_code ^= is_fence;
        let width = if is_code && !is_fence { INDENTED_WIDTH } else { WIDTH };
        is_to(line.chars().count() <= width, &format!("wider than {width}: {line}"));
        is_to(line == line.trim_end(), &format!("ends in a space: {line}"));
        let is_hidden = |letter: char| hidden_character(&letter.to_string()).is_some();
        is_to(!line.contains(is_hidden), &format!("make what cannot be seen by `printf`: {line:?}"));
    }
    faults
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
