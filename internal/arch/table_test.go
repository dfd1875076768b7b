package arch

// A row lists the imports that a package may have beside the standard library. Entries are
// packages of this module, other modules, and "folder/..." for a folder with all below it.
// A package without a row follows the longest folder that has one. Tests may import more.
type row struct {
	folder  string
	holds   string
	imports []string
	why     string // in three words
}

var table = []row{
	{"fieldmask", "grammar, compile, states", list("internal/words"), "masks stand alone"},
	{"internal/words", "pointers, hints, hashes of names, versions", nil, "leaf for all"},
	{"internal/savings", "savings of calls by name, within bounds", list("internal/words"), "sums without results"},
	{"internal/scan", "JSON by offsets: explicit stack, limits, no recursion", list("internal/words"), "bytes stand alone"},
	{"internal/jsonish", "JSON as programs write it, names in words: spans alone", list("internal/scan", "internal/jsonish/internal/..."), "reads what stands"},
	{"internal/formathint", "what a text looks like that is no JSON", nil, "hints without content"},
	{"internal/state", "private folders and files of the user, replaced and locked", list(sys), "files without meaning"},
	{"internal/record/session", "the format of recorded sessions", list(zstd), "leaf, one format"},
	{"internal/record", "sessions of calls and results, written after hiding", list("config", "internal/record/session", "internal/state", "profiles", "shaper", "shaper/mcp"), "writes, decides nothing"},
	{"internal/buckets", "bounds of histograms", nil, "numbers, no names"},
	{"internal/bearer", "challenges of servers that want a login", nil, "leaf, one header"},
	{"internal/classes", "what bytes are, and what stands before them", list(), "weighed by others"},
	{"internal/jsonschema", "schemas and documents as bytes; all faults at once", list("internal/scan", "internal/words"), "bytes judge bytes"},
	{"profiles/internal/toolname", "names of tools: spellings, patterns, the entries that they meet", list("fieldmask", "internal/words"), "names without settings"},
	{"profiles/internal/toollist", "tools that are listed, and how", list("fieldmask", "profiles/internal/origin", "profiles/internal/toolname"), "lists, no results"},
	{"profiles/internal/pattern", "RE2 patterns within bounds", nil, "bounds before compiling"},
	{"profiles/internal/detect", "detectors that the program links, by name", list("internal/words"), "registry without rules"},
	{"profiles/internal/jsonpath", "paths of JSONPath among masks", nil, "texts become masks"},
	{"profiles/internal/limits", "bounds of responses and of values", nil, "numbers, no rules"},
	{"profiles/internal/origin", "places of values in configurations", nil, "places without values"},
	{"profiles/internal/seen", "observations of clients", nil, "a table alone"},
	{"profiles/internal/tier", "tiers of callers and their spellings", nil, "words, no rules"},
	{"profiles/presets", "configurations for known servers, embedded", list("fieldmask", "internal/words", hujson), "files, not compiled"},
	{"profiles", "what a profile means: built-ins, inheritance, resolution", list("fieldmask", "internal/words", "profiles/internal/..."), "meaning, not files"},
	{"config/internal/watch", "reads places of files, and tells when they may have changed", list(fsnotify), "knows no configuration"},
	{"config/internal/files", "reads files that others may have prepared, and tells accounts apart", nil, "knows no configuration"},
	{"config/internal/grammar", "the schema of the file, its keys, and faults in words", list("internal/jsonschema", "internal/words"), "values without places"},
	{"config/internal/document", "the text of one file, and the place of each value", list("config/internal/files", "config/internal/grammar", "internal/formathint", "internal/words", "profiles", hujson), "text becomes values"},
	{"config/internal/trust", "trust in the files of projects, and the keys that need it", list("config/internal/files", "config/internal/grammar"), "strangers bring files"},
	{"config", "find, read, check, layer and watch the file", list("config/internal/...", "profiles", "profiles/presets", "fieldmask", "internal/state", "internal/words", koanf, mapstructure, fsnotify), "files become meaning"},
	{"shaper/internal/budget", "sizes, and the search for bounds", list("internal/scan", "profiles", "shaper/envelope", "shaper/envelope/dialects", "shaper/internal/pass", "shaper/internal/pass/scratch", "shaper/internal/plan", "shaper/tokens"), "takes a function"},
	{"shaper/internal/pipeline", "the order of one response", list("fieldmask", "internal/jsonschema", "internal/scan", "internal/words", "profiles", "shaper/archive", "shaper/envelope", "shaper/envelope/dialects", "shaper/internal/...", "shaper/texts", "shaper/tokens", gjson, sjson), "knows no caller"},
	{"shaper", "engine, report", list("profiles", "internal/scan", "internal/words", "shaper/envelope", "shaper/envelope/dialects", "shaper/envelope/scalpel", "shaper/archive", "shaper/internal/...", "shaper/tokens", gjson), "engine without files"},
	{"shaper/internal/plan", "which rules hold for a call, and their cache", list("profiles", "fieldmask", "internal/jsonish", "internal/scan", "internal/words", "shaper/envelope", "shaper/envelope/dialects", "shaper/internal/excerpt", "shaper/internal/prefilter", "shaper/internal/taint"), "rules become plans"},
	{"shaper/internal/prefilter", "what patterns need, found in a text at once", nil, "expressions become bytes"},
	{"shaper/internal/pass/lookahead", "arrays counted and names found before the walk comes to them", list("internal/scan"), "plans meet bytes"},
	{"shaper/internal/pass/rowcache", "names and decisions of the object before", list("fieldmask", "internal/scan", "shaper/envelope/dialects"), "plans meet bytes"},
	{"shaper/internal/pass/journal", "masks that matched, and decisions with their causes", list("fieldmask", "profiles", "shaper/internal/plan", "shaper/internal/stats"), "records, decides nothing"},
	{"shaper/internal/pass/report", "facts of a pass beside the document, and paths", list("fieldmask", "internal/scan", "internal/words", "shaper/envelope"), "records, decides nothing"},
	{"shaper/internal/pass/rootindex", "the members of a root, listed during a pass", list("internal/scan", "shaper/envelope", "shaper/envelope/dialects"), "feeds the dialects"},
	{"shaper/internal/pass/scratch", "memory of texts, kept up to a bound", nil, "memory without meaning"},
	{"shaper/internal/pass/writer", "spans of the input, copied late or taken back", list("internal/scan"), "writes, decides nothing"},
	{"shaper/internal/pass", "the walk over the bytes, from small machines", list("fieldmask", "internal/jsonish", "internal/scan", "internal/words", "profiles", "shaper/envelope", "shaper/envelope/dialects", "shaper/internal/encoded", "shaper/internal/excerpt", "shaper/internal/redact", "shaper/internal/outline", "shaper/internal/pass/journal", "shaper/internal/pass/lookahead", "shaper/internal/pass/report", "shaper/internal/pass/rootindex", "shaper/internal/pass/rowcache", "shaper/internal/pass/scratch", "shaper/internal/pass/writer", "shaper/internal/plan", "shaper/internal/stats", "shaper/internal/taint", "shaper/internal/tables"), "plans meet bytes"},
	{"shaper/internal/encoded", "texts in base64 and in data URLs", list("internal/scan"), "forms without rules"},
	{"shaper/internal/narrow", "what is left of a schema under plans", list("fieldmask", "internal/scan", "internal/words", "shaper/internal/excerpt", "shaper/internal/redact", "shaper/internal/plan"), "plans meet schemas"},
	{"shaper/internal/excerpt", "texts that say how much of them is gone", list("internal/scan"), "text alone shortens"},
	{"shaper/internal/outline", "names, kinds and numbers in place of a payload", list("internal/scan", "internal/words", "shaper/internal/excerpt"), "bytes become names"},
	{"shaper/internal/splice", "texts after edits of spans", list("internal/scan"), "spans without meaning"},
	{"shaper/internal/tables", "lists of objects as tables, and back", list("internal/scan"), "bytes become rows"},
	{"shaper/internal/stats", "sums by patterns of places", list("internal/words"), "nothing grows here"},
	{"shaper/internal/redact", "what stands in strings, and what of it is hidden", list("fieldmask", "internal/jsonish", "internal/scan", "shaper/internal/encoded", "shaper/internal/plan", "shaper/internal/taint", "shaper/internal/tables"), "strings are places"},
	{"shaper/internal/taint", "hidden values, found in other strings", list("fieldmask", "internal/jsonish", "internal/scan"), "values without places"},
	{"shaper/envelope", "what all dialects share", list("internal/scan", "internal/words"), "words, no contract"},
	{"shaper/envelope/internal/kit", "points, parts, the model, schemas, for all dialects", list("internal/jsonschema", "internal/scan", "internal/words", "shaper/envelope", gjson, sjson), "reads and writes"},
	{"shaper/envelope/internal/envtest", "what tests of dialects share", list("internal/testkit", "shaper/envelope", jsonschema), "for tests only"},
	{"shaper/envelope/scalpel", "the Code Scalpel envelope", contract("internal/scan", "internal/words"), "one contract alone"},
	{"shaper/envelope/responsev2", "the Foundry envelope, two editions", contract("internal/scan", "internal/words", "shaper/internal/outline", gjson), "one contract alone"},
	{"shaper/envelope/bmcis", "the BMCIS envelope", contract("internal/scan", "internal/words", "shaper/envelope/responsev2", gjson), "shares its fidelity"},
	{"shaper/envelope/toolresult", "the result of an MCP tool", contract("internal/words"), "one contract alone"},
	{"shaper/envelope/jsonrpc", "the JSON-RPC response", contract("internal/scan", "shaper/envelope/toolresult"), "carries tool results"},
	{"shaper/envelope/digest", "digest/v1, a payload", list("internal/words", "shaper/envelope", "shaper/envelope/internal/kit", text), "leaf, takes Unicode"},
	{"shaper/envelope/dialects", "the table, conversion, codes", contract("internal/words", "shaper/envelope/bmcis", "shaper/envelope/jsonrpc", "shaper/envelope/responsev2", "shaper/envelope/scalpel", "shaper/envelope/toolresult"), "knows them all"},
	{"shaper/tokens", "counters", list("internal/classes"), "knows no JSON"},
	{"shaper/detect", "personal data in texts, by its form", list("profiles"), "scanners, no expressions"},
	{"shaper/detect/secrets", "secrets in texts, by the rules of gitleaks", list("profiles", toml), "leaf, embedded rules"},
	{"shaper/archive", "what was left out, kept and given back", list("internal/scan", "internal/state", "internal/words"), "keeps, knows nothing"},
	{"shaper/tokens/o200k", "an exact counter: pieces, pairs, a vocabulary", list(tiktoken), "leaf, seven megabytes"},
	{"shaper/texts", "kinds of texts that are no JSON, and their transforms", nil, "texts, no engine"},
	{"shaper/texts/internal/lawtest", "laws of all transforms, and mutated texts", list("shaper/texts"), "for tests only"},
	{"shaper/texts/html", "pages as Markdown", list("shaper/texts", html2markdown, xnet), "leaf, one converter"},
	{"shaper/texts/logs", "logs and test output, folded", list("shaper/texts"), "leaf, lines alone"},
	{"shaper/texts/snapshot", "snapshots of browsers as tables", list("shaper/texts"), "lines, no YAML"},
	{"shaper/texts/diffs", "files and hunks of diffs", list("shaper/texts"), "lines, no patch"},
	{"shaper/texts/all", "links every transform", list("shaper/texts/..."), "one import links"},
	{"shaper/texts/outline", "headings of Markdown, signatures of code", list("shaper/texts"), "leaf, blocks alone"},
	{"shaper/mcp", "messages between a client and an MCP server", list("internal/scan", "profiles", "shaper", "shaper/archive", "shaper/envelope/toolresult", "shaper/internal/splice", "shaper/mcp/internal/definitions", "shaper/mcp/internal/exempt", "shaper/mcp/internal/lines", "shaper/mcp/internal/recent", "shaper/mcp/internal/replicas", "shaper/tokens"), "shapes every door"},
	{"shaper/mcp/internal/mcptest", "engines and rules of tests", list("profiles", "shaper"), "for tests only"},
	{"shaper/mcp/internal/exempt", "members of messages that rules leave alone", list("internal/scan", "shaper/internal/encoded"), "table, no engine"},
	{"shaper/mcp/internal/definitions", "shorter definitions of tools", list("internal/scan", "profiles"), "texts, no sessions"},
	{"shaper/mcp/internal/recent", "a bounded map", nil, "holds, knows nothing"},
	{"shaper/mcp/internal/lines", "lines of any length, in pieces beyond a limit", list("internal/scan"), "reads, knows nothing"},
	{"shaper/mcp/internal/remote", "the common part of the ways to a server over HTTP", nil, "names, no messages"},
	{"shaper/mcp/internal/clients", "the clients that were seen last", nil, "holds, knows nothing"},
	{"shaper/mcp/stdio", "a proxy over lines, and the server's process", list("internal/words", "shaper/mcp", "shaper/mcp/internal/lines"), "carries, never reads"},
	{"shaper/mcp/bridge", "lines of a client to a server over HTTP", list("internal/scan", "shaper/mcp", "shaper/mcp/internal/lines", "shaper/mcp/internal/remote"), "carries, never reads"},
	{"shaper/mcp/internal/replicas", "the state of a client, shared among replicas", list("shaper/archive"), "keeps no content"},
	{"shaper/mcp/web", "a proxy over HTTP: sessions, event streams, who may ask", list("internal/bearer", "shaper/mcp", "shaper/mcp/internal/clients", "shaper/mcp/internal/lines", "shaper/mcp/internal/remote"), "carries, never reads"},
	{"shaper/mcp/gosdk", "one line for servers on the official Go SDK", list("shaper/mcp", "shaper/mcp/internal/clients", gosdk), "leaf, one SDK"},
	{"shaper/mcp/mcpgo", "one line for servers on mcp-go", list("shaper/mcp", "shaper/mcp/internal/clients", mcpgo), "leaf, one SDK"},
	{"shaper/observe/prom", "metrics of responses, in the text of Prometheus", list("internal/buckets", "shaper", "shaper/mcp", "shaper/tokens"), "holds numbers alone"},
	{"shaper/observe/otel", "the same with OpenTelemetry, and operations of MCP", list("internal/buckets", "shaper", "shaper/mcp", "shaper/tokens", otel), "leaf, one API"},
	{"shaper/autoload", "the two-line quick start", list("shaper", "shaper/archive", "config", "profiles"), "joins both sides"},
	{"docs", "the user pages, embedded", nil, "text, no code"},
	{"internal/app", "streams, exit statuses, notices, flags and engines of a command line", list("config", "fieldmask", "internal/app/...", "internal/scan", "internal/words", "profiles", "shaper", "shaper/archive", "shaper/detect/...", "shaper/envelope/...", "shaper/texts/...", "shaper/tokens/...", cobra, pflag), "knows no command"},
	{"internal/app/notice", "what is said beside the documents: lines, objects", list("internal/app/terminal", "internal/words"), "says it twice"},
	{"internal/app/output", "documents written whole, files in one step", list("internal/app/terminal", "internal/scan", sys), "bytes get out"},
	{"internal/app/progress", "how far the work is, in one line", nil, "has no screen"},
	{"internal/app/report", "reports, and sums of tokens, as they are printed", list("fieldmask", "internal/app", "internal/app/terminal", "internal/words", "profiles", "shaper", "shaper/tokens", pflag), "facts become lines"},
	{"internal/app/terminal", "what people read: lines, excerpts, colours", list(term), "print without harm"},
	{"internal/running", "facts of the proxies that run, and the savings of all, by days", list("config", "internal/state", "shaper/mcp", "shaper/tokens"), "numbers without results"},
	{"internal/oauth", "logins at servers: metadata, a browser, tokens", list("internal/bearer", "internal/state", "shaper/mcp/bridge"), "tokens stay here"},
	{"internal/oauth/keyring", "logins in the keyring of the system", list(gokeyring), "leaf, one library"},
	{"internal/proxycmd", "the command line of the proxy", list("config", "internal/app/...", "internal/oauth/...", "internal/record", "internal/running", "internal/words", "profiles", "shaper", "shaper/mcp/...", "shaper/observe/prom", "shaper/tokens", cobra, pflag), "for two commands"},
	{"cmd/shape", "the command", list("cmd/shape/internal/cli", "internal/app"), "starts the command"},
	{"cmd/shape/internal/cli", "the root command, help, completion", list("cmd/shape/internal/...", "config", "docs", "internal/app/...", "internal/proxycmd", "internal/words", "profiles", "shaper", cobra, pflag), "puts it together"},
	{"cmd/shape/internal/documents", "documents of inputs, and where they go", list("internal/app/...", "internal/formathint", "internal/scan", "internal/words", "shaper", pflag), "knows no command"},
	{"cmd/shape/internal/filter", "the filter, and wrap", list("cmd/shape/internal/diff", "cmd/shape/internal/documents", "cmd/shape/internal/forms", "config", "fieldmask", "internal/app/...", "internal/scan", "profiles", "shaper", "shaper/envelope/...", "shaper/tokens", cobra, gjson, pflag, sjson), "shapes documents whole"},
	{"cmd/shape/internal/explain", "the effect of the rules on each field", list("cmd/shape/internal/documents", "config", "internal/app/...", "shaper", cobra), "prints, changes nothing"},
	{"cmd/shape/internal/envelopes", "codes, schemas, cursors, tables, conversion", list("cmd/shape/internal/documents", "internal/app/...", "internal/scan", "shaper", "shaper/envelope/...", cobra), "contracts without rules"},
	{"cmd/shape/internal/configcmd", "the configuration found, checked, shown, trusted", list("config", "internal/app/...", "internal/recordings", "internal/respelled", "profiles", "shaper", "shaper/mcp", cobra), "files, no documents"},
	{"cmd/shape/internal/stats", "savings added up, and proposals", list("cmd/shape/internal/chart", "cmd/shape/internal/documents", "cmd/shape/internal/install", "config", "internal/app/...", "internal/record", "internal/recordings", "internal/savings", "internal/scan", "internal/suggest", "internal/transcripts", "profiles", "shaper", "shaper/mcp", cobra, gjson, pflag), "recordings become sums"},
	{"cmd/shape/internal/tune", "proposals written into the configuration, and taken out", list("cmd/shape/internal/diff", "cmd/shape/internal/stats", "config", "internal/app/...", "internal/learn", "internal/state", "internal/suggest", cobra, hujson), "asks, then writes"},
	{"cmd/shape/internal/view", "a local page: responses, sessions, proposals, proxies", list("cmd/shape/internal/chart", "cmd/shape/internal/explain", "cmd/shape/internal/explain", "cmd/shape/internal/stats", "cmd/shape/internal/status", "cmd/shape/internal/tune", "cmd/shape/internal/view/editor", "cmd/shape/internal/view/tree", "config", "internal/app/...", "internal/formathint", "internal/formathint", "internal/proxycmd", "internal/record", "internal/record/session", "internal/recordings", "internal/scalars", "internal/learn", "internal/scan", "internal/suggest", "internal/state", "internal/transcripts", "internal/words", "profiles", "shaper", "shaper/archive", "shaper/archive", "shaper/mcp", "shaper/mcp/web", cobra), "shows others' decisions"},
	{"cmd/shape/internal/view/tree", "the values of a response with their decisions, in pages", list("internal/app", "internal/scan", "internal/words", "shaper"), "shows nothing hidden"},
	{"cmd/shape/internal/view/editor", "rules and words of a configuration's text", list("cmd/shape/internal/view/tree", "config", "fieldmask", "internal/app/terminal", "internal/scan", "internal/words", "profiles", "shaper/envelope/dialects", hujson), "text, no files"},
	{"cmd/shape/internal/presets", "presets listed, shown, measured", list("config", "internal/app/...", "internal/recordings", "internal/suggest", "profiles/presets", cobra), "recordings judge files"},
	{"cmd/shape/internal/record", "recorded sessions listed, shown, exported, removed", list("config", "internal/app/...", "internal/record", "internal/record/session", "internal/state", cobra), "types, not values"},
	{"cmd/shape/internal/hook", "results of hooks and interceptors", list("config", "internal/app", "internal/words", "shaper/mcp", cobra, gjson, sjson), "one result each"},
	{"cmd/shape/internal/status", "proxies that run, and faults of the installation", list("cmd/shape/internal/clientfile", "cmd/shape/internal/install", "config", "internal/app/...", "internal/record", "internal/running", "internal/state", cobra), "reads, mends nothing"},
	{"cmd/shape/internal/install", "the proxy put into the files of clients", list("cmd/shape/internal/clientfile", "cmd/shape/internal/configcmd", "config", "internal/app/...", "internal/state", cobra), "asks, then writes"},
	{"cmd/shape/internal/retrieve", "archived responses", list("config", "internal/app/...", "internal/scan", "profiles", "shaper", "shaper/archive", cobra), "hides once more"},
	{"cmd/shape/internal/clientfile", "servers in the files of MCP clients", list("internal/scan", hujson, toml, yaml), "changes single bytes"},
	{"cmd/shape/internal/chart", "bars before and after, in SVG", list("internal/words"), "draws two numbers"},
	{"cmd/shape/internal/diff", "what changed in a document, in lines", list("internal/scan"), "compares bytes only"},
	{"cmd/shape/internal/forms", "CSV", list("internal/scan"), "JSON gets out"},
	{"bench", "corpora, works, oracle, clocks", list("profiles", "shaper/...", sys), "measures from outside"},
	{"internal/scalars", "scalars of a response as a model reads them", list("internal/scan", "internal/words", gjson), "places and texts"},
	{"internal/recordings", "calls of tools and their responses, from files", list("internal/formathint", "internal/record/session", "internal/scan", gjson), "files become calls"},
	{"internal/transcripts", "sessions from the transcripts that clients write", list("internal/recordings", "internal/state", zstd), "prompts stay inside"},
	{"internal/respelled", "names that privacy rules meet in other spellings", list("fieldmask", "internal/jsonish", "internal/recordings", "profiles"), "counts names alone"},
	{"internal/learn", "the fields of results that models use, from recorded sessions", list("internal/recordings", "internal/scalars", "shaper/tokens"), "evidence, no configuration"},
	{"internal/suggest", "lines of a configuration, tried on recorded calls", list("internal/learn", "config", "internal/scalars", "internal/recordings", "internal/words", "profiles", "shaper", "shaper/archive", "shaper/mcp", "shaper/texts", "shaper/tokens", gjson), "measured, never guessed"},
	{"internal/examples/gosdk", "a server on the official Go SDK", list("shaper/autoload", "shaper/mcp", "shaper/mcp/gosdk", gosdk), "one line more"},
	{"internal/examples/mcpgo", "a server on mcp-go", list("shaper/autoload", "shaper/mcp", "shaper/mcp/mcpgo", mcpgo), "one line more"},
	{"internal/examples", "handlers as a server's author writes them, in its tests", nil, "public packages alone"},
	{"internal/packaging", "sources of packages; programs there are modules of their own", nil, "files, no program"},
	{"internal/notations", "how programs print a name with its value", nil, "texts, no engine"},
	{"internal/testkit", "cases as data, assertions, budgets", nil, "tests lean here"},
	{"internal/arch", "this table, as a test", nil, "reads, never runs"},
}

