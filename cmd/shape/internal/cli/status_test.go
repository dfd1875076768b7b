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
	writes := make(chan struct{}, 2)
	facts := func() running.Process {
		writes <- struct{}{}
		return running.Process{Server: "s"}
	}
	j := running.New(dir, tokens.Estimate{}, time.Now, facts, func(err error) { t.Error(err) })
	j.Changed() // it writes once more after the first time
	j.Start()
	<-writes
	<-writes
	if got := shape(nil, "status").stdout; !strings.HasPrefix(got, "proxies that run: 1; their calls of the last second may not count yet\n") {
		t.Error(got)
	}
	j.Close(time.Minute)
	if got := shape(nil, "status").stdout; !strings.HasPrefix(got, "proxies that run: 0\n") {
		t.Error(got)
	}
}
