package plan

import (
	"fmt"
	"slices"
	"testing"

	"github.com/seed-7aa78ce4/shape/fieldmask"
)

// TestSpots checks the ends of last words of names in any case of letters.
func TestSpots(t *testing.T) {
	for _, c := range []struct {
		names, text string
		want        []int
	}{
		{"password", "password Password PASSWORD", []int{8, 17, 26}},
		{"password", "passwords, pass word", nil},
		{"password", "db_password", []int{11}},
		{"api_key,apiKey", "X-API-KEY: key", []int{9, 14}},
		{"apikey", "api_key", []int{7}},
		{"token,password", "token password", []int{5, 14}},
		{"id", "id and did", []int{2, 10}},
		{"x", "x", nil},
	} {
		paths, err := fieldmask.ParseFields(c.names)
		if err != nil {
			t.Fatal(err)
		}
		if got := spotsIn(newSpots(paths), c.text); !slices.Equal(got, c.want) {
			t.Errorf("%s in %q: %d, not %d", c.names, c.text, got, c.want)
		}
	}
}

func spotsIn(s *Spots, text string) (ends []int) {
	for at := 0; s != nil; {
		if at = s.Next([]byte(text), at); at > len(text) {
			break
		}
		ends = append(ends, at)
	}
	return ends
}

// More pairs of bytes than numbers for them are all found.
func TestManySpots(t *testing.T) {
	var paths []fieldmask.Path
	for i := range 26 * 26 {
		name := fmt.Sprintf("%c%cword%c%c", 'a'+i/26, 'a'+i%26, 'a'+i%26, 'a'+i/26)
		more, err := fieldmask.ParseFields(name)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, more...)
	}
	s := newSpots(paths)
	for _, path := range paths {
		last, _ := path.Last()
		name := last.Written()
		if got := spotsIn(s, ". "+name+" ."); !slices.Equal(got, []int{2 + len(name)}) {
			t.Errorf("%s: %d", name, got)
		}
	}
}
