package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

// The figures of docs/start.md are those of the transcript.
func TestFiguresOfTheGuide(t *testing.T) {
	transcript, err := os.ReadFile("transcript.txt")
	if err != nil {
		t.Fatal(err)
	}
	guide, err := os.ReadFile("../../../docs/start.md")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(string(guide), ",", "")
	rows := regexp.MustCompile(`(?m)^  (\w+): \d+ calls, tokens (\d+) in, (\d+) out, (\S+ %) less$`).FindAllStringSubmatch(string(transcript), -1)
	if len(rows) != len(packages) {
		t.Errorf("%d servers", len(rows))
	}
	for _, row := range rows {
		if !regexp.MustCompile(fmt.Sprintf(`(?m)^    %s +%s +%s +%s$`, row[1], row[2], row[3], row[4])).MatchString(text) {
			t.Errorf("not in the guide: %s", row[0])
		}
	}
	if !strings.Contains(string(transcript), "the files of all clients are the former ones, byte for byte\n") {
		t.Error("the transcript ends early")
	}
}
