package extmcp

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/extmcp/extmcppb"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// listing is one list of tools on its way to the client.
type listing struct {
	service  *Service
	client   *client
	services []string
	varies   bool // among clients
}

// tools narrows a list of tools. With several backends a name begins with its backend, as in
// github_list_issues; the rules see list_issues of github.
func (s *Service) tools(ctx context.Context, r *extmcppb.McpResponse, of *client) ([]byte, error) {
	l := &listing{service: s, client: of, services: r.ServiceNames}
	whole, err := of.session(s, serverOf(r.ServiceNames), true)
	if err != nil {
		return nil, err
	}
	isList := func(text []byte) ([]scan.Member, bool) {
		members, twice, err := scan.Index(text, scan.Limits{}, nil)
		return members, err == nil && twice == 0 && slices.ContainsFunc(members, func(m scan.Member) bool { return m.Name == "tools" && text[m.Start] == '[' })
	}
	members, ok := isList(r.McpResponse)
	switch {
	case !ok && whole.Exchange().LimitsTools():
		return nil, invalid("the list of tools cannot be read, and its tools are limited")
	case !ok:
		return redact(ctx, whole, r.McpResponse)
	}
	result := whole.HideResult(ctx, r.Method, r.McpResponse)
	if !same(result, r.McpResponse) {
		if members, ok = isList(result); !ok {
			return nil, invalid("the list of tools cannot be shown")
		}
	}
	return l.narrow(result, members)
}

// narrow replaces the tools of a list by the client's versions.
func (l *listing) narrow(result []byte, members []scan.Member) ([]byte, error) {
	out, from := []byte(nil), 0
	put := func(m scan.Member, value []byte) {
		if !bytes.Equal(value, result[m.Start:m.End]) {
			out, from = append(append(out, result[from:m.Start]...), value...), m.End
		}
	}
	for _, m := range members {
		if m.Name != "tools" {
			continue
		}
		list, err := l.list(result[m.Start:m.End])
		if err != nil {
			return nil, err
		}
		put(m, list)
	}
	if from == 0 {
		return l.unshared(result, members), nil
	}
	return l.unshared(append(out, result[from:]...), nil), nil
}

// unshared returns a list with cacheScope "private" in the place of "public" if it varies
// among clients. members are those of the list, nil if they are not known.
func (l *listing) unshared(list []byte, members []scan.Member) []byte {
	if !l.varies {
		return list
	}
	if members == nil {
		members, _, _ = scan.Index(list, scan.Limits{}, nil)
	}
	for _, m := range members {
		if m.Name == "cacheScope" && string(list[m.Start:m.End]) == `"public"` {
			return bytes.Join([][]byte{list[:m.Start], []byte(`"private"`), list[m.End:]}, nil)
		}
	}
	return list
}

// list returns the client's version of the tools. It keeps the white space between them unless
// one is left out.
func (l *listing) list(list []byte) ([]byte, error) {
	var shown [][]byte
	out, from, isWhole := []byte(nil), 0, true
	var fault error
	gjson.ParseBytes(list).ForEach(func(_, value gjson.Result) bool {
		tool := list[value.Index : value.Index+len(value.Raw)]
		one, err := l.tool(tool)
		if err != nil {
			fault = err
			return false
		}
		if one == nil {
			isWhole = false
			return true
		}
		shown = append(shown, one)
		out = append(append(out, list[from:value.Index]...), one...)
		from = value.Index + len(tool)
		return true
	})
	switch {
	case fault != nil:
		return nil, fault
	case isWhole:
		return append(out, list[from:]...), nil
	}
	return append(append([]byte{'['}, bytes.Join(shown, []byte(","))...), ']'), nil
}

// tool returns the client's version of a tool, nil if it is denied.
func (l *listing) tool(tool []byte) ([]byte, error) {
	at, isNamed := nameOf(tool)
	name, prefix, server := "", "", serverOf(l.services)
	if isNamed {
		name = scan.Text(tool[at.Start:at.End])
	}
	if len(l.services) > 1 {
		server, prefix = l.owner(name)
	}
	if server != "" && server == l.service.options.Retrieve {
		return tool, nil // shape's own
	}
	session, err := l.client.session(l.service, server, true)
	if err != nil {
		return nil, err
	}
	native := tool
	if prefix != "" {
		native = renamed(tool, name[len(prefix):])
	}
	if isNamed {
		l.service.lists.add(listKey{l.client.tenant.Name, server}, name[len(prefix):], native)
		l.varies = l.varies || session.Varies(native)
	}
	shown := session.Tool(native)
	switch {
	case prefix == "" || shown == nil:
		return shown, nil
	case bytes.Equal(shown, native):
		return tool, nil
	}
	return renamed(shown, name), nil
}

// owner returns the backend of a tool in a merged list, and the prefix of its name. Both are ""
// if no backend fits.
func (l *listing) owner(name string) (server, prefix string) {
	for _, service := range l.services {
		if strings.HasPrefix(name, service+"_") && len(service) > len(server) {
			server, prefix = service, service+"_"
		}
	}
	return server, prefix
}

// nameOf returns the place of a tool's name. ok is false for a value that is no tool, or that
// has two names.
func nameOf(tool []byte) (at scan.Member, ok bool) {
	members, twice, err := scan.Index(tool, scan.Limits{}, func(_ int, key []byte) bool { return string(key) == "name" })
	if err != nil || twice != 0 || len(members) != 1 || tool[members[0].Start] != '"' {
		return at, false
	}
	return members[0], true
}

// renamed returns a tool under another name. A value that is no tool stays as it is.
func renamed(tool []byte, name string) []byte {
	at, ok := nameOf(tool)
	if !ok {
		return tool
	}
	return slices.Concat(tool[:at.Start], scan.AppendQuote(nil, []byte(name)), tool[at.End:])
}
