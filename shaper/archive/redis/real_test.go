package redis

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
)

// A server that cannot keep results as promised ends the start. The error names the repair, and
// no password.
func TestRefusedServers(t *testing.T) {
	main := startServer(t, "", "--requirepass", canary)
	replica := startServer(t, "", "--replicaof", "127.0.0.1 1")
	evicts := startServer(t, "", "--maxmemory", "50mb", "--maxmemory-policy", "volatile-lru")
	full := startServer(t, "", "--maxmemory", "1", "--maxmemory-policy", "noeviction")
	sentinel := startSentinel(t, "")
	narrow := startServer(t, "")
	narrow.do("ACL", "SETUSER", "reader", "on", ">"+canary, "~*", "+@read")
	withPassword := func(s *server, user, word string) string {
		return strings.Replace(s.url(), "unix://", "unix://"+user+":"+word+"@", 1)
	}
	for name, c := range map[string]struct {
		s    archive.Settings
		want string
	}{
		"no password":       {archive.Settings{URL: main.url()}, "NOAUTH"},
		"a wrong password":  {archive.Settings{URL: withPassword(main, "", canary+"x")}, "WRONGPASS"},
		"a replica":         {archive.Settings{URL: replica.url()}, "the URL names a read-only replica"},
		"eviction":          {archive.Settings{URL: evicts.url()}, "maxmemory-policy is volatile-lru"},
		"a full server":     {archive.Settings{URL: full.url()}, "OOM"},
		"a sentinel":        {archive.Settings{URL: "redis://127.0.0.1:" + sentinel.port}, "for a sentinel add ?master_name=NAME"},
		"no such master":    {archive.Settings{URL: "redis://127.0.0.1:" + sentinel.port + "?master_name=x"}, "sentinels"},
		"rights":            {archive.Settings{URL: withPassword(narrow, "reader", canary)}, "the user of the URL may not use SET"},
		"too few replicas":  {archive.Settings{URL: withPassword(main, "", canary), Wait: 1}, "0 of 1 replicas have the result"},
		"no server":         {archive.Settings{URL: "unix:///nowhere/s"}, "no such file"},
		"nothing at a port": {archive.Settings{URL: "redis://127.0.0.1:1"}, "connection refused"},
		"no TLS":            {archive.Settings{URL: "rediss://127.0.0.1:" + sentinel.port}, "no answer in time"},
	} {
		if err := refused(t, c.s); !strings.Contains(err, c.want) {
			t.Errorf("%s: %s, want %s", name, err, c.want)
		} else {
			t.Logf("%s: %s", name, err)
		}
	}
	opened(t, archive.Settings{URL: withPassword(main, "", canary)})
	opened(t, archive.Settings{URL: evicts.url(), AllowEviction: true})
	evicts.do("CONFIG", "SET", "maxmemory", "0") // nothing is evicted
	opened(t, archive.Settings{URL: evicts.url()})
}

// A server that does not tell its policy causes a warning, and is used.
func TestUnreadablePolicy(t *testing.T) {
	s := startServer(t, "", "--maxmemory", "50mb", "--maxmemory-policy", "allkeys-lru")
	s.do("ACL", "SETUSER", "writer", "on", ">word", "~shape:a1:*", "+@read", "+@write", "+scan", "+hello", "-info")
	var warned []error
	d := opened(t, archive.Settings{
		URL:  strings.Replace(s.url(), "unix://", "unix://writer:word@", 1),
		Warn: func(err error) { warned = append(warned, err) },
	})
	redeem(t, d, keep(t, d, "document"), "document")
	if len(warned) != 1 || !strings.Contains(warned[0].Error(), "does not tell its maxmemory-policy") {
		t.Errorf("%v", warned)
	}
}

// With appendfsync always a server that is killed loses nothing that was told.
func TestKilledServer(t *testing.T) {
	s := startServer(t, "", "--appendonly", "yes", "--appendfsync", "always")
	d := opened(t, archive.Settings{URL: s.url()})
	var told []archive.Handle
	for round := range 5 {
		stopped := make(chan struct{})
		go func() {
			defer close(stopped)
			for {
				h, err := d.Keep(context.Background(), fmt.Appendf(nil, "document %d", len(told)))
				if err != nil {
					return
				}
				told = append(told, h)
			}
		}()
		before := round * 100
		await(t, "documents", func() bool { return s.do("DBSIZE").(int64) > int64(before+100) })
		s.kill()
		<-stopped
		if _, err := d.Keep(t.Context(), []byte("document")); !errors.Is(err, archive.ErrStore) {
			t.Errorf("%v, want ErrStore", err)
		}
		s.start()
	}
	for i, h := range told {
		redeem(t, d, h, fmt.Sprintf("document %d", i))
	}
	t.Logf("%d handles, 5 kills", len(told))
}

