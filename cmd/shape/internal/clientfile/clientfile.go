// Package clientfile puts shape proxy in front of the servers in the configuration file of an
// MCP client, and removes it. It changes only the bytes of the command and its arguments, so
// comments, order and layout stay. Removal restores the bytes of the former file.
package clientfile

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// File is a client's file and its servers.
type File struct {
	Servers []*Server
	text    []byte
	isTOML  bool
}

// Server is a server that a client starts or reaches by HTTP.
type Server struct {
	Name   string
	Remote bool // reached by HTTP

	key     span // of command
	command value
	argsKey span
	args    *list // nil without arguments
}

// span is a range of the text.
type span struct{ start, end int }

// value is a string and its range in the text.
type value struct {
	span
	text string
}

// list is an array of strings.
type list struct {
	open  int // offset after the bracket
	items []value
}

// Edit replaces a part of a text.
type Edit struct {
	start, end int
	with       string
}

// Wrapped reports whether the server has a proxy.
func (s *Server) Wrapped() bool { return s.wrapped() >= 0 }

// wrapped returns the index of the argument that is the program behind the proxy, or -1 without
// a proxy.
func (s *Server) wrapped() int {
	program := strings.TrimSuffix(path.Base(strings.ReplaceAll(s.command.text, `\`, "/")), ".exe")
	if program != "shape" || s.args == nil || len(s.args.items) == 0 || s.args.items[0].text != "proxy" {
		return -1
	}
	at := slices.IndexFunc(s.args.items, func(v value) bool { return v.text == "--" }) + 1
	if at == 0 || at == len(s.args.items) {
		return -1
	}
	return at
}

// Wrap returns the edits that put a proxy in front of the servers that the client starts.
func (f *File) Wrap(servers []*Server, program string) (edits []Edit) {
	for _, s := range servers {
		if s.Remote || s.Wrapped() {
			continue
		}
		was := string(f.text[s.command.start:s.command.end])
		edits = append(edits, Edit{s.command.start, s.command.end, quoted(program)})
		words := []string{quoted("proxy"), quoted("--server"), quoted(s.Name), quoted("--"), was}
		switch {
		case s.args == nil:
			edits = append(edits, Edit{s.key.start, s.key.start, f.member(s, words)})
		case len(s.args.items) == 0:
			edits = append(edits, Edit{s.args.open, s.args.open, strings.Join(words, ", ")})
		default:
			edits = append(edits, Edit{s.args.open, s.args.open, strings.Join(words, ", ") + ", "})
		}
	}
	return edits
}

// member returns a new list of arguments, to insert before the command. It has no blanks after
// commas, so Unwrap can recognise it.
func (f *File) member(s *Server, words []string) string {
	list := "[" + strings.Join(words, ",") + "]"
	if !f.isTOML {
		return `"args": ` + list + ", "
	}
	line := f.text[bytes.LastIndexByte(f.text[:s.key.start], '\n')+1 : s.key.start]
	return "args = " + list + "\n" + string(line)
}

// Unwrap returns the edits that remove the proxy.
func (f *File) Unwrap(servers []*Server) (edits []Edit) {
	for _, s := range servers {
		at := s.wrapped()
		if at < 0 {
			continue
		}
		program := s.args.items[at]
		was := string(f.text[program.start:program.end])
		edits = append(edits, Edit{s.command.start, s.command.end, was})
		edits = append(edits, f.withoutProxy(s, at))
	}
	return edits
}

// withoutProxy returns the edit that removes the arguments of the proxy.
func (f *File) withoutProxy(s *Server, at int) Edit {
	items := s.args.items
	if at+1 == len(items) {
		words := make([]string, len(items))
		for i, v := range items {
			words[i] = string(f.text[v.start:v.end])
		}
		member := f.member(s, words)
		if start := s.key.start - len(member); start >= 0 && start == s.argsKey.start && string(f.text[start:s.key.start]) == member {
			return Edit{start, s.key.start, ""}
		}
		return Edit{s.args.open, items[at].end, ""}
	}
	end := items[at].end
	if strings.HasPrefix(string(f.text[end:]), ", ") {
		end += len(", ")
	} else {
		end = items[at+1].start
	}
	return Edit{s.args.open, end, ""}
}

// quoted returns a string in the syntax that JSON and TOML share. TOML allows no plain DEL.
func quoted(text string) string {
	return strings.ReplaceAll(string(scan.AppendQuote(nil, []byte(text))), "\x7f", `\u007f`)
}

// Apply returns the text after edits.
func (f *File) Apply(edits []Edit) []byte {
	var out []byte
	at := 0
	for _, e := range inOrder(edits) {
		out = append(append(out, f.text[at:e.start]...), e.with...)
		at = e.end
	}
	return append(out, f.text[at:]...)
}

func inOrder(edits []Edit) []Edit {
	return slices.SortedFunc(slices.Values(edits), func(a, b Edit) int { return cmp.Compare(a.start, b.start) })
}

// Difference returns the edits in the format of diff -U0.
func (f *File) Difference(name string, edits []Edit) string {
	out := fmt.Sprintf("--- %s\n+++ %s\n", name, name)
	moved := 0 // lines added so far
	for hunk := range f.hunks(edits) {
		start, end := hunk.start, hunk.end
		local := &File{text: f.text[start:end]}
		var within []Edit
		for _, e := range hunk.edits {
			within = append(within, Edit{e.start - start, e.end - start, e.with})
		}
		before, after := splitLines(string(local.text)), splitLines(string(local.Apply(within)))
		line := bytes.Count(f.text[:start], []byte("\n")) + 1
		out += fmt.Sprintf("@@ -%d,%d +%d,%d @@\n", line, len(before), line+moved, len(after))
		moved += len(after) - len(before)
		for _, l := range before {
			out += "-" + l + "\n"
		}
		for _, l := range after {
			out += "+" + l + "\n"
		}
	}
	return out
}

func splitLines(text string) []string {
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// hunk is a range of whole lines with its edits.
type hunk struct {
	span
	edits []Edit
}

// hunks yields the changed lines. Touching ranges are one hunk.
func (f *File) hunks(edits []Edit) func(func(hunk) bool) {
	return func(yield func(hunk) bool) {
		var h hunk
		for _, e := range inOrder(edits) {
			start := bytes.LastIndexByte(f.text[:e.start], '\n') + 1
			end := len(f.text)
			if n := bytes.IndexByte(f.text[e.end:], '\n'); n >= 0 {
				end = e.end + n + 1
			}
			if h.edits != nil && start > h.end {
				if !yield(h) {
					return
				}
				h = hunk{}
			}
			if h.edits == nil {
				h.start = start
			}
			h.end, h.edits = max(h.end, end), append(h.edits, e)
		}
		if h.edits != nil {
			yield(h)
		}
	}
}
