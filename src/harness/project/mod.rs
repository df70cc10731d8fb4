//! Turns a composition into the artifacts of one layout, step by step in the order of the pipeline.

mod command;
mod contents;
mod fires_twice;
mod harness;
mod instructions;
mod settings;
mod skills;

#[cfg(test)]
mod tests;

pub(in crate::harness) use command::invocation;
