package redis

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	goredis "github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/logging"

	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
)

func init() { archive.Register("redis", open) }

const (
	defaultPrefix = "shape:a1:"
	waitTime      = 300 * time.Millisecond // of a call, for replicas
	startTime     = 5 * time.Second
	statTime      = 5 * time.Second
	probeAge      = 10 * time.Second
	probeValue    = "shape"
	scanned       = 1000 // keys that one step of Stat asks for
	mostError     = 160  // bytes of an error of the server
)

// callTime bounds a Put or a Get. Tests set it.
var callTime = 500 * time.Millisecond

// store is a backend on a server. It is safe for concurrent use.
type store struct {
	client goredis.UniversalClient
	prefix string
	limits archive.Limits
	wait   int           // replicas
	time   time.Duration // of a call
}

// open connects to a server, and holds it against the needs of an archive.
func open(s archive.Settings) (archive.Store, error) {
	logging.Disable() // faults are errors and warnings of the archive
	client, err := newClient(s.URL)
	if err != nil {
		return nil, err
	}
	r := &store{client: client, prefix: cmp.Or(s.Prefix, defaultPrefix), limits: s.Limits, wait: s.Wait, time: callTime}
	ctx, cancel := context.WithTimeout(context.Background(), startTime)
	defer cancel()
	if err = r.probe(ctx); err == nil {
		err = r.checkServers(ctx, s)
	}
	if err != nil {
		client.Close()
		return nil, err
	}
	return r, nil
}

// probe writes, reads and removes a value. A PING is no proof: a sentinel and a read-only
// replica answer it.
func (r *store) probe(ctx context.Context) error {
	key := r.prefix + "probe:" + rand.Text()
	err := r.set(ctx, key, []byte(probeValue), probeAge)
	if err != nil {
		return fmt.Errorf("probe: write: %w%s", err, hintOf(err))
	}
	value, err := r.client.GetRange(ctx, key, 0, int64(len(probeValue))).Result()
	switch {
	case err != nil:
		return fmt.Errorf("probe: read: %w", plain(err))
	case value != probeValue:
		return errors.New("probe: the value that was written is not there")
	}
	if err = r.client.Del(ctx, key).Err(); err != nil {
		return fmt.Errorf("probe: remove: %w", plain(err))
	}
	return nil
}

// hintOf says the repair for an error of the server that setups often have.
func hintOf(err error) string {
	for _, known := range [][2]string{
		{"READONLY", "the URL names a read-only replica"},
		{"MOVED", inCluster},
		{"ERR unknown command", "the server does not know SET; for a sentinel add ?master_name=NAME to the URL"},
		{"NOPERM", "the user of the URL may not use SET, GETRANGE and DEL under the prefix"},
	} {
		if strings.HasPrefix(err.Error(), known[0]) {
			return " (" + known[1] + ")"
		}
	}
	return ""
}

// checkServers refuses servers that lose or do not take results, by their own words. A server
// that does not tell its policy causes a warning.
func (r *store) checkServers(ctx context.Context, s archive.Settings) error {
	_, isCluster := r.client.(*goredis.ClusterClient)
	err := r.eachMaster(ctx, func(ctx context.Context, c *goredis.Client) error {
		text, err := c.Info(ctx).Result()
		if err != nil {
			return errUnread
		}
		return faultOf(text, isCluster, s.AllowEviction)
	})
	if errors.Is(err, errUnread) {
		if s.Warn != nil && !s.AllowEviction {
			s.Warn(fmt.Errorf("archive: redis: %w: it may remove results before they expire", errUnread))
		}
		return nil
	}
	return err
}

var errUnread = errors.New("the server does not tell its maxmemory-policy")

// faultOf returns an error if a server with that INFO may evict values, or is a node of a
// cluster without a client for clusters.
func faultOf(info string, isCluster, mayEvict bool) error {
	all := map[string]string{}
	for line := range strings.Lines(info) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		all[name] = value
	}
	switch policy := all["maxmemory_policy"]; {
	case all["cluster_enabled"] == "1" && !isCluster:
		return errors.New(inCluster)
	case policy == "":
		return errUnread
	case policy != "noeviction" && all["maxmemory"] != "0" && !mayEvict:
		return fmt.Errorf("the server's maxmemory-policy is %s, so it may remove results before they expire (set noeviction, or start with --allow-eviction)", policy)
	}
	return nil
}

const inCluster = "the server is a node of a cluster: add ?cluster=true to the URL"

