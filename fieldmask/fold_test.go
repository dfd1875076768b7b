package fieldmask

import (
	"fmt"
	"strings"
	"testing"
)

// A folded path meets every spelling, in each of its steps.
func TestFolded(t *testing.T) {
	for _, c := range []struct {
		mask   string
		suffix bool
		meets  string // ways, of steps as follow has them
		misses string
	}{
		{"api_key", false, "apiKey, API-KEY, X-Api-Key, a api.key", "apikeys, api_key_id"},
		{"id", false, "ID, a Id", "user_id, valid"},
		{"id", true, "ID, user_id, userId, userID", "valid, idx"},
		{"a_b.c_d", false, "AB cD, aB #0/1 C-D", "x_ab cd, ab x_cd, cd"},
		{"a_b.secret_x", false, "AB mySecretX", "my_ab secretx"},
		{"/a_b/0", false, "AB 0, aB #0/1", "AB 00"},
		{"secrets[0]", false, "mySecrets #0/2", "mySecrets #1/2, mysecrets #0/1"},
		{"*_token", false, "accessToken, ACCESS-TOKEN, _token", "token, accesstoken, access_tokens"},
		{"**.db_*", false, "a dbName, DB-NAME", "dbx, db"},
		{"password", false, "PGPASSWORD, a pgpassword, x_PGPassword", "xpgpassword, pgpasswordx"},
		{"_", false, "_", "-, __"},
		{"größe", false, "GRÖßE, Größe", "grösse"},
		{"key", false, "\u212aey, ｋｅｙ, k\u200bey", "keys"},
	} {
		m, err := Compile(Rule{Kind: Forbid, Path: must(t, c.mask)[0].Folded(c.suffix)})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // as it is found, and as it is remembered
			for ways, want := range map[string]string{c.meets: "excluded", c.misses: ""} {
				for way := range strings.SplitSeq(ways, ", ") {
					if got := verdict(follow(t, m, way)); (got == "excluded") != (want == "excluded") {
						t.Errorf("%s at %q: %s", c.mask, way, got)
					}
				}
			}
		}
	}
}

// Many folded names are as quick as few, and a name that meets several is remembered.
func TestFoldedAllocations(t *testing.T) {
	rules := []Rule{{Kind: Forbid, Path: must(t, "secret_word")[0].Folded(false)}, {Kind: Forbid, Path: must(t, "word")[0].Folded(true)}}
	for i := range MaxPaths {
		rules = append(rules, Rule{Kind: Forbid, Path: must(t, fmt.Sprintf("name_%d", i))[0].Folded(false)})
	}
	m, err := Compile(rules...)
	if err != nil {
		t.Fatal(err)
	}
	names := [][]byte{[]byte("mySecretWord"), []byte("NAME-7"), []byte("otherName7"), []byte("plain")}
	ask := func() {
		for _, name := range names {
			m.Root().Member(name)
		}
	}
	ask()
	if n := testing.AllocsPerRun(100, ask); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
