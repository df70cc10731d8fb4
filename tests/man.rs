//! The man pages in `man/`, one a command, made from the help of the program. With `BLESS=1` in the environment they are
//! written anew.

#![expect(clippy::disallowed_methods, reason = "tests look at files as any other program would")]
#![expect(clippy::unwrap_used, reason = "a test ends where it fails")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap_mangen::Man;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("man")
}

/// The pages of a command and of all below it that help shows, by the names of their files.
fn pages(command: &clap::Command, pages: &mut BTreeMap<String, String>) {
    for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
        self::pages(below, pages);
    }
    let source = format!("assembly {}", env!("CARGO_PKG_VERSION"));
    let man = Man::new(command.clone()).source(source).manual("assembly");
    let mut page = Vec::new();
    man.render(&mut page).unwrap();
    // A page has no date, since it would change with every build; without one the next word would be taken for it.
    let page = String::from_utf8(page).unwrap().replacen(" 1  ", " 1 \"\" ", 1);
    pages.insert(man.get_filename(), page);
}

fn all_pages() -> BTreeMap<String, String> {
    let mut command = assembly::cli::command().disable_help_subcommand(true);
    command.build();
    let mut all = BTreeMap::new();
    pages(&command, &mut all);
    all
}

#[test]
fn there_is_a_page_for_each_command_and_it_is_up_to_date() {
    let pages = all_pages();
    assert!(
        ["assembly.1", "assembly-run.1", "assembly-bundle-build.1"].map(|name| pages.contains_key(name))
            == [true; 3]
    );
    if std::env::var_os("BLESS").is_some() {
        _ = std::fs::remove_dir_all(folder());
        std::fs::create_dir(folder()).unwrap();
        for (name, page) in &pages {
            std::fs::write(folder().join(name), page).unwrap();
        }
    }
    let listed =
        std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut kept: BTreeMap<String, String> = BTreeMap::new();
    for name in listed {
        kept.insert(name.clone(), std::fs::read_to_string(folder().join(name)).unwrap());
    }
    assert!(pages.keys().eq(kept.keys()), "write them with BLESS=1: {:?}\n{:?}", pages.keys(), kept.keys());
    for (name, page) in &pages {
        assert_eq!(&kept[name], page, "man/{name} is out of date; write it with BLESS=1");
    }
}
