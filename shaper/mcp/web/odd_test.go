package web_test

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/textproto"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/web"
)

// private hides each value under the name password.
var private = profiles.Spec{Privacy: []profiles.Privacy{{Drop: []string{"password"}}}}

const (
	secretValue = "hunter2"
	secretText  = "password: " + secretValue
	secretT     = `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"` + secretText + `"}],"structuredContent":{"a":1,"password":"` + secretValue + `"}}}`
	callAlone   = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}`
)

// encodings are the forms of a text that a server may send.
var encodings = map[string]func(text string) string{
	"plain":       func(text string) string { return text },
	"mark":        func(text string) string { return "\ufeff" + text },
	"gzip":        zipped,
	"gzip twice":  func(text string) string { return zipped(zipped(text)) },
	"zlib":        deflated,
	"UTF-16":      func(text string) string { return wide(binary.LittleEndian, "\xff\xfe", text) },
	"UTF-16 big":  func(text string) string { return wide(binary.BigEndian, "\xfe\xff", text) },
	"UTF-16 bare": func(text string) string { return wide(binary.LittleEndian, "", text) },
	"UTF-7": func(text string) string {
		return strings.NewReplacer(`"`, "+ACI-", "{", "+AHs-", "}", "+AH0-", ":", "+ADo-").Replace(text)
	},
	"Latin-1":   func(text string) string { return strings.Replace(text, ":", "\xe9:", 1) },
	"no JSON":   func(text string) string { return text + "," + text },
	"NaN":       func(text string) string { return strings.Replace(text, `"id":1`, `"id":NaN`, 1) },
	"truncated": func(text string) string { return text[:len(text)-1] },
}

// bodies are the texts of answers.
var bodies = map[string]string{
	"a result": secretT, "an object": `{"detail":"` + secretText + `","password":"` + secretValue + `"}`, "a text": "failed with " + secretText,
}

var types = [][]string{
	nil, {"application/json"}, {"application/json; charset=utf-16"}, {"application/json; charset=utf-7"}, {"text/event-stream"}, {"text/plain"},
	{"text/html; charset=utf-8"}, {"application/octet-stream"}, {"application/json", "text/event-stream"}, {"text/event-stream", "application/json"},
	{`application/json; note="` + secretText + `"`}, {"no type"},
}

var contentEncodings = [][]string{nil, {"gzip"}, {"identity", "gzip"}, {"identity"}, {"br, gzip"}}

// oddStreams are event streams that say more than their messages.
var oddStreams = []string{
	": " + secretText + "\n\ndata: " + secretT + "\n\n",
	"id: " + secretText + "\ndata: " + secretT + "\n\n",
	"id: 7 password=" + secretValue + "\ndata: " + secretT + "\n\n",
	"id: password=" + secretValue + "\ndata:\n\ndata: " + secretT + "\n\n",
	"event: " + secretText + "\ndata: " + secretT + "\n\ndata: " + secretT + "\n\n",
	"retry: " + secretText + "\ndata: " + secretT + "\n\n",
	"note: " + secretText + "\ndata: " + secretT + "\n\n",
	secretText + "\ndata: " + secretT + "\n\n",
	secretValue + "\n\ndata: " + secretT + "\n\n",
	"data: " + secretT + "\n: " + secretText + "\n\n",
	"data: {\"jsonrpc\":\"2.0\"}\u2028data: " + secretText + "\n\n",
	"data: " + secretT + "\u2028" + secretText + "\n\n",
	"data: " + secretText + "\n\n",
	"data: password=" + secretValue + "\n\ndata: " + secretT + "\n\n",
	"data: {\"password\":\"" + secretValue + "\",\"x\":NaN}\n\n",
	"data: {\"password\":\n" + secretText + "\ndata: \"" + secretValue + "\"}\n\n",
	"data: {\"password\":\ndata: \"" + secretValue + "\"}\n\n",
	"data: \"" + secretText + "\"\n\n",
	"data: [\"" + secretText + "\"]\n\n",
	"data: \ufeff" + secretT + "\n\n",
	"\ufeffdata: " + secretT + "\n\n",
	"data: " + secretT,
	"data: " + secretT[:len(secretT)-3],
	"id: 1\nevent: x\n: " + secretText,
	secretT,
	secretT + "\n\n",
	"data: " + strings.Repeat(secretText+" ", 2000) + "\n\n",
	": " + strings.Repeat(secretText+" ", 2000) + "\n\ndata: " + secretT + "\n\n",
	"id: " + strings.Repeat(secretText+" ", 300) + "\ndata: " + secretT + "\n\n",
}

