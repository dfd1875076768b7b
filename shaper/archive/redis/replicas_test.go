package redis

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"

	"github.com/seed-7aa78ce4/shape/shaper/archive"
)

// The variables that make a process of this test a replica: the URL and the file of keys, and the
// first number of its documents.
const (
	replicaURL   = "SHAPE_TEST_REPLICA_URL"
	replicaKeys  = "SHAPE_TEST_REPLICA_KEYS"
	replicaFirst = "SHAPE_TEST_REPLICA_FIRST"
)

// TestMain gives calls more time than a busy machine takes.
func TestMain(m *testing.M) {
	callTime = 4 * time.Second
	if url := os.Getenv(replicaURL); url != "" {
		replica(url)
		return
	}
	os.Exit(m.Run())
}

// owners is the number of clients; a document of number n belongs to client n % owners.
const owners = 7

func ownerOf(d archive.Archive, n int) archive.Archive {
	if n%owners == 0 {
		return d.ForUnknown("address")
	}
	return d.For("authorization", fmt.Sprint("owner ", n%owners))
}

func documentOf(n int) string {
	return fmt.Sprintf(`{"document":%d,"text":"%s"}`, n, strings.Repeat("x", n%5000))
}

// replica keeps documents until it is killed, and prints each handle after Keep told it.
func replica(url string) {
	d, err := archive.Open(archive.Settings{Store: "redis", URL: url, KeyFile: os.Getenv(replicaKeys)})
	if err != nil {
		fmt.Println(err)
		return
	}
	var first int
	fmt.Sscan(os.Getenv(replicaFirst), &first)
	for n := first; ; n++ {
		h, err := ownerOf(d, n).Keep(context.Background(), []byte(documentOf(n)))
		if err != nil {
			continue
		}
		fmt.Println(n, h)
	}
}

// toldHandle is a handle that a client saw.
type toldHandle struct {
	number int
	handle archive.Handle
}

// Of 10,000 handles that replicas told, each opens elsewhere for its owner and for no other
// client, whenever any replica is killed.
func TestKilledReplicas(t *testing.T) {
	t.Run("two of redis", func(t *testing.T) {
		killReplicas(t, 2, startServer(t, "").url())
	})
	t.Run("three of redis", func(t *testing.T) {
		killReplicas(t, 3, startServer(t, "", "--appendonly", "yes", "--appendfsync", "always").url())
	})
	t.Run("three of miniredis", func(t *testing.T) {
		killReplicas(t, 3, "redis://"+miniredis.RunT(t).Addr())
	})
}

func killReplicas(t *testing.T, replicas int, url string) {
	settings := archive.Settings{URL: url, KeyFile: keyFile(t, "7", "8")}
	const handles = 10_000
	var (
		came    = make(chan toldHandle)
		running = make([]*exec.Cmd, replicas)
		readers sync.WaitGroup
		next    int
	)
	start := func(i int) {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), replicaURL+"="+settings.URL, replicaKeys+"="+settings.KeyFile, fmt.Sprint(replicaFirst, "=", next))
		next += 1_000_000
		out, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		running[i] = cmd
		readers.Go(func() {
			for lines := bufio.NewScanner(out); lines.Scan(); {
				var one toldHandle
				if n, _ := fmt.Sscan(lines.Text(), &one.number, &one.handle); n != 2 || !one.handle.IsValid() {
					continue // torn by the kill
				}
				came <- one
			}
		})
	}
	kill := func(i int) {
		running[i].Process.Kill()
		running[i].Wait()
	}
	for i := range running {
		start(i)
	}
	var told []toldHandle
	kills, seen := 0, 0
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for len(told) < handles {
		select {
		case one := <-came:
			told = append(told, one)
		case <-ctx.Done():
			t.Fatalf("%d handles in a minute", len(told))
		}
		if len(told) > seen+200 { // each has told some since the last kill
			i := rand.IntN(replicas)
			kill(i)
			start(i)
			kills++
			seen = len(told)
		}
	}
	for i := range running {
		kill(i)
	}
	go func() {
		readers.Wait()
		close(came)
	}()
	for one := range came {
		told = append(told, one)
	}
	another := opened(t, settings)
	lost, foreign := 0, 0
	for _, one := range told {
		if document, err := ownerOf(another, one.number).Redeem(t.Context(), one.handle); err != nil || string(document) != documentOf(one.number) {
			lost++
		}
		if _, err := ownerOf(another, one.number+1).Redeem(t.Context(), one.handle); err != archive.ErrUnknown {
			foreign++
		}
	}
	t.Logf("%d handles, %d kills: %d lost, %d foreign", len(told), kills, lost, foreign)
	if lost > 0 || foreign > 0 || kills < 5 {
		t.Errorf("%d of %d handles are lost, %d open for another client; %d kills", lost, len(told), foreign, kills)
	}
}
