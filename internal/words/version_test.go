package words

import "testing"

func TestVersions(t *testing.T) {
	for text, want := range map[string]bool{
		"1": true, "v0.1.0": true, "1.2.3-rc.1": true, "1.2.3+dirty": true, "": false, "v": false,
		"(devel)": false, "1..2": false, "-1": false, "1.2-\x1b[2J": false, "1.2\n": false,
	} {
		if IsVersion(text) != want {
			t.Errorf("IsVersion(%q) = %v", text, !want)
		}
	}
	for _, c := range []struct {
		version, other string
		want           bool
	}{
		{"0.9", "0.10", true}, {"v1.2.3", "1.2.3", false}, {"1.2.3+dirty", "1.2.4", true},
		{"1.2.3-rc.1", "1.2.3", false}, {"2", "1.9", false}, {"unknown", "1", false},
	} {
		if IsEarlier(c.version, c.other) != c.want {
			t.Errorf("IsEarlier(%q, %q) = %v", c.version, c.other, !c.want)
		}
	}
}
