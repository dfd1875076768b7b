// Package clientfile puts shape proxy in front of the servers in the configuration file of an
// MCP client, and removes it. It changes only the bytes of the command and its arguments, so
// comments, order and layout stay. Removal restores the bytes of the former file.
package clientfile

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Format is the syntax of a file.
type Format int

const (
	JSON Format = iota // with comments and trailing commas
	TOML
	YAML
)

// Layout says where the file of a client holds its servers, and the names of their members.
type Layout struct {
	Format  Format
	Servers [][]string // paths of objects or lists of servers; "*" is any name
	Hooks   bool       // it holds hooks of Claude Code, and no servers

	Command string // of a started server
	Args    string // "" if the command is a list with the arguments
	Env     string
	Local   string // the member type of a started server; "" if there is none

	URL     []string // of a server over HTTP, one of them
	Headers string
	Token   string   // the member that names the variable of a bearer token
	EnvVars string   // the list of variables that a started server gets
	Both    []string // members with one meaning for both kinds of servers
	Expands bool     // variables in Env have the notation of those in Headers
}

// File is a client's file and its servers.
type File struct {
	Servers []*Server
	Known   bool // it has a place for servers or hooks

	text   []byte
	layout Layout
	root   *node
}

// State tells how a client reaches a server.
type State int

const (
	Started State = iota // by its command
	Behind               // by shape proxy
	Remote               // over HTTP
	Unknown              // in another way
)

// Server is a server of a client.
type Server struct {
	Name  string
	Path  []string // of the objects that hold it, such as projects, /p, mcpServers
	State State

	entry   *node
	key     value // of command
	command *node // a text
	argsKey value
	args    *node // a list, or nil
	url     *node
}

