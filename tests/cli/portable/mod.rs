//! Plans that look at nothing but the hub, how they are compared, and the tests of launchers that they are.

mod against;
mod blessed;
mod checkouts;
mod markdown;
mod model;
mod mutations;
mod write;
