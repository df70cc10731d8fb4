//! Whether two trees say the same.

use kdl::{KdlDocument, KdlEntry, KdlNode, KdlValue};

/// Whether both documents have the same nodes, however they are written.
pub(in crate::manifest) fn same_documents(one: &KdlDocument, other: &KdlDocument) -> bool {
    same_nodes(one.nodes(), other.nodes())
}

/// Whether all nodes are the same, in order.
pub(in crate::manifest) fn same_nodes(some: &[KdlNode], others: &[KdlNode]) -> bool {
    some.len() == others.len() && some.iter().zip(others).all(|(one, other)| same_node(one, other))
}

fn same_node(one: &KdlNode, other: &KdlNode) -> bool {
    let children = match (one.children(), other.children()) {
        (Some(one), Some(other)) => same_documents(one, other),
        (None, None) => true,
        _ => false,
    };
    let (some, others) = (one.entries(), other.entries());
    children
        && one.name().value() == other.name().value()
        && one.ty().map(kdl::KdlIdentifier::value) == other.ty().map(kdl::KdlIdentifier::value)
        && some.len() == others.len()
        && some.iter().zip(others).all(|(one, other)| same_entry(one, other))
}

fn same_entry(one: &KdlEntry, other: &KdlEntry) -> bool {
    let name = |entry: &KdlEntry| entry.name().map(|name| name.value().to_owned());
    let kind = |entry: &KdlEntry| entry.ty().map(|kind| kind.value().to_owned());
    name(one) == name(other) && kind(one) == kind(other) && same_value(one.value(), other.value())
}

fn same_value(one: &KdlValue, other: &KdlValue) -> bool {
    match (one, other) {
        // Of what is no number, one is like the other.
        (KdlValue::Float(one), KdlValue::Float(other)) => one.to_bits() == other.to_bits(),
        _ => one == other,
    }
}
