//! `personality "NAME" skill="…" color="#rrggbb"` of a person.

use kdl::KdlNode;

use crate::diagnostic::{Diagnostic, Place, Spanned};
use crate::manifest::{self, NodeReader, Reading, excerpt};

use super::legible::{CHROMA, LIGHTNESS, chroma};
use super::text::{check_line, check_skill};
use super::{Color, Named, Personality, codes};

const EXAMPLE: &str = "personality \"tenacious\" skill=\"personality-tenacious\" color=\"#8f8c47\"";

/// Adds the personality that `node` defines.
pub(super) fn read(node: &KdlNode, personalities: &mut Named<Personality>, reading: &mut Reading) {
    let mut reader = NodeReader::new(node, reading);
    let place = reader.name_place(reading);
    let name = reader.argument::<String>(EXAMPLE, reading);
    let has_skill = reader.has_property("skill");
    let skill = reader.property::<String>("skill", reading);
    let has_color = reader.has_property("color");
    let color = reader.property::<String>("color", reading);
    reader.finish(reading);
    let name = name.filter(|name| check_line("personality", name, reading));
    let skill = skill.filter(|skill| check_skill(skill, reading));
    let color = color.filter(|color| check_line("color", color, reading));
    let color = color.and_then(|color| read_color(&color, reading));
    let shown = name.as_ref().map_or_else(|| "…".to_owned(), |name| excerpt(&name.value));
    if !has_skill {
        let diagnostic = Diagnostic::new(&codes::NO_SKILL, format!("the personality `{shown}` has no skill"))
            .label(&place, "`skill=` has to follow")
            .help(format!("write `skill=\"personality-{shown}\"`, the folder of `skills/` with its prose"));
        reading.report(diagnostic);
    }
    if !has_color {
        let message = format!("the personality `{shown}` has no colour");
        let diagnostic = Diagnostic::new(&manifest::codes::MISSING_ARGUMENT, message)
            .label(&place, "`color=` has to follow")
            .help("write a colour such as `color=\"#5fa87a\"`");
        reading.report(diagnostic);
    }
    let Some(name) = name.filter(|name| personalities.declare(name, reading)) else { return };
    if let (Some(skill), Some(color)) = (skill, color) {
        personalities.add(Personality { name, skill, color });
    }
}

fn read_color(text: &Spanned<String>, reading: &mut Reading) -> Option<Spanned<Color>> {
    let Some(color) = Color::parse(&text.value) else {
        let message = format!("`{}` is no colour `#rrggbb`", excerpt(&text.value));
        let diagnostic = Diagnostic::new(&codes::BAD_COLOR, message)
            .label(&text.place, "not a `#` and six hexadecimal digits")
            .help(match meant(&text.value) {
                Some(color) => format!("write `color=\"{color}\"`"),
                None => {
                    "write red, green and blue with two digits each, such as `color=\"#5fa87a\"`".to_owned()
                }
            });
        reading.report(diagnostic);
        return None;
    };
    if color.is_legible() {
        return Some(Spanned::new(color, text.place.clone()));
    }
    reading.report(illegible(color, &text.place));
    None
}

/// The colour that is written as another language would: without its `#`, with one digit a channel, with an opacity.
fn meant(text: &str) -> Option<Color> {
    let digits = text.trim().trim_start_matches("0x").trim_start_matches('#');
    if !digits.is_ascii() {
        return None;
    }
    let long: String = match digits.len() {
        3 | 4 => digits.chars().take(3).flat_map(|digit| [digit, digit]).collect(),
        6 | 8 => digits[..6].to_owned(),
        _ => return None,
    };
    Color::parse(&format!("#{long}")).map(Color::nearest_legible)
}

fn illegible(color: Color, place: &Place) -> Diagnostic {
    let lab = color.to_oklab();
    let (least, most) = (LIGHTNESS.start(), LIGHTNESS.end());
    let (flaw, label) = if lab.l < *least {
        ("dark", format!("its lightness in OKLab is {:.3}, under {least:.2}", lab.l))
    } else if lab.l > *most {
        ("light", format!("its lightness in OKLab is {:.3}, over {most:.2}", lab.l))
    } else {
        ("grey", format!("its chroma in OKLab is {:.3}, under {CHROMA:.2}", chroma(lab)))
    };
    Diagnostic::new(&codes::ILLEGIBLE_COLOR, format!("the colour `{color}` is too {flaw} to be read"))
        .label(place, label)
        .help(format!("write `color=\"{}\"`, the nearest one that is legible", color.nearest_legible()))
}

#[cfg(test)]
mod tests {
    use super::meant;

    #[test]
    fn other_spellings_are_understood() {
        let proposed = |text| meant(text).map(|color| color.to_string());
        for text in ["d98e48", "0xd98e48", "##d98e48", " #d98e48", "#d98e48ff", "#D98E48FF"] {
            assert_eq!(proposed(text).as_deref(), Some("#d98e48"), "{text}");
        }
        assert_eq!(proposed("#c84").as_deref(), Some("#cc8844"));
        for text in ["", "#", "red", "#d98e4", "rgb(1, 2, 3)", "ääää", "ää"] {
            assert_eq!(proposed(text), None, "{text}");
        }
    }
}
