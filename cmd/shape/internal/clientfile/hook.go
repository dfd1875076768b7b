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
	_, hooks := f.root.member("hooks")
	_, groups := hooks.member("PostToolUse")
	for _, group := range groups.elements() {
		_, handlers := group.member("hooks")
		for _, handler := range handlers.elements() {
			if c := handler.textOf("command"); c != nil && strings.Contains(c.value.text, hookCommand) {
				return c.value.text
			}
		}
	}
	return ""
}

// elements returns the items of a value, if there is one.
func (n *node) elements() []*node {
	if n == nil {
		return nil
	}
	return n.items
}

// HasHook reports whether the settings have the hook.
func (f *File) HasHook() bool { return f.hook() != "" }

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
		first := in.items[0].start
		if len(in.keys) > 0 {
			first = in.keys[0].start
		}
		if bytes.ContainsRune(f.text[at:first], '\n') {
			text = f.newLine(first) + text + ","
		} else {
			text += ", "
		}
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
		head, rest := bytes.TrimRight(f.text[:start], " \t\r\n"), f.text[start+len(text):]
		isLine := bytes.ContainsRune(f.text[len(head):start], '\n')
		after, hasNext := bytes.CutPrefix(rest, []byte(","))
		switch {
		case isLine && hasNext:
			start = len(head)
		case hasNext:
			after = bytes.TrimPrefix(after, []byte(" "))
		case bytes.HasSuffix(head, []byte(",")):
			continue
		}
		return []Edit{{start, len(f.text) - len(after), ""}}, nil
	}
	return nil, errors.New("its hook was edited since")
}
