package archive

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func memoryArchive() Archive { return Archive{Store: NewMemory(Limits{}), Key: Key{1}} }

func TestReadAPath(t *testing.T) {
	const document = ` {"a":[1, {"b/c": "x\ny"}, null],"":{"~":1.0},"t":"{\"u\":[\"[true]\"],\"u\":[\"[false, 9007199254740993]\"]}",` +
		`"twice":1,"twice":2,"plain":"no [document]","s":" \"\\\"deep\\\"\" ","0":"zero"} `
	d := memoryArchive()
	h := keep(t, d, document)
	for path, want := range map[string]string{
		"":          document,
		"/a":        `[1, {"b/c": "x\ny"}, null]`,
		"/a/0":      "1",
		"/a/1":      `{"b/c": "x\ny"}`,
		"/a/2":      "null",
		"/a/1/b~1c": `"x\ny"`,
		"//~0":      "1.0",
		"/":         `{"~":1.0}`,
		"/t":        `"{\"u\":[\"[true]\"],\"u\":[\"[false, 9007199254740993]\"]}"`,
		"/t/u":      `["[false, 9007199254740993]"]`,
		"/t/u/0":    `"[false, 9007199254740993]"`,
		"/t/u/0/1":  "9007199254740993",
		"/twice":    "2",
		"/0":        `"zero"`,
	} {
		p, err := d.Read(ctx, Ask{Handle: h, Path: path})
		if err != nil || string(p.Text) != want || p.Number != 1 || p.Pages != 1 || p.Hash != Hash([]byte(document)) {
			t.Errorf("%s: %s %d/%d %s %v, want %s", path, p.Text, p.Number, p.Pages, p.Hash, err, want)
		}
	}
	for _, path := range []string{"a", "#/a", "/b", "/a/3", "/a/-", "/a/-1", "/a/01", "/a/+1", "/a/0/x", "/a/99999999999999999999", "/plain/0", "/s/0", "/a/2/", "/t/u/0/2", "//~1"} {
		wantAskError(t, d, Ask{Handle: h, Path: path}, `the path "`+path+`" leads nowhere`)
	}
	long := strings.Repeat("/é", 1<<20)
	wantAskError(t, d, Ask{Handle: h, Path: long}, `the path "/é/é`)
}

// A path into a tool result may begin at the payload, and lines are those of the texts.
func TestPathsOfPayloads(t *testing.T) {
	d := memoryArchive()
	const texts = `{"content":[{"type":"text","text":"one\ntwo\nthree"},{"type":"text","text":"{\"rows\":[1,[2]]}"}]`
	for _, c := range []struct {
		document string
		ask      Ask
		want     string
	}{
		{texts + `}`, Ask{Path: "/rows/1"}, "[2]"},
		{texts + `}`, Ask{Path: "/content/0/type"}, `"text"`},
		{texts + `,"structuredContent":{"rows":[7],"content":8}}`, Ask{Path: "/rows/0"}, "7"},
		{texts + `,"structuredContent":{"rows":[7],"content":8}}`, Ask{Path: "/rows/1/0", Reads: ReadsText}, "2"},
		{texts + `,"structuredContent":{"rows":["a\nb"]}}`, Ask{Path: "/rows/0", Lines: "2"}, "b"},
		{texts + `,"structuredContent":{"rows":[7]}}`, Ask{Lines: "2-3"}, "two\nthree\n"},
		{`{"structuredContent":{"rows":[7]}}`, Ask{Lines: "1"}, `{"rows":[7]}`},
		{`{"jsonrpc":"2.0","id":1,"result":{"structuredContent":{"rows":[7]}}}`, Ask{Path: "/rows/0"}, "7"},
	} {
		c.ask.Handle = keep(t, d, c.document)
		if p, err := d.Read(ctx, c.ask); err != nil || string(p.Text) != c.want {
			t.Errorf("%s %+v: %q %v, want %q", c.document, c.ask, p.Text, err, c.want)
		}
	}
	wantAskError(t, d, Ask{Handle: keep(t, d, texts+`}`), Path: "/rows/2"}, "leads nowhere")
}

// wantAskError fails unless an ask is refused in few words.
func wantAskError(t *testing.T, d Archive, a Ask, want string) {
	t.Helper()
	p, err := d.Read(ctx, a)
	if _, ok := errors.AsType[*AskError](err); !ok || !strings.Contains(err.Error(), want) || len(err.Error()) > 300 || p.Text != nil {
		t.Errorf("%.40s: %.80s %v, want %s", a.Path, p.Text, err, want)
	}
}

