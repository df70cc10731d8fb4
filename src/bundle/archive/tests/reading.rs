//! What is read, and everything that is not.

use super::support::{archive, codes, entry, gzip, tar, unpack, unpack_with};
use crate::bundle::archive::limits::Limits;
use crate::bundle::archive::pax::record;

/// An archive of these entries.
fn of(entries: &[Vec<u8>]) -> Vec<u8> {
    gzip(&tar(entries))
}

fn file(path: &str) -> Vec<u8> {
    entry(b'0', path, 0o644, b"x")
}

/// An entry with one field changed and the sum mended.
fn with(entry: &[u8], at: usize, bytes: &[u8]) -> Vec<u8> {
    let mut entry = entry.to_vec();
    entry[at..at + bytes.len()].copy_from_slice(bytes);
    entry[148..156].fill(b' ');
    let sum: u32 = entry[..512].iter().map(|byte| u32::from(*byte)).sum();
    entry[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    entry
}

#[test]
fn what_other_programs_make_of_a_bundle_is_read() {
    let long = "l".repeat(150);
    let unpacked = unpack(&of(&[
        entry(b'5', "./", 0o700, b""),
        entry(b'5', "./content/", 0o775, b""),
        file("./content/a"),
        entry(b'L', "././@LongLink", 0o644, format!("{long}\0").as_bytes()),
        file("cut"),
        entry(
            b'x',
            "PaxHeaders/x",
            0o644,
            &[record("mtime", b"1.5"), record("path", "ü".as_bytes())].concat(),
        ),
        file("u"),
        entry(0, "old", 0o755, b""),
    ]))
    .unwrap();
    let names: Vec<&str> = unpacked.keys().map(String::as_str).collect();
    assert_eq!(names, ["content/", "content/a", long.as_str(), "old", "ü"]);
    assert_eq!(unpacked["content/"].0, 0o755);
    assert_eq!(unpacked["old"], (0o755, Vec::new()));
    let mut padded = tar(&[file("a")]);
    padded.resize(10240, 0);
    assert!(unpack(&gzip(&padded)).is_ok());
}

#[test]
fn a_long_name_split_at_a_slash_is_one() {
    let split = with(&file("name"), 345, b"folder/inner");
    assert!(unpack(&of(&[split])).unwrap().contains_key("folder/inner/name"));
}

#[test]
fn nothing_but_files_and_folders() {
    for (kind, code) in [
        (b'1', "link"),
        (b'2', "link"),
        (b'3', "special-file"),
        (b'4', "special-file"),
        (b'6', "special-file"),
        (b'7', "entry"),
        (b'S', "entry"),
        (b'K', "entry"),
        (b'g', "entry"),
        (b'V', "entry"),
        (b'M', "entry"),
        (b'?', "entry"),
    ] {
        assert_eq!(codes(&of(&[entry(kind, "a", 0o644, b"")])), [code], "{}", char::from(kind));
    }
    assert_eq!(codes(&of(&[entry(b'5', "a", 0o755, b"content")])), ["entry"]);
}

#[test]
fn nothing_but_portable_names_in_the_folder() {
    for path in [
        "/etc/passwd",
        "../a",
        "a/../b",
        "a/..",
        "..",
        ".",
        "",
        "a//b",
        "a/",
        "a\\b",
        "C:a",
        "nul",
        "a.",
        "a\n",
        "././a",
        "./",
        "\u{202e}",
    ] {
        assert_eq!(codes(&of(&[file(path)])), ["unsafe-name"], "{path:?}");
    }
    for path in ["../", "/", "a/../", "..", "a//"] {
        assert_eq!(codes(&of(&[entry(b'5', path, 0o755, b"")])), ["unsafe-name"], "{path:?}");
    }
    let latin = with(&file("a"), 0, b"\xfc");
    assert_eq!(codes(&of(&[latin])), ["unsafe-name"]);
    let named = |path: &[u8]| entry(b'x', "x", 0o644, &record("path", path));
    for path in [&b"../a"[..], b"/a", b"", b"a\0b", b"\xff", b"a\nb"] {
        assert_eq!(codes(&of(&[named(path), file("a")])), ["unsafe-name"], "{path:?}");
    }
    let long = |path: &[u8]| entry(b'L', "x", 0o644, path);
    for path in [&b"../a"[..], b"/a\0", b"a\0b\0", b"\0"] {
        assert_eq!(codes(&of(&[long(path), file("a")])), ["unsafe-name"], "{path:?}");
    }
    let prefixed = with(&file("a"), 345, b"..");
    assert_eq!(codes(&of(&[prefixed])), ["unsafe-name"]);
}

#[test]
fn no_path_twice_in_any_case_of_letters() {
    assert_eq!(codes(&of(&[file("a"), file("./a")])), ["duplicate-entry"]);
    let folder = |path| entry(b'5', path, 0o755, b"");
    assert_eq!(codes(&of(&[folder("a"), folder("a/")])), ["duplicate-entry"]);
    for [one, other] in [["Read", "read"], ["É/a", "é/b"], ["a", "a/b"], ["a/b", "a"], ["a/b", "A"]] {
        assert_eq!(codes(&of(&[file(one), file(other)])), ["clashing-names"], "{one} {other}");
    }
    assert_eq!(codes(&of(&[folder("a"), file("a")])), ["clashing-names"]);
    assert_eq!(codes(&of(&[file("a"), folder("a")])), ["clashing-names"]);
    assert!(unpack(&of(&[file("a/b"), folder("a"), file("a/c")])).is_ok());
}

#[test]
fn no_mode_but_the_two() {
    for mode in [0o600, 0o664, 0o744, 0o777, 0o4755, 0o2755, 0o1644, 0] {
        assert_eq!(codes(&of(&[entry(b'0', "a", mode, b"")])), ["wrong-mode"], "{mode:o}");
    }
    let no_number = with(&file("a"), 100, b"rw-r--r-");
    assert_eq!(codes(&of(&[no_number])), ["wrong-mode"]);
}

#[test]
fn everything_is_reported_at_once() {
    let bytes = of(&[
        file("../a"),
        entry(b'2', "l", 0o644, b""),
        file("fine"),
        entry(b'0', "m", 0o600, b"x"),
        file("fine"),
    ]);
    assert_eq!(codes(&bytes), ["unsafe-name", "link", "wrong-mode", "duplicate-entry"]);
    let mut cut = tar(&[file("../a")]);
    cut.truncate(1024);
    assert_eq!(codes(&gzip(&cut)), ["unsafe-name", "archive"]);
}

#[test]
fn no_form_that_programs_read_differently() {
    let sized = with(&file("a"), 124, b"\x80\0\0\0\0\0\0\0\0\0\0\x01");
    assert_eq!(codes(&of(&[sized])), ["too-large"]);
    for size in [&b"-0000000001\0"[..], b"0000000009\0 ", b"            "] {
        assert_eq!(codes(&of(&[with(&file("a"), 124, size)])), ["archive"], "{size:?}");
    }
    for key in ["size", "GNU.sparse.major", "linkpath", "hdrcharset", "other"] {
        let header = entry(b'x', "x", 0o644, &record(key, b"1"));
        assert_eq!(codes(&of(&[header, file("a")])), ["archive"], "{key}");
    }
    let named = entry(b'x', "x", 0o644, &record("path", b"b"));
    let long = entry(b'L', "x", 0o644, b"b\0");
    for two in [[&named, &named], [&named, &long], [&long, &long]] {
        assert_eq!(codes(&of(&[two[0].clone(), two[1].clone(), file("a")])), ["archive"]);
    }
    let twice = entry(b'x', "x", 0o644, &[record("path", b"b"), record("path", b"c")].concat());
    assert_eq!(codes(&of(&[twice, file("a")])), ["archive"]);
    assert_eq!(codes(&of(&[entry(b'x', "x", 0o644, b"7 a=b\n\n"), file("a")])), ["archive"]);
    assert_eq!(codes(&of(&[file("a"), named])), ["archive"], "a name for nothing");
}

#[test]
fn a_bomb_is_refused_before_it_is_written() {
    let limits = Limits { entries: 10, bytes: 1000 };
    let names = |bytes: &[u8]| -> Vec<&str> {
        unpack_with(limits, bytes).unwrap_err().into_iter().map(|(code, _)| code).collect()
    };
    let big = entry(b'0', "a", 0o644, &[0; 1001]);
    assert_eq!(names(&of(&[big])), ["assembly::bundle::too-large"]);
    let half = entry(b'0', "a", 0o644, &[0; 501]);
    let other = entry(b'0', "b", 0o644, &[0; 501]);
    assert_eq!(names(&of(&[half, other])), ["assembly::bundle::too-large"]);
    let many: Vec<Vec<u8>> = (0..11).map(|number| entry(b'0', &number.to_string(), 0o644, b"")).collect();
    assert_eq!(names(&of(&many)), ["assembly::bundle::too-large"]);
    assert!(unpack_with(limits, &of(&many[..10])).is_ok());
    // Says more than it has: what it says is enough.
    let declared = with(&file("a"), 124, b"77777777777\0");
    assert_eq!(codes(&of(&[declared])), ["too-large"]);
    let endless = entry(b'x', "x", 0o644, &record("comment", &vec![b'a'; 70_000]));
    assert_eq!(codes(&of(&[endless, file("a")])), ["archive"]);
    let mut zeros = tar(&[file("a")]);
    zeros.resize(2 << 20, 0);
    assert_eq!(codes(&gzip(&zeros)), ["archive"]);
}

#[test]
fn nothing_before_behind_or_missing() {
    let whole = archive(&[("a", 0o644, &[7; 1000]), ("b", 0o644, b"b")]);
    for length in (0..whole.len()).step_by(11) {
        assert_eq!(codes(&whole[..length]), ["archive"], "{length}");
    }
    let packed = of(&[file("a")]);
    for length in (0..packed.len()).step_by(3) {
        assert_eq!(codes(&packed[..length]), ["archive"], "{length}");
    }
    for behind in [&b"x"[..], b"\0", &whole] {
        assert_eq!(codes(&[&whole, behind].concat()), ["archive"]);
    }
    let tar_of = |bytes: &[u8]| [tar(&[file("a")]), bytes.to_vec()].concat();
    assert_eq!(codes(&gzip(&tar_of(b"x"))), ["archive"]);
    assert_eq!(codes(&gzip(&tar_of(&file("b")))), ["archive"]);
    let one_mark = [file("a"), vec![0; 512]].concat();
    assert_eq!(codes(&gzip(&one_mark)), ["archive"]);
    assert_eq!(codes(&gzip(&[one_mark, file("b")].concat())), ["archive"]);
    assert_eq!(codes(&gzip(&file("a"))), ["archive"]);
    assert_eq!(codes(&tar(&[file("a")])), ["archive"], "a tar without gzip");
    assert_eq!(codes(b"PK\x03\x04"), ["archive"]);
    assert_eq!(codes(&gzip(b"no tar")), ["archive"]);
}

#[test]
fn no_byte_can_change_unnoticed() {
    let whole = archive(&[("a", 0o644, b"abc"), ("ü", 0o755, b"")]);
    let unpacked = unpack(&whole).unwrap();
    // Every byte of the fields, since no field is as long as this step and the blocks are no multiple of it.
    for at in (0..whole.len()).step_by(7) {
        let mut changed = whole.clone();
        changed[at] ^= 1;
        match unpack(&changed) {
            Err(_) => {}
            // Time, flags of the compressor and system say nothing.
            Ok(same) => assert!(same == unpacked && (3..10).contains(&at), "{at}"),
        }
    }
}
