package recordings

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
)

// FuzzLawsRecordings: for any order of requests and responses, each response is read once.
// It is read under the tool of the request with its id, if that came before. No message of
// the protocol is taken for a response.
func FuzzLawsRecordings(f *testing.F) {
	for seed := range testkit.Seeds(200) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 5))
		log, want := session(r)
		set, err := readStream(Call{}, strings.NewReader(log))
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		var got []string
		for _, c := range set.Calls {
			if !json.Valid(c.Body) || !json.Valid(c.Arguments) {
				t.Errorf("seed %d: %s of %s", seed, c.Body, c.Arguments)
			}
			got = append(got, c.Tool)
		}
		if strings.Join(got, " ") != strings.Join(want, " ") || set.Unnamed != 0 {
			t.Errorf("seed %d: %v, want %v, %d unnamed\n%s", seed, got, want, set.Unnamed, log)
		}
	})
}

// session returns a log of concurrent calls of several tools among other messages, and the
// tools in the order of their answers.
func session(r *rand.Rand) (log string, tools []string) {
	var b strings.Builder
	open := map[int]string{}
	for id := range 30 {
		switch tool := fmt.Sprint("tool", r.IntN(4)); r.IntN(4) {
		case 0:
			fmt.Fprintf(&b, `{"jsonrpc":"2.0","id":%d,"method":"tools/list"}`+"\n"+`{"jsonrpc":"2.0","id":%d,"result":{"tools":[]}}`+"\n", id, id)
		case 1:
			b.WriteString(`{"jsonrpc":"2.0","method":"notifications/message","params":{"name":["x"]}}` + "\n")
		case 2:
			fmt.Fprintf(&b, `{"jsonrpc":"2.0","id":"n%d","method":"tools/call","params":{"name":%q,"arguments":{"n":%d}}}`, id, tool, id)
			open[id] = tool
		case 3:
			fmt.Fprintf(&b, `{"tool":%q,"arguments":{},"response":{"n":%d}}`, tool, id)
			tools = append(tools, tool)
		}
	}
	for id := range 30 {
		if open[id] != "" {
			fmt.Fprintf(&b, `{"id":"n%d","result":{"content":[]},"jsonrpc":"2.0"} `, id)
			tools = append(tools, open[id])
		}
	}
	return b.String(), tools
}

// readStream reads the calls of one stream.
func readStream(known Call, from io.Reader) (set Set, err error) {
	r := reader{visit: func(s *Session) error {
		for _, e := range s.Events {
			if e.Kind == Result {
				set.Calls = append(set.Calls, e.Call)
			}
		}
		return nil
	}}
	err = newStream(&r, known).read(from)
	err = errors.Join(err, r.end())
	set.Skipped = r.skipped
	return set, err
}

// Bytes that are no recording are an error or left out, and never told.
func FuzzLawsAnyBytes(f *testing.F) {
	for _, seed := range []string{"", "null", "{", "[1] x", `{"jsonrpc":2}`, `{"tool":{},"response":1}`, "\xff", `{"id":1}{"id":`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		set, err := readStream(Call{Tool: "t"}, bytes.NewReader(data))
		if err != nil && (len(err.Error()) > 120 || !strings.HasPrefix(err.Error(), "no JSON at offset ")) {
			t.Errorf("%v", err)
		}
		if err == nil && len(bytes.TrimSpace(data)) > 0 && len(set.Calls) == 0 && set.Cut == 0 && !bytes.Contains(data, []byte("jsonrpc")) {
			t.Errorf("nothing is read of %q", data)
		}
	})
}
