package clientfile_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/clientfile"
)

var (
	jsonLayout = clientfile.Layout{
		Servers: [][]string{{"mcpServers"}, {"projects", "*", "mcpServers"}},
		Command: "command", Args: "args", Env: "env", Local: "stdio", URL: []string{"url", "httpUrl"}, Headers: "headers", Both: []string{"timeout"},
	}
	listLayout = clientfile.Layout{
		Servers: [][]string{{"mcp"}}, Command: "command", Env: "environment", Local: "local", URL: []string{"url"}, Headers: "headers", Both: []string{"enabled"}, Expands: true,
	}
	tomlLayout = clientfile.Layout{
		Format: clientfile.TOML, Servers: [][]string{{"mcp_servers"}},
		Command: "command", Args: "args", Env: "env", URL: []string{"url"}, Headers: "http_headers", Token: "bearer_token_env_var", EnvVars: "env_vars", Both: []string{"enabled"},
	}
	yamlLayout = clientfile.Layout{
		Format: clientfile.YAML, Servers: [][]string{{"extensions"}, {"mcpServers"}},
		Command: "cmd", Args: "args", Env: "envs", Local: "stdio", URL: []string{"uri"}, Headers: "headers", Both: []string{"name", "enabled", "env_keys"},
	}
)

// layoutOf tells the layout of a text by its first name of a place for servers.
func layoutOf(text string) clientfile.Layout {
	switch {
	case strings.Contains(text, "[mcp_servers") || strings.Contains(text, "mcp_servers."):
		return tomlLayout
	case strings.Contains(text, `"mcp"`):
		return listLayout
	case strings.Contains(text, `"`+"mcpServers"):
		return jsonLayout
	}
	return yamlLayout
}

func read(text string) (*clientfile.File, error) {
	return clientfile.Read([]byte(text), layoutOf(text))
}

var proxy = clientfile.Proxy{Program: "shape"}

func wrapped(f *clientfile.File) (edits []clientfile.Edit) {
	for _, s := range f.Servers {
		more, _ := f.Wrap(s, proxy)
		edits = append(edits, more...)
	}
	return edits
}

func unwrapped(f, before *clientfile.File) (edits []clientfile.Edit) {
	for _, s := range f.Servers {
		more, _ := f.Unwrap(s, before)
		edits = append(edits, more...)
	}
	return edits
}

