package dialects

import (
	"slices"
	"strconv"

	"github.com/seed-7aa78ce4/shape/shaper/envelope/bmcis"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/jsonrpc"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/responsev2"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/scalpel"
)

// Registered is a word that a contract documents: a code, a level, a mode.
type Registered struct {
	Dialect  string `json:"dialect"`
	Registry string `json:"registry"` // error_code, error_type, warning_code, content_fidelity or response_mode
	Word     string `json:"word"`

	ErrorType  string           `json:"error_type,omitempty"`
	HTTPStatus int              `json:"http_status,omitempty"`
	Retry      responsev2.Retry `json:"retry,omitempty"`
	Severity   string           `json:"severity,omitempty"`
	Meaning    string           `json:"meaning,omitempty"`
	Advice     string           `json:"advice,omitempty"`
}

// Registry returns what the contracts of all dialects document, dialect by dialect in
// the order of [All], each in the order of its document.
func Registry() []Registered {
	return slices.Concat(scalpelWords(), responseWords(), jsonrpcWords(), bmcisWords())
}

func registered(dialect, registry string, list []string) (all []Registered) {
	for _, word := range list {
		all = append(all, Registered{Dialect: dialect, Registry: registry, Word: word})
	}
	return all
}

func scalpelWords() []Registered {
	return registered(scalpel.Dialect{}.Name(), "error_code", scalpel.Codes())
}

func responseWords() (all []Registered) {
	name := responsev2.Dialect{}.Name()
	for _, c := range responsev2.ErrorCodes() {
		kind, _ := responsev2.ErrorTypeOf(c.Name)
		all = append(all, Registered{
			Dialect: name, Registry: "error_code", Word: c.Name,
			ErrorType: c.Type, HTTPStatus: kind.HTTPStatus, Retry: kind.Retry, Meaning: c.Use,
		})
	}
	for _, t := range responsev2.ErrorTypes() {
		all = append(all, Registered{
			Dialect: name, Registry: "error_type", Word: t.Name,
			HTTPStatus: t.HTTPStatus, Retry: t.Retry, Advice: t.Advice,
		})
	}
	for _, w := range responsev2.WarningCodes() {
		all = append(all, Registered{Dialect: name, Registry: "warning_code", Word: w.Name, Severity: w.Severity, Meaning: w.Meaning})
	}
	return append(all, registered(name, "content_fidelity", responsev2.FidelityLevels())...)
}

func jsonrpcWords() (all []Registered) {
	for _, c := range jsonrpc.Codes() {
		all = append(all, Registered{Dialect: jsonrpc.Dialect{}.Name(), Registry: "error_code", Word: strconv.Itoa(c.Code), Meaning: c.Message})
	}
	return all
}

func bmcisWords() []Registered {
	name := bmcis.Dialect{}.Name()
	all := registered(name, "error_code", bmcis.Codes())
	for _, w := range bmcis.Warnings() {
		all = append(all, Registered{Dialect: name, Registry: "warning_code", Word: w.Code, Severity: w.Level, Meaning: w.Message, Advice: w.Suggestion})
	}
	return append(all, registered(name, "response_mode", bmcis.Modes())...)
}
