package redis

import (
	"strings"
	"testing"

	goredis "github.com/redis/go-redis/v9"

	"github.com/seed-7aa78ce4/shape/shaper/archive"
)

// The form of a URL selects the client. A call has one try.
func TestURL(t *testing.T) {
	t.Setenv("STORE_PASSWORD", "p@ss/word")
	for url, want := range map[string]struct{ kind, password string }{
		"redis://user:word@host:1/2":                                    {"one", "word"},
		"rediss://:$STORE_PASSWORD@host?pool_size=3":                    {"one", "p@ss/word"},
		"unix://user:word@/run/redis.sock?db=3":                         {"one", "word"},
		"redis://:word@host?cluster=true":                               {"cluster", "word"},
		"redis://:word@host?addr=other:1":                               {"cluster", "word"},
		"redis://host:26379/1?master_name=m&password=$STORE_PASSWORD":   {"one", "p@ss/word"},
		"redis://host:26379/1?master_name=m&addr=other:1&password=word": {"one", "word"},
	} {
		client, err := newClient(url)
		if err != nil {
			t.Errorf("%s: %v", url, err)
			continue
		}
		defer client.Close()
		kind, password, retries := "", "", 0
		switch c := client.(type) {
		case *goredis.Client:
			kind, password, retries = "one", c.Options().Password, c.Options().MaxRetries
		case *goredis.ClusterClient:
			kind, password, retries = "cluster", c.Options().Password, c.Options().MaxRetries
		}
		if kind != want.kind || password != want.password || retries > 0 {
			t.Errorf("%s: %s %q, %d retries; want %s %q", url, kind, password, retries, want.kind, want.password)
		}
	}
}

// A faulty URL is named by its fault. The error tells no part of it that may be secret.
func TestFaultyURL(t *testing.T) {
	for url, want := range map[string]string{
		"redis://user:" + canary + "/x@host":             "url: not a URL",
		"redis://user:" + canary + "%zz@host":            "url: not a URL",
		"http://user:" + canary + "@host":                "url: redis: invalid URL scheme: http",
		"redis://user:" + canary + "@host/1/2":           "url: redis: invalid URL path: /1/2",
		"redis://host?color=" + canary:                   "url: redis: unexpected option: color",
		"redis://:$" + canary + "@host":                  "url: the password names an environment variable that is not set",
		"redis://host?master_name=m&password=$" + canary: "url: the password names an environment variable that is not set",
		"unix://": "url: redis: empty unix socket path",
	} {
		if err := refused(t, archive.Settings{URL: url}); !strings.HasPrefix(err, "archive: redis: "+want) {
			t.Errorf("%s: %s, want %s", url, err, want)
		}
	}
}