// A call to a server that hangs ends by itself. The same store goes on after a restart.
func TestSlowServer(t *testing.T) {
	s := startServer(t, "")
	backend, err := open(archive.Settings{URL: s.url(), Limits: archive.Limits{Bytes: 100, Age: time.Hour}})
	if err != nil {
		t.Fatal(err)
	}
	defer backend.Close()
	const h = "aaaaaaaaaaaaaaaa"
	if err := backend.Put(t.Context(), h, []byte("value")); err != nil {
		t.Fatal(err)
	}
	s.do("CLIENT", "PAUSE", 100_000, "ALL")
	backend.(*store).time = 10 * time.Millisecond
	if err := backend.Put(t.Context(), h, []byte("value")); err == nil || err.Error() != "no answer in time" {
		t.Error(err)
	}
	if _, err := backend.Get(t.Context(), h); err == nil || err.Error() != "no answer in time" {
		t.Error(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := backend.Put(ended, h, []byte("value")); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want the end of the context", err)
	}
	backend.(*store).time = callTime
	s.kill()
	s.start()
	await(t, "a Put after the restart", func() bool { return backend.Put(t.Context(), h, []byte("value")) == nil })
}

// The files of a server, its keys and its values hold no document, no client, no handle
// and no hash.
func TestNoCanaryInTheStore(t *testing.T) {
	s := startServer(t, "", "--appendonly", "yes", "--appendfsync", "always", "--rdbcompression", "no", "--aof-use-rdb-preamble", "no")
	keys := keyFile(t, "5", "6")
	d := opened(t, archive.Settings{URL: s.url(), KeyFile: keys})
	var canaries [][]byte
	add := func(text []byte) {
		sum := sha256.Sum256(text)
		canaries = append(canaries, text, sum[:], []byte(hex.EncodeToString(sum[:])))
	}
	add(bytes.Repeat([]byte("5"), 64))
	add(bytes.Repeat([]byte{0x55}, 32))
	for i := range 1000 {
		word, owner := fmt.Appendf(nil, "canary-%d-%x", i, sha256.Sum256([]byte{byte(i), byte(i >> 8)})), fmt.Sprintf("Bearer owner-%d", i)
		document := fmt.Appendf(nil, `{"rows":[{"secret":%q}]}`, word)
		add(word)
		add(document)
		add([]byte(owner))
		of := d.For("authorization", owner)
		if i%2 == 1 {
			of = d.ForUnknown(owner)
		}
		h := keep(t, of, string(document))
		add([]byte(h))
		redeem(t, of, h, string(document))
	}
	s.do("SAVE")
	looked := 0
	look := func(place string, text []byte) {
		looked++
		for _, c := range canaries {
			if bytes.Contains(text, c) {
				t.Errorf("%s holds %.20q", place, c)
			}
		}
	}
	names := s.do("KEYS", "*").([]any)
	if len(names) != 1000 {
		t.Errorf("%d keys", len(names))
	}
	for _, name := range names {
		look("a key", []byte(name.(string)))
		look("DUMP", []byte(s.do("DUMP", name).(string)))
	}
	err := filepath.WalkDir(s.dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(path)
		look(e.Name(), text)
		t.Logf("%s: %d bytes", e.Name(), len(text))
		return err
	})
	if err != nil || looked < 2003 {
		t.Errorf("%d texts looked at: %v", looked, err)
	}
}

// Keep takes at most twice the document beside it, and so does Redeem.
func TestMemory(t *testing.T) {
	s := startServer(t, "")
	d := opened(t, archive.Settings{URL: s.url()})
	document := bytes.Repeat([]byte("0123456789abcdef"), 1<<19) // 8 MiB
	var h archive.Handle
	allocated := func(what string, run func() error) {
		var err error
		times := float64(testkit.Allocated(func() { err = run() })) / float64(len(document))
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s allocates %.2f times the document", what, times)
		if times > 2.1 {
			t.Errorf("%s allocates %.2f times the document", what, times)
		}
	}
	allocated("Keep", func() (err error) { h, err = d.Keep(t.Context(), document); return err })
	allocated("Redeem", func() error { _, err := d.Redeem(t.Context(), h); return err })
}

