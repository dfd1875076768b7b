// Package bench holds the corpora and the works that shape is measured with.
// Everything is generated: the same bytes on every machine.
package bench

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"
)

// Envelope returns variant n of a scalpel envelope of about 1 KB. Variants
// differ so that no branch predictor learns one by heart.
func Envelope(n int) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `{"tier":"pro","tool_version":"3.3.%d","tool_id":"analyze_code","request_id":"%032x","capabilities":["envelope-v1"],"duration_ms":%d,"error":null,"upgrade_hints":[],"data":{"functions":[`, n, n*7919, 10+n%50)
	for i := range 4 + n%3 {
		comma(&b, i)
		fmt.Fprintf(&b, `{"name":"handler_%d_%d","line":%d,"args":["ctx","req"],"doc":null,"complexity":%d}`, n, i, 10*i+n, i+n%7)
	}
	fmt.Fprintf(&b, `],"classes":[{"name":"Server%d","methods":["Open","Close","Serve"],"bases":[]}],"complexity":%d,"imports":["context","net/http","os"],"halstead_metrics":{"volume":%d.25,"effort":%d.5},"server_version":"1.%d"}}`, n, n%30, 100+n, 900+n, n)
	return b.Bytes()
}

// Search returns variant n of about 63 KB of search results.
func Search(n int) []byte {
	var b bytes.Buffer
	b.WriteString(`{"query":"authentication","results":[`)
	for i := range 60 {
		comma(&b, i)
		fmt.Fprintf(&b, `{"chunk_id":%d,"chunk_text":%s,"similarity_score":0.%d,"bm25_score":0.%d,"hybrid_score":0.%d,"rank":%d,"score_type":"hybrid","source_file":"docs/auth/part-%d.md","source_category":null,"context_header":"Guide > Part %d","chunk_index":%d,"total_chunks":60,"chunk_token_count":%d}`,
			1000*n+i, quoted(prose(n+i, 640)), 50+i%50, 40+i%50, 45+i%50, i+1, i, i, i, 128+i)
	}
	b.WriteString(`],"total_found":60}`)
	return b.Bytes()
}

// ToolResult returns an MCP tool result with a document in both its halves.
func ToolResult(doc []byte) []byte {
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":%s}],"structuredContent":%s,"isError":false}}`, quoted(string(doc)), doc)
}

// Records returns at least size bytes of API-like records: 60 fields each, most
// of them URLs, nested users, nulls, empty lists, numbers of every kind.
func Records(size int) []byte {
	return list(size, `{"total_count":1000,"incomplete_results":false,"items":[`, func(b *bytes.Buffer, i int) { record(b, i, urlFields) })
}

// list returns at least size bytes: the opening of a list in an object, its items, and the
// brackets that close both.
func list(size int, open string, item func(b *bytes.Buffer, i int)) []byte {
	var b bytes.Buffer
	b.Grow(size + 8<<10)
	b.WriteString(open)
	for i := 0; b.Len() < size; i++ {
		comma(&b, i)
		item(&b, i)
	}
	b.WriteString(`]}`)
	return b.Bytes()
}

// smallRecords returns n records with a URL for each of the fields, beginning
// with record i.
func smallRecords(i, n int, urls []string) []byte {
	var b bytes.Buffer
	b.WriteString(`{"items":[`)
	for k := range n {
		comma(&b, k)
		record(&b, i+k, urls)
	}
	b.WriteString(`]}`)
	return b.Bytes()
}

// record writes record i, with a URL for each of the fields.
func record(b *bytes.Buffer, i int, urls []string) {
	fmt.Fprintf(b, `{"id":%d,"node_id":"MDEwOlJlcG9zaXRvcnk%d","name":"harbour-%d","full_name":"tide/harbour-%d","private":%t,"owner":`, 90000+i, i, i, i, i%5 == 0)
	user(b, i)
	for _, field := range urls {
		fmt.Fprintf(b, `,"%s_url":"https://api.example.com/repos/tide/harbour-%d/%s{/number}"`, field, i, field)
	}
	fmt.Fprintf(b, `,"description":%s,"homepage":null,"language":null,"fork":false,"size":%d,"stargazers_count":%d,"forks_count":%d,"open_issues_count":%d,"score":%d.%02d,"topics":[],"license":null,"archived":false,"default_branch":"main","created_at":"2024-0%d-11T09:26:53Z","pushed_at":null,"permissions":{"admin":false,"push":false,"pull":true},"mirror":{},"assignees":[`,
		quoted(prose(i, 60)), i*3, i*7%5000, i%311, i%97, i%10, i%100, 1+i%9)
	user(b, i+1)
	b.WriteByte(',')
	user(b, i+2)
	b.WriteString(`]}`)
}

