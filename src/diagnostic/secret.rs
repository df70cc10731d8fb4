//! Tokens and keys that are known by their shape, so that none gets into a report.

use std::cmp::Reverse;
use std::ops::Range;

use self::Class::{Capital, Dotted, Letter, Word};

/// A kind of secret.
struct Shape {
    prefix: &'static str,
    /// What it is, for messages.
    title: &'static str,
    /// How many characters follow the prefix at least.
    least: usize,
    rest: Class,
}

/// What the characters behind a prefix are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Letter,
    Capital,
    Word,
    Dotted,
}

impl Class {
    fn has(self, byte: u8) -> bool {
        match self {
            Letter => byte.is_ascii_alphanumeric(),
            Capital => byte.is_ascii_uppercase() || byte.is_ascii_digit(),
            Word => Letter.has(byte) || matches!(byte, b'-' | b'_'),
            Dotted => Word.has(byte) || byte == b'.',
        }
    }
}

const fn shape(prefix: &'static str, title: &'static str, least: usize, rest: Class) -> Shape {
    Shape { prefix, title, least, rest }
}

const GITHUB: &str = "a GitHub token";
const SLACK: &str = "a Slack token";
const STRIPE: &str = "a Stripe key";
const AWS: &str = "an AWS access key";

/// Where one prefix begins with another, the longer one stands first.
static SHAPES: [Shape; 36] = [
    shape("sk-ant-", "an Anthropic key", 20, Word),
    shape("sk-proj-", "an OpenAI key", 20, Word),
    shape("sk-svcacct-", "an OpenAI key", 20, Word),
    shape("sk-or-v1-", "an OpenRouter key", 20, Word),
    shape("sk-", "an OpenAI key", 32, Letter),
    shape("ghp_", GITHUB, 30, Letter),
    shape("gho_", GITHUB, 30, Letter),
    shape("ghu_", GITHUB, 30, Letter),
    shape("ghs_", GITHUB, 30, Letter),
    shape("ghr_", GITHUB, 30, Letter),
    shape("github_pat_", GITHUB, 30, Word),
    shape("glpat-", "a GitLab token", 20, Word),
    shape("AKIA", AWS, 16, Capital),
    shape("ASIA", AWS, 16, Capital),
    shape("xoxb-", SLACK, 20, Word),
    shape("xoxp-", SLACK, 20, Word),
    shape("xoxa-", SLACK, 20, Word),
    shape("xoxr-", SLACK, 20, Word),
    shape("xoxs-", SLACK, 20, Word),
    shape("xapp-", SLACK, 20, Word),
    shape("AIza", "a Google key", 35, Word),
    shape("npm_", "an npm token", 36, Letter),
    shape("pypi-AgE", "a PyPI token", 50, Word),
    shape("hf_", "a Hugging Face token", 30, Letter),
    shape("sk_live_", STRIPE, 20, Letter),
    shape("rk_live_", STRIPE, 20, Letter),
    shape("SG.", "a SendGrid key", 50, Dotted),
    shape("dop_v1_", "a DigitalOcean token", 60, Letter),
    shape("shpat_", "a Shopify token", 32, Letter),
    shape("dckr_pat_", "a Docker token", 20, Word),
    shape("glsa_", "a Grafana token", 32, Word),
    shape("lin_api_", "a Linear key", 32, Letter),
    shape("gsk_", "a Groq key", 40, Letter),
    shape("xai-", "an xAI key", 60, Letter),
    shape("AGE-SECRET-KEY-1", "an age key", 50, Capital),
    shape("eyJ", "a JSON web token", 40, Dotted),
];

/// No secret is shorter, and neither are most texts: these cost nothing.
const SHORTEST: usize = 20;

