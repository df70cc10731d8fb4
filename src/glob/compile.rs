//! From the text of a glob to its steps.

use std::iter::Peekable;
use std::str::Chars;

use super::step::Step;

/// A group that is open: `{` was read, and not yet its `}`.
struct Group {
    /// Its fork, which learns of the branches at the end.
    fork: usize,
    branches: Vec<usize>,
    /// Where the branch that is being read begins.
    begin: usize,
    /// The jumps at the ends of branches, which learn at the end where that is.
    jumps: Vec<usize>,
}

/// The steps of a glob, or why it is none.
pub(super) fn compile(word: &str) -> Result<Vec<Step>, String> {
    let mut steps = Vec::new();
    let mut groups: Vec<Group> = Vec::new();
    let mut characters = word.chars().peekable();
    while let Some(character) = characters.next() {
        match (character, groups.last_mut()) {
            ('?', _) => steps.push(Step::Any),
            ('*', _) => steps.push(Step::Many),
            ('[', _) => steps.push(class(&mut characters)?),
            ('\\', _) => steps.push(Step::Literal(characters.next().ok_or("dangling '\\'")?)),
            ('{', _) => {
                let fork = steps.len();
                steps.push(Step::Fork(Vec::new()));
                groups.push(Group { fork, branches: Vec::new(), begin: fork + 1, jumps: Vec::new() });
            }
            (',', Some(group)) => group.next_branch(&mut steps),
            ('}', _) => {
                let group = groups.pop();
                group
                    .ok_or("unopened alternate group; missing '{' (maybe escape '}' with '[}]'?)")?
                    .close(&mut steps);
            }
            (character, _) => steps.push(Step::Literal(character)),
        }
    }
    if groups.is_empty() {
        Ok(steps)
    } else {
        Err("unclosed alternate group; missing '}' (maybe escape '{' with '[{]'?)".to_owned())
    }
}

impl Group {
    /// Ends a branch. One that is empty is none: `{a,}` is `a`.
    fn next_branch(&mut self, steps: &mut Vec<Step>) {
        if self.begin < steps.len() {
            self.branches.push(self.begin);
            self.jumps.push(steps.len());
            steps.push(Step::Jump(0));
        }
        self.begin = steps.len();
    }

    fn close(mut self, steps: &mut Vec<Step>) {
        self.next_branch(steps);
        if self.branches.is_empty() {
            steps.truncate(self.fork);
            return;
        }
        for jump in self.jumps {
            steps[jump] = Step::Jump(self.begin);
        }
        steps[self.fork] = Step::Fork(self.branches);
    }
}

/// Named classes, as in POSIX, with ASCII characters only.
const NAMED: [(&str, &[(char, char)]); 12] = [
    ("alnum", &[('0', '9'), ('A', 'Z'), ('a', 'z')]),
    ("alpha", &[('A', 'Z'), ('a', 'z')]),
    ("blank", &[('\t', '\t'), (' ', ' ')]),
    ("cntrl", &[('\x00', '\x1f'), ('\x7f', '\x7f')]),
    ("digit", &[('0', '9')]),
    ("graph", &[('!', '~')]),
    ("lower", &[('a', 'z')]),
    ("print", &[(' ', '~')]),
    ("punct", &[('!', '/'), (':', '@'), ('[', '`'), ('{', '~')]),
    ("space", &[('\t', '\r'), (' ', ' ')]),
    ("upper", &[('A', 'Z')]),
    ("xdigit", &[('0', '9'), ('A', 'F'), ('a', 'f')]),
];

/// A named class such as `[:digit:]` within another one, whose `[` was read; `None` when it is a character by itself.
fn named(characters: &mut Peekable<Chars<'_>>) -> Result<Option<&'static [(char, char)]>, String> {
    let mut ahead = characters.clone();
    if ahead.next() != Some(':') {
        return Ok(None);
    }
    let mut name = String::new();
    while let Some(letter) = ahead.next_if(char::is_ascii_lowercase) {
        name.push(letter);
    }
    if (ahead.next(), ahead.next()) != (Some(':'), Some(']')) {
        return Ok(None);
    }
    *characters = ahead;
    let class = NAMED.iter().find(|(known, _)| *known == name).map(|(_, ranges)| *ranges);
    class.map(Some).ok_or_else(|| {
        let known: Vec<&str> = NAMED.iter().map(|(known, _)| *known).collect();
        format!("unknown class `[:{name}:]`; there are {}", known.join(", "))
    })
}

/// A class whose `[` was read. A `]` or `-` is itself where it can be nothing else.
fn class(characters: &mut Peekable<Chars<'_>>) -> Result<Step, String> {
    let negated = characters.next_if(|character| matches!(character, '!' | '^')).is_some();
    let mut ranges: Vec<(char, char)> = Vec::new();
    let mut is_range_open = false;
    loop {
        let character = characters.next().ok_or("unclosed character class; missing ']'")?;
        match (character, ranges.last_mut()) {
            (']', Some(_)) => break,
            (last, Some(range)) if is_range_open => {
                if last < range.0 {
                    return Err(format!("invalid range; '{}' > '{last}'", range.0));
                }
                range.1 = last;
                is_range_open = false;
            }
            ('-', Some(_)) => is_range_open = true,
            ('[', _) => match named(characters)? {
                Some(class) => ranges.extend(class),
                None => ranges.push(('[', '[')),
            },
            (character, _) => ranges.push((character, character)),
        }
    }
    ranges.extend(is_range_open.then_some(('-', '-')));
    Ok(Step::Class { negated, ranges })
}
