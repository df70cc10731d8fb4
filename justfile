# Lists the recipes.
default:
    @just --list

# Runs every test; arguments go to cargo, like `just test plan::`.
test *arguments:
    cargo test {{arguments}}

# Clippy with warnings as errors, then the licenses and advisories of dependencies where cargo-deny is there.
lint:
    cargo clippy --all-targets -- -D warnings
    if command -v cargo-deny >/dev/null; then cargo deny check; else echo "cargo-deny is not installed, skipped"; fi

# Formats the code.
fmt:
    cargo fmt

# Fails every file operation of every command that writes, where `just test` tries those that differ.
faults:
    ASSEMBLY_FAULTS=all cargo test --test faults

# Fuzzes one reader, like `just fuzz manifest 600`. Needs a nightly toolchain and cargo-fuzz; `fuzz/artifacts` has what it finds.
fuzz target seconds="60":
    mkdir -p fuzz/corpus/{{target}}
    cargo +nightly fuzz run --sanitizer none {{target}} fuzz/corpus/{{target}} fuzz/seeds/{{target}} -- -timeout=10 -max_total_time={{seconds}}

# Runs the benchmarks, which print ratios.
bench:
    cargo bench

# Shows what a session would get, without an agent.
demo:
    cargo run --quiet -- --hub . run demo-sh

# Installs the program, and its man pages where `man` looks for those of a user.
install:
    cargo install --path .
    mkdir -p ~/.local/share/man/man1
    cp man/*.1 ~/.local/share/man/man1/

# Writes everything that is made from the program: the tables and examples of the documents, pictures, man pages.
bless:
    BLESS=1 cargo test --test documents --test pictures --test man || true
    BLESS=1 cargo test --test documents --test pictures --test man

# What CI does.
ci:
    .ci/run
