//! Which names promise a secret, and which values look like one.

/// Whether a variable of this name holds what nobody else may know: `GITHUB_TOKEN`, `DB_PASSWORD`, but not
/// `PUBLIC_KEY`, `KEY_FILE` or `MAX_TOKENS`.
pub(super) fn names_a_secret(name: &str) -> bool {
    /// What a variable is about.
    const SECRETS: [&str; 11] = [
        "TOKEN",
        "KEY",
        "APIKEY",
        "SECRET",
        "SECRETS",
        "PASSWORD",
        "PASSWD",
        "PASSPHRASE",
        "PASS",
        "PAT",
        "CREDENTIALS",
    ];
    /// What is only about a secret, or is none.
    const OTHERS: [&str; 22] = [
        "PUBLIC",
        "FILE",
        "PATH",
        "DIR",
        "ID",
        "NAME",
        "URL",
        "URI",
        "HOST",
        "HELPER",
        "CMD",
        "COMMAND",
        "LENGTH",
        "SIZE",
        "TTL",
        "LIMIT",
        "COUNT",
        "ALGORITHM",
        "TYPE",
        "PREFIX",
        "STORE",
        "HASH",
    ];
    let name = name.to_uppercase();
    let words = || name.split(['_', '-', '.']);
    words().any(|word| SECRETS.contains(&word)) && !words().any(|word| OTHERS.contains(&word))
}

/// Whether a value was made by a machine that had nothing but secrecy in mind: long, without spaces, of many different
/// characters, and its letters and digits in no order that a person would write.
pub(super) fn looks_random(value: &str) -> bool {
    const SHORTEST: usize = 16;
    const DIFFERENT: usize = 8;
    let is_plain = value.bytes().all(|byte| byte.is_ascii_graphic());
    let is_path = value.starts_with(['/', '.', '~', '$', '@', '<', '{', '[']) || value.contains("://");
    if value.len() < SHORTEST || !is_plain || is_path || is_example(value) {
        return false;
    }
    let mut different: Vec<u8> = value.bytes().collect();
    different.sort_unstable();
    different.dedup();
    let kinds: Vec<u8> = value.bytes().map(kind).collect();
    // A capital before small letters begins a word.
    let changes = kinds.windows(2).filter(|pair| {
        let [before, after] = **pair else { return false };
        before != after && before != OTHER && after != OTHER && (before, after) != (CAPITAL, SMALL)
    });
    different.len() >= DIFFERENT && value.bytes().any(|byte| byte.is_ascii_digit()) && {
        changes.count() * 4 >= value.len()
    }
}

/// Whether a value only shows what one would look like.
pub(super) fn is_example(value: &str) -> bool {
    const MARKS: [&str; 12] = [
        "example",
        "xxxx",
        "your",
        "change",
        "placeholder",
        "dummy",
        "redacted",
        "replace",
        "fake",
        "0000000",
        "1234567",
        "****",
    ];
    let value = value.to_lowercase();
    MARKS.iter().any(|mark| value.contains(mark))
}

const SMALL: u8 = 0;
const CAPITAL: u8 = 1;
const DIGIT: u8 = 2;
const OTHER: u8 = 3;

fn kind(byte: u8) -> u8 {
    match byte {
        b'a'..=b'z' => SMALL,
        b'A'..=b'Z' => CAPITAL,
        b'0'..=b'9' => DIGIT,
        _ => OTHER,
    }
}

#[cfg(test)]
mod tests {
    use super::{looks_random, names_a_secret};

    #[test]
    fn names_that_promise_a_secret() {
        for name in
            ["GITHUB_TOKEN", "api_key", "DB_PASSWORD", "MY-SECRET", "NPM_PAT", "KEY", "AWS_SECRET_ACCESS_KEY"]
        {
            assert!(names_a_secret(name), "{name}");
        }
        for name in [
            "MAX_THINKING_TOKENS",
            "CLAUDE_CODE_MAX_OUTPUT_TOKENS",
            "KEYBOARD",
            "MONKEY",
            "SSH_PUBLIC_KEY",
            "SSL_KEY_FILE",
            "AWS_ACCESS_KEY_ID",
            "TOKENIZERS_PARALLELISM",
            "SECRET_NAME",
            "PATH",
            "COMPASS",
        ] {
            assert!(!names_a_secret(name), "{name}");
        }
    }

    #[test]
    fn values_that_no_person_writes() {
        for value in [
            "9f86d081884c7d659a2feaa0c55ad015",
            "wJalrXUtnFEMI7K1MDENG2bPxRfiCYzq",
            "q7Zp2LmX9vTb4NcR8wKd",
            "5b1c7a2e-9d3f-4c8b-8e21-0f6d2a7b3c94",
        ] {
            assert!(looks_random(value), "{value}");
        }
        for value in [
            "hunter2",
            "correct-horse-battery-staple",
            "claude-sonnet-4-5-20250929",
            "my-project-key-2024",
            "MyServiceAccountKeyName1",
            "~/.config/tokens/github1a2b3c4d5e",
            "/run/secrets/a1b2c3d4e5f6a7b8",
            "https://vault.example.org/v1/a1b2c3",
            "your-api-key-a1b2c3d4e5f6",
            "sk-ant-xxxxxxxxxxxxxxxxxxxx1a",
            "aaaaaaaaaaaaaaaaaaaaaaaaaaaaa1",
            "op://vault/item/f1e2l3d4f5",
            "1 2 3 4 5 a b c d e f",
            "32000",
        ] {
            assert!(!looks_random(value), "{value}");
        }
    }
}
