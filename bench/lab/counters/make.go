package main

import (
	_ "embed"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
)

// maker makes texts as tools return them, the same ones each time, out of words that
// stand in files in small letters.
type maker struct {
	*rand.Rand
	words []string
}

func newMaker(read []lesson) *maker {
	m := &maker{Rand: rand.New(rand.NewPCG(1, 1))}
	noLetter := func(r rune) bool { return (r|0x20) < 'a' || (r|0x20) > 'z' }
	isName := func(word string) bool { return len(word) > 1 && word == strings.ToLower(word) }
	for _, l := range read {
		for _, text := range l.texts {
			for _, word := range strings.FieldsFunc(text, noLetter) {
				if isName(word) {
					m.words = append(m.words, word)
				}
			}
		}
	}
	return m
}

func (m *maker) many(n int, text func() string) (all []string) {
	for range n {
		all = append(all, text())
	}
	return all
}

func (m *maker) one(all ...string) string { return all[m.IntN(len(all))] }
func (m *maker) word() string             { return m.one(m.words...) }

func (m *maker) phrase() string { return strings.Join(m.many(1+m.IntN(12), m.word), " ") }

// name is one of a member or a folder.
func (m *maker) name() string {
	a, b := m.word(), m.word()
	return m.one(a, a, a+"_"+b, a+"-"+b, a+strings.ToUpper(b[:1])+b[1:])
}

func (m *maker) path() string {
	return "/" + strings.Join(m.many(2+m.IntN(5), m.name), "/") + m.one(".go", ".ts", ".json", ".py", ".md", ".log", "")
}

func (m *maker) when() time.Time {
	return time.Unix(1_500_000_000+m.Int64N(300_000_000), m.Int64N(1e9)).UTC()
}

func (m *maker) bytes(n int) []byte {
	all := make([]byte, n)
	for i := range all {
		all[i] = byte(m.Uint32())
	}
	return all
}

func (m *maker) uuid() string {
	h := hex.EncodeToString(m.bytes(16))
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}

func (m *maker) opaque() string {
	b := m.bytes(300 + m.IntN(900))
	return m.one(base64.StdEncoding.EncodeToString(b), base64.RawURLEncoding.EncodeToString(b), hex.EncodeToString(b),
		strings.Join(m.many(30, m.uuid), m.one("\n", ", ", `","`)))
}

func (m *maker) number() any {
	return []any{m.IntN(10), m.IntN(1000), m.IntN(1_000_000), m.Float64(), 100 * m.Float64(), float64(m.IntN(100_000)) / 100}[m.IntN(6)]
}

func (m *maker) numbers() string {
	rows := make([][]any, 10+m.IntN(30))
	for i := range rows {
		for range 2 + m.IntN(6) {
			rows[i] = append(rows[i], m.number())
		}
	}
	return m.text(rows)
}

// text is a value as JSON, compact or indented.
func (m *maker) text(v any) string {
	text, err := json.Marshal(v)
	if m.IntN(3) == 0 {
		text, err = json.MarshalIndent(v, "", "  ")
	}
	if err != nil {
		panic(err) // nothing is made that JSON does not have
	}
	return string(text)
}

// log is lines of programs, of three kinds.
func (m *maker) log() string {
	return strings.Join(m.many(10+m.IntN(20), func() string {
		ip := fmt.Sprintf("%d.%d.%d.%d", m.IntN(256), m.IntN(256), m.IntN(256), m.IntN(256))
		return m.one(
			fmt.Sprintf("%s %s [%s] %s: %s (%d ms)", m.when().Format(time.RFC3339Nano), m.one("INFO", "WARN", "ERROR"), m.name(), m.path(), m.phrase(), m.IntN(5000)),
			fmt.Sprintf("%s - - [%s] \"GET %s HTTP/1.1\" %d %d", ip, m.when().Format("02/Jan/2006:15:04:05 -0700"), m.path(), 200+m.IntN(300), m.IntN(100_000)),
			fmt.Sprintf("level=%s ts=%d msg=%q id=%s", m.one("info", "warn"), m.when().Unix(), m.phrase(), m.uuid()))
	}), "\n")
}

func (m *maker) paths() string {
	lead := m.one("", "[FILE] ", "- ", "  ")
	return strings.Join(m.many(10+m.IntN(40), func() string { return lead + m.path() }), "\n")
}

//go:embed prose.txt
var prose string

// prose is a paragraph, by itself or in an object.
func (m *maker) prose() string {
	paragraph := m.one(strings.Split(strings.TrimSpace(prose), "\n\n")...)
	return m.one(paragraph, paragraph, m.text(map[string]string{m.name(): paragraph}))
}