// Read reads the servers of a file. Its errors hold the line and column, and no content.
func Read(source []byte, l Layout) (*File, error) {
	root, err := map[Format]func([]byte) (*node, error){JSON: readJSON, TOML: readTOML, YAML: readYAML}[l.Format](source)
	if err != nil {
		return nil, err
	}
	f := &File{text: source, layout: l, root: root, Known: l.Hooks}
	if l.Hooks && root.kind != object {
		return nil, errors.New("1:1: this is no JSON object")
	}
	for _, path := range l.Servers {
		if err := f.search(root, path, nil); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// search reads the servers at a path below n.
func (f *File) search(n *node, path, above []string) error {
	if len(path) == 0 {
		return f.addServers(n, above)
	}
	for i, key := range n.keys {
		if path[0] != "*" && path[0] != key.text {
			continue
		}
		below := append(slices.Clone(above), key.text)
		if v := n.items[i]; len(path) == 1 && v.kind != object && v.kind != list {
			return fmt.Errorf("%s%q holds no servers", placeIn(f.text, key.start), strings.Join(below, "."))
		}
		if err := f.search(n.items[i], path[1:], below); err != nil {
			return err
		}
	}
	return nil
}

// addServers adds the servers of an object, or of a list of objects with names.
func (f *File) addServers(n *node, above []string) error {
	f.Known = true
	if n.isDotted {
		return fmt.Errorf("%sservers are changed only where each has a table of its own, such as [%s.name]", placeIn(f.text, n.keys[0].start), strings.Join(above, "."))
	}
	for i, entry := range n.items {
		s := &Server{Name: fmt.Sprintf("#%d", i+1), Path: above, entry: entry, State: Unknown}
		if n.kind == object {
			s.Name = n.keys[i].text
		} else if name := entry.textOf("name"); name != nil {
			s.Name = name.value.text
		}
		f.readServer(s)
		f.Servers = append(f.Servers, s)
	}
	return nil
}

// readServer finds the command, the arguments and the URL of a server.
func (f *File) readServer(s *Server) {
	l := f.layout
	if s.entry.kind != object || s.entry.isOdd() {
		return
	}
	s.key, s.command = s.entry.member(l.Command)
	if l.Args == "" {
		if s.argsKey, s.args = s.key, s.command; s.args != nil {
			s.command = &node{}
			if s.args.kind == list && len(s.args.items) > 0 {
				s.command = s.args.items[0]
			}
		}
	} else {
		s.argsKey, s.args = s.entry.member(l.Args)
	}
	for _, name := range l.URL {
		if url := s.entry.textOf(name); url != nil {
			s.url = url
		}
	}
	hasList := s.args == nil || s.args.kind == list && !slices.ContainsFunc(s.args.items, func(n *node) bool { return n.end == 0 })
	switch {
	case s.command == nil && s.url != nil:
		s.State = Remote
	case s.command == nil || s.command.kind != text || s.command.value.text == "" || !hasList || s.url != nil:
	case s.program() >= 0 || s.bridged() != "":
		s.State = Behind
	default:
		s.State = Started
	}
}

// words returns the arguments.
func (s *Server) words() []string {
	if s.args == nil {
		return nil
	}
	words := s.args.texts()
	if s.args == s.ownList() {
		return words[1:]
	}
	return words
}

// Command returns the program that the client starts, and its arguments; nil without one. For a
// server behind the proxy, at is the index of the server's own program, or else -1.
func (s *Server) Command() (words []string, at int) {
	if s.command == nil || s.command.kind != text {
		return nil, -1
	}
	words = append([]string{s.command.value.text}, s.words()...)
	if at = slices.Index(words, "--") + 1; s.State != Behind || at == 0 || at == len(words) {
		at = -1
	}
	return words, at
}

// Env returns the variables that the client gives a server, as NAME=VALUE, except those with a
// value in the client's own notation, such as ${NAME}.
func (f *File) Env(s *Server) (all []string) {
	if _, env := s.entry.member(f.layout.Env); env != nil {
		for i, v := range env.items {
			if i < len(env.keys) && v.kind == text && !strings.ContainsAny(v.value.text, "${") {
				all = append(all, env.keys[i].text+"="+v.value.text)
			}
		}
	}
	return all
}

// ownList returns the list that holds the command and the arguments, or nil.
func (s *Server) ownList() *node {
	if s.args != nil && len(s.args.items) > 0 && s.args.items[0] == s.command {
		return s.args
	}
	return nil
}

// isProxy reports whether the client starts shape proxy.
func (s *Server) isProxy() bool { return s.isProxyBy(s.command.value.text) }

// isProxyBy reports whether a program with the arguments of a server is shape proxy. Its name is
// shape, or the arguments are those that Wrap writes.
func (s *Server) isProxyBy(program string) bool {
	program = strings.TrimSuffix(path.Base(strings.ReplaceAll(program, `\`, "/")), ".exe")
	words := s.words()
	if len(words) == 0 || words[0] != "proxy" {
		return false
	}
	at := slices.Index(words, "--server") + 1
	return program == "shape" || at > 0 && at < len(words) && words[at] == s.Name
}

// program returns the index in args of the program behind the proxy, or -1 without one.
func (s *Server) program() int {
	if !s.isProxy() {
		return -1
	}
	words := s.words()
	at := slices.Index(words, "--") + 1
	if at == 0 || at == len(words) || words[at] == "" {
		return -1
	}
	return at + len(s.args.items) - len(words)
}

// Proxy is the proxy to put in front of servers.
type Proxy struct {
	Program string
	Flags   []string // of shape proxy
}

// before returns the arguments of the proxy up to its server.
func (p Proxy) before(s *Server, more ...string) (words []string) {
	for _, word := range slices.Concat([]string{"proxy"}, p.Flags, more, []string{"--server", s.Name}) {
		words = append(words, quoted(word))
	}
	return words
}

// Wrap returns the edits that put a proxy in front of a server. An entry behind a proxy keeps its
// flags, gets the ones that it lacks, and another program if p names one. The error says why the
// server has to stay.
func (f *File) Wrap(s *Server, p Proxy) ([]Edit, error) {
	switch s.State {
	case Started:
		return f.wrapStarted(s, p)
	case Remote:
		return f.bridge(s, p)
	case Behind:
		return f.update(s, p)
	}
	return nil, errors.New("its entry is neither a program with arguments nor a URL")
}

// update returns the edits of an entry behind a proxy.
func (f *File) update(s *Server, p Proxy) (edits []Edit, err error) {
	if p.Program != "" && !s.isProxyBy(p.Program) {
		return nil, errors.New("its proxy has no --server, so the name of its program has to be shape")
	}
	if p.Program != "" && p.Program != s.command.value.text {
		edits = append(edits, Edit{s.command.start, s.command.end, quoted(p.Program)})
	}
	words := s.words()
	behind := s.args.items[len(s.args.items)-len(words):]
	if end := slices.Index(words, "--"); end >= 0 {
		words = words[:end]
	}
	for _, flag := range p.Flags {
		if slices.ContainsFunc(words, func(word string) bool { return word == flag || strings.HasPrefix(word, flag+"=") }) {
			continue
		}
		between := string(f.text[behind[0].end:behind[1].start])
		if strings.Trim(between, ",- \t\r\n") != "" {
			return nil, errors.New("a comment stands before the first flag of its proxy")
		}
		edits = append(edits, Edit{behind[0].end, behind[0].end, between + quoted(flag)})
	}
	return edits, nil
}

func (f *File) wrapStarted(s *Server, p Proxy) ([]Edit, error) {
	was := string(f.text[s.command.start:s.command.end])
	words := append(p.before(s), quoted("--"))
	if s.ownList() != nil {
		words = append([]string{quoted(p.Program)}, words...)
	} else {
		words = append(words, was)
	}
	isFlow := s.args == nil || !s.args.isBlock
	if f.layout.Format == YAML && isFlow && !strings.ContainsAny(was[:1], `"'`) && strings.ContainsAny(was, ",[]{}") {
		return nil, errors.New("its command has to stand in quotes first")
	}
	var edits []Edit
	if s.ownList() == nil {
		edits = append(edits, Edit{s.command.start, s.command.end, quoted(p.Program)})
	}
	switch {
	case s.args == nil:
		return append(edits, Edit{s.key.start, s.key.start, f.listOf(words) + f.separator(s, s.key.start)}), nil
	case len(s.args.items) == 0:
		return append(edits, Edit{s.args.start + 1, s.args.start + 1, strings.Join(words, ", ")}), nil
	case isFlow:
		return append(edits, Edit{s.args.start + 1, s.args.start + 1, strings.Join(words, ", ") + ", "}), nil
	}
	at, dash := s.args.items[0].start, string(f.text[s.args.start:s.args.items[0].start])
	if strings.TrimRight(dash, " \t") != "-" {
		return nil, errors.New("its arguments do not follow their dashes")
	}
	next := f.newLine(s.args.start) + dash
	return append(edits, Edit{at, at, strings.Join(words, next) + next}), nil
}

// listOf returns a new member with arguments. It has no blanks after commas, so Unwrap can
// recognise it.
func (f *File) listOf(words []string) string {
	return f.assign(f.layout.Args) + "[" + strings.Join(words, ",") + "]"
}

// assign returns the name of a new member, up to its value.
func (f *File) assign(name string) string {
	return map[Format]string{JSON: `"` + name + `": `, TOML: name + " = ", YAML: name + ": "}[f.layout.Format]
}

// separator returns the text between two members of a server; the first starts at offset at.
func (f *File) separator(s *Server, at int) string {
	if s.entry.isBlock {
		return f.newLine(at)
	}
	return ", "
}

// newLine returns a line break and the blanks that put the next text below offset at.
func (f *File) newLine(at int) string {
	breaks := "\n"
	if bytes.Contains(f.text, []byte("\r\n")) {
		breaks = "\r\n"
	}
	start := bytes.LastIndexByte(f.text[:at], '\n') + 1
	return breaks + strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, strings.TrimPrefix(string(f.text[start:at]), "\ufeff"))
}

// Unwrap returns the edits that remove the proxy from a server. The file before is that without
// a proxy, or nil; only the entries of servers over HTTP need it. The error says why the entry
// has to stay.
func (f *File) Unwrap(s *Server, before *File) ([]Edit, error) {
	if s.State != Behind {
		return nil, nil
	}
	at := s.program()
	if at < 0 {
		return f.unbridge(s, before)
	}
	items := s.args.items
	if s.ownList() != nil {
		return []Edit{f.cutList(s, at)}, nil
	}
	was := string(f.text[items[at].start:items[at].end])
	edits := []Edit{{s.command.start, s.command.end, was}}
	if at+1 < len(items) {
		return append(edits, f.cutList(s, at+1)), nil
	}
	words := make([]string, len(items))
	for i, item := range items {
		words[i] = string(f.text[item.start:item.end])
	}
	member := f.listOf(words) + f.separator(s, s.argsKey.start)
	if bytes.HasPrefix(f.text[s.argsKey.start:], []byte(member)) && s.argsKey.start+len(member) == s.key.start {
		return append(edits, Edit{s.argsKey.start, s.key.start, ""}), nil
	}
	if s.args.isBlock {
		return append(edits, Edit{s.args.start, items[at].end, "[]"}), nil
	}
	return append(edits, Edit{s.args.start + 1, items[at].end, ""}), nil
}

// cutList returns the edit that removes the first items of the arguments.
func (f *File) cutList(s *Server, to int) Edit {
	items := s.args.items
	if s.args.isBlock {
		return Edit{items[0].start, items[to].start, ""}
	}
	end := items[to-1].end
	if bytes.HasPrefix(f.text[end:], []byte(", ")) {
		end += len(", ")
	} else {
		end = items[to].start
	}
	return Edit{s.args.start + 1, end, ""}
}

// quoted returns a string in the syntax that JSON, TOML and YAML share. TOML allows no plain
// DEL, and YAML no plain control character.
func quoted(text string) string {
	return strings.ReplaceAll(string(scan.AppendQuote(nil, []byte(text))), "\x7f", `\u007f`)
}
