//! One test per fault that was once found.
