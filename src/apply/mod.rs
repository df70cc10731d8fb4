//! Carries out a plan in the target: lock, journal, atomic renames, ledger.
