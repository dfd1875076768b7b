package clientfile

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
)

// hookCommand are the arguments of shape in a hook of Claude Code.
const hookCommand = " hook claude-code"

// hookTexts returns the texts that add a hook: with all members around it, with its list alone, and
// as an item of a list. Blanks inside of brackets mark the members that Hook adds.
func hookTexts(command string) [3]string {
	hook := fmt.Sprintf(`{"matcher": "Bash|Grep|LS|WebFetch|mcp__.*", "hooks": [{"type": "command", "command": %s}]}`, quoted(command))
	return [3]string{`"hooks": { "PostToolUse": [ ` + hook + ` ] }`, `"PostToolUse": [ ` + hook + ` ]`, hook}
}

// hook returns the command of the hook, or "" without a hook.
func (f *File) hook() string {
	in := f.root
	for _, name := range []string{"hooks", "PostToolUse"} {
		if _, in = in.member(name); in == nil {
			return ""
		}
	}
	if in.kind != list {
		return ""
	}
	for _, matcher := range in.items {
		if _, hooks := matcher.member("hooks"); hooks != nil {
			for _, hook := range hooks.items {
				if command := hook.textOf("command"); command != nil && strings.Contains(command.value.text, hookCommand) {
					return command.value.text
				}
			}
		}
	}
	return ""
}

// HasHook reports whether the settings have the hook.
func (f *File) HasHook() bool { return f.hook() != "" }

// HookProgram returns the program of the hook, or "" without a hook.
func (f *File) HookProgram() string {
	word, _, _ := strings.Cut(f.hook(), hookCommand)
	if inner, isQuoted := strings.CutPrefix(word, "'"); isQuoted {
		return strings.ReplaceAll(strings.TrimSuffix(inner, "'"), `'\''`, "'")
	}
	return word
}

// Hook returns the edits that add the hook, started as a program, to the settings of Claude Code.
func (f *File) Hook(program string) ([]Edit, error) {
	if f.HasHook() {
		return nil, nil
	}
	texts := hookTexts(program + hookCommand)
	in, text := f.root, texts[0]
	for i, name := range []string{"hooks", "PostToolUse"} {
		if in.isOdd() {
			return nil, errors.New("a name stands there twice, or is empty")
		}
		_, v := in.member(name)
		if v == nil {
			break
		}
		if in, text = v, texts[i+1]; v.kind != []kind{object, list}[i] {
			return nil, errors.New("its hooks have an unknown form")
		}
	}
	at := in.start + 1
	if len(in.items) > 0 {
		blanks := len(f.text[at:]) - len(bytes.TrimLeft(f.text[at:], " \t\r\n"))
		text = string(f.text[at:at+blanks]) + text + ","
	}
	return []Edit{{at, at, text}}, nil
}

// Unhook returns the edits that remove the hook as Hook adds it.
func (f *File) Unhook() ([]Edit, error) {
	if !f.HasHook() {
		return nil, nil
	}
	for _, text := range hookTexts(f.hook()) {
		start := bytes.Index(f.text, []byte(text))
		if start < 0 {
			continue
		}
		head := len(bytes.TrimRight(f.text[:start], " \t\r\n"))
		rest, hasNext := bytes.CutPrefix(f.text[start+len(text):], []byte(","))
		if hasNext {
			start = head
		} else if f.text[head-1] == ',' {
			break
		}
		return []Edit{{start, len(f.text) - len(rest), ""}}, nil
	}
	return nil, errors.New("its hook was edited since")
}
