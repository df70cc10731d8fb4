//! What lies ready under `tests/`.

use std::path::Path;

use super::World;

impl World {
    /// Copies a folder of `tests/` into the world.
    pub(crate) fn copy_fixture(&self, fixture: &str, relative: &str) -> &Self {
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(fixture), &self.path(relative));
        self
    }

    /// The targets and agent CLIs that `tests/shell-hub` is written for.
    pub(crate) fn old_surroundings(&self) -> &Self {
        for target in ["code/myapp", "code/docs site", "code/infra"] {
            std::fs::create_dir_all(self.path("home").join(target)).expect("a folder");
        }
        for name in ["claude", "codex"] {
            std::fs::copy(self.path("bin/agent"), self.path("bin").join(name)).expect("a file");
        }
        self
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() {
            copy(&from, &to);
        } else {
            std::fs::copy(from, to).expect("a file");
        }
    }
}
