package record

import (
	"context"
	"encoding/json"
	"errors"
	"sync"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// detection hides values by their form in recorded lines, without any rule of a configuration.
type detection struct {
	engine  *shaper.Engine
	secrets []profiles.Detector
}

// theDetection has every detector of the command. The rules of secrets are parsed at the first
// line.
var theDetection = sync.OnceValues(func() (*detection, error) {
	set, err := detecting("secrets", "pii")
	if err != nil {
		return nil, err
	}
	engine, err := shaper.New(set)
	if err != nil {
		return nil, err
	}
	alone, err := detecting("secrets")
	if err != nil {
		return nil, err
	}
	rules, err := alone.Resolve(profiles.Key{Tool: profiles.AnyTool})
	if err != nil {
		return nil, err
	}
	return &detection{engine, rules.Detection.Detectors}, nil
})

func detecting(kinds ...string) (*profiles.Set, error) {
	return profiles.New(profiles.Spec{Privacy: []profiles.Privacy{{Detect: kinds}}})
}

var errHidden = errors.New("the values that detectors found cannot be hidden")

// hide returns a line of JSON without the values that detectors find. It looks at each string,
// also inside strings. It looks for secrets in the whole line, too: there a name stands beside each.
func hide(line []byte) ([]byte, error) {
	d, err := theDetection()
	if err != nil {
		return nil, err
	}
	result, err := d.engine.Shape(context.Background(), shaper.Request{Tool: profiles.AnyTool, Dialect: "plain", HidingOnly: true, Transit: true, Body: line})
	if err != nil {
		return nil, errHidden
	}
	line = result.Body
	var spans []profiles.Span
	for _, detector := range d.secrets {
		spans = detector.Append(spans, line)
	}
	if len(spans) == 0 {
		return line, nil
	}
	var out []byte
	at := 0
	for _, s := range profiles.JoinSpans(spans) {
		mark := "[" + s.Kind + "]"
		out, at = append(append(out, line[at:s.Start]...), mark...), s.End
	}
	out = append(out, line[at:]...)
	if !json.Valid(out) {
		return nil, errHidden
	}
	return out, nil
}
