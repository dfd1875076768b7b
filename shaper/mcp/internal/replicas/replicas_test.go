package replicas_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/archive"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/replicas"
)

// slow is a store that calls after each read.
type slow struct {
	archive.Store
	after func()
}

func (s *slow) Get(ctx context.Context, h archive.Handle) ([]byte, error) {
	document, err := s.Store.Get(ctx, h)
	s.after()
	return document, err
}

// One reading of the store does not keep another one waiting. A reading that comes late brings
// no older facts back.
func TestRefreshesAtOnce(t *testing.T) {
	store := &slow{archive.NewMemory(archive.Limits{}), func() {}}
	archive.Register("slow", func(archive.Settings) (archive.Store, error) { return store, nil })
	keys := filepath.Join(t.TempDir(), "keys")
	if err := os.WriteFile(keys, []byte(strings.Repeat("7", 64)), 0o600); err != nil {
		t.Fatal(err)
	}
	results, err := archive.Open(archive.Settings{Store: "slow", KeyFile: keys})
	if err != nil {
		t.Fatal(err)
	}
	here, there := replicas.New(results, "server", "client"), replicas.New(results, "server", "client")
	saves := func(version string) {
		there.Save(t.Context(), func() (replicas.Facts, func() []replicas.Tool) {
			return replicas.Facts{Version: version, Sent: 1}, func() []replicas.Tool { return []replicas.Tool{{Name: version}} }
		})
	}
	var took []string
	refresh := func() {
		here.Refresh(t.Context(), nil, func(f replicas.Facts, tools []replicas.Tool) {
			took = append(took, f.Version+" "+tools[0].Name)
		})
	}
	saves("1")
	store.after = func() {
		store.after = func() {}
		saves("2")
		refresh() // ends while the reading of 1 lasts
	}
	refresh()
	refresh() // takes nothing again
	if got := strings.Join(took, ", "); got != "2 2" {
		t.Errorf("took %s", got)
	}
}
