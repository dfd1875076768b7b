package jsonish

import "testing"

// A name without a withheld value is missed if a word that looks like a secret follows it.
// The word is on its line, or alone on the next one.
func TestMissed(t *testing.T) {
	for text, want := range map[string]bool{
		"password\ncreatedAt":      true,
		"password\r\ns3cretword":   true,
		"password\rs3cretword":     true,
		"password is s3cretword":   true,
		"password\nlowercase":      false,
		"password\na s3cretword":   false,
		"a password\ns3cretword":   false,
		"password\n\ns3cretword":   false,
		"password\n":               false,
		"password\ns3cretword: x1": false,
	} {
		var a Assignments
		a.Spots = endsOf("password")
		a.Read([]byte(text), 0, len(text))
		found, ok := a.Next()
		if !ok {
			t.Fatalf("%q: no name", text)
		}
		if v := a.Reach(found, func(Assignment) bool { return false }); v.End > v.Start {
			t.Errorf("%q: %q is withheld", text, text[v.Start:v.End])
		}
		if got := a.Missed(found); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

// The quote behind a name may stand behind the end of the words.
func TestNameAtTheEndOfTheWords(t *testing.T) {
	const text = `"password" x`
	var a Assignments
	a.Spots = endsOf("password")
	a.Read([]byte(text), 0, len(`"password`))
	found, ok := a.Next()
	if v := a.Reach(found, func(Assignment) bool { return false }); !ok || !found.Quoted || v.End > v.Start {
		t.Errorf("%v, %t: %v", found, ok, v)
	}
}

// A name may be empty. No placeholder then stands before the signs of make.
func TestEmptyName(t *testing.T) {
	const text = "{\n\"\":= x}"
	var a Assignments
	a.Read([]byte(text), 0, len(text))
	found, ok := a.Next()
	if v := a.Reach(found, func(Assignment) bool { return false }); !ok || text[v.Start:v.End] != "x" {
		t.Errorf("%v, %t: %v", found, ok, v)
	}
}
