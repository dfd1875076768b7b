package mcp

import (
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// logLevelKey is the key of _meta by which a request asks for log messages (MCP
// 2026-07-28). Without it the server must not send any for the request.
const logLevelKey = "io.modelcontextprotocol/logLevel"

// logLevels are the levels of log messages, the lowest first (MCP, logging).
var logLevels = []string{"debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"}

// SetFault sets the fault of the configuration that clients are told of; "" means that
// there is none. [Exchange.LogMessage] tells them. A fault that stays the same is told
// once to each client.
func (s *Server) SetFault(fault string) {
	now := s.fault.Load()
	switch {
	case fault == "":
		s.fault.Store(nil)
	case now == nil || *now != fault:
		s.fault.Store(&fault)
	}
}

// LogMessage returns the log message about the configuration that the client does not know
// yet. It is a warning with the fault, or a notice after the repair. It returns nil if the
// client knows the state, or takes no log messages on this stream. A client takes them after
// notifications/initialized if the server declared logging or the client set a level. Else it
// takes them while a request waits that asked for them in _meta.
//
// It is for a program that called [Server.SetFault], and after each message of a client.
func (x *Exchange) LogMessage() []byte {
	s := x.session
	now, heard := s.server.fault.Load(), s.heard.Load()
	if now == heard {
		return nil
	}
	level, text := "warning", ""
	if now == nil {
		level, text = "notice", "the configuration is mended and in use"
	} else if text = *now; heard != nil && *heard == text {
		return nil
	}
	if !s.takesLogs(level) && !x.pending.takesLogs(level) || !s.heard.CompareAndSwap(heard, now) {
		return nil
	}
	msg := []byte(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"` + level + `","logger":"shape","data":`)
	return append(scan.AppendQuote(msg, []byte(text)), "}}"...)
}

// takesLogs reports whether the client takes messages of a level on every stream.
func (s *Session) takesLogs(level string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.initialized && (s.logs || s.logLevel != "") && isAtLeast(level, s.logLevel)
}

// isAtLeast reports whether messages of a level are wanted by a client that wants those of
// another one; "" means all.
func isAtLeast(level, wanted string) bool {
	return slices.Index(logLevels, level) >= slices.Index(logLevels, wanted)
}

// learnLogs notes that the client is ready, and the lowest level of messages that it wants.
func (s *Session) learnLogs(method string, params *object) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch method {
	case "notifications/initialized":
		s.initialized = true
	case "logging/setLevel":
		s.logLevel = params.said("level")
	}
}
