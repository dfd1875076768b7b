package jsonish

import "testing"

// The password of a command goes by the name password, and nothing else of its line.
func TestCommands(t *testing.T) {
	for _, c := range []struct{ command, text, want string }{
		{"mysql", "mysql -u a -px7 db", "mysql -u a -p[withheld] db"},
		{"mysql", "mysql -u a -p db", "mysql -u a -p db"},
		{"mysql", "`mysql -p`, `sshpass -p` and more", "`mysql -p`, `sshpass -p` and more"},
		{"mysql", "mysql -p, sshpass -p and more", "mysql -p, sshpass -p and more"},
		{"mysql", "mysql -u a -p<password> db", "mysql -u a -p<password> db"},
		{"mysql", "mysql -u a\nrun -px7", "mysql -u a\nrun -px7"},
		{"mysql", "the mysql server x7Secret9", "the mysql server x7Secret9"},
		{"sshpass", "sshpass -p x7 ssh b", "sshpass -p [withheld] ssh b"},
		{"sshpass", "sshpass -e ssh b", "sshpass -e ssh b"},
		{"identified", "IDENTIFIED WITH y BY PASSWORD 'x' AND", "IDENTIFIED WITH y BY PASSWORD [withheld] AND"},
		{"identified", "identified by name", "identified by name"},
		{"identified", "identified", "identified"},
	} {
		h := hider{names: []string{"password"}, text: []byte(c.text)}
		h.words.Spots = endsOf(c.command)
		if c.command == "identified" && c.text[0] == 'I' {
			h.words.Spots = endsOf("IDENTIFIED")
		}
		h.words.Read(h.text, 0, len(h.text))
		h.search()
		if got := string(append(h.out, h.text[h.copied:]...)); got != c.want {
			t.Errorf("%s became %s, want %s", c.text, got, c.want)
		}
		var a Assignments
		a.Spots = endsOf(c.command)
		a.Read(h.text, 0, len(h.text))
		if found, ok := a.Next(); ok && found.Bare && a.Missed(found) {
			t.Errorf("%s counts as a miss", c.text)
		}
	}
}

// A flag for a user and a password is that of curl, whose lines may end with a backslash.
// Two numbers are no password.
func TestUsersOfCurl(t *testing.T) {
	for text, want := range map[string]string{
		"curl -s -u a:b http://h":                "curl -s -u a:[withheld] http://h",
		"curl --user 'a:b' http://h":             "curl --user 'a:[withheld]' http://h",
		"curl --user \"a:b c@d\" http://h":       "curl --user \"a:[withheld]\" http://h",
		"curl -s \\\n  -X PUT \\\r\n  -u a:b \\": "curl -s \\\n  -X PUT \\\r\n  -u a:[withheld] \\",
		"curl -u a:12 h":                         "curl -u a:[withheld] h",
		"curl -u 1000:1000 h":                    "curl -u 1000:1000 h",
		"docker run -u app:staff i":              "docker run -u app:staff i",
		"curl h\ndocker run --user app:staff":    "curl h\ndocker run --user app:staff",
		" -u a:b":                                " -u a:b",
	} {
		h := hider{names: []string{"password"}, text: []byte(text)}
		h.words.Spots = endsOf("curl")
		h.words.Read(h.text, 0, len(h.text))
		h.search()
		if got := string(append(h.out, h.text[h.copied:]...)); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}
