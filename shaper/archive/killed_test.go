package archive

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestSoakKilled kills processes that put documents, at any moment, and checks the store. Each
// document that a process reported is there, and none is incomplete. With SHAPE_SOAK=1 it
// kills 2,000 processes:
//
//	SHAPE_SOAK=1 go test -run TestSoakKilled -timeout 1h -v ./shaper/archive
func TestSoakKilled(t *testing.T) {
	path := childIn(t)
	if path != "" {
		putForEver(t, path)
	}
	path = filepath.Join(t.TempDir(), "archive")
	kills := 12
	if os.Getenv("SHAPE_SOAK") != "" {
		kills = 2000
	}
	store, err := OpenDirectory(path, killedLimits)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	d := Archive{Store: store}
	for life := range kills {
		said := killSome(t, path, d, life)
		for n := range said + 2 {
			document := documentOf(life, n)
			got, err := d.Redeem(ctx, d.Key.handle(document))
			if err != nil && n < said {
				t.Fatalf("life %d: document %d was put, and is not there: %v", life, n, err)
			}
			if err == nil && string(got) != string(document) {
				t.Fatalf("life %d: document %d is another", life, n)
			}
		}
	}
	halves := halvesIn(t, path)
	stat, statErr := d.Store.Stat(ctx)
	t.Logf("%d processes killed; %d files were never finished; %+v %v", kills, len(halves), stat, statErr)
	if stat.Bytes > killedLimits.Bytes {
		t.Error("the limit is broken")
	}
	again, err := OpenDirectory(path, killedLimits)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	for _, name := range halvesIn(t, path) {
		if info, err := os.Stat(name); err == nil && info.Size() > 0 {
			t.Errorf("%s of a killed process is there after the next one opened the archive", name)
		}
	}
}

// halvesIn is the files in a directory that were never finished.
func halvesIn(t *testing.T, path string) []string {
	t.Helper()
	halves, err := filepath.Glob(filepath.Join(path, unfinished+"*"))
	if err != nil {
		t.Fatal(err)
	}
	return halves
}

// killedLimits keep all documents of one process, and make it remove those of others.
var killedLimits = Limits{Bytes: 32 << 20}

// documentOf returns the n-th document of a process. Each one differs, and has up to 200 KB,
// so that a write takes time.
func documentOf(life, n int) []byte {
	random := rand.New(rand.NewPCG(uint64(life), uint64(n)))
	document := make([]byte, random.IntN(200<<10))
	for i := range document {
		document[i] = byte(random.Uint32())
	}
	return document
}

// putForEver puts documents until it is killed, and prints the number of each.
func putForEver(t *testing.T, path string) {
	life, err := strconv.Atoi(os.Getenv("SHAPE_TEST_LIFE"))
	if err != nil {
		t.Fatal(err)
	}
	store, err := OpenDirectory(path, killedLimits)
	if err != nil {
		t.Fatal(err)
	}
	for n := 0; ; n++ {
		if _, err := (Archive{Store: store}).Keep(ctx, documentOf(life, n)); err != nil {
			t.Fatal(err)
		}
		fmt.Printf("\nput %d\n", n)
	}
}

// killSome starts a process and kills it after some documents, while it writes another
// one. It returns how many it said it had put.
func killSome(t *testing.T, path string, d Archive, life int) (said int) {
	t.Helper()
	cmd := childOf(t, path, nil)
	cmd.Env = append(cmd.Env, "SHAPE_TEST_LIFE="+strconv.Itoa(life))
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	most := 1 + rand.IntN(8)
	next := documentOf(life, most)
	lines := bufio.NewScanner(out)
	for said < most && lines.Scan() {
		if strings.HasPrefix(lines.Text(), "put ") {
			said++
		}
	}
	for range rand.IntN(60) { // it is being written now
		if got, err := d.Redeem(ctx, d.Key.handle(next)); err == nil && string(got) != string(next) {
			t.Errorf("half of a document is served while it is written")
		}
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "put ") {
			said++
		}
	}
	cmd.Wait() // reports the kill
	if said < most {
		t.Fatalf("life %d ended by itself, after %d documents", life, said)
	}
	return said
}
