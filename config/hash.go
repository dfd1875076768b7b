package config

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
)

// hashFiles is the SHA-256, in hexadecimal, of the files that have a say: their
// paths, their content or why they have none, and whether a project file lacks trust.
func hashFiles(files []file) string {
	h := sha256.New()
	for _, s := range sources(files) {
		state := "read"
		switch {
		case s.Missing:
			state = "missing"
		case s.Err != nil:
			state = s.Err.Error()
		case s.Trust == TrustNone:
			state = "untrusted " + s.fault
		}
		for _, part := range [][]byte{[]byte(s.Path), []byte(state), s.Data} {
			h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(part))))
			h.Write(part)
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}
