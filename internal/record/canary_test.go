package record

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/record/session"
	"github.com/seed-7aa78ce4/shape/profiles"
)

const (
	lower  = "abcdefghijklmnopqrstuvwxyz"
	upper  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digits = "0123456789"
	alnum  = lower + upper + digits
)

// canaries makes values of each kind that a detector knows.
type canaries struct{ *rand.Rand }

func (c canaries) of(letters string, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = letters[c.IntN(len(letters))]
	}
	return string(b)
}

// card is a number with the check digit of Luhn.
func (c canaries) card() string {
	number := "4" + c.of(digits, 14)
	sum := 0
	for i := range number {
		d := int(number[len(number)-1-i] - '0')
		if i%2 == 0 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return number + string(rune('0'+(10-sum%10)%10))
}

// iban is a German one with its check digits.
func (c canaries) iban() string {
	account := c.of(digits, 18)
	rest := 0
	for _, d := range account + "131400" { // DE00
		rest = (rest*10 + int(d-'0')) % 97
	}
	return fmt.Sprintf("DE%02d%s", 98-rest, account)
}

// next returns a canary with its surroundings: a text that a detector finds it in.
func (c canaries) next(i int) (canary, text string) {
	bare := func(s string) (string, string) { return s, "see " + s + " for more" }
	switch i % 14 {
	case 0:
		return bare(c.of(lower, 9) + "@" + c.of(lower, 8) + ".example.com")
	case 1:
		return bare("+49" + c.of("123456789", 11))
	case 2:
		return bare(c.card())
	case 3:
		return bare(c.iban())
	case 4:
		return bare("AKIA" + c.of(upper+"234567", 16))
	case 5:
		return bare("ghp_" + c.of(alnum, 36))
	case 6:
		return bare("glpat-" + c.of(alnum, 20))
	case 7:
		return bare("AIza" + c.of(alnum, 35))
	case 8:
		return bare("xoxb-" + c.of("123456789", 12) + "-" + c.of("123456789", 12) + "-" + c.of(alnum, 24))
	case 9:
		return bare("sk_live_" + c.of(alnum, 24))
	case 10:
		return bare("npm_" + c.of(lower+digits, 36))
	case 11:
		key := c.of(alnum, 64)
		return key, "-----BEGIN RSA PRIVATE KEY-----\n" + key + "\n" + c.of(alnum, 64) + "\n-----END RSA PRIVATE KEY-----"
	case 12:
		token := "eyJ" + c.of(alnum, 30) + ".eyJ" + c.of(alnum, 40) + "." + c.of(alnum, 43)
		return bare(token)
	default:
		key := c.of(alnum, 32)
		return key, "api_key=" + key
	}
}

// found reports whether a detector finds a canary in its own text.
func found(t *testing.T, canary, text string) bool {
	t.Helper()
	quoted, _ := json.Marshal(text)
	out, err := hide(quoted)
	if err != nil {
		t.Fatal(err)
	}
	return !bytes.Contains(out, []byte(canary))
}

// absent fails for each canary in a file of the folder, also behind the compression.
func (d *desk) absent(all []string) {
	d.t.Helper()
	d.finish()
	var disk [][]byte
	events := 0
	err := filepath.WalkDir(d.dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		disk = append(disk, raw)
		for r := session.NewReader(bytes.NewReader(raw)); ; {
			content, err := r.Next()
			if err != nil {
				return nil
			}
			events += bytes.Count(content, []byte{'\n'})
			disk = append(disk, bytes.Clone(content))
		}
	})
	if err != nil || events < 2*len(all) {
		d.t.Fatal(events, err)
	}
	left := 0
	for _, text := range disk {
		if bytes.Contains(text, []byte(`"withheld"`)) {
			d.t.Error("an event was withheld")
		}
		for _, canary := range all {
			if bytes.Contains(text, []byte(canary)) || bytes.Contains(text, []byte(base64.StdEncoding.EncodeToString([]byte(canary)))) {
				if left++; left < 5 {
					at := max(bytes.Index(text, []byte(canary)), 200)
					d.t.Errorf("%q is on the disk: %s", canary, text[at-200:min(at+100, len(text))])
				}
			}
		}
	}
	d.t.Logf("%d canaries, %d events, %d left", len(all), events, left)
}

