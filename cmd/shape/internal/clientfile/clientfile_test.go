package clientfile_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/clientfile"
)

// read reads JSON or TOML.
func read(text string) (*clientfile.File, error) {
	if strings.Contains(text, "[mcp_servers") {
		return clientfile.ReadTOML([]byte(text), "mcp_servers")
	}
	return clientfile.ReadJSON([]byte(text), []string{"mcpServers"}, []string{"projects", "/p", "mcpServers"})
}

var files = []struct{ before, after string }{
	{`{"mcpServers":{"w":{"command":"npx","args":["-y","s"]}}}`, `{"mcpServers":{"w":{"command":"shape","args":["proxy", "--server", "w", "--", "npx", "-y","s"]}}}`},
	{
		`{"projects":{"/p":{"mcpServers":{"w":{"command":"npx"}}},"/q":{"mcpServers":{"w":{"command":"npx"}}}}}`,
		`{"projects":{"/p":{"mcpServers":{"w":{"args": ["proxy","--server","w","--","npx"], "command":"shape"}}},"/q":{"mcpServers":{"w":{"command":"npx"}}}}}`,
	},
	{`{"mcpServers":{"w":{"command":"npx"}}}`, `{"mcpServers":{"w":{"args": ["proxy","--server","w","--","npx"], "command":"shape"}}}`},
	{"[mcp_servers.\"a\\u007fb\"]\ncommand = \"npx\"\n", "[mcp_servers.\"a\\u007fb\"]\nargs = [\"proxy\",\"--server\",\"a\\u007fb\",\"--\",\"npx\"]\ncommand = \"shape\"\n"},
	{`{"mcpServers":{"w":{"args": [], "command":"npx"}}}`, `{"mcpServers":{"w":{"args": ["proxy", "--server", "w", "--", "npx"], "command":"shape"}}}`},
	{`{"mcpServers":{"a \"b\"":{"command":"n\u0070x","args":[ ]}}}`, `{"mcpServers":{"a \"b\"":{"command":"shape","args":["proxy", "--server", "a \"b\"", "--", "n\u0070x" ]}}}`},
	{
		"{\n  // why\n  \"other\": 1,\n  \"mcpServers\": {\n    \"w\": {\n      \"args\": [\n        \"-y\", // yes\n      ],\n      \"command\": \"npx\", \"env\": {\"A\": \"b\"},\n    },\n    \"u\": {\"url\": \"https://u\"},\n  },\n}\n",
		"{\n  // why\n  \"other\": 1,\n  \"mcpServers\": {\n    \"w\": {\n      \"args\": [\"proxy\", \"--server\", \"w\", \"--\", \"npx\", \n        \"-y\", // yes\n      ],\n      \"command\": \"shape\", \"env\": {\"A\": \"b\"},\n    },\n    \"u\": {\"url\": \"https://u\"},\n  },\n}\n",
	},
	{"x = 1 # c\n[mcp_servers.w]\ncommand = 'npx' # c\nargs = [\n  \"-y\", # yes\n]\n[mcp_servers.w.env]\nA = \"b\"\n", "x = 1 # c\n[mcp_servers.w]\ncommand = \"shape\" # c\nargs = [\"proxy\", \"--server\", \"w\", \"--\", 'npx', \n  \"-y\", # yes\n]\n[mcp_servers.w.env]\nA = \"b\"\n"},
	{"[mcp_servers.\"w w\"]\n  command = \"npx\"\n[mcp_servers.u]\nurl = \"https://u\"\n", "[mcp_servers.\"w w\"]\n  args = [\"proxy\",\"--server\",\"w w\",\"--\",\"npx\"]\n  command = \"shape\"\n[mcp_servers.u]\nurl = \"https://u\"\n"},
}

// Wrap puts a proxy in front of started servers and changes only the bytes of their commands.
func TestWrap(t *testing.T) {
	for _, c := range files {
		f, err := read(c.before)
		if err != nil {
			t.Fatal(c.before, err)
		}
		if got := string(f.Apply(f.Wrap(f.Servers, "shape"))); got != c.after {
			t.Errorf("%s\n is %s\nnot %s", c.before, got, c.after)
		}
		after, err := read(c.after)
		if err != nil {
			t.Fatal(c.after, err)
		}
		if again := after.Wrap(after.Servers, "shape"); again != nil {
			t.Errorf("%s is changed again: %v", c.after, again)
		}
		if got := string(after.Apply(after.Unwrap(after.Servers))); got != c.before {
			t.Errorf("%s\n is taken away to %s\nnot %s", c.after, got, c.before)
		}
	}
}

