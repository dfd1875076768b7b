package proxycmd

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/shaper/observe/prom"
)

// A change of the way of watching is no reload. A refusal and a new configuration are.
func TestGaugesOfTheConfiguration(t *testing.T) {
	g := &gauges{Metrics: prom.New()}
	refused := config.Status{Generation: 1, Err: errors.New("x"), Refused: "h1", Mode: config.ModePoll}
	again := refused
	again.Refused = "h2"
	all := []config.Status{
		{Generation: 1, Mode: config.ModeNotify},
		{Generation: 1, Mode: config.ModePoll},
		refused, again,
		{Generation: 1, Mode: config.ModePoll},
		{Generation: 2, Mode: config.ModePoll, LoadedAt: time.UnixMilli(1500)},
	}
	for i := range all[1:] {
		g.changed(all[i], all[i+1])
	}
	var text bytes.Buffer
	g.WriteTo(&text)
	for _, want := range []string{
		"shape_config_last_reload_successful 1\n", "shape_config_last_reload_success_timestamp_seconds 1.500\n",
		`shape_config_reloads_total{result="success"} 2`, `shape_config_reloads_total{result="failure"} 2`,
		`shape_watch_mode{mode="poll"} 1`,
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%s is missing in\n%s", want, text.String())
		}
	}
}

// Metrics are for this machine only, unless a flag exposes them.
func TestMetricsOnLoopback(t *testing.T) {
	for address, want := range map[string]string{":9090": "127.0.0.1:9090", "0.0.0.0:1": "0.0.0.0:1", "[::1]:1": "[::1]:1", "nonsense": "nonsense"} {
		if got := OnLoopback(address); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
}
