//! A role's favourite colour: what its personalities have in common.

use palette::Oklab;

use super::Color;
use super::legible::{LIGHTNESS, chroma, into_gamut, with_chroma};

/// The meld of colours, in whatever order; none of none.
///
/// It is their mean in `OKLab`. Opposite hues cancel each other into grey there, so the chroma is raised to that of
/// the palest of them; lightness is kept where it can be read, and what leaves sRGB loses chroma, not hue.
pub fn meld(colors: &[Color]) -> Option<Color> {
    // Sums depend on their order in the last bit, and where hues cancel, the last bit is all there is.
    let mut sorted = colors.to_vec();
    sorted.sort_unstable();
    let parts: Vec<Oklab<f64>> = sorted.into_iter().map(Color::to_oklab).collect();
    let palest = parts.iter().map(|part| chroma(*part)).min_by(f64::total_cmp)?;
    #[expect(clippy::cast_precision_loss, reason = "a role has no 2^52 personalities")]
    let count = parts.len() as f64;
    let mean = |channel: fn(&Oklab<f64>) -> f64| parts.iter().map(channel).sum::<f64>() / count;
    let lightness = mean(|part| part.l).clamp(*LIGHTNESS.start(), *LIGHTNESS.end());
    let mean = Oklab::new(lightness, mean(|part| part.a), mean(|part| part.b));
    let restored = if chroma(mean) < palest { with_chroma(mean, palest) } else { mean };
    Some(Color::from_oklab(into_gamut(restored)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::legible::chroma;
    use super::{Color, meld};

    fn colors(words: &str) -> Vec<Color> {
        words.split(' ').map(|word| Color::parse(word).unwrap()).collect()
    }

    fn melded(words: &str) -> String {
        meld(&colors(words)).unwrap().to_string()
    }

    #[test]
    fn known_answers() {
        assert_eq!(melded("#d98e48 #5fa87a"), "#a89e4f");
        assert_eq!(melded("#d98e48 #7d9fd3"), "#cf8c7f");
        assert_eq!(melded("#d98e48 #5fa87a #7d9fd3"), "#90a66a");
        assert_eq!(melded("#d98e48 #7d9fd3 #8f8c47"), "#b39258");
        assert_eq!(melded("#8f8c47"), "#8f8c47");
        assert_eq!(meld(&[]), None);
    }

    #[test]
    fn one_colour_is_itself() {
        for value in (0..=0xff_ffff_u32).step_by(499) {
            let [_, red, green, blue] = value.to_be_bytes();
            let color = Color { red, green, blue };
            if color.is_legible() {
                assert_eq!(meld(&[color]), Some(color));
                assert_eq!(meld(&[color; 3]), Some(color));
            }
        }
    }

    fn any_color() -> impl Strategy<Value = Color> {
        any::<(u8, u8, u8)>().prop_map(|(red, green, blue)| Color { red, green, blue })
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

        #[test]
        fn order_does_not_matter(
            (given, shuffled) in proptest::collection::vec(any_color(), 1..7)
                .prop_flat_map(|given| (Just(given.clone()), Just(given).prop_shuffle()))
        ) {
            prop_assert_eq!(meld(&given), meld(&shuffled));
        }

        #[test]
        fn the_meld_of_legible_colours_is_one(given in proptest::collection::vec(any_color(), 1..7)) {
            let given: Vec<Color> = given.into_iter().map(Color::nearest_legible).collect();
            let lab = meld(&given).unwrap().to_oklab();
            // Eight bits a channel are not exact.
            prop_assert!((0.597..=0.803).contains(&lab.l), "{:?}", lab);
            prop_assert!(chroma(lab) > 0.047, "{:?}", lab);
        }
    }
}
