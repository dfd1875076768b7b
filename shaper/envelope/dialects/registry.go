package dialects

import (
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

// Registry returns the documented words of all contracts, dialect by dialect in
// the order of [All], each in the order of its document.
func Registry() (all []Registered) {
	add := func(dialect, registry string, list ...string) {
		for _, word := range list {
			all = append(all, Registered{Dialect: dialect, Registry: registry, Word: word})
		}
	}
	add("scalpel", "error_code", scalpel.Codes()...)
	for _, c := range responsev2.ErrorCodes() {
		kind, _ := responsev2.ErrorTypeOf(c.Name)
		all = append(all, Registered{
			Dialect: "response-v2", Registry: "error_code", Word: c.Name,
			ErrorType: c.Type, HTTPStatus: kind.HTTPStatus, Retry: kind.Retry, Meaning: c.Use,
		})
	}
	for _, t := range responsev2.ErrorTypes() {
		all = append(all, Registered{
			Dialect: "response-v2", Registry: "error_type", Word: t.Name,
			HTTPStatus: t.HTTPStatus, Retry: t.Retry, Advice: t.Advice,
		})
	}
	for _, w := range responsev2.WarningCodes() {
		all = append(all, Registered{Dialect: "response-v2", Registry: "warning_code", Word: w.Name, Severity: w.Severity, Meaning: w.Meaning})
	}
	add("response-v2", "content_fidelity", responsev2.FidelityLevels()...)
	for _, c := range jsonrpc.Codes() {
		all = append(all, Registered{Dialect: "jsonrpc", Registry: "error_code", Word: strconv.Itoa(c.Code), Meaning: c.Message})
	}
	add("bmcis", "error_code", bmcis.Codes()...)
	for _, w := range bmcis.Warnings() {
		all = append(all, Registered{Dialect: "bmcis", Registry: "warning_code", Word: w.Code, Severity: w.Level, Meaning: w.Message, Advice: w.Suggestion})
	}
	add("bmcis", "response_mode", bmcis.Modes()...)
	return all
}
