package web

import (
	"context"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/mcptest"
)

// clientOf is a client under rules.
func clientOf(t testing.TB, spec profiles.Spec, limit int) *mcp.Session {
	t.Helper()
	return mcp.New(mcptest.Engine(t, spec), mcp.WithLimit(limit)).Session()
}

// carried is what a client gets of a stream.
func carried(t testing.TB, client *mcp.Session, from io.Reader, limit int) string {
	t.Helper()
	read, write := io.Pipe()
	s := &stream{turn: &turn{exchange: client.Exchange()}, limit: limit, to: write}
	go func() { write.CloseWithError(s.carry(context.Background(), from)) }()
	out, err := io.ReadAll(read)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// messages reads a stream as WHATWG HTML says it (9.2.6), and its last event also where
// that is cut off.
func messages(text string) (all []string) {
	text = strings.TrimPrefix(text, "\ufeff")
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	var data []string
	for line := range strings.SplitSeq(text+"\n\n", "\n") {
		name, value, _ := strings.Cut(line, ":")
		switch {
		case line == "" && data != nil:
			all, data = append(all, strings.Join(data, "\n")), nil
		case name == "data":
			data = append(data, strings.TrimPrefix(value, " "))
		}
	}
	return all
}

// An event stream comes out as it went in, byte for byte, where nothing changes; and where
// something does, its messages are those that the rules make of the ones that came, and
// the rest of it is the same. It does not matter how it was cut on the way.
func FuzzLawsEvents(f *testing.F) {
	for _, text := range []string{
		"data: {\"secret\":1,\"a\":2}\n\n",
		": hi\r\n\r\nevent: message\r\nid: 7\r\ndata: {\"secret\":1,\r\ndata:\"a\":2}\r\nretry: 5\r\n\r\n",
		"\ufeffdata: {\"secret\":1}\n\ndata:[{\"secret\":2}]",
		"data:\n\ndata\n\nid: 1\n\n\n",
		"data: {\"secret\":1}\rdata: \rdata: \r\rdata: 5\r\n\r",
		"data: text with {\"secret\":1}\nid\n: in between\ndata: and {\"secret\":2}\n\n",
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
		if got := carried(t, clientOf(t, mcptest.Plainly, int(limit)), read(), int(limit)); got != text {
			t.Fatalf("%q\n  is %q", text, got)
		}
		secretive := clientOf(t, mcptest.Secretive, 1<<20)
		got := carried(t, secretive, read(), 1<<20)
		var want []string
		for _, msg := range messages(text) {
			if now := secretive.Exchange().FromServer(t.Context(), []byte(msg)); now != nil {
				want = append(want, string(now))
			}
		}
		if !slices.Equal(messages(got), want) {
			t.Fatalf("%q\n  is %q\n of %q\nnot %q", text, got, messages(got), want)
		}
		if a, b := besides(text), besides(got); a != b {
			t.Fatalf("%q\n  is %q\nbesides %q\n    not %q", text, got, b, a)
		}
	})
}

// besides is a stream without its data, and without the end of the last line, which may
// have been of some.
func besides(text string) string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	var out []string
	for i, line := range strings.Split(text, "\n") {
		if name, _, _ := strings.Cut(line, ":"); i == 0 && strings.TrimPrefix(name, "\ufeff") == "data" || name == "data" {
			continue
		}
		out = append(out, line)
	}
	return strings.TrimRight(strings.Join(out, "\n"), "\n")
}
