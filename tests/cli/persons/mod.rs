//! Persons and delivery in a session: who the agent is, its skills, and how both get to it.

mod delivery;
mod faults;
mod house;
mod session;
mod sources;