/// Every secret in a text with what it is, in the order of the places.
pub(crate) fn secrets_in(text: &str) -> Vec<(Range<usize>, &'static str)> {
    if text.len() < SHORTEST {
        return Vec::new();
    }
    let mut found: Vec<(Range<usize>, &'static str)> = tokens(text).chain(private_keys(text)).collect();
    found.sort_unstable_by_key(|(range, _)| (range.start, Reverse(range.end)));
    let mut end = 0;
    found.retain(|(range, _)| {
        let is_new = range.start >= end;
        end = end.max(range.end);
        is_new
    });
    found
}

/// What begins with a prefix. Inside of a word, that is a part of the word: `task-…`.
fn tokens(text: &str) -> impl Iterator<Item = (Range<usize>, &'static str)> {
    let bytes = text.as_bytes();
    let end_of = move |start: usize, class: Class| {
        start + bytes[start..].iter().take_while(|byte| class.has(**byte)).count()
    };
    let begins = move |at: &usize| *at == 0 || !Word.has(bytes[at - 1]);
    // Only dotted characters hold other beginnings. Their end and the next digit are looked up once each, however many
    // begin before them.
    let (mut dotted, mut digit) = (0, 0);
    (0..bytes.len()).filter(begins).filter_map(move |start| {
        SHAPES.iter().find_map(|shape| {
            let rest =
                start + bytes[start..].strip_prefix(shape.prefix.as_bytes()).map(|_| shape.prefix.len())?;
            let end = if shape.rest == Dotted {
                dotted = if dotted < rest { end_of(rest, Dotted) } else { dotted };
                dotted
            } else {
                end_of(rest, shape.rest)
            };
            if digit < rest {
                digit = rest + bytes[rest..].iter().take_while(|byte| !byte.is_ascii_digit()).count();
            }
            // A token has digits, and a web token three parts: this is no word that only begins like one.
            let has_parts = || shape.prefix != "eyJ" || text[start..end].matches('.').take(3).count() == 2;
            let is_one = end - rest >= shape.least && digit < end && has_parts();
            is_one.then_some((start..end, shape.title))
        })
    })
}

/// From the line that begins a private key to the one that ends it, or to the end.
fn private_keys(text: &str) -> impl Iterator<Item = (Range<usize>, &'static str)> {
    const BEGIN: &str = "-----BEGIN ";
    const KEY: &str = "PRIVATE KEY-----";
    /// Bytes of what stands between the two, as in `BEGIN OPENSSH PRIVATE KEY`.
    const LONGEST_KIND: usize = 20;
    text.match_indices(BEGIN).filter_map(|(start, _)| {
        let head = start + BEGIN.len();
        let line = &text.as_bytes()[head..text.len().min(head + LONGEST_KIND + KEY.len())];
        let kind = line.windows(KEY.len()).position(|found| found == KEY.as_bytes())?;
        let body = head + kind + KEY.len();
        let end = text[body..].find(KEY).map_or(text.len(), |end| body + end + KEY.len());
        Some((start..end, "a private key"))
    })
}

/// A text in which a star stands for every byte of these ranges, so that all else stays where it was.
pub(super) fn starred<'a>(text: &str, ranges: impl Iterator<Item = &'a Range<usize>>) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for range in ranges {
        for byte in bytes.get_mut(range.clone()).unwrap_or_default() {
            if !matches!(byte, b'\n' | b'\r') {
                *byte = b'*';
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_default()
}

/// A sentence with every secret replaced.
pub(crate) fn discreet(text: String) -> String {
    let found = secrets_in(&text);
    if found.is_empty() { text } else { starred(&text, found.iter().map(|(range, _)| range)) }
}

#[cfg(test)]
mod tests {
    use super::{discreet, secrets_in};

    fn found(text: &str) -> Vec<&str> {
        secrets_in(text).into_iter().map(|(range, _)| &text[range]).collect()
    }

    #[test]
    fn secrets_are_known_by_their_shape() {
        let body = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0";
        for prefix in ["sk-ant-api03-", "sk-proj-", "sk-", "ghp_", "github_pat_", "npm_", "hf_", "xoxb-12-"] {
            let token = format!("{prefix}{body}");
            assert_eq!(found(&format!("K={token}, and")), [token.as_str()]);
        }
        assert_eq!(found("AKIA2E0A8F3B244C9986"), ["AKIA2E0A8F3B244C9986"]);
        let web = format!("eyJhbGciOiJIUzI1NiJ9.{body}.{body}");
        assert_eq!(found(&web), [web.as_str()]);
        let key = "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----";
        assert_eq!(found(&format!("x {key}\ny")), [key]);
        assert_eq!(found("-----BEGIN PRIVATE KEY-----\nMII"), ["-----BEGIN PRIVATE KEY-----\nMII"]);
    }

    #[test]
    fn words_that_begin_alike_are_none() {
        for text in [
            "task-management-in-a-hub-with-many-many-words",
            "sk-learn",
            "ghp_",
            "npm_config_registry",
            "AKIA",
            "-----BEGIN CERTIFICATE-----\nMIIE",
            "-----BEGIN PUBLIC KEY-----",
            "eyJust a word",
            "hf_hub_download_of_some_model_without_digits",
            "ü sk-",
        ] {
            assert!(found(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn a_text_full_of_beginnings_takes_no_longer_than_another() {
        for beginning in ["SG.", "eyJ.", "eyJ1.", "sk-ant-", "-----BEGIN ", "-----BEGIN PRIVATE KEY-----"] {
            let text = beginning.repeat((1 << 18) / beginning.len());
            let found = secrets_in(&text);
            assert!(found.len() <= 1 + text.matches("PRIVATE").count(), "{beginning}");
        }
        let body = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0";
        let last = format!("SG.{}SG.{body}.{body}", "SG.".repeat(9));
        assert_eq!(found(&last), [last.as_str()]);
        let web = format!("eyJ.eyJ.eyJhbGciOiJIUzI1NiJ9.{body}.{body}");
        assert_eq!(found(&web), [&web[8..]]);
    }

    #[test]
    fn what_is_hidden_leaves_everything_in_its_place() {
        let text = "ü `ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8` ü".to_owned();
        let shown = discreet(text.clone());
        assert_eq!(shown.len(), text.len());
        assert!(shown.starts_with("ü `****") && shown.ends_with("**` ü"), "{shown}");
        let key = "-----BEGIN PRIVATE KEY-----\nü\n".to_owned();
        assert_eq!(discreet(key), "***************************\n**\n");
    }
}
