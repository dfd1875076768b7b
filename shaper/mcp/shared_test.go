package mcp_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/mcptest"
)

// A handle of one replica opens at the next for its client, under all hiding rules: that replica
// does not know the call. A store that fails is told, and cuts nothing.
func TestRetrieveAtAnotherReplica(t *testing.T) {
	store := &frail{Store: archive.NewMemory(archive.Limits{})}
	archive.Register("frail", func(archive.Settings) (archive.Store, error) { return store, nil })
	keys := filepath.Join(t.TempDir(), "keys")
	if err := os.WriteFile(keys, []byte(strings.Repeat("7", 64)), 0o600); err != nil {
		t.Fatal(err)
	}
	replica := func(spec profiles.Spec) exchange {
		results, err := archive.Open(archive.Settings{Store: "frail", KeyFile: keys})
		if err != nil {
			t.Fatal(err)
		}
		_, eng := mcptest.NewChanging(t, spec, shaper.WithArchive(results))
		x := exchange{mcp.New(eng).Session().Exchange(), t}
		x.list(toolT, "")
		return x
	}
	hides := short()
	hides.Tools = append(hides.Tools, profiles.Tool{Name: "another", ExcludeFields: []string{"b"}})
	for name, belongs := range map[string]func(x exchange, name string){
		"known":   func(x exchange, name string) { x.BelongsTo("authorization", name) },
		"unknown": func(x exchange, name string) { x.BelongsToUnknown(name) },
	} {
		one, next, foreign := replica(short()), replica(hides), replica(short())
		belongs(one, "one")
		belongs(next, "one")
		belongs(foreign, "two")
		handle := one.call("t", longResult).Get(metaPath + ".handle").Str
		ask := `{"handle":"` + handle + `"}`
		if got := next.retrieve(ask).Get("content.0.text").Str; !strings.Contains(got, "three four") || strings.Contains(got, "secret") {
			t.Errorf("%s: %s", name, got)
		}
		if got := foreign.retrieve(ask); !strings.Contains(got.Raw, "no result under this handle") {
			t.Errorf("%s: %s", name, got)
		}
		store.fails.Store(true)
		if got := next.retrieve(ask).Get("content.0.text").Str; got != "Error executing tool: what is kept cannot be read now: ask again later" {
			t.Errorf("%s: %s", name, got)
		}
		if got := next.ask("resources/read", `{"uri":"shape://archive/`+handle+`"}`).Get("error"); got.Get("code").Int() != -32603 || !strings.Contains(got.Raw, "ask again later") {
			t.Errorf("%s: %s", name, got)
		}
		if got := one.call("t", longResult); strings.Contains(got.Raw, "… +") || got.Get(metaPath).Exists() {
			t.Errorf("%s: %s", name, got)
		}
		store.fails.Store(false)
	}
}
