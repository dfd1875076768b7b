package loose

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
