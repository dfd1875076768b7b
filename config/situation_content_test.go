package config

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/config/internal/files"
	"github.com/seed-7aa78ce4/shape/profiles"
)

func notations(s *site) {
	s.startAt(1)
	body := string(short(2))
	for n, good := range []string{
		"// a comment\n" + body + "/* another */",
		strings.Replace(body, "]}}", "],},}", 1),
		strings.ReplaceAll(body, ",", ",\r\n"),
		"\xef\xbb\xbf" + body,
		`{"_comment": "kept", ` + body[1:],
	} {
		s.write(s.path, []byte(strings.ReplaceAll(good, "v2", fmt.Sprintf("v%d", n+2))))
		s.sees(n + 2)
	}
	for _, bad := range []string{
		"\xff" + body,
		strings.Replace(body, "v2", "v\xff2", 1),
		body + "\x00",
		"\x00" + body,
		"\xef\xbb\xbf\xef\xbb\xbf" + body,
		body + body,
		"'single'",
	} {
		s.refusesText(bad, 6)
	}
}

// refusesText saves text and expects a refusal with a place, while n stays in use.
func (s *site) refusesText(text string, n int) Diagnostic {
	s.Helper()
	s.write(s.path, []byte(text))
	var problems Diagnostics
	if err := s.w.Reload(context.Background()); !errors.As(err, &problems) {
		s.Fatalf("%.60q is not refused: %v", text, err)
	}
	s.uses(n)
	if d := problems[0]; d.File != s.path || d.Line == 0 || d.Column == 0 {
		s.Errorf("%.60q: no place in %+v", text, d)
	}
	return problems[0]
}

func bombs(s *site) {
	s.startAt(1)
	deep := strings.Repeat("[", 500_000)
	s.refusesText(deep, 1)
	s.refusesText(`{"global": `+deep, 1)
	s.refusesText(`{"global": {}, "global": {}}`, 1)
	s.refusesText(`{"globl": {"profile": "debug"}}`, 1)
	s.refusesText(string(manyProfiles(5_000)), 1)
	s.refusesMany(100_000)
	s.write(s.path, manyProfiles(1_000))
	s.sees(2)
}

// refusesMany saves more profiles than fit into a file.
func (s *site) refusesMany(n int) {
	s.write(s.path, manyProfiles(n))
	if err := s.w.Reload(context.Background()); err == nil || !strings.Contains(err.Error(), files.ErrTooLarge.Error()) {
		s.Errorf("%d profiles: %v", n, err)
	}
	s.uses(1)
}

// manyProfiles is content 2 with n more profiles.
func manyProfiles(n int) []byte {
	var all strings.Builder
	for i := range n {
		fmt.Fprintf(&all, `"p%d": {}, `, i)
	}
	return []byte(strings.Replace(string(short(2)), `"v2": {}`, all.String()+`"v2": {}`, 1))
}

func wrongMeaning(s *site) {
	s.startAt(1)
	for text, pointer := range map[string]string{
		`{"global": {"profile": "nowhere"}}`:                                                   "/global/profile",
		`{"profiles": {"a": {"extends": "b"}, "b": {"extends": "a"}}}`:                         "/profiles/a/extends",
		`{"profiles": {"a": {"extends": "nowhere"}}}`:                                          "/profiles/a/extends",
		`{"tool_overrides": {"t": {"include_only": ["a..b"]}}}`:                                "/tool_overrides/t/include_only/0",
		`{"privacy": {"mask": [{"pattern": "("}]}}`:                                            "/privacy/mask/0/pattern",
		`{"tool_overrides": {"semantic_search": {"response_mode": "none_of_its_modes_here"}}}`: "/tool_overrides/semantic_search/response_mode",
	} {
		if d := s.refusesText(text, 1); d.Pointer != pointer {
			s.Errorf("%s: at %q, want %q: %v", text, d.Pointer, pointer, d)
		}
	}
}

func profileDropped(s *site) {
	s.write(s.path, []byte(`{"profiles": {"mine": {"common_exclusions": ["secret"]}}}`))
	s.start()
	mine := profiles.Key{Tool: "any", Profile: "mine"}
	if _, err := s.w.Profiles().Resolve(mine); err != nil {
		s.Fatal(err)
	}
	s.save(2)
	s.sees(2)
	if _, err := s.w.Profiles().Resolve(mine); err == nil {
		s.Error("the dropped profile is still there")
	}
}

// refusedEditsRevealNothing compares all that decides about a response before
// and after each bad file: a failed reload never widens the output.
func refusedEditsRevealNothing(s *site) {
	s.write(s.path, []byte(`{
		"global": {"profile": "careful"},
		"profiles": {"careful": {"common_exclusions": ["internal"], "exclude_null_values": true}},
		"tool_overrides": {"t": {"exclude_fields": ["secret"], "exclude_when_tier": {"community": ["paid"]}}},
		"privacy": {"drop": ["password"], "mask": [{"pattern": "AKIA[0-9A-Z]{16}"}]}}`))
	s.start()
	golden := s.decisions()
	files, err := filepath.Glob("../testdata/config/*.bad.json")
	s.must(err)
	if len(files) == 0 {
		s.Fatal("no bad files")
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		s.must(err)
		s.write(s.path, data)
		if s.w.Reload(context.Background()) == nil {
			s.Errorf("%s is not refused", file)
		}
		if got := s.decisions(); !slices.Equal(got, golden) {
			s.Errorf("%s changes the output\n got %s\nwant %s", file, got, golden)
		}
	}
}

// decisions is everything that decides about responses of three kinds.
func (s *site) decisions() (all []string) {
	for _, key := range []profiles.Key{{Tool: "t"}, {Tool: "t", Tier: "pro", IsError: true}, {Tool: "u", Profile: "debug"}} {
		r, err := s.w.Profiles().Resolve(key)
		s.must(err)
		all = append(all, fmt.Sprintf("%+v", *r))
	}
	return all
}