// oddHeaders are headers of an answer with a secret in each.
var oddHeaders = [][2]string{
	{"X-Debug", secretText}, {"Server", secretText}, {"Etag", `"` + secretText + `"`}, {"Link", "<http://x/?" + secretText + ">"},
	{"Location", "http://x/?password=" + secretValue}, {"Set-Cookie", "password=" + secretValue}, {"Trailer", "X-" + secretValue},
	{"Www-Authenticate", `Bearer error_description="` + secretText + `", scope="a"`}, {"Www-Authenticate", `Basic realm="` + secretText + `"`},
	{"Www-Authenticate", `Bearer scope="` + secretText + `"`},
	{"Cache-Control", "no-store, password=" + secretValue}, {"Retry-After", secretText}, {"Mcp-Session-Id", secretText},
	{"Mcp-Session-Id", "password=" + secretValue}, {"Mcp-Protocol-Version", "password=" + secretValue}, {"Allow", "GET, password=" + secretValue},
	{"Access-Control-Allow-Origin", "http://password:" + secretValue + "@x"}, {"Access-Control-Allow-Origin", "http://x:" + secretValue},
	{"Access-Control-Allow-Headers", "password: " + secretValue}, {"Access-Control-Max-Age", secretValue}, {"Vary", "password=" + secretValue},
	{"Warning", `199 - "` + secretText + `"`}, {"Content-Disposition", `inline; filename="` + secretText + `"`},
	{"Content-Language", secretValue}, {"Date", secretText}, {"X-Accel-Buffering", "password=" + secretValue}, {"Password", secretValue},
}

func zipped(text string) string {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	io.WriteString(w, text)
	w.Close()
	return out.String()
}

func deflated(text string) string {
	var out bytes.Buffer
	w := zlib.NewWriter(&out)
	io.WriteString(w, text)
	w.Close()
	return out.String()
}

func wide(order binary.AppendByteOrder, mark, text string) string {
	out := []byte(mark)
	for _, unit := range utf16.Encode([]rune(text)) {
		out = order.AppendUint16(out, unit)
	}
	return string(out)
}

// odd is one answer of a server.
type odd struct {
	name   string
	status int
	header http.Header
	body   string
	early  bool // the headers come as 103 Early Hints, too
	late   bool // the headers come as trailers, too
}

// oddAnswers generates the answers.
func oddAnswers() (all []odd) {
	for encoding, encode := range encodings {
		for kind, body := range bodies {
			for _, types := range types {
				for _, status := range []int{200, 202, 404, 500} {
					all = append(all, odd{fmt.Sprint(encoding, " of ", kind, " as ", types, " ", status), status, http.Header{"Content-Type": types}, encode(body), false, false})
				}
			}
		}
		for _, coding := range contentEncodings {
			all = append(all, odd{fmt.Sprint(encoding, " as ", coding), 200, http.Header{"Content-Type": {"application/json"}, "Content-Encoding": coding}, encode(secretT), false, false})
		}
		all = append(all, odd{"a stream, " + encoding, 200, http.Header{"Content-Type": {asEvents}}, encode(oddStreams[0]), false, false})
	}
	for _, end := range []string{"\n", "\r", "\r\n"} {
		for i, text := range oddStreams {
			all = append(all, odd{fmt.Sprintf("stream %d, ends %q", i, end), 200, http.Header{"Content-Type": {asEvents}}, strings.ReplaceAll(text, "\n", end), false, false})
		}
	}
	for _, h := range oddHeaders {
		for _, status := range []int{200, 201, 202, 403, 500} {
			header := http.Header{h[0]: {h[1]}, "Content-Type": {"application/json"}}
			all = append(all, odd{fmt.Sprint(h, status), status, header, secretT, status == 200, status == 200})
		}
		all = append(all, odd{fmt.Sprint(h, "twice"), 200, http.Header{h[0]: {"a", h[1]}, "Content-Type": {asEvents}}, oddStreams[0], true, true})
	}
	return all
}

// serve writes the answer.
func (o *odd) serve(w http.ResponseWriter, _ *http.Request) {
	if o.early {
		for name, values := range o.header {
			w.Header()[name] = values
		}
		w.WriteHeader(http.StatusEarlyHints)
	}
	clear(w.Header())
	w.Header()["Content-Type"] = nil // a server in Go would guess it
	for name, values := range o.header {
		w.Header()[name] = values
	}
	if o.late {
		w.Header().Set("Trailer", "X-Late")
	}
	w.WriteHeader(o.status)
	io.WriteString(w, o.body)
	if o.late {
		w.Header().Set("X-Late", secretText)
	}
}

