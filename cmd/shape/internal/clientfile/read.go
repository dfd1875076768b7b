package clientfile

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
	"github.com/tailscale/hujson"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// ReadJSON reads a file of JSON, with or without comments. The servers are the members of the
// objects at paths. The error holds the line and column, and no content.
func ReadJSON(text []byte, paths ...[]string) (*File, error) {
	root, err := hujson.Parse(text)
	if err != nil {
		place := ""
		if at := regexp.MustCompile(`line (\d+), column (\d+)`).FindStringSubmatch(err.Error()); at != nil {
			place = at[1] + ":" + at[2] + ": "
		}
		return nil, errors.New(place + "this is not JSON")
	}
	f := &File{text: text}
	for _, path := range paths {
		at := []hujson.Value{root}
		for _, name := range path {
			at = below(at, name)
		}
		for _, servers := range at {
			for _, s := range membersOf(servers) {
				f.addJSON(s)
			}
		}
	}
	return f, nil
}

// below returns the members of one name in several objects.
func below(all []hujson.Value, name string) (found []hujson.Value) {
	for _, v := range all {
		for _, m := range membersOf(v) {
			if nameOf(m) == name {
				found = append(found, m.Value)
			}
		}
	}
	return found
}

func membersOf(v hujson.Value) []hujson.ObjectMember {
	object, ok := v.Value.(*hujson.Object)
	if !ok {
		return nil
	}
	return object.Members
}

func nameOf(m hujson.ObjectMember) string { return m.Name.Value.(hujson.Literal).String() }

func (f *File) addJSON(m hujson.ObjectMember) {
	s := &Server{Name: nameOf(m)}
	for _, member := range membersOf(m.Value) {
		key := span{member.Name.StartOffset, member.Name.EndOffset}
		switch nameOf(member) {
		case "command":
			if v, ok := stringOf(member.Value); ok {
				s.key, s.command = key, v
			}
		case "args":
			s.argsKey, s.args = key, listOf(member.Value)
		case "url", "serverUrl", "httpUrl":
			s.Remote = true
		}
	}
	f.add(s)
}

// add adds a server that has a command or a URL.
func (f *File) add(s *Server) {
	if s.command.text != "" || s.Remote {
		s.Remote = s.command.text == ""
		f.Servers = append(f.Servers, s)
	}
}

func stringOf(v hujson.Value) (value, bool) {
	literal, ok := v.Value.(hujson.Literal)
	if !ok || literal.Kind() != '"' {
		return value{}, false
	}
	return value{span{v.StartOffset, v.EndOffset}, literal.String()}, true
}

func listOf(v hujson.Value) *list {
	array, ok := v.Value.(*hujson.Array)
	if !ok {
		return nil
	}
	l := &list{open: v.StartOffset + 1}
	for _, e := range array.Elements {
		one, _ := stringOf(e)
		one.span = span{e.StartOffset, e.EndOffset}
		l.items = append(l.items, one)
	}
	return l
}

// ReadTOML reads a file of TOML. The servers are the tables below one table. The error holds
// the line and column, and no content.
func ReadTOML(text []byte, table string) (*File, error) {
	p := unstable.Parser{}
	p.Reset(text)
	r := tableReader{file: &File{text: text, isTOML: true}, table: table}
	for p.NextExpression() {
		if err := r.take(p.Expression()); err != nil {
			return nil, err
		}
	}
	r.ends()
	if fault := p.Error(); fault != nil {
		at := 0
		if where, ok := errors.AsType[*unstable.ParserError](fault); ok && len(where.Highlight) > 0 {
			at = int(p.Range(where.Highlight).Offset)
		}
		return nil, errors.New(placeIn(text, at) + "this is not TOML")
	}
	return r.file, nil
}

// tableReader collects the tables of servers.
type tableReader struct {
	file   *File
	table  string
	server *Server // of the current table, or nil
}

// take reads the head of a table or a value.
func (r *tableReader) take(e *unstable.Node) error {
	names, key := keyOf(e)
	switch {
	case e.Kind != unstable.KeyValue:
		r.ends()
		if len(names) == 2 && names[0] == r.table && e.Kind == unstable.Table {
			r.server = &Server{Name: names[1]}
		}
	case r.server != nil && len(names) == 1:
		r.file.addTOML(r.server, names[0], key, e.Value())
	case r.server == nil && len(names) > 0 && names[0] == r.table:
		return errors.New(placeIn(r.file.text, key.start) + "servers are changed only where each has a table of its own, such as [" + r.table + ".name]")
	}
	return nil
}

// ends adds the server of the current table.
func (r *tableReader) ends() {
	if r.server != nil {
		r.file.add(r.server)
	}
	r.server = nil
}

// placeIn returns an offset as "line:column: ".
func placeIn(text []byte, at int) string {
	p := scan.Position{Line: 1, Column: 1}.Behind(text[:at])
	return fmt.Sprintf("%d:%d: ", p.Line, p.Column)
}

// keyOf returns the parts of a key and its range.
func keyOf(e *unstable.Node) (names []string, at span) {
	for it := e.Key(); it.Next(); {
		n := it.Node()
		if names = append(names, string(n.Data)); len(names) == 1 {
			at.start = int(n.Raw.Offset)
		}
		at.end = int(n.Raw.Offset + n.Raw.Length)
	}
	return names, at
}

func (f *File) addTOML(s *Server, name string, key span, v *unstable.Node) {
	switch {
	case name == "command" && v.Kind == unstable.String:
		s.key, s.command = key, tomlString(v)
	case name == "args" && v.Kind == unstable.Array:
		s.argsKey = key
		s.args = &list{open: key.end + bytes.IndexByte(f.text[key.end:], '[') + 1}
		for it := v.Children(); it.Next(); {
			s.args.items = append(s.args.items, tomlString(it.Node()))
		}
	case name == "url":
		s.Remote = true
	}
}

func tomlString(n *unstable.Node) value {
	start := int(n.Raw.Offset)
	return value{span{start, start + int(n.Raw.Length)}, strings.Clone(string(n.Data))}
}
