package clientfile

import (
	"errors"
	"regexp"

	"github.com/tailscale/hujson"
)

// readJSON reads JSON, with or without comments and trailing commas.
func readJSON(source []byte) (*node, error) {
	root, err := hujson.Parse(withoutMark(source))
	if err != nil {
		place := ""
		if at := regexp.MustCompile(`line (\d+), column (\d+)`).FindStringSubmatch(err.Error()); at != nil {
			place = at[1] + ":" + at[2] + ": "
		}
		return nil, errors.New(place + "this is not JSON")
	}
	return jsonNode(root), nil
}

func jsonNode(v hujson.Value) *node {
	n := &node{value: value{span: span{v.StartOffset, v.EndOffset}}}
	switch v := v.Value.(type) {
	case hujson.Literal:
		if v.Kind() == '"' {
			n.kind, n.value.text = text, v.String()
		}
	case *hujson.Array:
		n.kind = list
		for _, e := range v.Elements {
			n.items = append(n.items, jsonNode(e))
		}
	case *hujson.Object:
		n.kind = object
		for _, m := range v.Members {
			key := jsonNode(m.Name)
			n.add(key.value, jsonNode(m.Value))
		}
	}
	return n
}
