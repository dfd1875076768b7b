package web_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
)

// within lets results of t take no more than 1,000 bytes, and hides secrets.
var within = profiles.Spec{
	Tools:   []profiles.Tool{{Name: "t", Budget: &profiles.Budget{MaxBytes: 1000}}},
	Privacy: []profiles.Privacy{{Drop: []string{"secret"}}},
}

// wordy answers each call with a result that is too large, and the client's own.
func wordy(w http.ResponseWriter, r *http.Request) {
	var msg struct {
		ID     json.RawMessage
		Params struct{ Arguments struct{ Token string } }
	}
	body, _ := io.ReadAll(r.Body)
	json.Unmarshal(body, &msg)
	data := fmt.Sprintf(`{"token":%q,"secret":"s3cret","text":%q}`, msg.Params.Arguments.Token, strings.Repeat(msg.Params.Arguments.Token+" ", 400))
	answers(asJSON, fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{"content":[],"structuredContent":%s}}`, msg.ID, data))(w, r)
}

// TestSoakKept lets many clients call tools under a budget and retrieve the cut parts. Each
// client gets its own and no other's. The archive stays within its limit, and each result
// within its budget. It is 20 clients with 20 calls, and with SHAPE_SOAK=1 100 with 1,000:
//
//	SHAPE_SOAK=1 go test -run TestSoakKept -timeout 1h -v ./shaper/mcp/web
func TestSoakKept(t *testing.T) {
	clients, calls := 20, 20
	if os.Getenv("SHAPE_SOAK") != "" {
		clients, calls = 100, 1000
	}
	const most = 8 << 20
	store := archive.NewMemory(archive.Limits{Bytes: most})
	up := httptest.NewServer(http.HandlerFunc(wordy))
	defer up.Close()
	s := standOver(t, within, []shaper.Option{shaper.WithArchive(archive.Archive{Store: store})}, up.URL)
	handles := make([]atomic.Pointer[string], clients) // the last one that each was told of
	var redeemed, refused atomic.Int64
	var work sync.WaitGroup
	for c := range clients {
		work.Go(func() {
			for i := range calls {
				handle := s.keeps(t, c, fmt.Sprintf("%d-%d", c, i))
				handles[c].Store(&handle)
				redeemed.Add(1)
				if other := handles[(c+1)%clients].Load(); other != nil && clients > 1 {
					s.isForeign(t, c, *other)
					refused.Add(1)
				}
			}
		})
	}
	work.Wait()
	var memory runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&memory)
	stat, err := store.Stat(t.Context())
	t.Logf("%d results were given back, %d foreign handles refused; %d documents of %d bytes are kept, %d MiB are in use", redeemed.Load(), refused.Load(), stat.Documents, stat.Bytes, memory.HeapAlloc>>20)
	if err != nil || stat.Bytes > most || refused.Load() == 0 {
		t.Errorf("%+v, %v", stat, err)
	}
}

// keeps makes a call, asks for all of its result, and returns the handle.
func (s *standing) keeps(t *testing.T, client int, token string) string {
	t.Helper()
	who := fmt.Sprintf("Authorization: Bearer %d", client)
	text := s.says(t, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","arguments":{"token":"`+token+`"}}}`, who)
	result := gjson.Get(text, "result")
	handle := result.Get(`_meta.io\.github\.seed-7aa78ce4/shape.archive.handle`).Str
	if len(result.Raw) > 1000 || result.Get("structuredContent.token").Str != token || handle == "" {
		t.Errorf("%s: %s", token, text)
	}
	got := gjson.Get(s.retrieves(t, who, handle), "result.content.0.text").Str
	want := fmt.Sprintf(`{"token":%q,"text":%q}`, token, strings.Repeat(token+" ", 400))
	if got != want {
		t.Errorf("%s: %s", token, got)
	}
	return handle
}

func (s *standing) retrieves(t *testing.T, who, handle string) string {
	t.Helper()
	return s.says(t, `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"shape_retrieve","arguments":{"handle":"`+handle+`"}}}`, who)
}

// isForeign retrieves with another client's handle. The server answers, since this client was
// not offered the tool.
func (s *standing) isForeign(t *testing.T, client int, handle string) {
	t.Helper()
	got := s.retrieves(t, fmt.Sprintf("Authorization: Bearer %d", client), handle)
	if token := gjson.Get(got, "result.structuredContent.token"); !token.Exists() || token.Str != "" {
		t.Errorf("client %d with %s: %s", client, handle, got)
	}
}

// Clients without an authorization and without a session do not redeem each other's handles. A
// client with the same name gets another handle.
func TestUnknownClientsKeepTheirOwn(t *testing.T) {
	up := httptest.NewServer(http.HandlerFunc(wordy))
	defer up.Close()
	s := standOver(t, within, []shaper.Option{shaper.WithArchive(archive.Archive{Store: archive.NewMemory(archive.Limits{})})}, up.URL)
	const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","arguments":{"token":"xyz"}}}`
	told := func(who string) string {
		return gjson.Get(s.says(t, call, who), `result._meta.io\.github\.seed-7aa78ce4/shape.archive.handle`).Str
	}
	redeems := func(who, handle string) bool {
		return strings.Contains(gjson.Get(s.retrieves(t, who, handle), "result.content.0.text").Str, strings.Repeat("xyz ", 400))
	}
	first, again, other := told("User-Agent: a/1"), told("User-Agent: a/1"), told("User-Agent: b/1")
	if first == "" || first == again || first == other {
		t.Errorf("the handles %q, %q, %q of one result", first, again, other)
	}
	for _, c := range []struct {
		who, handle string
		want        bool
	}{
		{"User-Agent: a/1", first, true}, {"User-Agent: a/1", again, true}, {"User-Agent: b/1", other, true},
		{"User-Agent: b/1", first, false}, {"User-Agent: a/1", other, false}, {"Authorization: Bearer a", first, false}, {"Mcp-Session-Id: s", first, false},
		{"User-Agent: a/1", first[:15] + "a", first[15] == 'a'},
	} {
		if got := redeems(c.who, c.handle); got != c.want {
			t.Errorf("%s redeems %s: %t", c.who, c.handle, got)
		}
	}
}
