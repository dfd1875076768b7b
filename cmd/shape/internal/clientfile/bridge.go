package clientfile

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// headerVariable begins the names of variables that hold the values of headers. Other users
// can see the arguments of a process, but not its variables.
const headerVariable = "SHAPE_HEADER_"

// bridged returns the URL behind a bridge, or "".
func (s *Server) bridged() string {
	if !s.isProxy() {
		return ""
	}
	words := s.words()
	at := slices.Index(words, "--upstream") + 1
	if !slices.Contains(words, "--stdio") || at == 0 || at == len(words) {
		return ""
	}
	return words[at]
}

// bridge returns the edits that turn a server over HTTP into a program, the bridge to it. The
// values of headers become variables.
//
//	"url": "https://u/mcp", "headers": {"Authorization": "Bearer t"}
//	"command": "shape", "args": ["proxy", "--stdio", …], "env": {"SHAPE_HEADER_1": "Bearer t"}
func (f *File) bridge(s *Server, p Proxy) (edits []Edit, err error) {
	l := f.layout
	if err := isPlain(s.url.value.text); err != nil {
		return nil, err
	}
	words := append(p.before(s, "--stdio"), quoted("--upstream"), quoted(s.url.value.text))
	var urlKey value
	for i, key := range s.entry.keys {
		v := s.entry.items[i]
		if v == s.url {
			urlKey = key
			continue
		}
		more, headers, err := f.convert(s, key, v)
		if err != nil {
			return nil, err
		}
		edits = append(edits, more...)
		for _, h := range headers {
			words = append(words, quoted("--upstream-header"), quoted(h))
		}
	}
	command := f.assign(l.Command) + quoted(p.Program) + f.separator(s, urlKey.start) + f.listOf(words)
	if l.Args == "" {
		command = f.assign(l.Command) + "[" + strings.Join(append([]string{quoted(p.Program)}, words...), ", ") + "]"
	}
	return append(edits, Edit{urlKey.start, s.url.end, command}), nil
}

// convert returns the edits of one member of a server over HTTP, and the headers that it means.
func (f *File) convert(s *Server, key value, v *node) (edits []Edit, headers []string, err error) {
	l := f.layout
	_, env := s.entry.member(l.Env)
	switch {
	case key.text == "type" && l.Local != "" && v.kind == text:
		return []Edit{{v.start, v.end, quoted(l.Local)}}, nil, nil
	case key.text == l.Token && v.kind == text:
		list := f.assign(l.EnvVars) + "[" + quoted(v.value.text) + "]"
		return []Edit{{key.start, v.end, list}}, []string{"Authorization: Bearer $" + v.value.text}, nil
	case slices.Contains(l.Both, key.text), key.text == l.Env, key.text == l.Headers && len(v.keys) == 0 && env != nil:
		return nil, nil, nil
	case key.text != l.Headers || v.kind != object || v.isTable || v.isOdd() || env != nil:
		return nil, nil, fmt.Errorf("its member %q has no counterpart for a program", key.text)
	}
	edits = []Edit{f.renamed(key, l.Env)}
	for i, header := range v.keys {
		item := v.items[i]
		if item.kind != text || !l.Expands && strings.ContainsAny(item.value.text, "${}") {
			return nil, nil, fmt.Errorf("its header %q has no counterpart for a program", header.text)
		}
		variable := headerVariable + strconv.Itoa(i+1)
		edits = append(edits, f.renamed(header, variable))
		headers = append(headers, header.text+": $"+variable)
	}
	return edits, headers, nil
}

// isPlain returns an error for a URL with a part that other users must not see.
func isPlain(text string) error {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || strings.ContainsAny(text, "${}"):
		return errors.New("its URL is no plain one")
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return errors.New("its URL has a part that other users could see in the list of processes")
	}
	return nil
}

// renamed returns the edit of a key.
func (f *File) renamed(key value, name string) Edit {
	if f.layout.Format == JSON {
		name = quoted(name)
	}
	return Edit{key.start, key.end, name}
}

// unbridge returns the edits that restore an entry over HTTP. The file before has the former
// texts of its members.
func (f *File) unbridge(s *Server, before *File) (edits []Edit, err error) {
	l := f.layout
	was := before.entryLike(s)
	if was == nil {
		return nil, errors.New("the copy does not hold its former entry")
	}
	former := func(key value, v *node) string { return string(before.text[key.start:v.end]) }
	for i, key := range was.entry.keys {
		v := was.entry.items[i]
		switch {
		case v == was.url:
			end := f.listEnd(s.args)
			if end < 0 || s.ownList() == nil && strings.Trim(string(f.text[s.command.end:s.argsKey.start]), ", \t\r\n") != "" {
				return nil, errors.New("its entry was edited since")
			}
			edits = append(edits, Edit{s.key.start, end, former(key, v)})
		case key.text == "type" && l.Local != "":
			if now := s.entry.textOf("type"); now != nil {
				edits = append(edits, Edit{now.start, now.end, string(before.text[v.start:v.end])})
			}
		case key.text == l.Headers:
			env, now := s.entry.member(l.Env)
			if _, kept := s.entry.member(l.Headers); now == nil || kept != nil {
				continue
			}
			edits = append(edits, Edit{env.start, env.end, string(before.text[key.start:key.end])})
			for j, header := range v.keys {
				if variable, is := now.member(headerVariable + strconv.Itoa(j+1)); is != nil {
					edits = append(edits, Edit{variable.start, variable.end, string(before.text[header.start:header.end])})
				}
			}
		case key.text == l.Token:
			if vars, now := s.entry.member(l.EnvVars); now != nil && len(now.items) == 1 && f.listEnd(now) > 0 {
				edits = append(edits, Edit{vars.start, f.listEnd(now), former(key, v)})
			}
		}
	}
	return edits, nil
}

// listEnd returns the offset after the bracket of a list without a comment before the bracket, or
// -1.
func (f *File) listEnd(list *node) int {
	last := list.items[len(list.items)-1].end
	rest := strings.TrimLeft(string(f.text[last:]), ", \t\r\n")
	if !strings.HasPrefix(rest, "]") {
		return -1
	}
	return len(f.text) - len(rest) + 1
}

// entryLike returns the server over HTTP at the same place with the same URL, or nil.
func (f *File) entryLike(s *Server) *Server {
	if f == nil {
		return nil
	}
	for _, was := range f.Servers {
		if was.State == Remote && was.Name == s.Name && slices.Equal(was.Path, s.Path) && was.url.value.text == s.bridged() {
			return was
		}
	}
	return nil
}
