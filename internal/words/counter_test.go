package words

import "testing"

func TestNoCounter(t *testing.T) {
	for name, want := range map[string][2]string{
		"estimat": {`unknown counter "estimat"; known: estimate`, `did you mean "estimate"?`},
		"O200K":   {`unknown counter "O200K"; known: estimate`, `did you mean "o200k"?`},
		"cl100k":  {`unknown counter "cl100k"; known: estimate`, ""},
		"o200k": {`this program has no counter "o200k"`,
			"go build -tags o200k ./cmd/shape builds one that has it"},
	} {
		if message, hint := NoCounter(name, []string{"estimate"}); [2]string{message, hint} != want {
			t.Errorf("%s: %q (%q), want %q", name, message, hint, want)
		}
	}
}
