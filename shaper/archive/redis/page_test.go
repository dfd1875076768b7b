package redis

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/archive"
)

// The example of the page selects a server, with the password of the environment.
func TestExample(t *testing.T) {
	text, err := os.ReadFile("testdata/response_config.json")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../../docs/scale.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), "```json\n"+string(text)+"```") {
		t.Error("the page shows another example")
	}
	server := startServer(t, freePort(t), "--requirepass", canary)
	text = []byte(strings.NewReplacer("rediss://", "redis://", "redis.internal:6379", "127.0.0.1:"+server.port).Replace(string(text)))
	var c struct {
		Global struct {
			Archive struct{ Store, URL string }
		}
	}
	if err := json.Unmarshal(text, &c); err != nil || c.Global.Archive.Store != "redis" {
		t.Fatal(err)
	}
	t.Setenv("REDIS_PASSWORD", canary)
	d := opened(t, archive.Settings{URL: c.Global.Archive.URL})
	redeem(t, d, keep(t, d, "document"), "document")
}

// BenchmarkKeep keeps and redeems results of 10 KB at a real server.
func BenchmarkKeep(b *testing.B) {
	d := opened(b, archive.Settings{URL: startServer(b, "").url()})
	document := []byte(strings.Repeat("0123456789", 1024))
	b.Run("keep", func(b *testing.B) {
		for b.Loop() {
			keep(b, d, string(document))
		}
	})
	h := keep(b, d, string(document))
	b.Run("redeem", func(b *testing.B) {
		for b.Loop() {
			redeem(b, d, h, string(document))
		}
	})
}
