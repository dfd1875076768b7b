package shapeprocessor

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/confmap/confmaptest"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// redactionCase is one case of testdata/redaction.yaml.
type redactionCase struct {
	Patterns struct {
		Keys   []string `mapstructure:"keys"`
		Values []string `mapstructure:"values"`
	} `mapstructure:"patterns"`
	Rules  map[string]any `mapstructure:"rules"`
	Value  map[string]any `mapstructure:"value"`
	Hidden []string       `mapstructure:"hidden"`
	Missed []string       `mapstructure:"missed"`
	Kept   []string       `mapstructure:"kept"`
}

// Patterns hide in attributes and bodies. In JSON that stands in a string they do not see the
// names, so they miss the values behind them. The rules of shape hide in all these places.
func TestCasesOfRedaction(t *testing.T) {
	conf, err := confmaptest.LoadConf("testdata/redaction.yaml")
	require.NoError(t, err)
	var all struct {
		Cases map[string]redactionCase `mapstructure:"cases"`
	}
	require.NoError(t, conf.Unmarshal(&all))
	missed := 0
	for name, c := range all.Cases {
		missed += len(c.Missed)
		t.Run(name, func(t *testing.T) {
			rules, err := json.Marshal(c.Rules)
			require.NoError(t, err)
			document, err := json.Marshal(c.Value)
			require.NoError(t, err)
			r := newRig(t, string(rules), func(cfg *Config) { cfg.Attributes = []string{"*"} })
			c.hold(t, "attributes", r.span(func(s ptrace.Span) { require.NoError(t, s.Attributes().FromRaw(c.Value)) }).Attributes())
			c.hold(t, "event", r.span(func(s ptrace.Span) { require.NoError(t, s.Events().AppendEmpty().Attributes().FromRaw(c.Value)) }).Events().At(0).Attributes())
			c.hold(t, "body", r.record(func(l plog.LogRecord) { require.NoError(t, l.Body().SetEmptyMap().FromRaw(c.Value)) }).Body().Map())
			c.hold(t, "result", r.span(func(s ptrace.Span) { s.Attributes().PutStr("gen_ai.tool.call.result", string(document)) }).Attributes())
			for _, text := range c.Hidden {
				assert.Equal(t, !c.masks("gen_ai.tool.call.result", string(document), text), slices.Contains(c.Missed, text), "%q behind patterns", text)
			}
		})
	}
	if missed < 8 {
		t.Errorf("%d values that patterns miss", missed)
	}
}

// hold fails if a hidden text shows in attributes, or a kept one does not.
func (c *redactionCase) hold(t *testing.T, place string, m pcommon.Map) {
	t.Helper()
	out, err := json.Marshal(m.AsRaw())
	require.NoError(t, err)
	for _, text := range c.Hidden {
		assert.NotContains(t, string(out), text, place)
	}
	for _, text := range c.Kept {
		assert.Contains(t, string(out), text, place)
	}
}

// masks reports whether a pattern takes text out of an attribute, as redaction does it. A
// pattern for keys takes the value, one for values the part that it meets.
func (c *redactionCase) masks(key, value, text string) bool {
	for _, pattern := range c.Patterns.Keys {
		if regexp.MustCompile(pattern).MatchString(key) {
			return true
		}
	}
	for _, pattern := range c.Patterns.Values {
		value = regexp.MustCompile(pattern).ReplaceAllString(value, "****")
	}
	return !strings.Contains(value, text)
}
