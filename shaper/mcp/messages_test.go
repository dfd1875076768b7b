package mcp_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
)

// A message is one of testdata/messages.txt.
type message struct {
	kind, method string // result, error, request or notification; of the request or of its own
	body         string
	shows        []string // the paths of strings that pass as they came
}

// messages are one of every method and notification of the protocol.
func messages(t testing.TB) (all []message) {
	t.Helper()
	text, err := os.ReadFile("testdata/messages.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range strings.Split(string(text), "\n## ")[1:] {
		lines := strings.Split(strings.TrimSpace(one), "\n")
		m := message{body: lines[1]}
		m.kind, m.method, _ = strings.Cut(lines[0], " ")
		for _, line := range lines[2:] {
			m.shows = append(m.shows, strings.Fields(strings.TrimPrefix(line, "shows "))...)
		}
		all = append(all, m)
	}
	return all
}

// send has the server send the message, with another body and other members beside it, and
// returns the text that the client gets.
func (m *message) send(t testing.TB, s *mcp.Session, body, beside string) string {
	t.Helper()
	x := s.Exchange()
	msg := `{"jsonrpc":"2.0"` + beside
	switch m.kind {
	case "result", "error":
		x.FromClient(t.Context(), fmt.Appendf(nil, `{"jsonrpc":"2.0","id":1,"method":%q,"params":{"name":"t","taskId":"k"}}`, m.method))
		msg += fmt.Sprintf(`,"id":1,%q:%s}`, m.kind, body)
	case "request":
		msg += fmt.Sprintf(`,"id":"a","method":%q,"params":%s}`, m.method, body)
	default:
		msg += fmt.Sprintf(`,"method":%q,"params":%s}`, m.method, body)
	}
	return string(x.FromServer(t.Context(), []byte(msg)))
}

// Secrets under the name password: in a member of that name, and in a text.
const (
	secret     = "S3CRET-hunter2"
	secretText = "password: " + secret
)

var hidesPassword = profiles.Spec{Privacy: []profiles.Privacy{{Drop: []string{"password"}}}}

// A secret in a string of a message shows only in members that the protocol needs. A member
// with a private name never shows.
func TestEveryMessageIsClosed(t *testing.T) {
	s := newSession(t, hidesPassword)
	for _, m := range messages(t) {
		var body any
		if err := json.Unmarshal([]byte(m.body), &body); err != nil {
			t.Fatalf("%s: %v", m.body, err)
		}
		var shown []string
		eachPlace(body, "", func(path string, with func(any), place any) {
			switch before := place.(type) {
			case string:
				with(secretText)
				if strings.Contains(m.send(t, s, written(t, body), ""), secret) {
					shown = append(shown, path)
				}
				with(before)
			case map[string]any:
				for _, hidden := range []any{secret, []any{secret}, map[string]any{"x": secret}} {
					before["password"] = hidden
					if got := m.send(t, s, written(t, body), ""); strings.Contains(got, secret) {
						t.Errorf("%s %s: %s.password shows: %s", m.kind, m.method, path, got)
					}
				}
				delete(before, "password")
			}
		})
		slices.Sort(shown)
		if shown = slices.Compact(shown); !slices.Equal(shown, m.shows) {
			t.Errorf("%s %s\n%s\nshows %s\n want %s", m.kind, m.method, m.body, strings.Join(shown, " "), strings.Join(m.shows, " "))
		}
		for _, beside := range []string{`,"password":"` + secret + `"`, `,"x":{"password":"` + secret + `"}`, `,"x":"` + secretText + `"`} {
			if got := m.send(t, s, m.body, beside); strings.Contains(got, secret) {
				t.Errorf("%s %s: a member beside shows: %s", m.kind, m.method, got)
			}
		}
	}
}

// Bytes that are a text by their type are hidden in, wherever a message holds a resource,
// and other bytes stay.
func TestBytesOfMessages(t *testing.T) {
	s := newSession(t, hidesPassword)
	text := base64.StdEncoding.EncodeToString([]byte(`{"password":"` + secret + `"}`))
	for _, m := range []message{
		{kind: "request", method: "sampling/createMessage", body: `{"messages":[{"role":"user","content":{"type":"resource","resource":RES}}]}`},
		{kind: "request", method: "sampling/createMessage", body: `{"messages":[{"role":"user","content":[{"type":"tool_result","content":[{"type":"resource","resource":RES}]}]}]}`},
		{kind: "result", method: "prompts/get", body: `{"messages":[{"role":"user","content":{"type":"resource","resource":RES}}]}`},
		{kind: "result", method: "resources/read", body: `{"contents":[RES]}`},
		{kind: "result", method: "tools/call", body: `{"content":[{"type":"resource","resource":RES}]}`},
		{kind: "result", method: "tools/call", body: `{"resultType":"input_required","inputRequests":{"a":{"method":"sampling/createMessage","params":{"messages":[{"role":"user","content":{"type":"resource","resource":RES}}]}}}}`},
	} {
		for kind, want := range map[string]string{"application/json": "e30=", "text/x": "e30=", "image/png": text} {
			resource := fmt.Sprintf(`{"uri":"u","mimeType":%q,"blob":%%q}`, kind)
			got := m.send(t, s, strings.ReplaceAll(m.body, "RES", fmt.Sprintf(resource, text)), "")
			if wanted := strings.ReplaceAll(m.body, "RES", fmt.Sprintf(resource, want)); !strings.Contains(got, wanted) {
				t.Errorf("%s %s: %s, want %s", m.kind, m.method, got, wanted)
			}
		}
	}
}

