package config

import (
	"strings"
	"testing"
	"time"
)

// Only the home file starts a recording, for any file in force.
func TestRecord(t *testing.T) {
	usual := usualRecord
	usual.On = true
	for name, c := range map[string]struct {
		files   map[string]string
		flag    string // the place that Options.Path names
		trusted bool
		want    Record
		aside   string // a place
		refused string // a part of the error
	}{
		"no file":           {want: usualRecord},
		"on":                {files: map[string]string{homePlace: `{"record":true}`}, want: usual},
		"off":               {files: map[string]string{homePlace: `{"record":false}`}, want: usualRecord},
		"bounds":            {files: map[string]string{homePlace: `{"record":{"max_bytes":2000000,"ttl":"24h"}}`}, want: Record{On: true, MaxBytes: 2000000, TTL: day}},
		"beside a project":  {files: map[string]string{homePlace: `{"record":true}`, projectPlace: `{}`}, want: usual},
		"of a project":      {files: map[string]string{projectPlace: `{"record":true}`}, want: usualRecord, aside: projectPlace},
		"of a trusted one":  {files: map[string]string{projectPlace: `{"record":true}`}, trusted: true, want: usualRecord, aside: projectPlace},
		"of a named file":   {files: map[string]string{projectPlace: `{"record":true}`}, flag: projectPlace, want: usualRecord, aside: projectPlace},
		"of the named home": {files: map[string]string{homePlace: `{"record":true}`}, flag: homePlace, want: usual},
		"of the machine":    {files: map[string]string{etcPlace: `{"record":true}`}, want: usualRecord, aside: etcPlace},
		"of another kind":   {files: map[string]string{homePlace: `{"record":"yes"}`}, refused: ":1:11: /record: "},
		"too few bytes":     {files: map[string]string{homePlace: `{"record":{"max_bytes":1}}`}, refused: "/record/max_bytes: "},
		"unknown key":       {files: map[string]string{homePlace: `{"record":{"max_byte":1}}`}, refused: "/record/max_byte: unknown key"},
	} {
		t.Run(name, func(t *testing.T) {
			tr := newTree(t)
			for place, text := range c.files {
				tr.write(place, text)
			}
			o := tr.options()
			o.TrustProject, o.Strict = c.trusted, c.refused != ""
			if c.flag != "" {
				o.Path = tr.path(c.flag)
			}
			s, err := Load(o)
			if c.refused != "" {
				if err == nil || !strings.Contains(err.Error(), c.refused) {
					t.Errorf("%v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			got := s.Record()
			got.origin = c.want.origin
			if got != c.want {
				t.Errorf("%+v", got)
			}
			if told := s.Warnings().Error(); (c.aside != "") != strings.Contains(told, "/record: warning: set aside, since only the home file") || !strings.Contains(told, tr.path(c.aside)) && c.aside != "" {
				t.Error(told)
			}
		})
	}
}

// The settings of a call list the bounds of recordings.
func TestRecordIsShown(t *testing.T) {
	tr := newTree(t)
	tr.write(homePlace, `{"record":{"ttl":"1h"}}`)
	value, origin := decided(t, tr.load(tr.options()), "t", "record")
	if want := (Record{On: true, MaxBytes: usualRecord.MaxBytes, TTL: time.Hour}).String(); value != want || !strings.HasSuffix(origin, "response_config.json:1:11: /record") {
		t.Errorf("%s at %s", value, origin)
	}
}
