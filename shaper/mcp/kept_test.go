package mcp_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/mcptest"
)

// frail is a store that fails while it is told to.
type frail struct {
	archive.Store
	fails atomic.Bool
}

var errFrail = errors.New("the store fails")

func (f *frail) Put(ctx context.Context, h archive.Handle, doc []byte) error {
	if f.fails.Load() {
		return errFrail
	}
	return f.Store.Put(ctx, h, doc)
}

func (f *frail) Get(ctx context.Context, h archive.Handle) ([]byte, error) {
	if f.fails.Load() {
		return nil, errFrail
	}
	return f.Store.Get(ctx, h)
}

// While rules change and the store fails at times, clients get no hidden value in any way. A
// cut names a handle, and a handle gives back all or nothing.
func TestRetrieveUnderChanges(t *testing.T) {
	store := &frail{Store: archive.NewMemory(archive.Limits{})}
	rules, eng := mcptest.NewChanging(t, short("b"), shaper.WithArchive(archive.Archive{Store: store, Key: archive.Key{7}}))
	server := mcp.New(eng)
	var work sync.WaitGroup
	stop := make(chan struct{})
	for n := range 6 {
		work.Go(func() {
			x := exchange{server.Session().Exchange(), t}
			x.BelongsTo("client", fmt.Sprint(n))
			for i := range 60 {
				if i%9 == 0 {
					x.list(toolT+`,{"name":"u"}`, "")
				}
				body := strings.Replace(longResult, "one", fmt.Sprint("number", n, " ", i), 2)
				got := x.call([]string{"t", "u", "never told"}[i%3], body)
				handle := got.Get(metaPath + ".handle").Str
				if strings.Contains(got.Raw, "… +") && handle == "" || !strings.Contains(got.Raw, "… +") && handle != "" {
					t.Errorf("client %d: %s", n, got)
				}
				for _, back := range []string{
					x.retrieve(`{"handle":"` + handle + `"}`).Raw,
					x.ask("resources/read", `{"uri":"shape://archive/`+handle+`?path=/content/0/text"}`).Raw,
				} {
					if strings.Contains(got.Raw+back, "secret") {
						t.Errorf("client %d: %s\nback %s", n, got, back)
					}
				}
			}
		})
	}
	go func() { work.Wait(); close(stop) }()
	for i := 0; ; i++ {
		select {
		case <-stop:
			return
		default:
			store.fails.Store(i%3 == 0)
			spec := short("b")
			if i%2 == 0 {
				spec.Privacy = []profiles.Privacy{{Drop: []string{"b"}}}
			}
			spec.Tools = append(spec.Tools, profiles.Tool{Name: "*", ExcludeFields: []string{"b", fmt.Sprint("x", i)}})
			rules.To(t, spec)
		}
	}
}
