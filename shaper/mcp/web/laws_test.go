package web

import (
	"context"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/mcptest"
)

// clientOf is a client under rules.
func clientOf(t testing.TB, spec profiles.Spec, limit int) *mcp.Session {
	t.Helper()
	return mcp.New(mcptest.Engine(t, spec), mcp.WithLimit(limit)).Session()
}

// carried returns the client's part of a stream.
func carried(t testing.TB, client *mcp.Session, hides bool, from io.Reader, limit int) string {
	t.Helper()
	read, write := io.Pipe()
	s := &stream{turn: &turn{exchange: client.Exchange()}, limit: limit, to: write, ids: newEventIDs(make([]archive.Key, 1)), meter: &metered{}, hides: func() bool { return hides }}
	go func() { write.CloseWithError(s.carry(context.Background(), from)) }()
	out, err := io.ReadAll(read)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// messages reads a stream by WHATWG HTML (9.2.6), and its last event even if it is cut off.
// Under a hiding rule it leaves out events whose names are no tokens.
func messages(text string, hides bool) (all []string) {
	text = strings.TrimPrefix(text, "\ufeff")
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	var data []string
	isUnfit := false
	for line := range strings.SplitSeq(text+"\n\n", "\n") {
		name, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		switch {
		case line == "":
			if data != nil && !(hides && isUnfit) {
				all = append(all, strings.Join(data, "\n"))
			}
			data, isUnfit = nil, false
		case name == "data":
			data = append(data, value)
		case name == "event" && value != "" && !isToken(value):
			isUnfit = true
		}
	}
	return all
}

// Without a hiding rule an event stream comes out as it went in, byte for byte. Under one,
// its messages are those that the rules make of the documents that came, and every other
// field is a short token. It does not matter how the stream was cut on the way.
func FuzzLawsEvents(f *testing.F) {
	for _, text := range []string{
		"data: {\"secret\":1,\"a\":2}\n\n",
		": hi\r\n\r\nevent: message\r\nid: 7\r\ndata: {\"secret\":1,\r\ndata:\"a\":2}\r\nretry: 5\r\n\r\n",
		"\ufeffdata: {\"secret\":1}\n\ndata:[{\"secret\":2}]",
		"data:\n\ndata\n\nid: 1\n\n\n",
		"data: {\"secret\":1}\rdata: \rdata: \r\rdata: 5\r\n\r",
		"data: text with {\"secret\":1}\nid\n: in between\ndata: and {\"secret\":2}\n\n",
		"event: two words\n\ndata: {\"secret\":1}\n\nevent: two words\ndata: 1\n\n",
		"dat\ufeffa: {\"secret\":1}\ndata:  {\"secret\":1}\n\n",
	} {
		for cut := range 4 {
			f.Add(text, uint8(cut), uint8(200))
		}
		f.Add(text, uint8(1), uint8(8))
	}
	f.Fuzz(func(t *testing.T, text string, cut, limit uint8) {
		read := func() io.Reader {
			in := io.Reader(strings.NewReader(text))
			return []io.Reader{in, iotest.OneByteReader(in), iotest.HalfReader(in), iotest.DataErrReader(in)}[cut%4]
		}
		if got := carried(t, clientOf(t, mcptest.Plainly, int(limit)), false, read(), int(limit)); got != text {
			t.Fatalf("%q\n  is %q", text, got)
		}
		secretive := clientOf(t, mcptest.Secretive, 1<<20)
		got := carried(t, secretive, true, read(), 1<<20)
		want := shownOf(t, secretive, text)
		if !slices.Equal(messages(got, true), want) {
			t.Fatalf("%q\n  is %q\n of %q\nnot %q", text, got, messages(got, true), want)
		}
		if odd := oddField(got); odd != "" {
			t.Fatalf("%q\n  is %q\n with %q", text, got, odd)
		}
	})
}

// shownOf returns the client's version of the messages of a stream under hiding rules.
func shownOf(t testing.TB, client *mcp.Session, text string) (want []string) {
	for _, msg := range messages(text, true) {
		x, doc := client.Exchange(), []byte(strings.TrimPrefix(msg, "\ufeff"))
		var shown []byte
		switch {
		case strings.TrimSpace(string(doc)) == "":
			shown = []byte(msg)
		case !mcp.IsJSON(doc):
		case mcp.IsMessage(doc):
			shown = x.FromServer(t.Context(), doc)
		default:
			shown, _ = x.Other(t.Context(), doc)
		}
		switch {
		case shown == nil:
		case string(shown) == string(doc):
			want = append(want, msg)
		default:
			want = append(want, string(shown))
		}
	}
	return want
}

// oddField is a field of a stream that is no data and no short token; "" if there is none.
func oddField(text string) string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.TrimPrefix(text, "\ufeff"))
	for line := range strings.SplitSeq(text, "\n") {
		name, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		switch {
		case strings.TrimPrefix(name, "\ufeff") == "data", line == "", line == ":", value == "" && (name == "id" || name == "event"):
		case name == "id" && (isEventID(value) || strings.HasPrefix(value, sealPrefix)), name == "event" && isToken(value), name == "retry" && isNumber(value):
		default:
			return line
		}
	}
	return ""
}