func TestPages(t *testing.T) {
	d := memoryArchive()
	for _, c := range []struct {
		document string
		most     int
		want     string // pages, joined by |
	}{
		{"", 4, ""},
		{"abc", 4, "abc"},
		{"abcd", 4, "abcd"},
		{"abcde", 4, "abcd|e"},
		{"abcé", 4, "abc|é"},
		{"ab€d", 4, "ab|€d"},
		{"a😀b", 4, "a|😀|b"},
		{"a😀b", 1, "a|😀|b"},
		{"a😀b", -7, "a|😀|b"},
		{"\x80\x80\x80\x80\x80", 4, "\x80\x80\x80\x80|\x80"},
		{strings.Repeat("x", PageBytes+1), 0, strings.Repeat("x", PageBytes) + "|x"},
	} {
		h, pages := keep(t, d, c.document), strings.Split(c.want, "|")
		for i, want := range pages {
			p, err := d.Read(ctx, Ask{Handle: h, Page: i + 1, PageBytes: c.most})
			if err != nil || string(p.Text) != want || p.Number != i+1 || p.Pages != len(pages) {
				t.Errorf("%.20q: page %d of %d is %.20q %v, want %.20q", c.document, p.Number, p.Pages, p.Text, err, want)
			}
		}
		for _, beyond := range []int{len(pages) + 1, math.MaxInt, -1} {
			wantAskError(t, d, Ask{Handle: h, Page: beyond, PageBytes: c.most}, "there is no page ")
		}
	}
	wantAskError(t, d, Ask{Handle: keep(t, d, "123456789"), Page: 4, PageBytes: 4}, "there is no page 4: the value has 3, counted from 1")
}

// No path costs more than some walks over a document.
func TestLongPaths(t *testing.T) {
	d := memoryArchive()
	h := keep(t, d, strings.Repeat("[", maxNames+1)+strings.Repeat("]", maxNames+1))
	if p, err := d.Read(ctx, Ask{Handle: h, Path: strings.Repeat("/0", maxNames)}); err != nil || string(p.Text) != "[]" {
		t.Errorf("%s %v", p.Text, err)
	}
	h = keep(t, d, strings.Repeat("[", maxNames+2)+strings.Repeat("]", maxNames+2))
	wantAskError(t, d, Ask{Handle: h, Path: strings.Repeat("/0", maxNames+1)}, "leads nowhere")
}

// A document that is no JSON is returned whole, and has no paths.
func TestReadWhatIsNoJSON(t *testing.T) {
	d := memoryArchive()
	h := keep(t, d, "no JSON")
	if p, err := d.Read(ctx, Ask{Handle: h}); err != nil || string(p.Text) != "no JSON" {
		t.Errorf("%s %v", p.Text, err)
	}
	wantAskError(t, d, Ask{Handle: h, Path: "/"}, "leads nowhere")
	wantAskError(t, d, Ask{Handle: keep(t, d, `{"a":1}{"a":1}`), Path: "/a"}, "leads nowhere")
}

// An unknown handle gives the same error with any path and page.
func TestReadOfTheUnknown(t *testing.T) {
	c := newClock()
	d := Archive{Store: c.memory(Limits{Age: time.Hour}), Key: Key{1}}
	h := keep(t, d, "1")
	for _, a := range []Ask{{Handle: "x"}, {Handle: Key{2}.handle([]byte("1")), Path: "/x"}} {
		if _, err := d.Read(ctx, a); err != ErrUnknown {
			t.Error(err)
		}
	}
	if _, err := (Archive{Store: d.Store, Key: Key{2}}).Read(ctx, Ask{Handle: h, Page: 9}); err != ErrUnknown {
		t.Error(err)
	}
	c.wait(time.Hour)
	if _, err := d.Read(ctx, Ask{Handle: h, Path: "/x"}); err != ErrUnknown {
		t.Error(err)
	}
}

// FuzzLawsPages: the joined pages of a value are the value. Each page is within the requested
// size, and holds whole characters if the value does.
func FuzzLawsPages(f *testing.F) {
	for _, text := range []string{"", "abc", "a😀é€", `{"a":"é😀"}`, "\xff\xfe\x80\x80\x80\x80\x80", strings.Repeat("€", 50)} {
		for _, most := range []int{0, 1, 4, 5, 7, 64} {
			f.Add([]byte(text), most)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte, most int) {
		if most > 1<<16 || len(text) > 1<<12 {
			return
		}
		d := memoryArchive()
		h := keep(t, d, string(text))
		var joined []byte
		for n, pages := 1, 1; n <= pages; n++ {
			p, err := d.Read(ctx, Ask{Handle: h, Page: n, PageBytes: most})
			if err != nil || p.Number != n || n > 1 && p.Pages != pages {
				t.Fatalf("page %d: %d of %d, before %d: %v", n, p.Number, p.Pages, pages, err)
			}
			if most != 0 && len(p.Text) > max(most, utf8.UTFMax) || utf8.Valid(text) && !utf8.Valid(p.Text) {
				t.Fatalf("page %d is %q, of %q", n, p.Text, text)
			}
			if len(p.Text) == 0 && len(text) > 0 {
				t.Fatalf("page %d of %d is empty", n, p.Pages)
			}
			joined, pages = append(joined, p.Text...), p.Pages
		}
		if !bytes.Equal(joined, text) {
			t.Fatalf("%q is %q, joined", text, joined)
		}
	})
}
