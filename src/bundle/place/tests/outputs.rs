//! Single files.

use std::io::Write;

use super::{Home, code_of, write_sample};
use crate::bundle::place::{Destination, Effect, Output, PlaceError};

fn put(home: &Home, name: &str, text: &str, force: bool) -> Result<Effect, PlaceError> {
    let destination = Destination::resolve(&home.path(name))?;
    let write = |out: &mut dyn Write| Ok(out.write_all(text.as_bytes())?);
    Ok(Output { write: &write, force }.at(&destination)?.effect)
}

#[test]
fn a_file_of_others_is_replaced_only_when_forced() {
    let home = Home::new();
    assert_eq!(put(&home, "out", "one", false).unwrap(), Effect::Created);
    assert_eq!(put(&home, "out", "one", false).unwrap(), Effect::Unchanged);
    for text in ["two", "longer"] {
        assert_eq!(code_of(put(&home, "out", text, false)), "assembly::bundle::output-exists");
    }
    assert_eq!(fs_err::read_to_string(home.path("out")).unwrap(), "one");
    assert_eq!(put(&home, "out", "two", true).unwrap(), Effect::Replaced);
    assert_eq!(fs_err::read_to_string(home.path("out")).unwrap(), "two");
    assert_eq!(home.names(), ["out"]);
}

#[test]
fn what_is_no_file_is_never_replaced() {
    let home = Home::new();
    fs_err::write(home.path("real"), "x").unwrap();
    fs_err::os::unix::fs::symlink("real", home.path("link")).unwrap();
    fs_err::create_dir(home.path("folder")).unwrap();
    write_sample(&home.path("sam"), "one");
    fs_err::os::unix::fs::symlink("sam", home.path("door")).unwrap();
    let before = home.tree();
    for force in [false, true] {
        for name in ["link", "folder", "sam"] {
            assert_eq!(code_of(put(&home, name, "x", force)), "assembly::bundle::output-exists", "{name}");
        }
        for name in ["sam/out", "sam/trace.json", "door/out"] {
            assert_eq!(code_of(put(&home, name, "x", force)), "assembly::bundle::inside-bundle", "{name}");
        }
    }
    assert_eq!(home.tree(), before);
}

#[test]
fn an_error_leaves_nothing() {
    let home = Home::new();
    let destination = Destination::resolve(&home.path("out")).unwrap();
    let write = |out: &mut dyn Write| {
        out.write_all(b"half")?;
        Err(PlaceError::Io(std::io::ErrorKind::StorageFull.into()))
    };
    let output = Output { write: &write, force: true };
    assert!(matches!(output.at(&destination), Err(PlaceError::Io(_))));
    assert_eq!(home.names(), [""; 0]);
}
