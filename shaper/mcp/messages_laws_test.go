package mcp_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/exempt"
)

// FuzzLawsMessages: a value under a private name is in no message that a client gets
// (GUARANTEES, doors). This holds for any method and any object, for duplicate members, for
// the body of another method, and in a batch.
func FuzzLawsMessages(f *testing.F) {
	for seed := range uint64(256) {
		f.Add(seed)
	}
	all := messages(f)
	mask := profiles.Privacy{Mask: []profiles.PrivacyMask{{Path: "**.password", With: new("***")}}}
	sessions := []*mcp.Session{newSession(f, hidesPassword), newSession(f, profiles.Spec{Privacy: []profiles.Privacy{mask}})}
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 1))
		m := all[r.IntN(len(all))]
		body := withSecrets(r, m.body)
		other := all[r.IntN(len(all))]
		if r.IntN(4) == 0 {
			m.kind, m.method = other.kind, other.method
		}
		beside := ""
		switch r.IntN(8) {
		case 0:
			beside = fmt.Sprintf(`,"method":%q`, other.method)
		case 1:
			beside = `,"params":` + withSecrets(r, other.body)
		case 2:
			beside = `,"result":` + withSecrets(r, other.body)
		case 3:
			beside = `,"error":` + withSecrets(r, other.body)
		case 4:
			beside = `,"x":` + withSecrets(r, other.body)
		}
		s := sessions[r.IntN(len(sessions))]
		if got := m.send(t, s, body, beside); strings.Contains(got, secret) {
			t.Fatalf("seed %d: %s %s\ncame %s%s\nwent %s", seed, m.kind, m.method, body, beside, got)
		}
		msg := fmt.Sprintf(`[{"jsonrpc":"2.0","method":%q,"params":%s},{"jsonrpc":"2.0","id":7,"result":%s}]`, m.method, body, body)
		if got := string(s.Exchange().FromServer(t.Context(), []byte(msg))); strings.Contains(got, secret) {
			t.Fatalf("seed %d: in a batch\ncame %s\nwent %s", seed, msg, got)
		}
	})
}

// withSecrets puts members with a private name into some objects of a document.
func withSecrets(r *rand.Rand, body string) string {
	values := []string{`"` + secret + `"`, `["` + secret + `"]`, `{"x":"` + secret + `"}`, `[[{"x":["` + secret + `"]}]]`, `{"x":{"y":"` + secret + `"}}`}
	names := []string{`"password"`, `"pass\u0077ord"`, ` "password" `}
	for range 1 + r.IntN(3) {
		var places []int
		for i := range body {
			if body[i] == '{' && (i == 0 || body[i-1] != '/') { // else it is in a uri template
				places = append(places, i+1)
			}
		}
		at := places[r.IntN(len(places))]
		member := names[r.IntN(len(names))] + ":" + values[r.IntN(len(values))]
		if body[at] != '}' {
			member += ","
		}
		body = body[:at] + member + body[at:]
	}
	return body
}

// Each string that shows in [TestEveryMessageIsClosed] is a row of the table, with a reason.
func TestShownMembersAreInTheTable(t *testing.T) {
	forms := rowsOfForms()
	for _, row := range exempt.Rows() {
		if row.Reason == "" {
			t.Errorf("%s: %s has no reason", row.Form, row.Path)
		}
	}
	for _, m := range messages(t) {
		for _, path := range m.shows {
			if form := m.form(forms); !rowShows(forms, form, path) {
				t.Errorf("%s %s: no row of %q has %s", m.kind, m.method, form, path)
			}
		}
	}
}

// rowsOfForms is the table by its forms.
func rowsOfForms() map[string][]exempt.Row {
	forms := map[string][]exempt.Row{}
	for _, row := range exempt.Rows() {
		forms[row.Form] = append(forms[row.Form], row)
	}
	return forms
}

// form is the name of the form of a message.
func (m *message) form(forms map[string][]exempt.Row) string {
	kind := map[string]string{"result": "result", "error": "error", "request": "params", "notification": "params"}[m.kind]
	switch {
	case kind == "error":
		return kind
	case forms[kind+" "+m.method] == nil:
		return "any " + kind
	}
	return kind + " " + m.method
}

// rowShows reports whether a row of a form, or of those that it names, has a path.
func rowShows(forms map[string][]exempt.Row, form, path string) bool {
	return slices.ContainsFunc(forms[form], func(row exempt.Row) bool {
		rest, ok := after(path, strings.ReplaceAll(row.Path, `"`, ""))
		switch row.Kind {
		case "+":
			return rowShows(forms, row.Reason, path)
		case "=", "apart":
			return ok && rest != "" && valueShows(forms, strings.TrimPrefix(row.Reason, "see "), rest)
		case "stays", "label", "bytes":
			return ok && (rest == "" || rest == "[]")
		case "reserved":
			return path == "traceparent" || path == "progressToken" || strings.HasPrefix(path, "io.modelcontextprotocol/")
		}
		return false
	})
}

// valueShows is rowShows of a form and of its variants.
func valueShows(forms map[string][]exempt.Row, form, path string) bool {
	for name := range forms {
		isVariant := (form == "block" || form == "request") && strings.HasPrefix(name, form+" ")
		if (name == form || isVariant) && rowShows(forms, name, path) {
			return true
		}
	}
	return false
}

// after is the rest of a path behind a row's path.
func after(path, row string) (rest string, ok bool) {
	if before, behind, isAny := strings.Cut(row, ".*"); isAny {
		if path, ok = strings.CutPrefix(path, before+"."); !ok {
			return "", false
		}
		_, rest, _ = strings.Cut(path, ".")
		return rest, behind == ""
	}
	rest, ok = strings.CutPrefix(path, row)
	if ok && rest != "" && rest[0] != '.' && rest != "[]" {
		return "", false
	}
	return strings.TrimPrefix(rest, "."), ok
}
