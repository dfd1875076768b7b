package config

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"
)

func savedInPlace(s *site) {
	s.startAt(1)
	s.save(2)
	s.sees(2)
}

func fiftySaves(s *site) {
	s.startAt(1)
	for n := 2; n <= 51; n++ {
		s.save(n)
		s.pause(rand.N(6 * time.Millisecond))
	}
	s.sees(51)
}

func truncatedThenWritten(s *site) {
	s.startAt(1)
	stop := s.spectate()
	s.must(os.Truncate(s.path, 0))
	s.pause(80 * time.Millisecond)
	s.save(2)
	s.sees(2)
	if seen := stop(); !slices.Equal(seen, []int{1, 2}) {
		s.Errorf("seen %v", seen)
	}
}

func writtenByteByByte(s *site) {
	s.startAt(1)
	stop := s.spectate()
	f, err := os.Create(s.path)
	s.must(err)
	for _, b := range short(2) {
		_, err := f.Write([]byte{b})
		s.must(err)
		s.pause(15 * time.Millisecond)
	}
	s.must(f.Close())
	s.sees(2)
	if seen := stop(); !slices.Equal(seen, []int{1, 2}) {
		s.Errorf("seen %v", seen)
	}
}

func renamedOver(s *site) {
	s.startAt(1)
	for n := 2; n <= 6; n++ {
		s.replace(s.path, content(n))
		s.sees(n)
	}
}

func savedByVim(s *site) {
	s.startAt(1)
	for n := 2; n <= 6; n++ {
		s.saveAsVim(n)
		s.sees(n)
	}
}

func (s *site) saveAsVim(n int) {
	s.must(os.Rename(s.path, s.path+"~"))
	s.save(n)
	s.must(os.Remove(s.path + "~"))
}

func deletedAndMadeAgain(s *site) {
	s.startAt(1)
	s.must(os.Remove(s.path))
	s.misses()
	s.uses(1)
	s.save(2)
	s.sees(2)
	if s.w.Status().Missing {
		s.Error("still reported as missing")
	}
}

func invalidForAWhile(s *site) {
	s.startAt(1)
	s.replace(s.path, []byte(`{"global": `)) // whole at once, so that one fault is seen
	s.refuses()
	s.uses(1)
	for range 3 {
		if s.w.Reload(context.Background()) == nil {
			s.Error("a reload of a refused file is no error")
		}
	}
	if n := s.log.logged(); n != 1 {
		s.Errorf("logged %d times", n)
	}
	s.save(2)
	s.sees(2)
}

func invalidThenAsBefore(s *site) {
	s.startAt(1)
	s.keeps(func() {
		s.write(s.path, []byte(`{`))
		s.refuses()
		s.save(1)
		s.sees(1)
	})
}

func emptied(s *site) {
	s.startAt(1)
	s.must(os.Truncate(s.path, 0))
	s.refuses()
	s.uses(1)
}

func touched(s *site) {
	s.startAt(1)
	s.keeps(func() {
		for i := range 10 {
			s.must(os.Chmod(s.path, 0o600|os.FileMode(i&0o44)))
			s.must(os.Chtimes(s.path, time.Now(), time.Now().Add(time.Duration(i)*time.Hour)))
		}
	})
}

func sameSizeAndTime(s *site) {
	s.startAt(1)
	before, err := os.Stat(s.path)
	s.must(err)
	s.save(2)
	s.must(os.Chtimes(s.path, before.ModTime(), before.ModTime()))
	after, err := os.Stat(s.path)
	s.must(err)
	if before.Size() != after.Size() || !before.ModTime().Equal(after.ModTime()) {
		s.Fatal("another size or time")
	}
	s.sees(2)
}

func older(s *site) {
	s.startAt(1)
	s.write(s.path+".old", content(2))
	s.must(os.Chtimes(s.path+".old", time.Now(), time.Now().Add(-24*time.Hour)))
	s.must(os.Rename(s.path+".old", s.path))
	s.sees(2)
}

func tooLarge(s *site) {
	s.startAt(1)
	s.write(s.path, append(content(2), make([]byte, 2<<20)...))
	s.refuses()
	s.uses(1)
	s.save(3)
	s.sees(3)
}

func hardLinkSwapped(s *site) {
	s.startAt(1)
	s.write(s.in("other"), content(2))
	s.must(os.Link(s.in("other"), s.path+".tmp"))
	s.must(os.Rename(s.path+".tmp", s.path))
	s.sees(2)
}

func checkedOutAgain(s *site) {
	s.startAt(1)
	for n := 2; n <= 11; n++ {
		s.must(os.RemoveAll(filepath.Dir(s.path)))
		s.mkdir(filepath.Dir(s.path))
		s.save(n)
	}
	s.sees(11)
}

func busyNeighbour(s *site) {
	s.o.Debounce, s.o.MaxWait = 300*time.Millisecond, 600*time.Millisecond // longer than any gap in the noise
	s.startAt(1)
	quit, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for ; ; s.pause(time.Millisecond) {
			select {
			case <-quit:
				return
			default:
				_ = os.WriteFile(s.path+".log", []byte("noise"), 0o644)
			}
		}
	}()
	s.save(2)
	s.sees(2) // during the noise, without any quiet time
	close(quit)
	<-stopped
}

// ourOwnSave saves like `shape config set` and init: it renames a new file over the old one.
// No list of own writes is needed, since only content counts.
func ourOwnSave(s *site) {
	s.startAt(1)
	s.keeps(func() { s.replace(s.path, content(1)) })
	s.replace(s.path, content(2))
	s.sees(2)
	s.keeps(func() {})
	if g := s.w.Status().Generation; g != 2 {
		s.Errorf("generation %d, want 2", g)
	}
}
