package words

import "testing"

// The hash of nothing is that of FIPS 180-4.
func TestSHA256(t *testing.T) {
	if got := SHA256(nil); got != "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" {
		t.Error(got)
	}
}
