//! Why a session did not start, and what the caller can do instead.

use std::io;
use std::path::PathBuf;

use crate::diagnostic::{listed, shell_word, visible};

/// What kept a session from starting. The messages are lower-case fragments; [`LaunchError::help`] says what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LaunchError {
    /// No folder of `PATH` holds the program, or nothing stands at its path.
    #[error("`{}` was not found", visible(.program))]
    ProgramNotFound {
        /// The program as declared.
        program: String,
        /// The folders that were looked into, or the one path that was tried; empty when `PATH` is not set.
        tried: Vec<PathBuf>,
    },
    /// Something stands there that cannot be started.
    #[error("`{}` {}", shown(.path), .unfit.fact())]
    ProgramNotExecutable {
        /// Where it stands.
        path: PathBuf,
        /// What is wrong with it.
        unfit: Unfit,
    },
    /// The program is a script, and the program its first line names does not exist.
    #[error("`{}` is run by `{}`, which was not found", shown(.path), visible(.interpreter))]
    InterpreterNotFound {
        /// The script.
        path: PathBuf,
        /// The interpreter as its first line gives it.
        interpreter: String,
    },
    /// Words and environment exceed what the system passes to a process.
    #[error("the arguments and environment of `{}` are too long for this system", shown(.path))]
    TooLong {
        /// The program.
        path: PathBuf,
    },
    /// The system refused to start the program.
    #[error("`{}` cannot be started: {source}", shown(.path))]
    NotStarted {
        /// The program.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The directory of the session cannot be entered.
    #[error("the directory `{}` cannot be entered: {source}", shown(.path))]
    Directory {
        /// The directory.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// `$TMUX` is set, and there is no `tmux` to ask for a window.
    #[error("`$TMUX` is set, but no program `tmux` was found")]
    NoTmux,
    /// tmux opened no window.
    #[error("tmux opened no window: {}", visible(.said))]
    NoWindow {
        /// What tmux said, or how it ended.
        said: String,
    },
    /// Assembly's own program, which would run in the window, is not there any more.
    #[error("`{}`, which would start the session in the window, is gone", shown(.path))]
    NoStarter {
        /// Where it was.
        path: PathBuf,
    },
    /// The session could not be left in a file for the window.
    #[error("the session cannot be handed to a tmux window: {source}")]
    NotHandedOver {
        /// What the system said.
        source: io::Error,
    },
    /// The launch file cannot be read or removed.
    #[error("the launch file cannot be taken: {source}")]
    LaunchFile {
        /// What the system said; names the path.
        source: io::Error,
    },
    /// The file does not come from [`super::open_window`] of this version. It is left alone.
    #[error("`{}` is not a launch file of this version", shown(.path))]
    NotALaunchFile {
        /// The file.
        path: PathBuf,
    },
}

/// Why what stands at a program's path cannot be started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// It is a directory.
    Directory,
    /// It is a FIFO, device or socket.
    Special,
    /// This user may not execute it.
    Mode,
}

impl Unfit {
    fn fact(self) -> &'static str {
        match self {
            Self::Directory => "is a directory",
            Self::Special => "is not a regular file",
            Self::Mode => "is not executable",
        }
    }
}

impl LaunchError {
    /// Whether the session can still be started in place: there is no window, and nothing is wrong with the session.
    pub fn can_start_in_place(&self) -> bool {
        matches!(
            self,
            Self::NoTmux | Self::NoWindow { .. } | Self::NoStarter { .. } | Self::NotHandedOver { .. }
        )
    }

    /// The exit code that says so: 127 not found, 126 not executable, 1 a missing directory, 2 anything else.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::ProgramNotFound { .. } => 127,
            // A script whose interpreter is missing *was* found, so `bash` says 126 too.
            Self::ProgramNotExecutable { .. }
            | Self::InterpreterNotFound { .. }
            | Self::TooLong { .. }
            | Self::NotStarted { .. } => 126,
            Self::Directory { .. } => 1,
            _ => 2,
        }
    }

    /// What to do about it.
    pub fn help(&self) -> Option<String> {
        match self {
            Self::ProgramNotFound { program, tried } => Some(not_found_help(program, tried)),
            Self::ProgramNotExecutable { path, unfit: Unfit::Mode } => {
                Some(format!("run `chmod +x {}`", shell_word(&shown(path))))
            }
            Self::ProgramNotExecutable { .. } => {
                Some("name the program itself: `cli \"/path/to/program\"`".to_owned())
            }
            Self::InterpreterNotFound { path, interpreter } if interpreter.ends_with('\r') => {
                Some(format!("save `{}` with LF line endings instead of CRLF", shown(path)))
            }
            Self::InterpreterNotFound { interpreter, .. } => {
                Some(format!("install `{}`, or correct the first line", visible(interpreter)))
            }
            Self::TooLong { .. } => Some(
                "a single word or variable may be 128 KiB long on Linux: put long text into a file and pass its path"
                    .to_owned(),
            ),
            Self::NoTmux => Some("install tmux, or unset `TMUX`".to_owned()),
            Self::NoWindow { .. } => Some("`--no-tmux` starts the session in place".to_owned()),
            Self::NoStarter { .. } => Some("start assembly again, by its new path".to_owned()),
            _ => None,
        }
    }
}

fn not_found_help(program: &str, tried: &[PathBuf]) -> String {
    let program = visible(program);
    if program.contains('/') {
        return "correct the path in the `cli` node, or install the program there".to_owned();
    }
    if tried.is_empty() {
        return format!("`PATH` is not set: write the whole path, `cli \"/path/to/{program}\"`");
    }
    let folders = listed(tried.iter().map(|folder| shown(folder)));
    format!("install it, or write the whole path, `cli \"/path/to/{program}\"`; looked into {folders}")
}

fn shown(path: &std::path::Path) -> String {
    visible(&path.to_string_lossy()).into_owned()
}
