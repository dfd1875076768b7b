package cli

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/running"
	"github.com/seed-7aa78ce4/shape/internal/state"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// While a proxy runs, status says that its figures are late.
func TestStatusIsLate(t *testing.T) {
	if !state.CanLock {
		t.Skip("no locks")
	}
	alone(t)
	dir := running.Dir(config.Options{Getenv: os.LookupEnv})
	j := running.New(dir, tokens.Estimate{}, time.Now, func() running.Process { return running.Process{Server: "s"} }, func(err error) { t.Error(err) })
	j.Start()
	for all, _, err := running.Read(dir); len(all) == 0; all, _, err = running.Read(dir) {
		if err != nil {
			t.Fatal(err)
		}
	}
	if got := shape(nil, "status").stdout; !strings.HasPrefix(got, "proxies that run: 1; their calls of the last second may not count yet\n") {
		t.Error(got)
	}
	j.Close(time.Minute)
	if got := shape(nil, "status").stdout; !strings.HasPrefix(got, "proxies that run: 0\n") {
		t.Error(got)
	}
}