// A cluster of three nodes keeps each result at one of them.
func TestCluster(t *testing.T) {
	var nodes []*server
	for i := range 3 {
		port := freePort(t)
		nodes = append(nodes, startServer(t, port, "--cluster-enabled", "yes", "--cluster-port", freePort(t), "--cluster-config-file", fmt.Sprintf("nodes%d.conf", i)))
	}
	for i, n := range nodes {
		n.do("CLUSTER", "ADDSLOTSRANGE", i*5462, min(i*5462+5461, 16383))
		if i > 0 {
			bus := nodes[0].do("CONFIG", "GET", "cluster-port").(map[any]any)["cluster-port"]
			n.do("CLUSTER", "MEET", "127.0.0.1", nodes[0].port, bus)
		}
	}
	for _, n := range nodes {
		await(t, "a cluster", func() bool {
			info := n.do("CLUSTER", "INFO").(string)
			return strings.Contains(info, "cluster_state:ok") && strings.Contains(info, "cluster_known_nodes:3")
		})
	}
	if err := refused(t, archive.Settings{URL: "redis://127.0.0.1:" + nodes[0].port}); !strings.Contains(err, "add ?cluster=true") {
		t.Errorf("%s", err)
	}
	d := opened(t, archive.Settings{URL: "redis://127.0.0.1:" + nodes[0].port + "?cluster=true"})
	other := opened(t, archive.Settings{URL: "redis://127.0.0.1:" + nodes[2].port + "?addr=127.0.0.1:" + nodes[1].port})
	for i := range 300 {
		document := fmt.Sprintf("document %d", i)
		redeem(t, other, keep(t, d, document), document)
	}
	if err := refused(t, archive.Settings{URL: "redis://127.0.0.1:" + nodes[0].port + "?cluster=true", Wait: 1}); !strings.Contains(err, "0 of 1 replicas") {
		t.Error(err)
	}
	for _, n := range nodes {
		if size := n.do("DBSIZE").(int64); size == 0 {
			t.Errorf("the node at %s keeps nothing", n.port)
		}
	}
	if stat, err := d.Store.Stat(t.Context()); err != nil || stat.Documents != 300 {
		t.Errorf("%+v %v", stat, err)
	}
}

// The main server is killed in the middle of Puts, and Sentinel puts the replica in its place.
// With Wait no handle that was told is lost, and the same archive goes on.
func TestFailover(t *testing.T) {
	main := startServer(t, freePort(t))
	replica := startServer(t, freePort(t), "--replicaof", "127.0.0.1 "+main.port)
	await(t, "a replica", func() bool { return strings.Contains(main.do("INFO", "replication").(string), "state=online") })
	sentinel := startSentinel(t, "sentinel monitor m 127.0.0.1 "+main.port+" 1\nsentinel down-after-milliseconds m 300\nsentinel failover-timeout m 2000\n")
	await(t, "a sentinel", func() bool {
		return strings.Contains(sentinel.do("INFO", "sentinel").(string), "status=ok,address=127.0.0.1:"+main.port+",slaves=1")
	})
	s := archive.Settings{URL: "redis://127.0.0.1:" + sentinel.port + "?master_name=m"}
	waits := s
	waits.Store, waits.KeyFile, waits.Wait = "redis", keyFile(t, "1"), 1
	await(t, "a replica that confirms writes in time", func() bool {
		d, err := archive.Open(waits)
		if err == nil {
			d.Store.Close()
		}
		return err == nil
	})
	d, later := opened(t, waits), opened(t, s)
	told, failed := map[archive.Handle]string{}, 0
	for i := 0; ; i++ {
		document := fmt.Sprintf("document %d", i)
		h, err := d.Keep(t.Context(), []byte(document))
		if err == nil {
			told[h] = document
		} else if len(told) >= 500 {
			if failed++; failed > 1 {
				break
			}
		}
		if len(told) == 500 && failed == 0 {
			go main.run.Process.Kill()
		}
	}
	await(t, "another main server", func() bool { return strings.Contains(replica.do("INFO", "replication").(string), "role:master") })
	await(t, "Puts after the failover", func() bool {
		_, err := later.Keep(t.Context(), []byte("later"))
		return err == nil
	})
	for h, document := range told {
		redeem(t, later, h, document)
	}
	if _, err := d.Keep(t.Context(), []byte("x")); !errors.Is(err, archive.ErrStore) || !strings.Contains(err.Error(), "0 of 1 replicas") {
		t.Errorf("%v, want too few replicas", err)
	}
	t.Logf("%d handles", len(told))
}
