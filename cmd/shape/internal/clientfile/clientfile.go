// Package clientfile puts shape proxy in front of the servers in the configuration file of
// an MCP client, and takes it away again. Only the bytes that say which program is started
// change: comments, order and layout stay, and taking away what was put there leaves the
// file that was.
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

// File is a client's file with the servers that it names.
type File struct {
	Servers []*Server
	text    []byte
	isTOML  bool
}

// Server is a server that a client starts, or asks by HTTP.
type Server struct {
	Name   string
	Remote bool // it is not started

	key     span // of command
	command value
	argsKey span
	args    *list // nil where there are none
}

// span is where something stands in the text.
type span struct{ start, end int }

// value is a string, and where it stands as it is written.
type value struct {
	span
	text string
}

// list is an array of strings.
type list struct {
	open  int // behind its bracket
	items []value
}

// Edit replaces a part of a text.
type Edit struct {
	start, end int
	with       string
}

// Wrapped reports whether a proxy stands in front of the server.
func (s *Server) Wrapped() bool { return s.wrapped() >= 0 }

// wrapped is which of the arguments is the program behind the proxy, -1 where there is no
// proxy.
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

// Wrap puts a proxy in front of servers that are started; program is how it is.
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

// member is a list of arguments where there was none, in front of the command. It is
// written closer than one that was there, by which it is known.
func (f *File) member(s *Server, words []string) string {
	list := "[" + strings.Join(words, ",") + "]"
	if !f.isTOML {
		return `"args": ` + list + ", "
	}
	line := f.text[bytes.LastIndexByte(f.text[:s.key.start], '\n')+1 : s.key.start]
	return "args = " + list + "\n" + string(line)
}

// Unwrap takes the proxy away.
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

// withoutProxy takes the proxy's own out of the arguments.
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

// quoted is a string as JSON and TOML both write it, of which TOML has no DEL as it is.
func quoted(text string) string {
	return strings.ReplaceAll(string(scan.AppendQuote(nil, []byte(text))), "\x7f", `\u007f`)
}

// Apply is the text after edits.
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

// Difference is what edits change, in the way of diff -U0.
func (f *File) Difference(name string, edits []Edit) string {
	out := fmt.Sprintf("--- %s\n+++ %s\n", name, name)
	moved := 0 // lines that came before by now
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

// hunk is whole lines of a text in which something changes.
type hunk struct {
	span
	edits []Edit
}

// hunks yields the lines that edits change, those that touch together.
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
