package clientfile

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
)

// A hook of Claude Code stands in its settings, with the masks of the tools that it follows:
//
//	{"hooks": {"PostToolUse": [{"matcher": "Bash|…", "hooks": [{"type": "command", "command": "shape hook claude-code"}]}]}}
const (
	hookCommand = " hook claude-code"
	hookTools   = "Bash|Grep|LS|WebFetch|mcp__.*"
)

// spot is a member of an object, or an item of a list.
type spot struct {
	in *node
	at int
}

// find returns the spot of a member, or one without a node.
func find(n *node, name string) spot {
	for i, key := range n.keys {
		if key.text == name {
			return spot{n, i}
		}
	}
	return spot{&node{items: []*node{{}}}, 0}
}

func (s spot) node() *node { return s.in.items[s.at] }

// hook returns the spots on the way to the command of the hook, or nil without a hook.
func (f *File) hook() []spot {
	hooks := find(f.root, "hooks")
	events := find(hooks.node(), "PostToolUse")
	for g, group := range events.node().items {
		handlers := find(group, "hooks")
		for h, handler := range handlers.node().items {
			if command := handler.textOf("command"); command != nil && strings.Contains(command.value.text, hookCommand) {
				return []spot{hooks, events, {events.node(), g}, {handlers.node(), h}}
			}
		}
	}
	return nil
}

// HasHook reports whether the settings have the hook.
func (f *File) HasHook() bool { return f.hook() != nil }

// Hook returns the edits that add the hook, started as a program, to the settings of Claude Code.
func (f *File) Hook(program string) ([]Edit, error) {
	if f.HasHook() {
		return nil, nil
	}
	group := fmt.Sprintf(`{"matcher": %s, "hooks": [{"type": "command", "command": %s}]}`, quoted(hookTools), quoted(program+hookCommand))
	hooks := find(f.root, "hooks").node()
	events := find(hooks, "PostToolUse").node()
	switch {
	case f.root.isOdd() || hooks.isOdd():
		return nil, errors.New("a name stands there twice, or is empty")
	case hooks.end == 0:
		return f.insert(f.root, `"hooks": {"PostToolUse": [`+group+`]}`), nil
	case hooks.kind == object && events.end == 0:
		return f.insert(hooks, `"PostToolUse": [`+group+`]`), nil
	case hooks.kind != object || events.kind != list:
		return nil, errors.New("its hooks have an unknown form")
	}
	return f.insert(events, group), nil
}

// insert returns the edit that puts a text before the items of an object or a list.
func (f *File) insert(n *node, text string) []Edit {
	at := n.start + 1
	if len(n.items) > 0 {
		first := n.items[0].start
		if len(n.keys) > 0 {
			first = n.keys[0].start
		}
		if bytes.ContainsRune(f.text[at:first], '\n') {
			text = f.newLine(first) + text + ","
		} else {
			text += ", "
		}
	}
	return []Edit{{at, at, text}}
}

// Unhook returns the edits that remove the hook. A container goes with its only item, except one
// that the file before, if any, has as well.
func (f *File) Unhook(before *File) []Edit {
	way, kept := f.hook(), 0 // the number of containers that stay
	if way == nil {
		return nil
	}
	if before != nil {
		hooks := find(before.root, "hooks").node()
		kept = min(hooks.end, 1) + min(find(hooks, "PostToolUse").node().end, 1)
	}
	last := len(way) - 1
	for last > kept && len(way[last].in.items) == 1 {
		last--
	}
	s := way[last]
	start, end := s.node().start, s.node().end
	if len(s.in.keys) > 0 {
		start = s.in.keys[s.at].start
	}
	head := bytes.TrimRight(f.text[:start], " \t\r\n")
	isLine := bytes.ContainsRune(f.text[len(head):start], '\n')
	switch {
	case bytes.HasPrefix(f.text[end:], []byte(",")):
		if end++; !isLine && f.text[end] == ' ' {
			end++
		}
	case bytes.HasSuffix(head, []byte(",")):
		start = len(head) - 1
	}
	if isLine {
		start = min(start, len(head))
	}
	return []Edit{{start, end, ""}}
}
