package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/digest"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// AddCall adds the flags that describe the call of a response.
func AddCall(fs *pflag.FlagSet, req *shaper.Request) {
	fs.StringVar(&req.Tool, "tool", "", "`NAME` of the tool that answered, as in tool_overrides")
	fs.StringVar(&req.Server, "server", "", "`NAME` of its server, if the tool's name does not hold it")
	fs.StringVar(&req.Tier, "tier", "", "`TIER` of the caller: "+strings.Join(Tiers, ", "))
	fs.StringVar(&req.Profile, "profile", "", "`NAME` of the profile: minimal, standard, verbose, debug, off or your own")
	fs.StringVar(&req.Mode, "mode", "", "response `MODE` of the tool, such as metadata")
	fs.Func("arguments", "`JSON` of the call's arguments: text_as keeps parts that they name", func(text string) error {
		if req.Arguments = []byte(text); !json.Valid(req.Arguments) {
			return errors.New("no JSON")
		}
		return nil
	})
	fs.BoolVar(&req.IsError, "is-error", false, "the response reports a failure, though it does not say so itself")
}

// Tiers holds the known tiers. Any other tier counts as the first.
var Tiers = []string{"community", "pro", "enterprise"}

// AddShaping adds the flags of the rules.
func AddShaping(fs *pflag.FlagSet, req *shaper.Request, dialects []string) {
	fs.Func("include", "keep only values that `MASK` selects; repeatable, replaces include_only", func(mask string) error { return addMask(&req.Include, mask) })
	fs.FuncP("exclude", "x", "leave out values that `MASK` selects, at any depth; repeatable", func(mask string) error { return addMask(&req.Exclude, mask) })
	fs.Func("omit", "leave out values that `MASK` selects, unless a schema requires them; repeatable", func(mask string) error { return addMask(&req.Omit, mask) })
	fs.Func("fields", "narrow the items to `FIELDS`; also a/b(c,d)", func(text string) error { return addFields(&req.Fields, text) })
	fs.Var(&Choice{Put: func(word string) { req.Settings.Unmatched = &word }, Known: []string{"prune", "keep"}}, "unmatched", "containers without anything selected: `prune|keep`")
	fs.Var(&Choice{Put: func(word string) { req.Settings.Emptied = &word }, Known: []string{"keep", "drop"}}, "emptied", "containers that an exclude emptied: `keep|drop`")
	fs.Var(&Choice{Put: func(kind string) { elide(&req.Settings, kind) }, Known: elidable, many: true}, "drop", "members to leave out: `KINDS` of null, empty-array, empty-object, default")
	fs.Func("max-string", "shorten longer strings of the payload to `N` characters", func(text string) error { return setNumber(&req.Settings.MaxString, text) })
	fs.Func("max-items", "shorten longer lists of the payload to `N` elements", func(text string) error { return setNumber(&req.Settings.MaxItems, text) })
	fs.Var(&Choice{Put: func(word string) { req.Settings.Rows = &word }, Known: []string{"first", "differ"}}, "rows", "elements that stay of a cut list: `first|differ`")
	fs.Func("shorten", "`MASK=chars:N,lines:N,items:N`: shorten its values if they are longer; repeatable", func(text string) error { return addLengths(&req.Settings.Shorten, text) })
	fs.BoolFunc("columns", "fold lists of objects in the payload into tables, if that is smaller; shape expand undoes it", func(text string) error {
		on, err := strconv.ParseBool(text)
		req.Settings.Columns = &on
		return err
	})
	AddDialect(fs, &req.Dialect, "dialect", dialects, "envelope of the response (the filter refuses another one)")
	fs.BoolVar(&req.ClientRequestID, "client-request-id", false, "the client chose the request id, so every profile shows it")
	fs.BoolVar(&req.Strict, "strict", false, "refuse duplicate names everywhere, unknown settings, and documents with failed rules")
}

// AddDialect adds a flag for a dialect out of known.
func AddDialect(fs *pflag.FlagSet, to *string, flag string, known []string, usage string) {
	set := func(word string) { *to = word }
	fs.Var(&Choice{Put: set, Known: known}, flag, DialectUsage(usage, known))
}

// DialectUsage returns the usage of a flag for a dialect.
func DialectUsage(usage string, known []string) string {
	return usage + ", a `DIALECT`: " + strings.Join(known, ", ")
}

// AddEdition adds the flag for one edition of a contract.
func AddEdition(fs *pflag.FlagSet, to *string) {
	fs.StringVar(to, "edition", "", "`EDITION`: 000, 003 of response-v2; mcp of mcp and jsonrpc")
}

// AddConfig adds the flags for the configuration. It may name the counters of this build.
func AddConfig(fs *pflag.FlagSet, o *config.Options) {
	o.Counters = CounterNames()
	fs.Var((*FileName)(&o.Path), "config", "take the configuration from `FILE`")
	fs.BoolVar(&o.NoConfig, "no-config", false, "built-in settings only; privacy rules of home and /etc still hold")
}

