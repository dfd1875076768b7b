package config

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

func absentAtStart(s *site) {
	s.start()
	s.uses(0)
	s.save(1)
	s.sees(1)
}

func directoriesAbsentAtStart(s *site) {
	s.o.Dir = s.in("project/not/yet")
	s.path = filepath.Join(s.o.Dir, ".code-scalpel/response_config.json")
	s.start()
	s.uses(0)
	s.mkdir(s.in("project/not"))
	s.keeps(func() {})
	s.mkdir(filepath.Dir(s.path))
	s.save(1)
	s.sees(1)
}

func directoryMadeAgain(s *site) {
	s.startAt(1)
	for n := 2; n <= 4; n++ {
		s.must(os.RemoveAll(filepath.Dir(s.path)))
		s.misses()
		s.uses(n - 1)
		s.mkdir(filepath.Dir(s.path))
		s.save(n)
		s.sees(n)
	}
}

func directorySwapped(s *site) {
	s.startAt(1)
	dir := filepath.Dir(s.path)
	s.mkdir(dir + ".new")
	s.write(filepath.Join(dir+".new", filepath.Base(s.path)), content(2))
	s.must(os.Rename(dir, dir+".old"))
	s.must(os.Rename(dir+".new", dir))
	s.sees(2)
	s.save(3)
	s.sees(3)
}

// configMapSwap swaps a ConfigMap like the kubelet. It makes a new directory, renames a new
// link ..data over the old one, and removes the old directory.
func configMapSwap(s *site) {
	s.publish(1)
	s.must(os.Symlink("..data/"+filepath.Base(s.path), s.path))
	s.start()
	s.uses(1)
	for n := 2; n <= 7; n++ {
		s.publish(n)
		s.sees(n)
	}
}

func (s *site) publish(n int) {
	dir := filepath.Dir(s.path)
	version := fmt.Sprintf("..version_%d", n)
	s.mkdir(filepath.Join(dir, version))
	s.write(filepath.Join(dir, version, filepath.Base(s.path)), content(n))
	s.relink(version, filepath.Join(dir, "..data"))
	s.must(os.RemoveAll(filepath.Join(dir, fmt.Sprintf("..version_%d", n-1))))
}

func behindLink(s *site) {
	s.mkdir(s.in("a"))
	s.mkdir(s.in("b"))
	s.mkdir(s.in("between"))
	s.write(s.in("a/file"), content(1))
	s.write(s.in("b/file"), content(3))
	s.must(os.Symlink("../a/file", s.in("between/link")))
	s.must(os.Symlink("../../between/link", s.path))
	s.start()
	s.uses(1)
	s.write(s.in("a/file"), content(2))
	s.sees(2)
	s.relink(s.in("b/file"), s.in("between/link"))
	s.sees(3)
	s.write(s.in("b/file"), content(4))
	s.sees(4)
	s.relink(s.in("a/file"), s.path)
	s.sees(2)
	s.replace(s.in("a/file"), content(5))
	s.sees(5)
}

func behindDirectoryLink(s *site) {
	for n := 1; n <= 2; n++ {
		dir := s.in(fmt.Sprintf("releases/%d/.code-scalpel", n))
		s.mkdir(dir)
		s.write(filepath.Join(dir, filepath.Base(s.path)), content(n))
	}
	s.must(os.Symlink("releases/1", s.in("current")))
	s.o.Dir = s.in("current")
	s.start()
	s.uses(1)
	s.relink("releases/2", s.in("current"))
	s.sees(2)
	s.write(s.in("releases/2/.code-scalpel/response_config.json"), content(3))
	s.sees(3)
}

func linkLoop(s *site) {
	s.startAt(1)
	s.relink(s.path, s.path)
	s.refuses()
	s.uses(1)
	s.replace(s.path, content(2))
	s.sees(2)
}

func notAFile(s *site) {
	s.startAt(1)
	for n, create := range []func(string) error{
		func(path string) error { return os.Mkdir(path, 0o755) },
		func(path string) error { return exec.Command("mkfifo", path).Run() },
		func(path string) error { return os.Symlink(os.DevNull, path) },
	} {
		s.must(os.Remove(s.path))
		s.must(create(s.path))
		s.refuses()
		s.uses(n + 1)
		s.must(os.Remove(s.path))
		s.save(n + 2)
		s.sees(n + 2)
	}
}