// eachMaster visits the server, or all masters of a cluster.
func (r *store) eachMaster(ctx context.Context, visit func(context.Context, *goredis.Client) error) error {
	switch c := r.client.(type) {
	case *goredis.ClusterClient:
		return c.ForEachMaster(ctx, visit)
	case *goredis.Client:
		return visit(ctx, c)
	}
	return nil
}

func (r *store) Put(ctx context.Context, h archive.Handle, value []byte) error {
	ctx, cancel := context.WithTimeout(ctx, r.time)
	defer cancel()
	return r.set(ctx, r.prefix+string(h), value, r.limits.Age)
}

// set writes a value, whole or not at all. With wait it succeeds only after so many
// replicas have the value.
func (r *store) set(ctx context.Context, key string, value []byte, age time.Duration) error {
	if r.wait == 0 {
		return plain(r.client.Set(ctx, key, value, age).Err())
	}
	client := r.client
	cluster, isCluster := client.(*goredis.ClusterClient)
	if isCluster {
		node, err := cluster.MasterForKey(ctx, key)
		if err != nil {
			return plain(err)
		}
		client = node
	}
	var replicas *goredis.IntCmd
	_, err := client.Pipelined(ctx, func(p goredis.Pipeliner) error { // WAIT is about its connection
		p.Set(ctx, key, value, age)
		replicas = goredis.NewIntCmd(ctx, "wait", r.wait, waitTime.Milliseconds())
		return p.Process(ctx, replicas)
	})
	if err != nil {
		if isCluster {
			cluster.ReloadState(ctx) // the slot may have moved
		}
		return plain(err)
	}
	if n := replicas.Val(); n < int64(r.wait) {
		return fmt.Errorf("%d of %d replicas have the result", n, r.wait)
	}
	return nil
}

func (r *store) Get(ctx context.Context, h archive.Handle) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, r.time)
	defer cancel()
	// GETRANGE bounds a value that is not ours; it is empty for a missing one.
	value, err := r.client.GetRange(ctx, r.prefix+string(h), 0, r.limits.Bytes-1).Bytes()
	switch {
	case err != nil:
		return nil, plain(err)
	case len(value) == 0:
		return nil, archive.ErrUnknown
	}
	return value, nil
}

// Stat counts the values under the prefix, for at most 5 s. A value that comes or goes
// meanwhile may be counted or not.
func (r *store) Stat(ctx context.Context) (stat archive.Stat, err error) {
	ctx, cancel := context.WithTimeout(ctx, statTime)
	defer cancel()
	var mutex sync.Mutex // of stat: masters are asked at the same time
	err = r.eachMaster(ctx, func(ctx context.Context, c *goredis.Client) error {
		var cursor uint64
		for {
			keys, next, err := c.Scan(ctx, cursor, globEscape.Replace(r.prefix)+"*", scanned).Result()
			if err != nil {
				return err
			}
			sizes, err := c.Pipelined(ctx, func(p goredis.Pipeliner) error {
				for _, key := range keys {
					if archive.Handle(strings.TrimPrefix(key, r.prefix)).IsValid() {
						p.StrLen(ctx, key)
					}
				}
				return nil
			})
			if err != nil {
				return err
			}
			mutex.Lock()
			for _, size := range sizes {
				if n := size.(*goredis.IntCmd).Val(); n > 0 {
					stat.Documents++
					stat.Bytes += n
				}
			}
			mutex.Unlock()
			if cursor = next; cursor == 0 {
				return nil
			}
		}
	})
	if err != nil {
		return archive.Stat{}, plain(err)
	}
	return stat, nil
}

// globEscape escapes a prefix for the pattern of SCAN.
var globEscape = strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`, `]`, `\]`)

func (r *store) Close() error { return r.client.Close() }

// plain returns an error in plain words that shows no argument of a command: servers repeat them
// in the error for an unknown command.
func plain(err error) error {
	if err == nil {
		return nil
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded):
		return errors.New("no answer in time")
	case errors.Is(err, io.EOF):
		return errors.New("the server closed the connection")
	}
	if _, isServer := errors.AsType[goredis.Error](err); !isServer {
		return err
	}
	text, _, _ := strings.Cut(err.Error(), ", with args")
	text = words.Shorten(strings.ToValidUTF8(text, ""), mostError)
	return errors.New(strings.Map(func(c rune) rune {
		if c < ' ' {
			return ' '
		}
		return c
	}, text))
}
