//! Hands the terminal over to the agent: in place, or in a new tmux window.