// After an edit by hand, Unwrap restores the meaning of the file.
func TestUnwrapEdited(t *testing.T) {
	for text, want := range map[string]string{
		`{"mcpServers":{"w":{"command":"/opt/bin/shape","args":["proxy","--config","c.json","--","npx","-y"]}}}`:              `{"mcpServers":{"w":{"command":"npx","args":["-y"]}}}`,
		`{"mcpServers":{"w":{"command":"C:\\bin\\shape.exe","args":["proxy","--","npx"]}}}`:                                   `{"mcpServers":{"w":{"command":"npx","args":[]}}}`,
		"{\"mcpServers\":{\"w\":{\"command\":\"shape\",\"args\":[\n\"proxy\",\n\"--\",\n\"npx\",\n\"-y\"\n]}}}":               "{\"mcpServers\":{\"w\":{\"command\":\"npx\",\"args\":[\"-y\"\n]}}}",
		`{"mcpServers":{"w":{"command":"shape","args":["proxy","--"]}, "x":{"command":"reshape","args":["proxy","--","a"]}}}`: `{"mcpServers":{"w":{"command":"shape","args":["proxy","--"]}, "x":{"command":"reshape","args":["proxy","--","a"]}}}`,
	} {
		f, err := read(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(f.Apply(f.Unwrap(f.Servers))); got != want {
			t.Errorf("%s\n is %s\nnot %s", text, got, want)
		}
	}
}

// The error of an unreadable file holds the place and no content.
func TestUnreadableFiles(t *testing.T) {
	for text, want := range map[string]string{
		"{\n \"mcpServers\": secret}":                       "2:16: this is not JSON",
		"[mcp_servers.w]\ncommand = secret\n":               "2:11: this is not TOML",
		"x=1\nmcp_servers.w.command = 'a'\n[mcp_servers.x]": "2:1: servers are changed only where each has a table of its own, such as [mcp_servers.name]",
	} {
		if _, err := read(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// The difference shows changed lines before and after.
func TestDifference(t *testing.T) {
	f, _ := read("{\"mcpServers\": {\n \"a\": {\"command\": \"npx\"},\n \"b\": {\"url\": \"u\"},\n \"c\": {\n  \"command\": \"x\",\n  \"args\": []\n }\n}}\n")
	const want = `--- f.json
+++ f.json
@@ -2,1 +2,1 @@
- "a": {"command": "npx"},
+ "a": {"args": ["proxy","--server","a","--","npx"], "command": "shape"},
@@ -5,2 +5,2 @@
-  "command": "x",
-  "args": []
+  "command": "shape",
+  "args": ["proxy", "--server", "c", "--", "x"]
`
	if got := f.Difference("f.json", f.Wrap(f.Servers, "shape")); got != want {
		t.Errorf("%s\nnot\n%s", got, want)
	}
	toml, _ := read(files[len(files)-1].before)
	if got := toml.Difference("f", toml.Wrap(toml.Servers, "shape")); !strings.Contains(got, "@@ -2,1 +2,2 @@\n-  command = \"npx\"\n+  args = [") {
		t.Error(got)
	}
}

// For any file, the wrapped file can be read and names the same servers. Unwrap leaves no
// trace.
func FuzzLawsWrap(f *testing.F) {
	for _, c := range files {
		f.Add(c.before)
		f.Add(c.after)
	}
	f.Fuzz(func(t *testing.T, text string) {
		before, err := read(text)
		if err != nil || slices.ContainsFunc(before.Servers, (*clientfile.Server).Wrapped) {
			return
		}
		edits := before.Wrap(before.Servers, "shape")
		now := string(before.Apply(edits))
		after, err := read(now)
		if err != nil {
			t.Fatalf("%q\nbecomes %q: %v", text, now, err)
		}
		if a, b := names(before), names(after); !slices.Equal(a, b) {
			t.Fatalf("%q\nbecomes %q: %q and not %q", text, now, b, a)
		}
		if got := string(after.Apply(after.Unwrap(after.Servers))); got != text {
			t.Fatalf("%q\nbecomes %q\n  and %q", text, now, got)
		}
		if len(edits) > 0 && !strings.HasPrefix(before.Difference("f", edits), "--- f\n+++ f\n@@ -") {
			t.Fatal(before.Difference("f", edits))
		}
	})
}

func names(f *clientfile.File) (all []string) {
	for _, s := range f.Servers {
		all = append(all, s.Name)
	}
	return all
}