// IsOn reports whether a setting is set and true.
func IsOn(is *bool) bool { return is != nil && *is }

var elidable = []string{"null", "empty-array", "empty-object", "default"}

// elide enables the elision of a kind of values.
func elide(s *profiles.Settings, kind string) {
	switch kind {
	case "null":
		s.ExcludeNullValues = new(true)
	case "empty-array":
		s.ExcludeEmptyArrays = new(true)
	case "empty-object":
		s.ExcludeEmptyObjects = new(true)
	case "default":
		s.ExcludeDefaultValues = new(true)
	}
}

// AddFormat adds the flags --format and --json.
func AddFormat(fs *pflag.FlagSet, to *string) {
	fs.Var(&Choice{Put: func(word string) { *to = word }, Known: []string{"text", "json"}}, "format", "print for people or for programs: `text|json`")
	fs.BoolFunc("json", "the same as --format json", func(string) error { *to = "json"; return nil })
}

// FileName is a flag with the name of a file. It refuses an empty name: most likely a variable
// is not set, and the command would use another file.
type FileName string

func (f *FileName) Set(name string) error {
	if name == "" {
		return errors.New("the name of a file is missing")
	}
	*f = FileName(name)
	return nil
}

func (f *FileName) String() string { return string(*f) }
func (f *FileName) Type() string   { return "file" }

// Number is a flag with a number within limits.
type Number struct {
	To          *int
	Least, Most int
}

func (n Number) Set(text string) error {
	value, err := strconv.Atoi(text)
	if err != nil || value < n.Least || value > n.Most {
		return fmt.Errorf("%q is not a number from %d to %d", text, n.Least, n.Most)
	}
	*n.To = value
	return nil
}

func (n Number) String() string { return strconv.Itoa(*n.To) }
func (n Number) Type() string   { return "int" }

// setNumber sets a number from 1 on.
func setNumber(to **int, text string) error {
	*to = new(int)
	return Number{*to, 1, math.MaxInt32}.Set(text)
}

// AddBudget adds the flag --budget.
func AddBudget(fs *pflag.FlagSet, to *profiles.Budget) {
	fs.Func("budget", "fit each response into `LIMIT`: N tokens, or tokens:N,bytes:N; 1.5k is 1500", func(text string) error {
		return setBudget(to, text)
	})
}

// counters holds the counters of this build. The tag o200k links the exact one; it is larger
// than the rest of the command.
var counters = append([]tokens.Counter{tokens.Estimate{}}, exact...)

// CounterNames returns the names that flags and configurations may use.
func CounterNames() (names []string) {
	for _, c := range counters {
		names = append(names, c.Name())
	}
	return names
}

// CounterOf returns the counter of a checked name; "" is the estimate.
func CounterOf(name string) tokens.Counter {
	return counters[max(slices.Index(CounterNames(), name), 0)]
}

// AddCounter adds the flag --counter.
func AddCounter(fs *pflag.FlagSet, to *string, what string) {
	usage := "count the tokens " + what + " by `NAME`: estimate, o200k (in a build with -tags o200k)"
	fs.Func("counter", usage, func(name string) error {
		known := CounterNames()
		if slices.Contains(known, name) {
			*to = name
			return nil
		}
		message, hint := words.NoCounter(name, known)
		err := errors.New(message)
		if hint == "" {
			return err
		}
		return &words.HintedError{Err: err, Hint: hint}
	})
}

// setBudget sets the largest size of a response. The counter stays.
func setBudget(to *profiles.Budget, text string) error {
	most := profiles.Budget{Counter: to.Counter}
	known := map[string]*int{"tokens": &most.MaxTokens, "bytes": &most.MaxBytes}
	for part := range strings.SplitSeq(text, ",") {
		of, limit, named := strings.Cut(part, ":")
		if !named {
			of, limit = "tokens", part
		}
		if known[of] == nil {
			return fmt.Errorf("%q is none of N, tokens:N, bytes:N", part)
		}
		if err := (Number{known[of], 1, math.MaxInt32}).Set(thousands(limit)); err != nil {
			return fmt.Errorf("%q is not a number from 1 to %d (800, 8k and 1.5k are: k stands for 1000)", limit, math.MaxInt32)
		}
	}
	*to = most
	return nil
}

// thousands expands a number that ends in k: "1.5k" becomes "1500". It returns any other text,
// and a fraction of a whole number, unchanged.
func thousands(text string) string {
	digits, ok := strings.CutSuffix(strings.ToLower(text), "k")
	whole, part, _ := strings.Cut(digits, ".")
	if !ok || whole == "" || len(part) > 3 || strings.HasSuffix(digits, ".") {
		return text
	}
	return whole + part + strings.Repeat("0", 3-len(part))
}

