package profiles

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// A pattern too many is refused at its place, and home and /etc have a room of their own.
func TestPatternsAreBounded(t *testing.T) {
	mask := func(size, n int) (all []PrivacyMask) {
		for i := range n {
			all = append(all, PrivacyMask{Pattern: fmt.Sprint(i) + strings.Repeat(fmt.Sprintf("a{%d}", size/10), 10)})
		}
		return all
	}
	section := func(size, n int, trusted bool) Privacy { return Privacy{Mask: mask(size, n), Trusted: trusted} }
	for name, test := range map[string]struct {
		sections []Privacy
		want     string // "" if all is good
	}{
		"one":               {[]Privacy{section(9900, 1, false)}, ""},
		"one too large":     {[]Privacy{section(10000, 1, false)}, "/privacy/mask/0/pattern: the pattern compiles to about 10012 instructions; at most 10000"},
		"one too long":      {[]Privacy{{Mask: []PrivacyMask{{Pattern: strings.Repeat("a", 8<<10+1)}}}}, "/privacy/mask/0/pattern: the pattern has 8193 bytes; at most 8192"},
		"a file":            {[]Privacy{section(9000, 5, false)}, ""},
		"a file too large":  {[]Privacy{section(9000, 9, false)}, "/privacy/mask/5/pattern: up to here the patterns of the file compile to about 54072 instructions; at most 50000"},
		"too large in sum":  {[]Privacy{section(9000, 5, false), section(9000, 5, false), section(9000, 2, false)}, "/privacy/mask/1/pattern: up to here the patterns of all files compile to about 108144 instructions; at most 100000"},
		"a room of its own": {[]Privacy{section(9000, 5, false), section(9000, 5, false), section(9000, 5, true), section(9000, 5, true)}, ""},
		"that room is full": {[]Privacy{section(9000, 5, true), section(9000, 5, true), section(9000, 5, true)}, "/privacy/mask/1/pattern: up to here the patterns of all files compile"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := New(Spec{Privacy: test.sections})
			if test.want == "" {
				if err != nil {
					t.Fatal(err)
				}
				return
			}
			if err == nil || !strings.HasPrefix(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%v\nwant %s", err, test.want)
			}
		})
	}
}

// Few bytes that compile to a gigabyte are refused before they take it.
func TestPatternsTakeLittleToRefuse(t *testing.T) {
	var all []PrivacyMask
	for i := range 200 {
		var letters []string
		for j := range 50 {
			letters = append(letters, string(rune('a'+(i+j)%26))+"{1000}")
		}
		all = append(all, PrivacyMask{Pattern: "(?i)(" + strings.Join(letters, "|") + ")"})
	}
	classes := []PrivacyMask{}
	for range 60 {
		classes = append(classes, PrivacyMask{Pattern: "x" + strings.Repeat(`\pL`, 5400)})
	}
	for name, masks := range map[string][]PrivacyMask{"repeats": all, "classes": classes} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := New(Spec{Privacy: []Privacy{{Mask: masks}}})
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; err == nil || took > 64<<20 {
			t.Errorf("%s: %d bytes, %v", name, took, err)
		}
	}
}
