use std::io;

/// What went wrong, without the path that `fs_err` puts before it: for messages that name the path themselves.
///
/// `fs_err` hides the error that it had from the system, but shows it last, and no system writes a backtick.
pub(crate) fn cause(error: &io::Error) -> String {
    let said = error.to_string();
    said.rsplit_once("`: ").map_or_else(|| said.clone(), |(_, cause)| cause.to_owned())
}

#[cfg(test)]
mod tests {
    use super::cause;

    #[test]
    fn the_path_is_not_in_it() {
        let folder = tempfile::tempdir().unwrap();
        let error = fs_err::metadata(folder.path().join("go`: ne")).unwrap_err();
        assert!(error.to_string().contains("go`: ne"), "{error}");
        assert!(cause(&error).starts_with("No such file or directory"), "{}", cause(&error));
        assert_eq!(cause(&std::io::Error::other("full")), "full");
    }
}
