//! What holds for skills as a whole.

mod any_text;
mod building;
mod folder;
mod places;
mod round_trip;
mod yaml_1_1;
