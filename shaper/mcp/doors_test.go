package mcp_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
)

// TestDoors checks the messages that reach the other side: testdata/doors.txt.
func TestDoors(t *testing.T) {
	text, err := os.ReadFile("testdata/doors.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range strings.Split(string(text), "\n## ")[1:] {
		name, lines, _ := strings.Cut(one, "\n")
		t.Run(name, func(t *testing.T) {
			var x *mcp.Exchange
			for _, line := range strings.Split(strings.TrimSpace(lines), "\n") {
				who, line, _ := strings.Cut(line, " ")
				if who == "rules" {
					x = newSession(t, rulesOf(t, line)).Exchange()
					continue
				}
				tell(t, x, who, line)
			}
		})
	}
}

// rulesOf reads rules.
func rulesOf(t *testing.T, text string) (spec profiles.Spec) {
	t.Helper()
	var rules struct {
		Global  profiles.Global
		Tools   map[string]profiles.Tool
		Privacy profiles.Privacy
		Clients map[string]profiles.ClientFacts
	}
	if err := json.Unmarshal([]byte(text), &rules); err != nil {
		t.Fatal(err)
	}
	for name, tool := range rules.Tools {
		tool.Name = name
		spec.Tools = append(spec.Tools, tool)
	}
	for name, client := range rules.Clients {
		client.Name = name
		spec.Clients = append(spec.Clients, client)
	}
	spec.Global, spec.Privacy = rules.Global, []profiles.Privacy{rules.Privacy}
	return spec
}

// tell sends a message, and checks the output for the other side.
func tell(t *testing.T, x *mcp.Exchange, who, line string) {
	t.Helper()
	msg, want, _ := strings.Cut(line, " -> ")
	var got []byte
	if who == "server" {
		got = x.FromServer(t.Context(), []byte(msg))
	} else {
		forward, reply := x.FromClient(t.Context(), []byte(msg))
		if got = forward; forward == nil {
			got = append([]byte("back "), reply...)
		}
	}
	if want == "same" {
		want = msg
	}
	if string(got) != want {
		t.Errorf("%s %s\n got %s\nwant %s", who, msg, got, want)
	}
}
