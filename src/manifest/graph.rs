//! Follows what uses what. Without recursion, since a chain may be longer than the stack is deep.

/// How many steps of a circle a report names; one of thousands would help nobody.
pub(super) const STEPS: usize = 12;

/// A node on the way to the one at hand, and which of its edges is followed.
pub(super) type Step = (usize, usize);

/// Visits the nodes of a graph depth first. `edge` gives where the edge with that index leads from a node, if it has
/// so many. Returns the nodes in the order in which they were finished, so that, circles aside, what is used comes
/// before what uses it. Calls `on_circle` with the steps of each circle.
pub(super) fn finished_order(
    nodes: usize,
    edge: impl Fn(usize, usize) -> Option<usize>,
    mut on_circle: impl FnMut(&[Step]),
) -> Vec<usize> {
    #[derive(Clone, Copy, PartialEq, Eq)]
    enum State {
        Unseen,
        /// It stands at this depth of the stack.
        Open(usize),
        Done,
    }
    let mut state = vec![State::Unseen; nodes];
    let mut order = Vec::with_capacity(nodes);
    for root in 0..nodes {
        if state[root] != State::Unseen {
            continue;
        }
        state[root] = State::Open(0);
        let mut stack: Vec<Step> = vec![(root, 0)];
        while let Some(&(node, index)) = stack.last() {
            let next = edge(node, index);
            match next.map(|next| (next, state[next])) {
                None => {
                    state[node] = State::Done;
                    order.push(node);
                    stack.pop();
                }
                Some((next, State::Unseen)) => {
                    state[next] = State::Open(stack.len());
                    stack.push((next, 0));
                    continue;
                }
                Some((_, State::Open(depth))) => on_circle(&stack[depth..]),
                Some((_, State::Done)) => {}
            }
            if let Some((_, index)) = stack.last_mut() {
                *index += 1;
            }
        }
    }
    order
}

/// `a` → `b` → `a`: the names of the steps of a circle, which ends where it began.
pub(super) fn shown_circle<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> String {
    let is_cut = names.len() > STEPS;
    let mut shown: Vec<String> =
        names.take(STEPS).map(|name| format!("`{}`", super::text::excerpt(name))).collect();
    let first = shown.first().cloned();
    shown.extend(is_cut.then(|| "…".to_owned()));
    shown.extend(first);
    shown.join(" → ")
}

#[cfg(test)]
mod tests {
    use super::finished_order;

    #[test]
    fn what_is_used_comes_first_and_every_circle_is_told() {
        let graph: [&[usize]; 5] = [&[1, 2], &[3], &[3, 0], &[], &[4, 2]];
        let mut circles = Vec::new();
        let edge = |node: usize, index: usize| graph[node].get(index).copied();
        let order = finished_order(graph.len(), edge, |steps| circles.push(steps.to_vec()));
        assert_eq!(order, [3, 1, 2, 0, 4]);
        assert_eq!(circles, [vec![(0, 1), (2, 1)], vec![(4, 0)]]);
    }
}
