package shaper_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/notations"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

var (
	secretNames  = []string{"password", "api_key", "token", "private_key"}
	secretValues = []string{
		"S3CRETx7", "XQkj5 h0rses S3CRETx7", "S3CRETx7, XQkj5", "XQkj5;S3CRETx7)", "XQkj5 don't S3CRETx7", `S3CRETx7 "XQkj5" end`,
		"S3CRETx7=XQkj5&b", "S3CRETx7: XQkj5",
	}
	neighbour = notations.Pair{Name: "region", Value: "eu4west1"}
)

// Privacy holds every kind of the table of notations, for several names and values. The
// rule gives each name once; the kinds write it in other spellings too.
// The kinds that the table calls missed are counted, and the neighbour of a private
// name stays.
func TestNotations(t *testing.T) {
	for _, by := range []string{"drop", "mask"} {
		t.Run(by, func(t *testing.T) {
			n := notationsTry{by: by, engines: map[string]*shaper.Engine{}}
			for _, kind := range notations.Kinds() {
				n.tryKind(t, kind, secretNames)
			}
			t.Logf("%d of %d kinds held, %d missed, %d unseen, %d wrong", n.right[notations.Held], len(notations.Kinds()),
				n.right[notations.Missed], n.right[notations.Unseen], n.wrong)
		})
	}
}

// Privacy holds usual outputs of tools.
func TestOutputsOfTools(t *testing.T) {
	n := notationsTry{by: "drop", engines: map[string]*shaper.Engine{}}
	for _, kind := range notations.Outputs() {
		n.tryKind(t, kind, []string{kind.Private})
	}
	t.Logf("%d of %d outputs held, %d wrong", n.right[notations.Held], len(notations.Outputs()), n.wrong)
}

// notationsTry counts the kinds that the engine treats as the table says.
type notationsTry struct {
	by      string                    // the key of privacy
	engines map[string]*shaper.Engine // by the private name
	right   [3]int                    // by outcome
	wrong   int
}

// tryKind tries a kind with all names and values that it can carry.
func (n *notationsTry) tryKind(t *testing.T, kind notations.Kind, names []string) {
	tried := 0
	for _, name := range names {
		eng := n.engines[name]
		if eng == nil {
			eng = newEngine(t, privacyOf(n.by, name))
			n.engines[name] = eng
		}
		for _, value := range secretValues {
			secret := notations.Pair{Name: name, Value: value}
			if !kind.Fits(secret) {
				continue
			}
			tried++
			text := notations.Write(kind, secret, neighbour)
			if fault := tryNotation(t, eng, kind, secret, text); fault != "" {
				n.wrong++
				t.Errorf("%s: %s: %s\n%s", kind.Family, kind.Name, fault, text)
				return
			}
		}
	}
	if tried == 0 {
		t.Errorf("%s: %s: no value fits", kind.Family, kind.Name)
	}
	n.right[kind.Outcome]++
}

// privacyOf returns rules for a name. A name of five letters or fewer meets longer names
// only as a suffix.
func privacyOf(by, name string) profiles.Spec {
	how := profiles.Spelling{Suffix: len(name) <= 5}
	if by == "drop" {
		return profiles.Spec{Privacy: []profiles.Privacy{{Drop: []string{name}, Spellings: []profiles.Spelling{how}}}}
	}
	mask := profiles.PrivacyMask{Path: "**." + name, Spelling: how, With: new("[gone]")}
	return profiles.Spec{Privacy: []profiles.Privacy{{Mask: []profiles.PrivacyMask{mask}}}}
}

// tryNotation shapes the text as the result of a tool and returns the difference to
// the outcome in the table.
func tryNotation(t *testing.T, eng *shaper.Engine, kind notations.Kind, secret notations.Pair, text string) string {
	got, missed := shapeText(t, eng, text)
	shown := notations.Shows(got, secret.Value)
	switch {
	case kind.Outcome == notations.Held && shown:
		return fmt.Sprintf("the value comes out, and %d misses are counted: %s", missed, got)
	case kind.Outcome != notations.Held && !shown && !kind.IsEncoded():
		return "the table does not call it held: " + got
	case kind.Outcome == notations.Missed && missed == 0:
		return "the miss is not counted"
	case kind.Outcome == notations.Unseen && missed > 0:
		return "the table calls it unseen, and a miss is counted"
	case kind.Outcome != notations.Unseen && kind.KeepsNeighbour() && !strings.Contains(got, neighbour.Value):
		return "the neighbour goes: " + got
	}
	return ""
}

// shapeText returns the text as it stands in the shaped result of a tool, and the
// number of misses.
func shapeText(t *testing.T, eng *shaper.Engine, text string) (got string, missed int) {
	quoted, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	res, err := eng.Shape(t.Context(), shaper.Request{Body: fmt.Appendf(nil, `{"content":[{"type":"text","text":%s}]}`, quoted)})
	if err != nil {
		t.Fatal(err)
	}
	var result struct{ Content []struct{ Text string } }
	if err := json.Unmarshal(res.Body, &result); err != nil || len(result.Content) != 1 {
		t.Fatalf("%v: %s", err, res.Body)
	}
	return result.Content[0].Text, res.Report.MissedNames.Count
}