// addLengths adds a mask and the lengths to shorten its values to.
func addLengths(to **map[string]profiles.Shorten, text string) error {
	i := strings.LastIndexByte(text, '=')
	if i < 0 {
		return fmt.Errorf("%q lacks what is left, as in rows.body=chars:400", text)
	}
	var s profiles.Shorten
	known := map[string]*int{"chars": &s.Chars, "lines": &s.Lines, "items": &s.Items}
	for part := range strings.SplitSeq(text[i+1:], ",") {
		name, most, _ := strings.Cut(part, ":")
		if known[name] == nil {
			return fmt.Errorf("%q is none of chars:N, lines:N, items:N", part)
		}
		if err := (Number{known[name], 1, math.MaxInt32}).Set(most); err != nil {
			return err
		}
	}
	if _, err := fieldmask.Parse(text[:i]); err != nil && text[:i] != profiles.Itself {
		return err
	}
	if *to == nil {
		*to = &map[string]profiles.Shorten{}
	}
	(**to)[text[:i]] = s
	return nil
}

// addMask adds a mask, after a check.
func addMask(to *[]string, mask string) error {
	_, err := fieldmask.Parse(mask)
	if err == nil {
		*to = append(*to, mask)
	}
	return err
}

// addFields adds the fields of a text, as masks in the grammar of the configuration.
func addFields(to *[]string, text string) error {
	paths, err := fieldmask.ParseFields(text)
	for _, path := range paths {
		*to = append(*to, path.String())
	}
	return err
}

// Choice is a flag with one word of a list, or with several.
type Choice struct {
	Put     func(word string)
	Known   []string
	Removed []string // words of earlier versions; the first known word replaces them
	many    bool
	value   string
}

func (c *Choice) Set(value string) error {
	list := []string{value}
	if c.many {
		list = strings.Split(value, ",")
	}
	for _, word := range list {
		if slices.Contains(c.Removed, word) {
			return fmt.Errorf("%s was removed (use %s)", word, c.Known[0])
		}
		if !slices.Contains(c.Known, word) {
			return words.Hinted(fmt.Errorf("%q is not one of %s", word, strings.Join(c.Known, ", ")), word, c.Known)
		}
		c.Put(word)
	}
	c.value = value
	return nil
}

func (c *Choice) String() string { return c.value }
func (c *Choice) Type() string   { return "word" }

// contract is a set of rules for documents: a dialect, or digest for payloads.
type contract interface{ Name() string }

func contracts() (all []contract) {
	for _, d := range dialects.All() {
		all = append(all, d)
	}
	return append(all, digest.Contract{})
}

// ContractsWith returns the names of the contracts that implement T.
func ContractsWith[T any]() (names []string) {
	for _, c := range contracts() {
		if _, ok := c.(T); ok {
			names = append(names, c.Name())
		}
	}
	return names
}

// ContractOf returns the contract of a name, if it implements T.
func ContractOf[T any](name string) (T, bool) {
	for _, c := range contracts() {
		if can, ok := c.(T); ok && c.Name() == name {
			return can, true
		}
	}
	var none T
	return none, false
}

// AnyDialect returns the values of --dialect for commands that shape.
func AnyDialect() []string { return append([]string{"auto"}, dialects.Names...) }

// InEdition returns a dialect in an edition of its contract.
func InEdition(name, edition string) (envelope.Dialect, error) {
	d, _ := dialects.Lookup(name) // the flag takes known names only
	return dialects.In(d, edition)
}

// The flags of every command.
const (
	errorFormat = "error-format"
	colour      = "color"
)

// AddStyle adds the flags for colours and for the format of messages.
func (a *App) AddStyle(fs *pflag.FlagSet) {
	fs.Var(&Choice{Put: a.setMessageForm, Known: []string{"text", "json"}}, errorFormat, "print errors, warnings and signals as lines or JSON objects: `text|json`")
	fs.Var(&Choice{Put: a.Colour, Known: []string{"auto", "always", "never"}}, colour, "colour documents and carets: `auto|always|never`; auto on a terminal")
}

func (a *App) setMessageForm(form string) { a.Stderr.SpeakJSON(form == "json") }

// Colour sets the colours of both streams: auto, always or never.
func (a *App) Colour(flag string) {
	a.Stdout.Colour(flag, a.getenv)
	a.Stderr.Colour(a.stderrStream.Colour(flag, a.getenv))
}

// readStyle applies these flags before the arguments are parsed, for errors of the parser.
func (a *App) readStyle() {
	a.setMessageForm(lastOf(a.Args, errorFormat))
	a.Colour(lastOf(a.Args, colour))
}

// lastOf returns the last value of a flag in args, or "".
func lastOf(args []string, flag string) (value string) {
	for i, arg := range args {
		if arg == "--" {
			break
		}
		if said, ok := strings.CutPrefix(arg, "--"+flag+"="); ok {
			value = said
		} else if arg == "--"+flag && i+1 < len(args) {
			value = args[i+1]
		}
	}
	return value
}