// shows reports whether a client's output contains the secret in any encoding.
func shows(text string) bool {
	text = strings.ReplaceAll(text, "\x00", "")
	if strings.Contains(text, secretValue) {
		return true
	}
	if r, err := gzip.NewReader(strings.NewReader(text)); err == nil {
		all, _ := io.ReadAll(r)
		return shows(string(all))
	}
	if r, err := zlib.NewReader(strings.NewReader(text)); err == nil {
		all, _ := io.ReadAll(r)
		return shows(string(all))
	}
	return false
}

// Under a hiding rule no odd answer of a server shows a value. This holds for its body, its
// events, its headers, its early hints and its trailers. A refused answer names the reason.
func TestOddAnswersShowNothing(t *testing.T) {
	var now odd
	var failures []web.Failure
	s := stand(t, private, func(w http.ResponseWriter, r *http.Request) { now.serve(w, r) }, web.WithFailures(func(f web.Failure) { failures = append(failures, f) }))
	all := oddAnswers()
	refused := 0
	for _, now = range all {
		hints, res := s.withHints(t)
		var got bytes.Buffer
		res.Header.Write(&got)
		body, _ := io.ReadAll(res.Body)
		res.Body.Close()
		res.Trailer.Write(&got)
		if shows(got.String()+hints) || shows(string(body)) {
			t.Errorf("%s: %d %s%s%s", now.name, res.StatusCode, hints, got.String(), body)
		}
		if res.StatusCode == http.StatusBadGateway {
			if refused++; !strings.HasPrefix(string(body), `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"the server`) {
				t.Errorf("%s: %s", now.name, body)
			}
		}
	}
	if shows(fmt.Sprint(failures)) {
		t.Errorf("the failures show it: %v", failures)
	}
	t.Logf("%d answers, %d of them refused", len(all), refused)
	if len(all) < 80 || refused == 0 || refused == len(all) {
		t.Errorf("%d answers, %d of them refused", len(all), refused)
	}
}

// withHints makes a call, and returns the early hints that came before the response.
func (s *standing) withHints(t testing.TB) (hints string, res *http.Response) {
	t.Helper()
	var all strings.Builder
	trace := &httptrace.ClientTrace{Got1xxResponse: func(code int, header textproto.MIMEHeader) error {
		fmt.Fprint(&all, code, header)
		return nil
	}}
	req, err := http.NewRequestWithContext(httptrace.WithClientTrace(t.Context(), trace), http.MethodPost, s.url+"/mcp", strings.NewReader(callAlone))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Accept-Encoding", "identity") // a client in Go would unpack the answer
	if res, err = http.DefaultTransport.RoundTrip(req); err != nil {
		t.Fatal(err)
	}
	return all.String(), res
}

// The usual answers pass under a hiding rule, with the headers that clients need.
func TestUsualAnswersPass(t *testing.T) {
	const (
		shown = `{"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":{"a":1}}}`
		gone  = `{"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":{"a":1,"password":"x"}}}`
	)
	kind := func(kind string) http.Header { return http.Header{"Content-Type": {kind}} }
	for _, c := range []struct {
		name   string
		odd    odd
		status int
		kind   string
		want   string
	}{
		{"JSON", odd{status: 200, header: kind("application/json"), body: gone}, 200, "application/json", shown},
		{"JSON, charset", odd{status: 200, header: kind("Application/JSON; charset=UTF-8"), body: gone}, 200, "application/json", shown},
		{"no type", odd{status: 200, body: gone}, 200, "application/json", shown},
		{"a mark", odd{status: 200, header: kind("application/json"), body: "\ufeff" + gone}, 200, "application/json", shown},
		{"white space", odd{status: 200, header: kind("application/json"), body: "\r\n" + gone + "\n"}, 200, "application/json", "\r\n" + shown + "\n"},
		{"half a pair", odd{status: 200, header: kind("application/json"), body: `{"id":1,"result":{"a":"\ud83d"}}`}, 200, "application/json", `{"id":1,"result":{"a":"\ud83d"}}`},
		{"accepted", odd{status: 202}, 202, "", ""},
		{"no content", odd{status: 204}, 204, "", ""},
		{"an error", odd{status: 404, header: kind("application/json"), body: `{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}`}, 404, "application/json", `{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}`},
		{"a text of an error", odd{status: 500, header: kind("text/html"), body: "<p>busy\n" + secretText + "\n"}, 500, "text/plain; charset=utf-8", "<p>busy\npassword: [withheld]\n"},
		{"JSON of an error", odd{status: 503, header: kind("text/plain"), body: `{"detail":"busy","password":"x"}`}, 503, "application/json", `{"detail":"busy"}`},
		{"events", odd{status: 200, header: kind("text/event-stream; charset=utf-8"), body: ": ping\n\nevent: message\nid: 3f2c-1_7\nretry: 500\ndata: " + gone + "\n\n"}, 200, "text/event-stream", ":\n\nevent: message\nid: 3f2c-1_7\nretry: 500\ndata: " + shown + "\n\n"},
		{"a priming event", odd{status: 200, header: kind(asEvents), body: "id: 0\ndata:\n\ndata: " + gone + "\n\n"}, 200, "text/event-stream", "id: 0\ndata:\n\ndata: " + shown + "\n\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := stand(t, private, c.odd.serve)
			res := s.ask(t, http.MethodPost, callAlone)
			if got := all(t, res); got != c.want || res.StatusCode != c.status || res.Header.Get("Content-Type") != c.kind {
				t.Errorf("%d %s %q, want %q", res.StatusCode, res.Header.Get("Content-Type"), got, c.want)
			}
		})
	}
}

