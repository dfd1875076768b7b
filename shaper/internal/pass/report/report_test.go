package report

import (
	"fmt"
	"slices"
	"testing"
)

// All values are counted. The first places are spelled, each once.
func TestNotedPlaces(t *testing.T) {
	var p Places
	spelled := 0
	note := func(n int, at string) { p.Note(n, func() string { spelled++; return at }) }
	note(0, "/none")
	note(2, "/a")
	note(1, "/a")
	note(1, "/b")
	if want := (Places{Count: 4, At: []string{"/a", "/b"}}); p.Count != want.Count || !slices.Equal(p.At, want.At) || spelled != 3 {
		t.Errorf("%+v after %d places, want %+v", p, spelled, want)
	}
	for i := range 2 * maxPlaces {
		note(1, fmt.Sprint("/", i))
	}
	if p.Count != 4+2*maxPlaces || len(p.At) != maxPlaces || p.At[maxPlaces-1] != fmt.Sprint("/", maxPlaces-3) {
		t.Errorf("%+v", p)
	}
	if spelled != 3+maxPlaces-2 {
		t.Errorf("%d places were spelled, where there is no room for more", spelled)
	}
}

// After many values no new place is spelled.
func TestPlacesAreLookedAtForAWhile(t *testing.T) {
	var p Places
	for range maxLooked - 1 {
		p.Note(1, func() string { return "/a" })
	}
	for _, at := range []string{"/b", "/c"} {
		p.Note(1, func() string { return at })
	}
	if p.Count != maxLooked+1 || !slices.Equal(p.At, []string{"/a", "/b"}) {
		t.Errorf("%+v", p)
	}
}

// Places in a document inside begin with the place of that document.
func TestPlacesOfInner(t *testing.T) {
	inner := Places{Count: 100}
	for i := range maxPlaces {
		inner.At = append(inner.At, fmt.Sprint("/", i))
	}
	p := Places{Count: 1, At: []string{"/a"}}
	p.join(Places{Count: 7}, func() string { return "/nowhere" })
	p.join(inner, func() string { return "/b" })
	if p.Count != 108 || len(p.At) != maxPlaces || p.At[1] != "/b/0" || p.At[maxPlaces-1] != fmt.Sprint("/b/", maxPlaces-2) {
		t.Errorf("%+v", p)
	}
}
