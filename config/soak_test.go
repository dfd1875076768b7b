package config

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestSoak saves in every style at many sites, with the usual timing, while eight goroutines
// read them all. No answer is torn or stale, and each save comes into use. With SHAPE_SOAK=1
// it makes 10,000 saves in each mode and takes about five minutes. On a machine without other
// work each save must be in use in time:
//
//	SHAPE_SOAK=1 go test -run TestSoak -timeout 1h -v ./config
func TestSoak(t *testing.T) {
	skipIfShort(t)
	sites, saves := 8, 4
	if soaking {
		sites, saves = 50, 200
	}
	for _, mode := range []Mode{ModeNotify, ModePoll} {
		t.Run(string(mode), func(t *testing.T) {
			if !soaking {
				t.Parallel() // both wait most of the time
			}
			soak(t, mode, sites, saves)
		})
	}
}

var soaking = os.Getenv("SHAPE_SOAK") != ""

func soak(t *testing.T, mode Mode, sites, saves int) {
	limit := 1500 * time.Millisecond
	if mode == ModePoll {
		limit = 3 * time.Second
	}
	var all []*soaked
	for range sites {
		s := &soaked{site: newSite(t, mode)}
		s.o.Debounce, s.o.MaxWait, s.o.Poll = 0, 0, 0
		s.startAt(1)
		s.written.Store(1)
		all = append(all, s)
	}
	stopReading := readAll(t, all)
	stopMeasuring := measureStalls()
	var savers sync.WaitGroup
	for _, s := range all {
		savers.Go(func() { s.saveOften(saves) })
	}
	savers.Wait()
	heldUp := stopMeasuring()
	answers := stopReading()

	var took []time.Duration
	for _, s := range all {
		took = append(took, s.took...)
	}
	slices.Sort(took)
	median, worst := took[len(took)/2], took[len(took)-1]
	t.Logf("%s: %d of %d saves in use, median %v, worst %v; %d answers; the machine held up a reload for up to %v",
		mode, len(took), sites*saves, median, worst, answers, heldUp)
	if soaking && worst > limit+heldUp {
		t.Errorf("a save took %v to be in use, more than %v", worst, limit+heldUp)
	}
}

// soaked is a site that counts saves and answers.
type soaked struct {
	*site
	written, live atomic.Int64 // the last n begun, and the last n seen in use
	took          []time.Duration
}

// saveOften saves in every style, sometimes twice in a row, and waits for the
// last to be in use.
func (s *soaked) saveOften(saves int) {
	styles := []func(int){s.save, s.saveInPieces, s.saveBeside, s.saveAsVim, s.checkOut, s.swap}
	n := 1
	for i := range saves {
		for range 1 + rand.N(2) {
			n++
			s.written.Store(int64(n))
			styles[(i+rand.N(2))%len(styles)](n)
		}
		begin := time.Now()
		s.sees(n)
		s.took = append(s.took, time.Since(begin))
		s.live.Store(int64(n))
	}
}

func (s *soaked) saveInPieces(n int) {
	s.must(os.Truncate(s.path, 0))
	s.pause(rand.N(100 * time.Millisecond))
	s.save(n)
}

func (s *soaked) saveBeside(n int) { s.replace(s.path, content(n)) }

// checkOut changes the files like git does for a branch and back.
func (s *soaked) checkOut(n int) {
	s.must(os.RemoveAll(filepath.Dir(s.path)))
	s.mkdir(filepath.Dir(s.path))
	s.save(n)
}

func (s *soaked) swap(n int) {
	s.publish(n)
	s.relink("..data/"+filepath.Base(s.path), s.path)
}

// readAll reads all sites in eight goroutines until stop is called; stop returns the number of
// reads.
func readAll(t *testing.T, all []*soaked) (stop func() int64) {
	var answers atomic.Int64
	var readers sync.WaitGroup
	ctx, cancel := context.WithCancel(context.Background())
	for range 8 {
		readers.Go(func() {
			seen := make([]int64, len(all))
			for ctx.Err() == nil {
				for i, s := range all {
					seen[i] = s.read(t, seen[i])
				}
				answers.Add(int64(len(all)))
				runtime.Gosched() // a saver on the same processor is next
			}
		})
	}
	return func() int64 { cancel(); readers.Wait(); return answers.Load() }
}

// read returns the n in use. It is never less than one seen before, nor more than the last
// written.
func (s *soaked) read(t *testing.T, before int64) int64 {
	atLeast := max(before, s.live.Load())
	n, err := valueOf(s.w.Current().Profiles())
	if err != nil || int64(n) < atLeast || int64(n) > s.written.Load() {
		t.Errorf("in use is %d, after %d, with %d written: %v", n, atLeast, s.written.Load(), err)
	}
	return int64(n)
}
