package scan

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
)

// corpora are the texts of the benchmarks: answers of APIs, and texts that are hard to
// read fast.
func corpora() map[string][]byte {
	api := apiCorpus(1 << 20)
	return map[string][]byte{
		"api":      api,
		"indented": AppendIndent(nil, api, "  "),
		"floats":   listOf(60_000, func(i int) string { return fmt.Sprintf("%.15f", float64(i)*0.7123-1000) }),
		"integers": listOf(300_000, func(i int) string { return fmt.Sprint(i * 7919 % 10) }),
		"cjk":      listOf(3_000, func(int) string { return `"` + strings.Repeat("検索結果の一覧です", 12) + `"` }),
		"escapes":  listOf(3_000, func(int) string { return `"` + strings.Repeat(`\u00e9\u4e00`, 25) + `"` }),
		"code":     listOf(3_000, func(int) string { return `"` + strings.Repeat(`\tfmt.Println(\"hello, world\")\n`, 10) + `"` }),
		"deep":     listOf(700, func(int) string { return strings.Repeat(`{"a":[`, 135) + strings.Repeat("]}", 135) }),
	}
}

func listOf(count int, element func(i int) string) []byte {
	var b bytes.Buffer
	for i := range count {
		b.WriteString(",")
		b.WriteString(element(i))
	}
	b.WriteString("]")
	list := b.Bytes()
	list[0] = '['
	return list
}

// apiCorpus is a list of records as a code host's API returns them: sixty
// fields, many URLs, a nested user, nulls. It holds at least size bytes.
func apiCorpus(size int) []byte {
	rng := rand.New(rand.NewPCG(1, 2))
	var b bytes.Buffer
	for b.Len() < size {
		b.WriteByte(',')
		apiRecord(&b, rng)
	}
	b.WriteByte(']')
	list := b.Bytes()
	list[0] = '['
	return list
}

func apiRecord(b *bytes.Buffer, rng *rand.Rand) {
	id, owner := rng.IntN(1e9), rng.IntN(1e6)
	fmt.Fprintf(b, `{"id":%d,"node_id":"R_kgDO%x","name":"project-%d","private":false,"score":%.4f`, id, id, id, rng.Float64())
	fmt.Fprintf(b, `,"owner":{"login":"user%d","id":%d,"type":"User","site_admin":false,"gravatar_id":""`, owner, owner)
	for _, k := range []string{"followers", "following", "gists", "starred", "events"} {
		fmt.Fprintf(b, `,"%s_url":"https://api.example.com/users/user%d/%s{/other}"`, k, owner, k)
	}
	fmt.Fprintf(b, `},"description":"A tool – number %d – for \"quoted\" things","license":null,"homepage":null`, id)
	for k := range 30 {
		fmt.Fprintf(b, `,"resource%d_url":"https://api.example.com/repos/user%d/project-%d/resource%d{/sha}"`, k, owner, id, k)
	}
	for k := range 15 {
		fmt.Fprintf(b, `,"count_%d":%d`, k, rng.IntN(20000)>>k)
	}
	fmt.Fprintf(b, `,"created_at":"2024-%02d-01T10:00:00Z","mirror_url":null,"archived":%t`, 1+rng.IntN(12), id%7 == 0)
	fmt.Fprintf(b, `,"topics":["json","go","cli%d"],"visibility":"public","permissions":{"admin":false,"push":true}}`, id%9)
}