func user(b *bytes.Buffer, i int) {
	fmt.Fprintf(b, `{"login":"tide%d","id":%d,"avatar_url":"https://avatars.example.com/u/%d?v=4","gravatar_id":"","url":"https://api.example.com/users/tide%d","type":"User","site_admin":false}`, i, i, i, i)
}

var urlFields = strings.Fields(`html forks keys collaborators teams hooks issue_events events assignees branches tags blobs git_tags git_refs trees statuses languages stargazers contributors subscribers subscription commits git_commits comments issue_comment contents compare merges archive downloads issues pulls milestones notifications labels`)

// Code returns at least size bytes of source text in JSON strings, full of
// escapes.
func Code(size int) []byte {
	return list(size, `{"files":[`, func(b *bytes.Buffer, i int) {
		var text strings.Builder
		for line := range 60 {
			fmt.Fprintf(&text, "\tif err := step%d(\"%d\\n\"); err != nil {\n\t\treturn fmt.Errorf(\"step %d: %%w\", err)\n\t}\n", line, i, line)
		}
		fmt.Fprintf(b, `{"path":"pkg/part%d.go","text":%s,"lines":%d}`, i, quoted(text.String()), 180)
	})
}

// Escaped returns at least size bytes of text that is all escapes, as producers
// write it that keep to ASCII.
func Escaped(size int) []byte {
	return list(size, `{"items":[`, func(b *bytes.Buffer, i int) {
		fmt.Fprintf(b, `{"id":%d,"text":"`, i)
		for k := range 200 {
			fmt.Fprintf(b, `\u%04x`, 0x4e00+(i*31+k*7)%0x5000)
		}
		b.WriteString(`"}`)
	})
}

// Floats returns at least size bytes of vectors, as models of language make them.
func Floats(size int) []byte {
	return list(size, `{"items":[`, func(b *bytes.Buffer, i int) {
		fmt.Fprintf(b, `{"id":%d,"label":"chunk-%d","model":"embed-3","vector":[`, i, i)
		for k := range 256 {
			comma(b, k)
			fmt.Fprintf(b, "%.16g", math.Sin(float64(i*256+k))/8)
		}
		fmt.Fprintf(b, `],"score":0.%03d,"at":%d.25}`, i%1000, i)
	})
}

// Chinese returns at least size bytes of text with three bytes per character.
func Chinese(size int) []byte {
	return list(size, `{"items":[`, func(b *bytes.Buffer, i int) {
		fmt.Fprintf(b, `{"id":%d,"title":"%s","text":"%s","author":{"name":"%s","id":%d}}`,
			i, characters(i, 12), characters(i*3, 400), characters(i*5, 3), i)
	})
}

func characters(seed, n int) string {
	var b strings.Builder
	for k := range n {
		b.WriteRune(rune(0x4e00 + (seed*31+k*97)%0x5000))
	}
	return b.String()
}

// Digits returns at least size bytes of numbers of one digit.
func Digits(size int) []byte {
	return list(size, `{"items":[`, func(b *bytes.Buffer, i int) {
		fmt.Fprintf(b, `{"id":%d,"name":"row-%d","values":[`, i, i)
		for k := range 500 {
			comma(b, k)
			b.WriteByte('0' + byte((i+k*k)%10))
		}
		b.WriteString(`]}`)
	})
}

// Singles returns at least size bytes of objects of one member.
func Singles(size int) []byte {
	return list(size, `{"items":[`, func(b *bytes.Buffer, i int) { fmt.Fprintf(b, `{"id":%d}`, i%1000) })
}

// Nested returns at least size bytes of values nested 270 deep.
func Nested(size int) []byte {
	return list(size, `{"items":[`, func(b *bytes.Buffer, i int) {
		fmt.Fprintf(b, `{"id":%d,"child":[`, i)
		b.WriteString(strings.Repeat(`{"child":[`, 134))
		fmt.Fprintf(b, `{"id":%d}`, i)
		b.WriteString(strings.Repeat(`]}`, 135))
	})
}

// Indented pretty-prints a document.
func Indented(doc []byte) []byte {
	var b bytes.Buffer
	if err := json.Indent(&b, doc, "", "  "); err != nil {
		panic(err) // the corpora are valid
	}
	return b.Bytes()
}

func comma(b *bytes.Buffer, i int) {
	if i > 0 {
		b.WriteByte(',')
	}
}

func quoted(text string) []byte {
	q, _ := json.Marshal(text) // a string always encodes
	return q
}

// prose returns n bytes of words.
func prose(seed, n int) string {
	words := strings.Fields(`the keeper of lighthouse writes down weather four times a day and rows across to village for bread while tide charts dry slowly over stove`)
	var b strings.Builder
	for i := seed; b.Len() < n; i = i*31 + 7 {
		b.WriteString(words[(i&0x7fffffff)%len(words)])
		b.WriteByte(' ')
	}
	return b.String()[:n]
}
