//! Which colours can be read, and how others become such.

use std::ops::RangeInclusive;

use palette::{LinSrgb, Oklab, convert::FromColorUnclamped};

/// The lightness that stands out from white and from black.
pub(super) const LIGHTNESS: RangeInclusive<f64> = 0.60..=0.80;

/// The least chroma that looks like a colour.
pub(super) const CHROMA: f64 = 0.05;

/// How far inside of its bounds a proposed colour lies: rounded to eight bits it has to be legible still.
const MARGIN: f64 = 0.005;

/// How far a colour is from grey.
pub(super) fn chroma(lab: Oklab<f64>) -> f64 {
    // Neither `hypot` nor an angle: a square root is the same on every machine.
    (lab.a * lab.a + lab.b * lab.b).sqrt()
}

/// The same hue and lightness with another chroma. Grey has no hue; it becomes blue, which is nearest to it.
pub(super) fn with_chroma(lab: Oklab<f64>, wanted: f64) -> Oklab<f64> {
    const GREY: f64 = 1e-6;
    let chroma = chroma(lab);
    if chroma < GREY {
        return Oklab::new(lab.l, 0.0, -wanted);
    }
    Oklab::new(lab.l, lab.a * wanted / chroma, lab.b * wanted / chroma)
}

pub(super) fn is_legible(lab: Oklab<f64>) -> bool {
    LIGHTNESS.contains(&lab.l) && chroma(lab) >= CHROMA
}

/// The colour within the bounds and within sRGB that is nearest to an illegible one.
pub(super) fn nearest(lab: Oklab<f64>) -> Oklab<f64> {
    let lightness = lab.l.clamp(LIGHTNESS.start() + MARGIN, LIGHTNESS.end() - MARGIN);
    let lab = Oklab::new(lightness, lab.a, lab.b);
    let wanted = CHROMA + MARGIN;
    into_gamut(if chroma(lab) < wanted { with_chroma(lab, wanted) } else { lab })
}

/// The colour of sRGB with the same hue and lightness and as much of the chroma as there is room for.
pub(super) fn into_gamut(lab: Oklab<f64>) -> Oklab<f64> {
    const STEPS: usize = 40;
    if is_in_gamut(lab) {
        return lab;
    }
    let scaled = |part: f64| Oklab::new(lab.l, lab.a * part, lab.b * part);
    let (mut inside, mut outside) = (0.0, 1.0);
    for _ in 0..STEPS {
        let middle = f64::midpoint(inside, outside);
        if is_in_gamut(scaled(middle)) {
            inside = middle;
        } else {
            outside = middle;
        }
    }
    scaled(inside)
}

fn is_in_gamut(lab: Oklab<f64>) -> bool {
    // What the arithmetic is off by is no colour of its own.
    const SLACK: f64 = 1e-6;
    let rgb: LinSrgb<f64> = LinSrgb::from_color_unclamped(lab);
    [rgb.red, rgb.green, rgb.blue].iter().all(|channel| (-SLACK..=1.0 + SLACK).contains(channel))
}

#[cfg(test)]
mod tests {
    use super::super::Color;

    #[test]
    fn the_bounds_are_those_of_the_rule() {
        for (text, legible) in [
            ("#d98e48", true),
            ("#5fa87a", true),
            ("#7d9fd3", true),
            ("#8f8c47", true),
            ("#808080", false),
            ("#000000", false),
            ("#ffffff", false),
            ("#ffe0a0", false),
            ("#102040", false),
        ] {
            assert_eq!(Color::parse(text).map(Color::is_legible), Some(legible), "{text}");
        }
    }

    #[test]
    fn what_is_proposed_is_legible_and_stays() {
        for value in (0..=0xff_ffff_u32).step_by(499) {
            let [_, red, green, blue] = value.to_be_bytes();
            let color = Color { red, green, blue };
            let proposed = color.nearest_legible();
            assert!(proposed.is_legible(), "{color} → {proposed}");
            assert_eq!(proposed.nearest_legible(), proposed);
        }
    }

    #[test]
    fn hue_is_kept() {
        let proposed = |text: &str| Color::parse(text).unwrap().nearest_legible().to_string();
        assert_eq!(proposed("#102040"), "#6d82a9");
        assert_eq!(proposed("#808080"), "#7581a3");
    }
}
