package session

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

func readAll(file []byte) (all []string, err error) {
	r := NewReader(bytes.NewReader(file))
	for {
		content, err := r.Next()
		if err != nil {
			return all, err
		}
		all = append(all, string(content))
	}
}

func contents() (all []string, file []byte, ends []int) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 12 {
		random := make([]byte, r.IntN(300_000)*(i%2))
		for j := range random {
			random[j] = byte(r.Uint32())
		}
		content := strings.Repeat("line of some length\n", r.IntN(20_000)) + string(random) + "\n"
		all, file = append(all, content), Append(file, []byte(content))
		ends = append(ends, len(file))
	}
	return all, file, ends
}

// At each length of the file, all whole frames are read and nothing of the torn one.
func TestTornAtAnyByte(t *testing.T) {
	want, file, ends := contents()
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 60 {
		cut := r.IntN(len(file) + 1)
		if i < len(ends) {
			cut = ends[i]
		}
		whole := 0
		for whole < len(ends) && ends[whole] <= cut {
			whole++
		}
		got, err := readAll(file[:cut])
		isWhole := cut == 0 || whole > 0 && ends[whole-1] == cut
		if isWhole != (err == io.EOF) || !isWhole && !errors.Is(err, ErrTorn) || len(got) != whole {
			t.Fatalf("cut at %d: %d frames, want %d: %v", cut, len(got), whole, err)
		}
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("cut at %d: frame %d differs", cut, i)
			}
		}
	}
}

// A changed byte, or zeros of a disk that lost a write, end the reading before them.
func TestDamage(t *testing.T) {
	want, file, ends := contents()
	r := rand.New(rand.NewPCG(5, 6))
	for range 60 {
		at := r.IntN(len(file))
		damaged := bytes.Clone(file)
		if r.IntN(2) == 0 {
			damaged[at] ^= 1 << r.IntN(8)
		} else {
			clear(damaged[at:])
		}
		got, _ := readAll(damaged)
		for i := range got {
			if got[i] != want[i] && ends[i] > at {
				t.Fatalf("byte %d: frame %d differs", at, i)
			}
		}
	}
}

// Any file has an end: no bytes make the reader fail in another way.
func FuzzReader(f *testing.F) {
	f.Add(Append(nil, []byte("a\n")))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, file []byte) {
		if _, err := readAll(file); err != io.EOF && !errors.Is(err, ErrTorn) {
			t.Error(err)
		}
	})
}

// A frame of any small size is read: zstd writes no size in front of less than 256 bytes. A call
// whose result comes later has such a frame of its own.
func TestSmallFrames(t *testing.T) {
	var want []string
	var file []byte
	for n := 1; n < 600; n += 17 {
		want = append(want, strings.Repeat("x", n-1)+"\n")
		file = Append(file, []byte(want[len(want)-1]))
	}
	if got, err := readAll(file); err != io.EOF || strings.Join(got, "") != strings.Join(want, "") {
		t.Errorf("%d of %d frames: %v", len(got), len(want), err)
	}
}

// A frame is not read if its content is larger than a writer makes, also if it does not say so.
func TestLargeFrames(t *testing.T) {
	var b bytes.Buffer
	w, err := zstd.NewWriter(&b, zstd.WithEncoderConcurrency(1)) // a stream says no size
	if err != nil {
		t.Fatal(err)
	}
	for range 2 * Most >> 20 {
		w.Write(make([]byte, 1<<20))
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if got, err := readAll(b.Bytes()); !errors.Is(err, ErrTorn) || len(got) > 0 {
		t.Errorf("%d frames: %v", len(got), err)
	}
}
