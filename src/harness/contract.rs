//! How an agent CLI talks with the hooks of an event, as plain data.

/// What one CLI and its hooks say to each other.
#[derive(Debug)]
pub struct Protocol {
    /// One for each event, in parts that belong together.
    pub contracts: &'static [&'static [Contract]],
    /// What every call says: an object as JSON, with placeholders.
    pub common: &'static str,
    /// What a hook may answer to any event.
    pub answer: &'static [AnswerField],
    /// Samples of what tools are called with.
    pub tools: &'static [ToolSample],
    /// The answer's field that belongs to the event.
    pub specific: &'static str,
    /// The field in there that repeats the event's name.
    pub event_name: &'static str,
    /// The answer's field that blocks what the event is about, where it can.
    pub decision: &'static str,
    /// Characters of a text for the agent beyond which only its beginning arrives.
    pub longest_text: usize,
    /// Variables of every hook's process whose values are known before.
    pub variables: &'static [(&'static str, &'static str)],
    /// The variable, and the placeholder in words without a shell, that stand for the project folder.
    pub project_variable: &'static str,
    /// The variable that holds the session's id.
    pub session_variable: &'static str,
    /// The variable that names a file to which a hook can add variables of the session.
    pub variables_file: &'static str,
}

/// What the CLI and the hooks of one event say to each other.
#[derive(Debug)]
pub struct Contract {
    /// The event.
    pub event: &'static str,
    /// What a call says beside the fields of every call: an object as JSON.
    pub sample: &'static str,
    /// The field of a call that a matcher is compared with.
    pub matched: Option<&'static str>,
    /// Seconds until the CLI gives up, when the entry does not say.
    pub timeout: f64,
    /// What becomes of an answer that is no JSON.
    pub text: Text,
    /// What exit code 2 does.
    pub exit_2: ExitTwo,
    /// Whether `"decision": "block"` does something.
    pub can_decide: bool,
    /// The fields of the answer that belong to this event; none when such an answer is refused.
    pub specific: Option<&'static [AnswerField]>,
    /// Whether the hook is told the file that takes variables.
    pub takes_variables: bool,
}

/// What becomes of an answer that is no JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Text {
    /// The agent reads it.
    Context,
    /// It is a path that the CLI goes on with.
    Path,
    /// It is kept for those who look into the log.
    Log,
}

/// What exit code 2 does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitTwo {
    /// It blocks this.
    Blocks(&'static str),
    /// It blocks nothing; the agent reads what was written to stderr.
    ToldAgent,
    /// It blocks nothing; the user sees what was written to stderr.
    ToldUser,
    /// Nothing at all.
    Ignored,
    /// It fails this, as any exit code but 0 does.
    Fails(&'static str),
}

/// A field of an answer.
#[derive(Clone, Copy, Debug)]
pub struct AnswerField {
    /// The CLI's name for it.
    pub name: &'static str,
    /// What its value must be.
    pub kind: AnswerKind,
    /// Whether it must be there.
    pub required: bool,
}

/// What a value of an answer must be.
#[derive(Clone, Copy, Debug)]
pub enum AnswerKind {
    /// A string.
    Text,
    /// `true` or `false`.
    Flag,
    /// A number.
    Number,
    /// One of these strings.
    OneOf(&'static [&'static str]),
    /// A list of strings.
    Texts,
    /// A list of anything.
    List,
    /// An object of anything.
    Object,
    /// An object with these fields.
    Record(&'static [AnswerField]),
    /// Anything.
    Any,
}

/// What a tool is called with.
#[derive(Debug)]
pub struct ToolSample {
    /// The tool.
    pub tool: &'static str,
    /// An object as JSON.
    pub input: &'static str,
}

impl AnswerField {
    /// A field that may be left out.
    pub(super) const fn optional(name: &'static str, kind: AnswerKind) -> Self {
        Self { name, kind, required: false }
    }

    /// A field that must be there.
    pub(super) const fn required(name: &'static str, kind: AnswerKind) -> Self {
        Self { name, kind, required: true }
    }
}

impl Protocol {
    /// The contract of an event.
    pub(super) fn contract(&self, event: &str) -> Option<&'static Contract> {
        self.contracts.iter().copied().flatten().find(|contract| contract.event == event)
    }
}
