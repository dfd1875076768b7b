package plan

import (
	"testing"

	"github.com/seed-7aa78ce4/shape/fieldmask"
)

func endingsOf(masks ...string) (e Endings) {
	for _, mask := range masks {
		e.add(fieldmask.MustParse(mask))
	}
	return e
}

// A name may end where a text ends with the last name of a rule, or with its known ending.
func TestEndingsFit(t *testing.T) {
	e := endingsOf("pin", "login", "a.key", "*_id", "n")
	for text, fits := range map[string]bool{
		"pin": true, "n": true, "a pin": true, "key": true, "owner_id": true, "_id": true,
		"k": false, "ey": false, "id": false, "PIN!": false, "keys": false, "kez": false,
	} {
		if e.Fit([]byte(text)) != fits {
			t.Errorf("%q fits: %v", text, !fits)
		}
	}
	for c, ends := range map[byte]bool{'n': true, 'y': true, 'd': true, 'p': false, 'a': false, 0: false} {
		if e.Ends(c) != ends {
			t.Errorf("a name ends with %q: %v", c, !ends)
		}
	}
	if e = endingsOf("login", "pin"); e.Fit([]byte("in")) {
		t.Error("the end of a name fits")
	}
}

// If a rule ends without a name, or with a name of several spellings, a name may end anywhere.
func TestEndingsAny(t *testing.T) {
	for mask, is := range map[string]bool{
		"pin": false, "a.b-c_$9": false, "*_id": false, "a*b": false, "/a/b": false,
		"*": true, "a[0]": true, "a.**": true, "a*": true, "a b": true, `"a.b"`: true, "é": true, "/a/0": true,
	} {
		if e := endingsOf("name", mask); e.Any != is {
			t.Errorf("%s: any is %v", mask, e.Any)
		}
	}
}