var files = []struct{ before, after string }{
	{`{"mcpServers":{"w":{"command":"npx","args":["-y","s"]}}}`, `{"mcpServers":{"w":{"command":"shape","args":["proxy", "--server", "w", "--", "npx", "-y","s"]}}}`},
	{
		`{"projects":{"/p":{"mcpServers":{"w":{"command":"npx"}}},"/q":{"other":{"w":{"command":"npx"}}}}}`,
		`{"projects":{"/p":{"mcpServers":{"w":{"args": ["proxy","--server","w","--","npx"], "command":"shape"}}},"/q":{"other":{"w":{"command":"npx"}}}}}`,
	},
	{`{"mcpServers":{"w":{"command":"npx"}}}`, `{"mcpServers":{"w":{"args": ["proxy","--server","w","--","npx"], "command":"shape"}}}`},
	{"[mcp_servers.\"a\\u007fb\"]\ncommand = \"npx\"\n", "[mcp_servers.\"a\\u007fb\"]\nargs = [\"proxy\",\"--server\",\"a\\u007fb\",\"--\",\"npx\"]\ncommand = \"shape\"\n"},
	{`{"mcpServers":{"w":{"args": [], "command":"npx"}}}`, `{"mcpServers":{"w":{"args": ["proxy", "--server", "w", "--", "npx"], "command":"shape"}}}`},
	{`{"mcpServers":{"a \"b\"":{"command":"n\u0070x","args":[ ]}}}`, `{"mcpServers":{"a \"b\"":{"command":"shape","args":["proxy", "--server", "a \"b\"", "--", "n\u0070x" ]}}}`},
	{
		"\ufeff{\n  // why\n  \"other\": 1,\n  \"mcpServers\": {\n    \"w\": {\n      \"args\": [\n        \"-y\", // yes\n      ],\n      \"command\": \"npx\", \"env\": {\"A\": \"b\"},\n    },\n    \"u\": {\"oauth\": {}, \"url\": \"https://u\"},\n  },\n}\n",
		"\ufeff{\n  // why\n  \"other\": 1,\n  \"mcpServers\": {\n    \"w\": {\n      \"args\": [\"proxy\", \"--server\", \"w\", \"--\", \"npx\", \n        \"-y\", // yes\n      ],\n      \"command\": \"shape\", \"env\": {\"A\": \"b\"},\n    },\n    \"u\": {\"oauth\": {}, \"url\": \"https://u\"},\n  },\n}\n",
	},
	{"x = 1 # c\n[mcp_servers.w]\ncommand = 'npx' # c\nargs = [\n  \"-y\", # yes\n]\n[mcp_servers.w.env]\nA = \"b\"\n", "x = 1 # c\n[mcp_servers.w]\ncommand = \"shape\" # c\nargs = [\"proxy\", \"--server\", \"w\", \"--\", 'npx', \n  \"-y\", # yes\n]\n[mcp_servers.w.env]\nA = \"b\"\n"},
	{"[mcp_servers.\"w w\"]\n  command = \"npx\"\n[mcp_servers.u]\nurl = \"https://u/?a\"\n", "[mcp_servers.\"w w\"]\n  args = [\"proxy\",\"--server\",\"w w\",\"--\",\"npx\"]\n  command = \"shape\"\n[mcp_servers.u]\nurl = \"https://u/?a\"\n"},
	{"[mcp_servers]\r\nw = {command = \"npx\"}\r\n", "[mcp_servers]\r\nw = {args = [\"proxy\",\"--server\",\"w\",\"--\",\"npx\"], command = \"shape\"}\r\n"},
	// a command with its arguments in one list
	{"{\"mcp\": {\"w\": {\"command\": [\n  \"npx\", // c\n  \"s\"]}}}", "{\"mcp\": {\"w\": {\"command\": [\"shape\", \"proxy\", \"--server\", \"w\", \"--\", \n  \"npx\", // c\n  \"s\"]}}}"},
	{`{"mcp":{"w":{"command":["npx"]},"x":{"command":[]},"y":{"command":"npx"}}}`, `{"mcp":{"w":{"command":["shape", "proxy", "--server", "w", "--", "npx"]},"x":{"command":[]},"y":{"command":"npx"}}}`},
	// YAML
	{
		"\ufeffa: é # ü\r\nextensions:\r\n  w:\r\n    cmd: npx # c\r\n    args:\r\n      # first\r\n      -  -y\r\n      - 'it''s'\r\n    envs: {}\r\n",
		"\ufeffa: é # ü\r\nextensions:\r\n  w:\r\n    cmd: \"shape\" # c\r\n    args:\r\n      # first\r\n      -  \"proxy\"\r\n      -  \"--server\"\r\n      -  \"w\"\r\n      -  \"--\"\r\n      -  npx\r\n      -  -y\r\n      - 'it''s'\r\n    envs: {}\r\n",
	},
	{
		"mcpServers:\n- name: \"é w\"\n  cmd: \"n\\x70x\"\n- cmd: npx\n  name: b\n- name: c\n  args: []\n  cmd: 'npx' # c\n- {name: d, cmd: npx, args: [a, b]}\n- uses: x/y\n",
		"mcpServers:\n- name: \"é w\"\n  args: [\"proxy\",\"--server\",\"é w\",\"--\",\"n\\x70x\"]\n  cmd: \"shape\"\n- args: [\"proxy\",\"--server\",\"b\",\"--\",npx]\n  cmd: \"shape\"\n  name: b\n- name: c\n  args: [\"proxy\", \"--server\", \"c\", \"--\", 'npx']\n  cmd: \"shape\" # c\n- {name: d, cmd: \"shape\", args: [\"proxy\", \"--server\", \"d\", \"--\", npx, a, b]}\n- uses: x/y\n",
	},
	{ // an alias, a tag, a folded string and a command with a comma stay
		"extensions:\n  a: {cmd: &c npx}\n  b: {cmd: *c}\n  c: {cmd: !!str npx}\n  d:\n    cmd: >\n      npx\n  e:\n    cmd: n px\n      x\n  f:\n    cmd: a,b\n  g:\n    cmd: npx\n    args:\n",
		"extensions:\n  a: {cmd: &c npx}\n  b: {cmd: *c}\n  c: {cmd: !!str npx}\n  d:\n    cmd: >\n      npx\n  e:\n    cmd: n px\n      x\n  f:\n    cmd: a,b\n  g:\n    cmd: npx\n    args:\n",
	},
	{`{"mcp":{"":{"command":[""]}}}`, `{"mcp":{"":{"command":[""]}}}`},
	{"extensions:\n  u:\n    &a: A\n    uri: http://u\n", "extensions:\n  u:\n    &a: A\n    uri: http://u\n"},
	// servers over HTTP
	{
		"{\"mcpServers\": {\"u\": {\n  \"type\": \"http\", // c\n  \"url\": \"https://u/m\\u0063p\",\n  \"headers\": {\"Auth\\u006frization\": \"Bearer t\", /* d */ \"X-B\": \"b\"},\n  \"timeout\": 5\n}}}",
		"{\"mcpServers\": {\"u\": {\n  \"type\": \"stdio\", // c\n  \"command\": \"shape\", \"args\": [\"proxy\",\"--stdio\",\"--server\",\"u\",\"--upstream\",\"https://u/mcp\",\"--upstream-header\",\"Authorization: $SHAPE_HEADER_1\",\"--upstream-header\",\"X-B: $SHAPE_HEADER_2\"],\n  \"env\": {\"SHAPE_HEADER_1\": \"Bearer t\", /* d */ \"SHAPE_HEADER_2\": \"b\"},\n  \"timeout\": 5\n}}}",
	},
	{`{"mcp":{"u":{"type":"remote","url":"http://u","headers":{"A":"{env:T}"},"enabled":true}}}`, `{"mcp":{"u":{"type":"local","command": ["shape", "proxy", "--stdio", "--server", "u", "--upstream", "http://u", "--upstream-header", "A: $SHAPE_HEADER_1"],"environment":{"SHAPE_HEADER_1":"{env:T}"},"enabled":true}}}`},
	{
		"[mcp_servers.u]\n# c\nurl = 'https://u'\nbearer_token_env_var = 'TOKEN' # d\nhttp_headers = { \"X-A\" = \"a\", B = 'b' }\nenabled = false\n",
		"[mcp_servers.u]\n# c\ncommand = \"shape\"\nargs = [\"proxy\",\"--stdio\",\"--server\",\"u\",\"--upstream\",\"https://u\",\"--upstream-header\",\"Authorization: Bearer $TOKEN\",\"--upstream-header\",\"X-A: $SHAPE_HEADER_1\",\"--upstream-header\",\"B: $SHAPE_HEADER_2\"]\nenv_vars = [\"TOKEN\"] # d\nenv = { SHAPE_HEADER_1 = \"a\", SHAPE_HEADER_2 = 'b' }\nenabled = false\n",
	},
	{
		"extensions:\n  u:\n    type: streamable_http\n    uri: https://u/mcp # c\n    headers:\n      Authorization: Bearer t\n    enabled: true\n  v:\n    type: streamable_http\n    uri: https://v\n    headers: {}\n    envs: {}\n    env_keys: []\n",
		"extensions:\n  u:\n    type: \"stdio\"\n    cmd: \"shape\"\n    args: [\"proxy\",\"--stdio\",\"--server\",\"u\",\"--upstream\",\"https://u/mcp\",\"--upstream-header\",\"Authorization: $SHAPE_HEADER_1\"] # c\n    envs:\n      SHAPE_HEADER_1: Bearer t\n    enabled: true\n  v:\n    type: \"stdio\"\n    cmd: \"shape\"\n    args: [\"proxy\",\"--stdio\",\"--server\",\"v\",\"--upstream\",\"https://v\"]\n    headers: {}\n    envs: {}\n    env_keys: []\n",
	},
}

