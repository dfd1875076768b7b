package words

import (
	"crypto/sha256"
	"encoding/hex"
)

// SHA256 is the hash of a text as contracts spell it: "sha256:" and 64 hexadecimal digits.
func SHA256(text []byte) string {
	sum := sha256.Sum256(text)
	return "sha256:" + hex.EncodeToString(sum[:])
}
