package secrets

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/tidwall/gjson"
)

// Texts of benchmarks: prose without a keyword, prose with keywords that start no secret,
// and configuration with a secret in each line.
var benched = map[string]string{
	"prose":    strings.Repeat("The quick brown fox jumps over the lazy dog, then it runs home.\n", 1600),
	"code":     strings.Repeat("func (k *Key) Token(access string) (string, error) { return k.api.Access(ctx, k.id) }\n", 1200),
	"settings": strings.Repeat("name = value\nclient_token = \"d8f3Kq92"+"mZx7Lw4pVt6Rb1Nc\"\n", 2000),
}

// BenchmarkNext reads texts as the engine does before it asks for secrets.
func BenchmarkNext(b *testing.B) {
	for name, text := range benched {
		raw, _ := json.Marshal(text)
		holds := name == "settings"
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(raw)))
			for b.Loop() {
				if ((detector{}).Next(raw, 0) < len(raw)) != holds {
					b.Fatal("Next is wrong")
				}
			}
		})
		b.Run(name+"/gjson.Valid", func(b *testing.B) {
			b.SetBytes(int64(len(raw)))
			for b.Loop() {
				if !gjson.ValidBytes(raw) {
					b.Fatal("the text is no JSON")
				}
			}
		})
	}
}

// BenchmarkAppend looks for secrets.
func BenchmarkAppend(b *testing.B) {
	for name, want := range map[string]int{"prose": 0, "code": 0, "settings": 2000} {
		text := []byte(benched[name])
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if got := len((detector{}).Append(nil, text)); got != want {
					b.Fatalf("%d secrets, want %d", got, want)
				}
			}
		})
	}
}
