package respelled

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/recordings"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// find returns the rules that newly hide members in bodies.
func find(t *testing.T, privacy profiles.Privacy, bodies ...string) []string {
	t.Helper()
	set, err := profiles.New(profiles.Spec{Privacy: []profiles.Privacy{privacy}})
	if err != nil {
		t.Fatal(err)
	}
	resolved, err := set.Resolve(profiles.Key{})
	if err != nil {
		t.Fatal(err)
	}
	var calls []recordings.Call
	for _, body := range bodies {
		calls = append(calls, recordings.Call{Body: []byte(body)})
	}
	rules, err := Find(resolved, calls)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, r := range rules {
		all = append(all, fmt.Sprint(r.Mask, " ", r.Names, " ", r.Others))
	}
	return all
}

// Names are counted by rule; those that met before are not.
func TestFind(t *testing.T) {
	drop := func(names ...string) profiles.Privacy { return profiles.Privacy{Drop: names} }
	exact := drop("api_key")
	exact.Spellings = []profiles.Spelling{{Exact: true}}
	for _, c := range []struct {
		privacy profiles.Privacy
		body    string
		want    string
	}{
		{drop("api_key"), `{"api_key":1,"apiKey":2,"a":[{"apiKey":3},{"X-Api-Key":4}]}`, "api_key [{apiKey 2} {X-Api-Key 1}] 0"},
		{drop("api_key", "token"), `{"Token":1,"TOKEN":2}`, "token [{TOKEN 1} {Token 1}] 0"},
		{drop("a.b"), `{"A":{"B":1},"B":2}`, "a.b [{B 1}] 0"},
		{drop("key"), `{"t":"{\"Key\":\"{\\\"KEY\\\":1}\"}"}`, "key [{KEY 1} {Key 1}] 0"},
		{drop("*_key"), `{"my_key":1,"myKey":2}`, "*_key [{myKey 1}] 0"},
		{exact, `{"apiKey":1}`, ""},
		{drop("api_key"), `no JSON, apiKey: 1`, "api_key [{apiKey 1}] 0"},
		{drop("api_key"), `"x\nAPI_KEY=1\napi_key=2\nhttp://h?apiKey=3"`, "api_key [{API_KEY 1} {apiKey 1}] 0"},
		{drop("api_key"), `{"apiKey":1} and {"apiKey":"x`, "api_key [{apiKey 2}] 0"},
		{drop("a.b"), `B: 1`, ""},
		{drop("api_key"), `http://apiKey:x@h`, ""},
		{profiles.Privacy{Mask: []profiles.PrivacyMask{{Path: "zip"}}}, `{"ZIP":1}`, "zip [{ZIP 1}] 0"},
	} {
		if got := strings.Join(find(t, c.privacy, c.body), "; "); got != c.want {
			t.Errorf("%s: %s, want %s", c.body, got, c.want)
		}
	}
}

// Of many names the first ones are listed, and the others are counted.
func TestFindOfMany(t *testing.T) {
	var body strings.Builder
	for i := range 20 {
		fmt.Fprintf(&body, `{"part%d_password":1}`, i)
	}
	got := find(t, profiles.Privacy{Drop: []string{"password"}}, body.String())
	if len(got) != 1 || !strings.HasSuffix(got[0], "] 4") {
		t.Errorf("%s", got)
	}
}
