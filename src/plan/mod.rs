//! What would change in a target: artifacts against the disk and the ledger.
//!
//! [`plan`] reads what stands at each path that is declared, or that the ledger knows, and decides by the table of
//! SPEC.md. It writes nothing. The result is all that `apply` needs: the bytes, what must stand there before, and the
//! ledger that is true afterwards. Git is asked about ignore patterns and tracked files, only when something changes.

mod backup;
mod bytes;
mod change;
pub mod codes;
mod declared;
mod draft;
mod drift;
mod entries;
mod entry;
mod error;
mod exclude;
mod fingerprint;
mod git;
mod gitignore;
mod holder;
mod ignore;
mod inspect;
mod ledger;
mod line_change;
mod maker;
mod mode;
mod obstacle;
mod origin;
mod own;
mod ownership;
mod parents;
mod planner;
mod removal;
mod restoration;
mod saved;
mod sessions;
mod standing;
mod state_folder;
mod step;
mod survey;
mod tracked;
mod tree;
mod undeclared;
mod written;

pub use backup::{Backup, BackupOrigin, backups};
pub(crate) use change::diff_of_texts;
pub use change::{Action, Change, Kind};
pub use drift::{Drift, DriftState};
pub use error::PlanError;
pub use fingerprint::{FileFingerprint, Fingerprint};
pub use holder::holder_of;
pub use maker::{Maker, maker_of, makers_in_exclude};
pub use ownership::{Install, OwnershipError, Uninstall};
pub use planner::{Options, Plan, plan, plan_for_empty};
pub use removal::{Removal, plan_removal};

pub use sessions::{session_file, sessions_in};

pub(crate) use backup::backups_of;
pub(crate) use bytes::Bytes;
pub(crate) use entries::{Entries, EntriesEdit};
pub(crate) use entry::Entry;
pub(crate) use exclude::{EXCLUDE, ExcludeEdit, ExcludeFile, without_blocks};
pub(crate) use git::is_ignored;
pub(crate) use ignore::LineEdit;
pub(crate) use ledger::{Ledger, beneath_an_item, format_of, is_backup_name, is_newer};
pub(crate) use mode::Mode;
pub(crate) use obstacle::obstacle_above;
pub(crate) use ownership::{OwnershipPlan, check_surroundings, read_state};
pub(crate) use planner::complete;
pub(crate) use restoration::{Restoration, plan_restoration};
pub(crate) use sessions::{SessionFile, begun_session_files, session_files};
pub(crate) use standing::{Item, Standing, State};
pub(crate) use state_folder::{BACKUPS, HIDDEN, JOURNAL, LEDGER, LOCK, SESSIONS, STATE_FOLDER};
pub(crate) use step::{COPY, NewFile, Save, Step, TEMPORARY};
pub(crate) use survey::Survey;
pub(crate) use written::{CopiedFile, Original, Written};
