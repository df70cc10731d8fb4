//! What would change in a target: artifacts against the disk and the ledger.
