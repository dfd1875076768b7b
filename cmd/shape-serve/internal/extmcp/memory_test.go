package extmcp_test

import (
	"fmt"
	"os"
	"runtime"
	"testing"

	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/extmcp"
)

// A configuration that is no longer in use frees its memory, a megabyte with detectors.
func TestReloadsHoldNoMemory(t *testing.T) {
	f := serve(t, "{}", extmcp.Options{})
	tenant, _ := f.all.Of("")
	heap := func() uint64 {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	var early uint64
	for i := range 60 {
		text := fmt.Sprintf(`{"privacy":{"detect":["email"]},"tool_overrides":{"s.x":{"exclude_fields":["f%d"]}}}`, i%2)
		if err := os.WriteFile(f.file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := tenant.Source.Reload(t.Context()); err != nil {
			t.Fatal(err)
		}
		got, err := f.call(t, "s", `{"name":"x"}`, `{"content":[],"structuredContent":{"f0":0,"f1":1}}`)
		if want := fmt.Sprintf(`{"content":[],"structuredContent":{"f%d":%d}}`, 1-i%2, 1-i%2); err != nil || string(got.Result) != want {
			t.Fatalf("%s, %v, want %s", got.Result, err, want)
		}
		if i == 10 {
			early = heap()
		}
	}
	if late := heap(); late > early+16<<20 {
		t.Errorf("50 configurations hold %d MB", (late-early)>>20)
	}
}