// A pattern meets the texts of each message, but for those that the protocol needs.
func TestPatternsMeetEveryMessage(t *testing.T) {
	s := newSession(t, profiles.Spec{Privacy: []profiles.Privacy{{Mask: []profiles.PrivacyMask{{Pattern: "S3CRET-[a-z0-9]+"}}}}})
	forms := rowsOfForms()
	for _, m := range messages(t) {
		var body any
		json.Unmarshal([]byte(m.body), &body)
		form := m.form(forms)
		eachPlace(body, "", func(path string, with func(any), place any) {
			if with == nil {
				return
			}
			with("a " + secret)
			if got := m.send(t, s, written(t, body), ""); strings.Contains(got, secret) && !rowShows(forms, form, path) {
				t.Errorf("%s %s: %s shows: %s", m.kind, m.method, path, got)
			}
			with(place)
		})
	}
}

// Metadata that a result had before is hidden in as soon as the configuration says so.
func TestReservedMetadataAfterReload(t *testing.T) {
	rules, s := newChanging(t, `{"privacy":{"drop":["zzz"]}}`)
	const result = `{"content":[],"structuredContent":{"a":1},"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s","version":"1","title":"t"}}}`
	for range 2 {
		if got := string(s.Result(t.Context(), mcp.Call{Tool: "t"}, []byte(result))); got != result {
			t.Error(got)
		}
	}
	rules.to(t, `{"privacy":{"drop":["title"]}}`)
	if got := string(s.Result(t.Context(), mcp.Call{Tool: "t"}, []byte(result))); strings.Contains(got, "title") || !strings.Contains(got, `{"name":"s","version":"1"}`) {
		t.Error(got)
	}
}

// Under rules that meet nothing in them, all messages pass byte for byte.
func TestEveryMessagePasses(t *testing.T) {
	for _, spec := range []profiles.Spec{{}, hidesPassword, {Tools: []profiles.Tool{{Name: "t", ExcludeFields: []string{"zzz"}}}}} {
		s := newSession(t, spec)
		for _, m := range messages(t) {
			body := strings.ReplaceAll(m.body, `","`, `" , "`)
			if got := m.send(t, s, body, ""); !strings.Contains(got, body) {
				t.Errorf("%s %s\ncame %s\nwent %s", m.kind, m.method, body, got)
			}
		}
	}
}

// For any name in a hiding rule, the members that the protocol needs stay in each message.
func TestNeededMembersStay(t *testing.T) {
	for _, m := range messages(t) {
		var body any
		json.Unmarshal([]byte(m.body), &body)
		names := map[string]bool{}
		var shown []string
		eachPlace(body, "", func(path string, _ func(any), place any) {
			if slices.Contains(m.shows, path) {
				for name := range strings.SplitSeq(strings.ReplaceAll(path, "[]", ""), ".") {
					names[name] = true
				}
				shown = append(shown, written(t, place))
			}
		})
		for name := range names {
			s := newSession(t, profiles.Spec{Privacy: []profiles.Privacy{{Drop: []string{quoted(name)}}}})
			got := m.send(t, s, m.body, "")
			for _, value := range shown {
				if !strings.Contains(got, value) {
					t.Errorf("%s %s: a rule for %s takes %s: %s", m.kind, m.method, name, value, got)
				}
			}
		}
	}
}

// eachPlace calls f for each string and each object of a document, with its path and a
// function that puts another value there.
func eachPlace(v any, path string, f func(path string, with func(any), place any)) {
	switch v := v.(type) {
	case map[string]any:
		f(path, nil, v)
		for _, name := range slices.Sorted(maps.Keys(v)) {
			at := strings.TrimPrefix(path+"."+name, ".")
			if _, ok := v[name].(string); ok {
				f(at, func(now any) { v[name] = now }, v[name])
			}
			eachPlace(v[name], at, f)
		}
	case []any:
		for i := range v {
			if _, ok := v[i].(string); ok {
				f(path+"[]", func(now any) { v[i] = now }, v[i])
			}
			eachPlace(v[i], path+"[]", f)
		}
	}
}

func written(t testing.TB, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