// Values that a detector finds are on no disk, without any rule. They stand in arguments, results,
// texts, JSON in texts, metadata, and definitions of tools.
func TestCanariesOfDetectors(t *testing.T) {
	c := canaries{rand.New(rand.NewPCG(34, 1))}
	d := newDesk(t, profiles.Spec{}, nil)
	x := d.client("c")
	var all []string
	kinds := map[int]int{}
	for i := 0; len(all) < 1000; i++ {
		canary, text := c.next(i)
		if !found(t, canary, text) {
			continue // its letters have too little entropy for the rule
		}
		kinds[i%14]++
		all = append(all, canary)
		quoted, _ := json.Marshal(text)
		inText, _ := json.Marshal(`{"note":` + string(quoted) + `}`)
		inTexts, _ := json.Marshal(`{"a":[` + string(inText) + `]}`)
		d.call(x, `{"q":`+string(quoted)+`,"deep":[{"b":`+string(inText)+`}]}`,
			`{"content":[{"type":"text","text":`+string(quoted)+`},{"type":"text","text":`+string(inTexts)+`}],"structuredContent":{"a":`+string(quoted)+`},"_meta":{"example.com/x":{"y":`+string(quoted)+`}}}`)
		if i%100 == 0 {
			d.list(x, `[{"name":"t`+fmt.Sprint(i)+`","description":`+string(quoted)+`,"inputSchema":{"type":"object","properties":{"q":{"default":`+string(quoted)+`}}}}]`)
			d.takeAll()
		}
	}
	d.absent(all)
	for kind := range 14 {
		if kinds[kind] < 50 {
			t.Errorf("kind %d: %d canaries", kind, kinds[kind])
		}
	}
}

// A secret that only its name beside it reveals is found, too.
func TestCanariesWithNames(t *testing.T) {
	c := canaries{rand.New(rand.NewPCG(34, 2))}
	d := newDesk(t, profiles.Spec{}, nil)
	x := d.client("c")
	var all []string
	for len(all) < 100 {
		canary := c.of(alnum, 40)
		object := `{"api_key":"` + canary + `"}`
		if !found(t, canary, object) {
			continue
		}
		all = append(all, canary)
		d.call(x, object, `{"content":[],"structuredContent":`+object+`}`)
	}
	d.absent(all)
}

// Values that privacy hides are on no disk, though no detector acts. Definitions of tools are
// recorded as clients see them: rules leave those alone.
func TestCanariesOfPrivacy(t *testing.T) {
	c := canaries{rand.New(rand.NewPCG(34, 3))}
	spec := profiles.Spec{Privacy: []profiles.Privacy{{Drop: []string{"codename"}, Mask: []profiles.PrivacyMask{{Path: "**.owner.name"}}}}}
	d := newDesk(t, spec, func(s *Settings) { s.Raw = true })
	x := d.client("c")
	var all []string
	for i := range 1000 {
		canary := c.of(lower, 14)
		all = append(all, canary)
		name := []string{"codename", "codeName", "CODE_NAME"}[i%3]
		object := `{"` + name + `":"` + canary + `","owner":{"name":"` + canary + `"},"a":1}`
		inText, _ := json.Marshal(object)
		prose, _ := json.Marshal("see " + name + ": " + canary + ", then more")
		d.call(x, object, `{"content":[{"type":"text","text":`+string(inText)+`},{"type":"text","text":`+string(prose)+`}],"structuredContent":{"rows":[`+object+`],"pair":{"name":"`+name+`","value":"`+canary+`"}},"_meta":{"example.com/x":`+object+`}}`)
		if i%100 == 0 {
			d.takeAll()
		}
	}
	d.absent(all)
}