// Modules of others; ARCHITECTURE.md says why each.
const (
	cobra         = "github.com/spf13/cobra"
	fsnotify      = "github.com/fsnotify/fsnotify"
	gokeyring     = "github.com/zalando/go-keyring"
	gosdk         = "github.com/modelcontextprotocol/go-sdk/..."
	mcpgo         = "github.com/mark3labs/mcp-go/..."
	gjson         = "github.com/tidwall/gjson"
	html2markdown = "github.com/JohannesKaufmann/html-to-markdown/v2/..."
	hujson        = "github.com/tailscale/hujson"
	jsonschema    = "github.com/santhosh-tekuri/jsonschema/v6/..."
	koanf         = "github.com/knadh/koanf/..."
	mapstructure  = "github.com/go-viper/mapstructure/v2"
	otel          = "go.opentelemetry.io/otel/..."
	pflag         = "github.com/spf13/pflag"
	sjson         = "github.com/tidwall/sjson"
	sys           = "golang.org/x/sys/..."
	term          = "golang.org/x/term"
	tiktoken      = "github.com/tiktoken-go/tokenizer/codec"
	toml          = "github.com/pelletier/go-toml/v2/..."
	yaml          = "go.yaml.in/yaml/v3"
	text          = "golang.org/x/text/..."
	zstd          = "github.com/klauspost/compress/zstd"
	xnet          = "golang.org/x/net/html"
)

// natural are the two imports between dialects that the formats themselves have. A
// JSON-RPC result carries a tool's result, and bmcis reports omissions in the words of
// response-v2. Any other import would couple independent contracts. Conversions between
// them are in dialects.
var natural = map[string]string{
	"shaper/envelope/jsonrpc": "shaper/envelope/toolresult",
	"shaper/envelope/bmcis":   "shaper/envelope/responsev2",
}

func list(imports ...string) []string { return imports }

// contract returns the imports allowed for a dialect, and more.
func contract(more ...string) []string {
	return append(list("shaper/envelope", "shaper/envelope/internal/kit"), more...)
}