// Wrap puts a proxy in front of servers and changes only the bytes of their commands, URLs and
// headers. Unwrap restores the file.
func TestWrap(t *testing.T) {
	for _, c := range files {
		f, err := read(c.before)
		if err != nil {
			t.Fatal(c.before, err)
		}
		if got := string(f.Apply(wrapped(f))); got != c.after {
			t.Errorf("%s\n is %s\nnot %s", c.before, got, c.after)
		}
		after, err := read(c.after)
		if err != nil {
			t.Fatal(c.after, err)
		}
		if again := wrapped(after); again != nil {
			t.Errorf("%s is changed again: %v", c.after, again)
		}
		if got := string(after.Apply(unwrapped(after, f))); got != c.before {
			t.Errorf("%s\n is taken away to %s\nnot %s", c.after, got, c.before)
		}
	}
}

// Wrap leaves a server that it cannot put behind a proxy, and says why. It repeats no value of
// the file.
func TestLeftServers(t *testing.T) {
	for text, want := range map[string]string{
		`{"mcpServers":{"u":{"url":"https://u","headers":{"A":"${S}"}}}}`:           `its header "A" has no counterpart for a program`,
		`{"mcpServers":{"u":{"url":"https://u","headers":{"A":1}}}}`:                `its header "A" has no counterpart for a program`,
		`{"mcpServers":{"u":{"url":"https://u","headers":{"A":"b"},"env":{}}}}`:     `its member "headers" has no counterpart for a program`,
		`{"mcpServers":{"u":{"url":"https://u","oauth":{"secret":"s"}}}}`:           `its member "oauth" has no counterpart for a program`,
		`{"mcpServers":{"u":{"url":"https://u/?key=s"}}}`:                           "its URL has a part that other users could see in the list of processes",
		`{"mcpServers":{"u":{"url":"https://s@u/"}}}`:                               "its URL has a part that other users could see in the list of processes",
		`{"mcpServers":{"u":{"url":"https://${HOST}/"}}}`:                           "its URL is no plain one",
		`{"mcpServers":{"u":{"url":"s"}}}`:                                          "its URL is no plain one",
		`{"mcpServers":{"w":{"command":"npx","args":"s"}}}`:                         "its entry is neither a program with arguments nor a URL",
		`{"mcpServers":{"w":{"command":"npx","command":"s"}}}`:                      "its entry is neither a program with arguments nor a URL",
		`{"mcpServers":{"w":{"command":"npx","url":"https://u"}}}`:                  "its entry is neither a program with arguments nor a URL",
		`{"mcpServers":{"w":null}}`:                                                 "its entry is neither a program with arguments nor a URL",
		`{"mcp":{"w":{"command":[1]}}}`:                                             "its entry is neither a program with arguments nor a URL",
		"[mcp_servers.w]\ncommand = 'npx'\nenv.A = 's'\nargs = [1]":                 "its entry is neither a program with arguments nor a URL",
		"[mcp_servers.u]\nurl = 'https://u'\n[mcp_servers.u.http_headers]\nA = 's'": `its member "http_headers" has no counterpart for a program`,
		"extensions:\n  w:\n    cmd: a,s\n":                                         "its command has to stand in quotes first",
		"extensions:\n  w:\n    cmd: npx\n    args:\n    -\n      s\n":              "its arguments do not follow their dashes",
	} {
		f, err := read(text)
		if err != nil {
			t.Fatal(text, err)
		}
		edits, err := f.Wrap(f.Servers[0], proxy)
		if len(edits) > 0 && err == nil || err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// An entry behind a proxy gets the flags that it lacks, and no other entry.
func TestUpdate(t *testing.T) {
	for _, c := range []struct{ before, program, after, err string }{
		{`["proxy", "--server", "w", "--", "w", "--record"]`, "", `["proxy", "--record", "--server", "w", "--", "w", "--record"]`, ""},
		{`["proxy", "--server", "w", "--record=d", "--", "w"]`, "", `["proxy", "--server", "w", "--record=d", "--", "w"]`, ""},
		{`["proxy","--record","--","w"]`, "", `["proxy","--record","--","w"]`, ""},
		{"[\n  \"proxy\",\n  \"--\", \"w\"]", "", "[\n  \"proxy\",\n  \"--record\",\n  \"--\", \"w\"]", ""},
		{`["proxy", /* mine */ "--", "w"]`, "", "", "a comment stands before the first flag of its proxy"},
		{`["proxy", "--record", "--", "w"]`, "other", "", "its proxy has no --server, so the name of its program has to be shape"},
	} {
		const start = `{"mcpServers":{"w":{"command":"shape","args":`
		f, err := read(start + c.before + "}}}")
		if err != nil {
			t.Fatal(err)
		}
		edits, err := f.Wrap(f.Servers[0], clientfile.Proxy{Program: c.program, Flags: []string{"--record"}})
		if c.err != "" {
			if err == nil || err.Error() != c.err {
				t.Errorf("%s: %v", c.before, err)
			}
		} else if got := string(f.Apply(edits)); got != start+c.after+"}}}" {
			t.Errorf("%s: %s, %v", c.before, got, err)
		}
	}
}

// A hook that comes and goes leaves the bytes of the file. The file holds it once.
func TestHook(t *testing.T) {
	layout := clientfile.Layout{Hooks: true}
	for _, text := range []string{
		"{}", "{ }", "{\n}", "\ufeff{ /* c */ }\n", `{"a": "b"}`, `{ "a": 1,}`, "{\r\n\t\"a\": 1\r\n}", "{ // c\n  \"a\": {}\n}",
		`{"hooks": {}}`, `{"hooks": { "PreToolUse": []}}`, `{"hooks":{"PostToolUse":[]},"a":1}`, "{\"hooks\": {\n  \"PostToolUse\": [\n    // c\n    {}\n]}}",
	} {
		before, err := clientfile.Read([]byte(text), layout)
		if err != nil {
			t.Fatal(text, err)
		}
		edits, err := before.Hook("shape")
		if err != nil {
			t.Fatal(text, err)
		}
		now, err := clientfile.Read(before.Apply(edits), layout)
		if err != nil || !now.HasHook() {
			t.Fatalf("%s becomes %s: %v", text, before.Apply(edits), err)
		}
		if again, err := now.Hook("shape"); again != nil || err != nil {
			t.Errorf("%s: %v, %v", text, again, err)
		}
		edits, err = now.Unhook()
		if got := string(now.Apply(edits)); got != text || err != nil {
			t.Errorf("%q becomes %q, %v", text, got, err)
		}
	}
}

// Hooks of an unknown form stay, even if a hook of shape stands in them.
func TestOddHooks(t *testing.T) {
	const matcher = `{"hooks": [{"command": "shape hook claude-code"}]}`
	for _, text := range []string{
		`{"hooks": []}`, `{"hooks": {"PostToolUse": {"a": ` + matcher + `}}}`, `{"hooks": {}, "hooks": {"PostToolUse": [` + matcher + `]}}`, `{"": 1}`,
	} {
		f, err := clientfile.Read([]byte(text), clientfile.Layout{Hooks: true})
		if err != nil {
			t.Fatal(text, err)
		}
		if edits, err := f.Hook("shape"); err == nil {
			t.Errorf("%s: %v", text, edits)
		}
	}
}

// After an edit by hand, Unwrap restores the meaning of the file.
func TestUnwrapEdited(t *testing.T) {
	for text, want := range map[string]string{
		`{"mcpServers":{"w":{"command":"/opt/bin/shape","args":["proxy","--config","c.json","--","npx","-y"]}}}`:                                           `{"mcpServers":{"w":{"command":"npx","args":["-y"]}}}`,
		`{"mcpServers":{"w":{"command":"C:\\bin\\shape.exe","args":["proxy","--","npx"]}}}`:                                                                `{"mcpServers":{"w":{"command":"npx","args":[]}}}`,
		"{\"mcpServers\":{\"w\":{\"command\":\"shape\",\"args\":[\n\"proxy\",\n\"--\",\n\"npx\",\n\"-y\"\n]}}}":                                            "{\"mcpServers\":{\"w\":{\"command\":\"npx\",\"args\":[\"-y\"\n]}}}",
		`{"mcpServers":{"w":{"command":"shape","args":["proxy","--"]}, "x":{"command":"reshape","args":["proxy","--","a"]}}}`:                              `{"mcpServers":{"w":{"command":"shape","args":["proxy","--"]}, "x":{"command":"reshape","args":["proxy","--","a"]}}}`,
		`{"mcpServers":{"w":{"command":"tool","args":["proxy","--server","w","--","a"]},"x":{"command":"tool","args":["proxy","--server","w","--","a"]}}}`: `{"mcpServers":{"w":{"command":"a","args":[]},"x":{"command":"tool","args":["proxy","--server","w","--","a"]}}}`,
		"extensions:\n  w:\n    cmd: shape\n    args:\n      - proxy\n      - --\n      - npx\n":                                                           "extensions:\n  w:\n    cmd: npx\n    args:\n      []\n",
	} {
		f, err := read(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(f.Apply(unwrapped(f, nil))); got != want {
			t.Errorf("%s\n is %s\nnot %s", text, got, want)
		}
	}
}

// The entry of a server over HTTP is restored from the copy alone, and keeps later edits.
func TestUnbridge(t *testing.T) {
	before, _ := read(`{"mcpServers":{"u":{"type":"http","url":"https://u","headers":{"A":"b"}}}}`)
	const bridge = `"command": "shape", "args": ["proxy","--stdio","--upstream","https://u"]`
	for text, want := range map[string]string{
		`{"mcpServers":{"u":{"timeout":1,"type":"stdio",` + bridge + `,"env":{"SHAPE_HEADER_1":"c","B":"d"}}}}`:                       `{"mcpServers":{"u":{"timeout":1,"type":"http","url":"https://u","headers":{"A":"c","B":"d"}}}}`,
		"{\"mcpServers\":{\"u\":{\n\"command\": \"shape\",\n\"args\":[\n\"proxy\",\n\"--stdio\",\"--upstream\",\"https://u\"\n]\n}}}": "{\"mcpServers\":{\"u\":{\n\"url\":\"https://u\"\n}}}",
		`{"mcpServers":{"u":{"command": "shape","timeout":1,"args":["proxy","--stdio","--upstream","https://u"]}}}`:                   "its entry was edited since",
		`{"mcpServers":{"u":{"command": "shape","args":["proxy","--stdio","--upstream","https://u" /* c */]}}}`:                       "its entry was edited since",
		`{"mcpServers":{"v":{` + bridge + `}}}`: "the copy does not hold its former entry",
	} {
		f, err := read(text)
		if err != nil {
			t.Fatal(err)
		}
		edits, err := f.Unwrap(f.Servers[0], before)
		got := string(f.Apply(edits))
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s\n is %s\nnot %s", text, got, want)
		}
		if _, err := f.Unwrap(f.Servers[0], nil); err == nil {
			t.Errorf("%s: restored without a copy", text)
		}
	}
}

// The error of a file holds the place and no content.
func TestUnreadableFiles(t *testing.T) {
	for text, want := range map[string]string{
		"{\n \"mcpServers\": secret}":                   "2:16: this is not JSON",
		"{\n \"mcpServers\": \"secret\"}":               `2:2: "mcpServers" holds no servers`,
		"[mcp_servers.w]\ncommand = secret\n":           "2:11: this is not TOML",
		"x=1\nmcp_servers.w = {}\n[mcp_servers.x]":      "2:1: servers are changed only where each has a table of its own, such as [mcp_servers.name]",
		"extensions:\n  w: secret\n x: y":               "2: this is not YAML",
		"extensions:\n  w:\n    cmd: \xff":              "1:1: this is not YAML in UTF-8",
		"extensions: secret":                            `1:1: "extensions" holds no servers`,
		"{\"projects\":{\"p\":{\"mcpServers\":false}}}": `1:19: "projects.p.mcpServers" holds no servers`,
	} {
		if _, err := read(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	for _, text := range []string{"{}", "", "a: b"} {
		if f, err := clientfile.Read([]byte(text), yamlLayout); err != nil || f.Known {
			t.Errorf("%q: %v has a place for servers", text, err)
		}
	}
}

// The difference shows changed lines before and after, without values of variables.
func TestDifference(t *testing.T) {
	f, _ := read("{\"mcpServers\": {\r\n \"a\": {\"command\": \"npx\", \"env\": {\"K\": \"secret\"}},\n \"b\": {\"url\": \"u\"},\n \"c\": {\n  \"command\": \"x\",\n  \"args\": []\n }\n}}\n")
	const want = `--- f.json
+++ f.json
@@ -2,1 +2,1 @@
- "a": {"command": "npx", "env": {"K": "…"}},
+ "a": {"args": ["proxy","--server","a","--","npx"], "command": "shape", "env": {"K": "…"}},
@@ -5,2 +5,2 @@
-  "command": "x",
-  "args": []
+  "command": "shape",
+  "args": ["proxy", "--server", "c", "--", "x"]
`
	if got := f.Difference("f.json", wrapped(f)); got != want {
		t.Errorf("%s\nnot\n%s", got, want)
	}
	toml, _ := read(files[8].before)
	if got := toml.Difference("f", wrapped(toml)); !strings.Contains(got, "@@ -2,1 +2,2 @@\n-  command = \"npx\"\n+  args = [") {
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
		if err != nil || slices.ContainsFunc(before.Servers, func(s *clientfile.Server) bool { return s.State == clientfile.Behind }) {
			return
		}
		edits := wrapped(before)
		now := string(before.Apply(edits))
		after, err := read(now)
		if err != nil {
			t.Fatalf("%q\nbecomes %q: %v", text, now, err)
		}
		if a, b := names(before), names(after); !slices.Equal(a, b) {
			t.Fatalf("%q\nbecomes %q: %q and not %q", text, now, b, a)
		}
		if got := string(after.Apply(unwrapped(after, before))); got != text {
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
