package words

import (
	"bytes"
	"testing"
)

// Each bit of a name, its length and the seed decide about its hash.
func TestHash(t *testing.T) {
	s, other := NewSeed(), NewSeed()
	same := 0
	for size := range 50 {
		name := bytes.Repeat([]byte("a"), size)
		hash := s.Hash(name)
		if hash != s.Hash(bytes.Clone(name)) {
			t.Fatalf("%d bytes: not the same twice", size)
		}
		for _, differs := range []bool{other.Hash(name) != hash, s.Hash(append(name, 'a')) != hash, s.Hash(append(name, 0)) != hash} {
			if !differs {
				same++
			}
		}
		for bit := range 8 * size {
			name[bit/8] ^= 1 << (bit % 8)
			if s.Hash(name) == hash {
				same++
			}
			name[bit/8] ^= 1 << (bit % 8)
		}
	}
	if same > 1 { // of ten thousand, by chance, in a hash of 32 bits
		t.Errorf("%d other names share a hash", same)
	}
}
