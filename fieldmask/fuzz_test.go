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

// A compiled glob agrees with the plain recursive definition of one.
func FuzzLawsGlob(f *testing.F) {
	for _, c := range globs {
		f.Add(c.pattern, c.name)
	}
	f.Fuzz(func(t *testing.T, pattern, name string) {
		if len(pattern) > 30 || len(name) > 30 {
			return
		}
		if got, _ := MatchGlob(pattern, name); got != fits(pattern, name) {
			t.Fatalf("MatchGlob(%q, %q) = %v", pattern, name, got)
		}
	})
}

// fits is a glob as it is defined: a star stands for any run of bytes.
func fits(pattern, name string) bool {
	if pattern == "" {
		return name == ""
	}
	if pattern[0] != '*' {
		return name != "" && name[0] == pattern[0] && fits(pattern[1:], name[1:])
	}
	return fits(pattern[1:], name) || name != "" && fits(pattern, name[1:])
}
