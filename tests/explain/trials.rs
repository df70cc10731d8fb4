//! The examples are run.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::page::{Page, Tested, blocks};
use crate::sandbox::{SETUP_FAILED, Sandbox};

/// Codes that only a race or a broken disk shows, so that no test can. As few as can be.
const NOT_SHOWN: &[&str] = &["assembly::bundle::no-exchange"];

#[test]
fn the_example_of_each_page_fails_with_its_code_and_mended_does_not() {
    let pages = Page::all();
    // `PAGE=manifest:: cargo test --test explain` runs some of them.
    let wanted = std::env::var("PAGE").unwrap_or_default();
    let (next, faults) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(page) = pages.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if page.code.contains(&wanted) {
                        faults.lock().unwrap().extend(faults_of(page));
                    }
                }
            });
        }
    });
    let faults = faults.into_inner().unwrap();
    assert!(faults.is_empty(), "{} pages are wrong\n\n{}", faults.len(), faults.join("\n\n"));
}

#[test]
fn hardly_any_page_has_an_example_that_no_test_shows() {
    let pages = Page::all();
    let untested = pages.iter().filter(|page| page.tested() == Tested::Never);
    assert_eq!(untested.map(|page| page.code.as_str()).collect::<Vec<_>>(), NOT_SHOWN);
}

/// What is wrong with the examples of a page.
fn faults_of(page: &Page) -> Option<String> {
    let is_root = rustix::process::geteuid().is_root();
    let mut sandbox = Sandbox::new();
    match page.tested() {
        Tested::NotAsRoot if is_root => sandbox.belongs_to_nobody(),
        Tested::AsRoot if !is_root => return None,
        Tested::Never => return None,
        Tested::Always | Tested::NotAsRoot | Tested::AsRoot => {}
    }
    let [fails, mended] = page.sections().map(blocks);
    let code = page.code.as_str();
    let ran = sandbox.run(&fails);
    let output = &ran.output;
    if ran.exit == Some(SETUP_FAILED) {
        return Some(format!("{code}: a command of the setup fails\n{output}"));
    }
    if ran.told().iter().all(|(told, _)| *told != code) {
        return Some(format!("{code}: the example does not produce it\n{output}"));
    }
    // Another problem distracts, unless the page speaks of it.
    let is_strange = |told: &str| told != code && !page.text.contains(told.trim_start_matches("assembly::"));
    let mut others = ran.told().into_iter().filter(|(_, severity)| *severity != "note");
    if let Some((other, _)) = others.find(|(told, _)| is_strange(told)) {
        return Some(format!("{code}: the example also produces {other}\n{output}"));
    }
    let ran = sandbox.run(&mended);
    let output = &ran.output;
    // What is worth a note is in order.
    let mut left = ran.told().into_iter().filter(|(told, severity)| *told == code || *severity != "note");
    if let Some((left, _)) = left.next() {
        return Some(format!("{code}: the mended example produces {left}\n{output}"));
    }
    (ran.exit != Some(0)).then(|| format!("{code}: the mended example ends with {:?}\n{output}", ran.exit))
}
