#!/bin/sh
# Denies pushes that would rewrite or delete a protected branch.
#
# Event: PreToolUse, matcher "Bash". Arguments: the protected branches, as names or globs where `*` also crosses `/`
# (`main` and `master` when there are none). Needs nothing but a POSIX shell, tr and awk.
#
# Denied:   --force, -f, --force-with-lease, +ref, when the destination is protected or not written out (no branch,
#           HEAD, a variable, a wildcard); --mirror; deleting a protected branch.
# Let by:   everything else, without a word: the CLI's own permission rules still apply.
# Asks:     when the call cannot be read (no JSON, no command in it, larger than 1 MiB). That means the CLI's contract
#           changed or something is broken; letting the call pass would switch the guard off unnoticed, denying it
#           would stop all work, so a person decides. Without a person, an `ask` is a denial.
#
# It looks through `git -C dir`, chains, subshells, quotes, here-documents, `sudo`, `env`, `sh -c` and `eval`. It is a
# seat belt against accidents, not a wall: git aliases, scripts and obfuscated words are not followed.
# Declare it with `onFailure="block"`, so that a guard that cannot start does not mean an open door.

export LC_ALL=C
[ $# -gt 0 ] || set -- main master
PROTECTED=$(printf '%s\n' "$@")
export PROTECTED

# Line ends between JSON tokens are blanks, so the document becomes one awk record; a NUL stays something JSON forbids.
tr '\000\n\r' '\001  ' | awk '
BEGIN {
    Quote = "\047"
    Largest = 1048576       # bytes of the whole call; one argument of exec ends at 128 KiB anyway
    Deepest = 64            # substitutions and subshells within each other
    LongestCommand = 65536  # bytes of a command that is read word by word
    fill(Shell, "sh bash zsh dash ksh")
    fill(Wrapper, "sudo doas env command exec builtin nohup time nice ionice timeout stdbuf xargs find watch ! { if then elif else while until do")
    fill(GitValue, "-C -c --git-dir --work-tree --namespace --config-env --super-prefix --attr-source")
    fill(PushValue, "-o --push-option --receive-pack --exec --repo --recurse-submodules")
    Patterns = split(ENVIRON["PROTECTED"], Protected, "\n")
    for (p = 1; p <= Patterns; p++) Protected[p] = glob_to_regex(Protected[p])
}
{ call = call $0 }
END {
    if (length(call) > Largest) ask("the tool call is larger than 1 MiB")
    if (!read_call(call)) ask("the tool call is not the JSON document it should be")
    if (Tool != "" && Tool != "Bash") exit 0
    if (!HasCommand) ask("the tool call holds no command")
    if (index(Command, "push") == 0) exit 0
    if (length(Command) > LongestCommand) ask("the command is longer than 64 KiB")
    judge_text(decode(Command))
}

# ---- what is printed; the first verdict ends the program

function deny(reason) { print_verdict("deny", reason) }
function ask(reason) { print_verdict("ask", "guard-force-push.sh cannot judge this: " reason) }
function print_verdict(decision, reason) {
    gsub(/[\001-\037\177]/, " ", reason)
    reason = replace(replace(reason, "[\\\\]", "\\\\"), "[\"]", "\\\"")
    printf "{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"%s\",\"permissionDecisionReason\":\"%s\"}}\n", decision, reason
    exit 0
}

# ---- JSON: with escaped quotes out of the way, cut at the quotes: structure and strings alternate

# Fills Tool, Command and HasCommand from tool_name and tool_input.command; false when brackets or strings do not close.
function read_call(json,    part, parts, i, depth, path, key) {
    if (json ~ /[\001-\010\013-\037]/) return 0
    gsub(/\\\\/, "\001", json)
    gsub(/\\"/, "\002", json)
    parts = split(json, part, "\"")
    depth = 0
    for (i = 1; i <= parts; i += 2) {
        depth = walk_structure(part[i], depth, path, key)
        if (depth < 0 || i + 1 == parts) return 0
        if (i == parts) break
        if (part[i + 2] ~ /^[ \t]*:/) key[depth] = part[i + 1]
        else if (depth == 1 && key[1] == "tool_name") Tool = part[i + 1]
        else if (depth == 2 && path[2] == "tool_input" && key[2] == "command") { Command = part[i + 1]; HasCommand = 1 }
    }
    return Opened && depth == 0
}
# Follows brackets through text without strings; returns the new depth, or -1 when it cannot be JSON.
function walk_structure(text, depth, path, key,    i, c) {
    gsub(/[^]{}[]/, "", text)
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        if (c == "{" || c == "[") {
            if (depth == 0 && (Opened++ || c == "[")) return -1
            path[depth + 1] = key[depth]
            key[++depth] = ""
        } else if (--depth < 0) return -1
    }
    return depth + 0
}
function decode(text,    part, parts, i, c, out) {
    parts = split(text, part, "\\")
    out = part[1]
    for (i = 2; i <= parts; i++) {
        c = substr(part[i], 1, 1)
        if (c == "u") { out = out code_point(substr(part[i], 2, 4)) substr(part[i], 6); continue }
        if (c == "n" || c == "r") c = "\n"
        else if (c == "t") c = "\t"
        else if (c == "b" || c == "f") c = " "
        out = out c substr(part[i], 2)
    }
    return replace(replace(out, "[\002]", "\""), "[\001]", "\\")
}
# Only ASCII can be part of what is looked for; the rest keeps its place as a question mark.
function code_point(hex,    i, value) {
    hex = tolower(hex)
    for (i = 1; i <= 4; i++) value = value * 16 + index("0123456789abcdef", substr(hex, i, 1)) - 1
    return value > 0 && value < 128 ? sprintf("%c", value) : "?"
}

# ---- the shell: words of each simple command, substitutions first

function judge_text(text,    old_text, old_at) {
    old_text = Text; old_at = At
    Text = text; At = 1
    while (At <= length(Text)) judge_commands("")
    Text = old_text; At = old_at
}
# Reads up to `closer` (a parenthesis or a backtick) or the end, and judges each simple command on the way.
function judge_commands(closer,    c, words, word, count, begun, skip, ends, here, i) {
    if (++Depth > Deepest) ask("the command is nested too deeply")
    for (;;) {
        c = substr(Text, At, 1)
        ends = c == "" || c == closer || index(";&|()\n", c) > 0
        if (ends || index(" \t<>", c) > 0) {
            if (begun && !((c == "<" || c == ">") && word ~ /^[0-9]+$/)) {
                if (skip == "here") here[++here[0]] = word
                else if (skip == "") words[++count] = word
                skip = ""
            }
            word = ""; begun = 0
        }
        if (ends) {
            if (c == "&" && substr(Text, At + 1, 1) == ">") { At++; continue }
            judge(words, count)
            # What a shell reads from a here-document runs; for everyone else it is text.
            if (count && (base_name(words[1]) in Shell)) here[0] = 0
            count = 0; skip = ""
            At++
            if (c == "" || c == closer) { Depth--; return }
            if (c == "(") judge_commands(")")
            if (c == "\n") { for (i = 1; i <= here[0]; i++) skip_here_document(here[i]); here[0] = 0 }
        } else if (c == "<" || c == ">") {
            skip = "file"
            At++
            if (substr(Text, At, 1) == "(") { At++; judge_commands(")"); skip = "" }
            else if (c == "<" && substr(Text, At, 2) == "<<") At += 2
            else if (c == "<" && substr(Text, At, 1) == "<") {
                At++; skip = "here"
                if (substr(Text, At, 1) == "-") At++
            } else while (index(">&|", substr(Text, At, 1)) > 0 && At <= length(Text)) At++
        } else if (c == " " || c == "\t") At++
        else if (c == "#" && !begun) while (At <= length(Text) && substr(Text, At, 1) != "\n") At++
        else { begun = 1; word = word read_piece(c) }
    }
}
# The next piece of a word with its quotes taken off; a dollar or backtick is left in what the shell would compute.
function read_piece(c,    out) {
    At++
    if (c == Quote) return read_until_quote(0)
    if (c == "$" && substr(Text, At, 1) == Quote) { At++; return read_until_quote(1) }
    if (c == "\\") { c = substr(Text, At++, 1); return c == "\n" ? "" : c }
    if (c == "`") { judge_commands("`"); return "`" }
    if (c == "$" && substr(Text, At, 1) == "(") { At++; judge_commands(")"); return "$" }
    if (c == "$" && substr(Text, At, 1) == "{") {
        while (At <= length(Text) && substr(Text, At, 1) != "}") At++
        At++
        return "$"
    }
    if (c != "\"") return c
    while (At <= length(Text) && (c = substr(Text, At, 1)) != "\"") out = out read_quoted_piece(c)
    At++
    return out
}
function read_quoted_piece(c,    next_c) {
    if (c == "$" || c == "`") {
        next_c = substr(Text, At + 1, 1)
        if (c == "$" && next_c == Quote) { At++; return c }
        return read_piece(c)
    }
    if (c == "\\") {
        next_c = substr(Text, At + 1, 1)
        At += 2
        return next_c == "\n" ? "" : index("$`\"\\", next_c) ? next_c : c next_c
    }
    At++
    return c
}
function read_until_quote(escapes,    c, out) {
    while (At <= length(Text) && (c = substr(Text, At++, 1)) != Quote) {
        if (escapes && c == "\\") c = substr(Text, At++, 1)
        out = out c
    }
    return out
}
function skip_here_document(end,    line, rest, length_of_line) {
    while (At <= length(Text)) {
        rest = substr(Text, At)
        length_of_line = index(rest, "\n")
        line = length_of_line ? substr(rest, 1, length_of_line - 1) : rest
        At += length(line) + 1
        sub(/^\t+/, "", line)
        if (line == end) return
    }
}

# ---- commands: which of them is a git push, and what it does

function judge(words, count,    i, j, wrapped, name, rest) {
    for (i = 1; i <= count; i++) {
        name = base_name(words[i])
        if (name == "git") { judge_git(words, i + 1, count); if (!wrapped) return }
        else if (name in Shell) {
            for (j = i + 1; j < count && words[j] ~ /^[-+]/; j++)
                if (words[j] ~ /^-[A-Za-z]*c[A-Za-z]*$/) { judge_text(words[j + 1]); return }
        } else if (name == "eval") {
            for (j = i + 1; j <= count; j++) rest = rest " " words[j]
            judge_text(rest)
            return
        } else if (name in Wrapper) wrapped = 1
        else if (!wrapped && words[i] !~ /^[A-Za-z_][A-Za-z0-9_]*=/) return
    }
}
function judge_git(words, i, count) {
    for (; i <= count && words[i] ~ /^-/; i++) if (words[i] in GitValue) i++
    if (words[i] == "push") judge_push(words, i + 1, count)
}
function judge_push(words, i, count,    word, j, force, whole, erase, tags, dry, only_words, refs, ref, remote) {
    for (; i <= count; i++) {
        word = words[i]
        if (only_words || word !~ /^-./) { if (remote++) ref[++refs] = word }
        else if (word == "--") only_words = 1
        else if (word in PushValue) i++
        else if (word ~ /^--force-i/) continue
        else if (word ~ /^--forc/) force = 1
        else if (word ~ /^--mir/) whole = "--mirror"
        else if (word ~ /^--(all|branches)$/) whole = word
        else if (word ~ /^--del/) erase = 1
        else if (word == "--tags") tags = 1
        else if (word ~ /^--dry/) dry = 1
        else if (word ~ /^-[^-]/) for (j = 2; j <= length(word); j++) {
            if (substr(word, j, 1) == "f") force = 1
            if (substr(word, j, 1) == "d") erase = 1
            if (substr(word, j, 1) == "n") dry = 1
            if (substr(word, j, 1) == "o") { if (j == length(word)) i++; break }
        }
    }
    if (dry) return
    if (whole == "--mirror" || (whole && force)) deny("`git push " whole "` would overwrite every branch of the remote. Push the one branch you mean.")
    if (force && !refs && !tags) deny("this forced push does not name its branch, so it may hit a protected one. Write `git push --force-with-lease <remote> <branch>`.")
    for (j = 1; j <= refs; j++) {
        if (ref[j] == "tag") { j++; continue }
        judge_ref(ref[j], force, erase)
    }
}
function judge_ref(ref, force, erase,    branch) {
    if (sub(/^\+/, "", ref)) force = 1
    if (ref ~ /^:./) erase = 1
    if (!force && !erase) return
    branch = ref
    sub(/^.*:/, "", branch)
    sub(/^(refs\/)?heads\//, "", branch)
    if (is_protected(branch)) deny("`" branch "` is a protected branch, and this push would " (erase ? "delete" : "overwrite") " it. Push to a branch of your own and open a pull request, or ask the person to do it.")
    if (force && !erase && (branch == "" || branch == "HEAD" || branch == "@" || branch ~ /[$`*?{[]/)) deny("this forced push does not spell out the branch it goes to (`" ref "`), so it may hit a protected one. Write the name of the branch.")
}
function is_protected(branch,    p) {
    for (p = 1; p <= Patterns; p++) if (branch ~ Protected[p]) return 1
    return 0
}

# Backslashes in the replacement of `gsub` differ from awk to awk; and `old` is a regular expression, since some awks
# also split at line ends when the separator is one character.
function replace(text, old, new,    part, parts, i, out) {
    parts = split(text, part, old)
    out = part[1]
    for (i = 2; i <= parts; i++) out = out new part[i]
    return out
}
function base_name(word) { sub(/^.*\//, "", word); return word }
function fill(set, names,    part, i) {
    for (i = split(names, part, " "); i > 0; i--) set[part[i]] = 1
}
function glob_to_regex(glob,    i, c, out) {
    for (i = 1; i <= length(glob); i++) {
        c = substr(glob, i, 1)
        out = out (c == "*" ? ".*" : c == "?" ? "." : c ~ /[A-Za-z0-9_\/-]/ ? c : "[" c "]")
    }
    return "^" out "$"
}' || printf '%s\n' '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"guard-force-push.sh cannot run: its awk program failed"}}'
