package fieldmask

import "testing"

// Whatever parses prints as itself, and every fault has a place in the mask.
func FuzzLawsParse(f *testing.F) {
	for _, c := range parses {
		f.Add(c.mask)
	}
	for _, c := range faults {
		f.Add(c.mask)
	}
	f.Fuzz(func(t *testing.T, mask string) {
		for _, parse := range []func(string) ([]Path, error){Parse, ParseFields} {
			paths, err := parse(mask)
			if err != nil {
				if e := syntax(t, err); e.Offset < 0 || e.Offset > len(mask) {
					t.Fatalf("%v: offset %d of %d bytes", err, e.Offset, len(mask))
				}
				continue
			}
			if len(paths) == 0 || len(paths) > MaxPaths {
				t.Fatalf("%q: %d paths", mask, len(paths))
			}
			for _, p := range paths {
				if len(p.String()) <= MaxBytes {
					checkIdentity(t, p)
				}
			}
		}
	})
}

// A compiled glob agrees with the definition of one.
func FuzzLawsGlob(f *testing.F) {
	for _, c := range globs {
		f.Add(c.pattern, c.name)
	}
	f.Fuzz(func(t *testing.T, pattern, name string) {
		if len(pattern) > 300 || len(name) > 300 {
			return
		}
		if got := MatchGlob(pattern, name); got != fits(pattern, name) {
			t.Fatalf("MatchGlob(%q, %q) = %v", pattern, name, got)
		}
	})
}

// fits is the definition of a glob, with a star for any run of bytes. It tracks the beginnings
// of the name that fit the pattern so far.
func fits(pattern, name string) bool {
	fit := make([]bool, len(name)+1)
	fit[0] = true
	for _, c := range []byte(pattern) {
		if c == '*' {
			for i := range len(name) {
				fit[i+1] = fit[i+1] || fit[i]
			}
			continue
		}
		for i := len(name); i > 0; i-- {
			fit[i] = fit[i-1] && name[i-1] == c
		}
		fit[0] = false
	}
	return fit[len(name)]
}
