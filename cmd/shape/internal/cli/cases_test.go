package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
)

// TestCases runs the cases of the seeds' rules through the command.
func TestCases(t *testing.T) {
	testkit.Run(t, "testdata/cases", "../../../../../shared/cases", map[string]testkit.Adapter{
		"scalpel.shape":         wrapCase,
		"scalpel.filter":        filterCase,
		"scalpel.config_search": searchCase,
		"bmcis.shape":           modeCase,
	})
}

// setUp makes the folder, the environment and the configuration of a case, and
// returns the flags that it asks for.
func setUp(t *testing.T, c testkit.Case) (args []string) {
	t.Helper()
	dir := alone(t)
	for name, value := range c.Env {
		t.Setenv(name, value)
	}
	text := c.ConfigText
	if text == "" && len(c.Config) > 0 && string(c.Config) != "null" {
		text = string(c.Config)
	}
	if text != "" {
		writeFile(t, filepath.Join(dir, ".code-scalpel", "response_config.json"), text)
	}
	if c.Tool != "" {
		args = append(args, "--tool", c.Tool)
	}
	if c.Tier != "" {
		args = append(args, "--tier", c.Tier)
	}
	return args
}

// resultOf returns the part of an outcome that a case compares.
func resultOf(got outcome, facts map[string]any) testkit.Result {
	if got.status != 0 {
		return testkit.Result{Err: errors.New(got.stderr), Facts: facts}
	}
	return testkit.Result{Output: []byte(strings.TrimSuffix(got.stdout, "\n")), Facts: facts}
}

// wrapCase shapes an envelope built from parts.
func wrapCase(t *testing.T, c testkit.Case) testkit.Result {
	args := append(setUp(t, c), "wrap", "--dialect", "scalpel")
	return resultOf(shape(bytes.NewReader(c.Input), args...), nil)
}

// filterCase shapes a payload without an envelope.
func filterCase(t *testing.T, c testkit.Case) testkit.Result {
	in := testkit.Input[struct {
		Data    json.RawMessage
		IsError bool `json:"is_error"`
	}](t, c)
	args := append(setUp(t, c), "--dialect", "plain")
	if in.IsError {
		args = append(args, "--is-error")
	}
	return resultOf(shape(bytes.NewReader(in.Data), args...), nil)
}

// searchCase shapes with configuration files in several places.
func searchCase(t *testing.T, c testkit.Case) testkit.Result {
	in := testkit.Input[struct {
		Files map[string]json.RawMessage
		Data  json.RawMessage
	}](t, c)
	args := append(setUp(t, c), "--dialect", "plain")
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", filepath.Join(dir, "home"))
	places := map[string]string{
		"project":     ".code-scalpel/response_config.json",
		"home_config": "home/.config/code-scalpel/response_config.json",
		"home":        "home/.code-scalpel/response_config.json",
		"env":         "env.json",
		"explicit":    "explicit.json",
	}
	for place, content := range in.Files {
		name := filepath.Join(dir, places[place])
		if text, missing := configText(content); !missing {
			writeFile(t, name, text)
		}
		switch place {
		case "env":
			t.Setenv("CODE_SCALPEL_RESPONSE_CONFIG", name)
		case "explicit":
			args = append(args, "--config", name)
		}
	}
	return resultOf(shape(bytes.NewReader(in.Data), args...), nil)
}

// configText is the text of a file in a case: JSON, or a string that holds it.
func configText(content json.RawMessage) (text string, missing bool) {
	if json.Unmarshal(content, &text) != nil {
		return string(content), false
	}
	return text, text == "missing"
}

// modeCase shapes search results in a response mode.
func modeCase(t *testing.T, c testkit.Case) testkit.Result {
	in := testkit.Input[struct {
		Tool    string
		Mode    string `json:"response_mode"`
		Results json.RawMessage
		Fields  []string
	}](t, c)
	args := append(setUp(t, c), "--dialect", "plain", "--tool", in.Tool)
	if in.Mode != "" {
		args = append(args, "--mode", in.Mode)
	}
	if in.Fields != nil {
		args = append(args, "--fields", strings.Join(in.Fields, ","))
	}
	got := shape(bytes.NewReader(in.Results), args...)
	facts := map[string]any{}
	if _, allowed, ok := strings.Cut(got.stderr, "; available: "); ok {
		facts["error_code"] = "INVALID_FIELDS"
		facts["allowed_fields"] = strings.Split(strings.TrimSpace(allowed), ", ")
	}
	return resultOf(got, facts)
}