// Headers that clients need pass under a hiding rule, and a Connection header removes none
// of them; without such a rule all headers pass.
func TestHeadersPass(t *testing.T) {
	needed := http.Header{
		"Access-Control-Allow-Origin": {"https://a.example:8443"}, "Access-Control-Expose-Headers": {"Mcp-Session-Id, X-B"}, "Allow": {"GET, POST"},
		"Cache-Control": {"no-cache, max-age=60"}, "Date": {"Wed, 25 Nov 2026 10:00:00 GMT"}, "Mcp-Protocol-Version": {"2025-11-25"},
		"Mcp-Session-Id": {"eyJhbGciOiJIUzI1NiJ9.e30.Zm9v_-=="}, "Retry-After": {"120"}, "Vary": {"Origin"},
		"Www-Authenticate": {`Bearer error="insufficient_scope", scope="files:read", resource_metadata="http://[::1]:8443/x"`}, "X-Accel-Buffering": {"no"},
	}
	for _, rules := range []profiles.Spec{private, {}} {
		s := stand(t, rules, func(w http.ResponseWriter, r *http.Request) {
			for name, values := range needed {
				w.Header()[name] = values
			}
			w.Header()["Vary"] = []string{"Origin", "Accept"}
			w.Header().Set("Connection", "Mcp-Session-Id, X-Hop")
			w.Header().Set("X-Hop", "a")
			w.Header().Set("X-Debug", "a")
			w.WriteHeader(403)
		})
		res := s.ask(t, http.MethodPost, callAlone)
		for name, values := range needed {
			if got := res.Header.Get(name); name != "Vary" && got != values[0] {
				t.Errorf("%s: %q, want %q", name, got, values[0])
			}
		}
		if got := strings.Join(res.Header["Vary"], ", "); got != "Origin, Accept" {
			t.Errorf("Vary: %q", got)
		}
		if got := res.Header.Get("X-Debug"); (got == "a") != (rules.Privacy == nil) || res.Header.Get("X-Hop") != "" {
			t.Errorf("X-Debug: %q; %v", got, res.Header)
		}
	}
}

// A client resumes a stream by an id that was replaced: the server gets its own.
func TestReplacedIDsResume(t *testing.T) {
	var asked []string
	s := stand(t, private, func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.Header.Get("Last-Event-ID")+"|"+r.URL.RawQuery)
		answers(asEvents, "id: stream 1: "+secretText+"\ndata:\n\n")(w, r)
	})
	_, id, _ := strings.Cut(all(t, s.ask(t, http.MethodGet, "")), "id: ")
	id, _, _ = strings.Cut(id, "\n")
	if !strings.HasPrefix(id, "shape-") || shows(id) {
		t.Errorf("the client gets the id %q", id)
	}
	rest := id[len("shape-A"):]
	foreign := "shape-A" + rest // of another key
	if foreign == id {
		foreign = "shape-B" + rest
	}
	for _, last := range []string{id, "plain-1", "shape-x", foreign} {
		all(t, askAt(t, s.url+"/mcp?more=1", http.MethodGet, "", "Last-Event-ID: "+last, "Connection: Last-Event-ID"))
	}
	want := []string{"|key=1", "stream 1: " + secretText + "|key=1", "plain-1|key=1", "shape-x|key=1", foreign + "|key=1"}
	if !slices.Equal(asked, want) {
		t.Errorf("the server is asked for %q, want %q", asked, want)
	}
}
