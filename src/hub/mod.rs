//! What exists in the hub: modules, hooks and skills, each file read once.
