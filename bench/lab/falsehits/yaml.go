package main

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// yamlValues returns the lines of a YAML file that hold members with a private name: that of
// the name, and the lines of its value. It reads the file by a parser, not as the engine does.
// Comments, other texts, and files that are no YAML have no such lines.
func yamlValues(text string, names []string) map[int]bool {
	private, all := map[int]bool{}, strings.Split(text, "\n")
	var visit func(n *yaml.Node)
	visit = func(n *yaml.Node) {
		isPair := false // the value stands beside its name
		for i, child := range n.Content {
			isName := n.Kind == yaml.MappingNode && i%2 == 0
			if isName && (isPrivate(child.Value, names) || isPair && child.Value == "value") {
				addMember(private, all, child)
			}
			isPair = isPair || isName && child.Value == "name" && isPrivate(n.Content[i+1].Value, names)
			visit(child)
		}
	}
	for d := yaml.NewDecoder(strings.NewReader(text)); ; {
		var document yaml.Node
		if d.Decode(&document) != nil {
			return private
		}
		visit(&document)
	}
}

// addMember adds the lines of the member with a name. A list may stand as deep as its name.
func addMember(private map[int]bool, all []string, name *yaml.Node) {
	private[name.Line-1] = true
	for n := name.Line; n < len(all); n++ {
		line := strings.TrimLeft(all[n], " ")
		depth := 1 + len(all[n]) - len(line)
		isItem := depth == name.Column && strings.HasPrefix(line, "- ")
		if strings.TrimSpace(line) != "" && depth <= name.Column && !isItem {
			return
		}
		private[n] = true
	}
}

// shortName is the length of names that meet no end of a longer name.
const shortName = 5

// isPrivate reports whether a key is one of the names, in any case and with any separators.
// A key may end with a longer name.
func isPrivate(key string, names []string) bool {
	fold := func(s string) string {
		return strings.NewReplacer("_", "", "-", "", ".", "", " ", "").Replace(strings.ToLower(s))
	}
	for _, name := range names {
		if key, name := fold(key), fold(name); key == name || len(name) > shortName && strings.HasSuffix(key, name) {
			return true
		}
	}
	return false
}
