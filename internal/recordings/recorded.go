package recordings

import (
	format "github.com/seed-7aa78ce4/shape/internal/record/session"
)

// events returns a function that takes the events of recorded sessions, one after the other.
// Parts of a session that follow each other are one session.
func (r *reader) events(name string) func(e *format.Event) error {
	waiting := map[uint64]Call{}
	server := ""
	return func(e *format.Event) error {
		switch e.Kind {
		case format.KindSession:
			server = ""
			if e.Server != nil {
				server = e.Server.Name
			}
			err := r.begin(e.ID)
			if err == nil && e.Client != nil {
				r.session.Client = *e.Client
			}
			return err
		case format.KindTools:
			for _, text := range e.Tools {
				r.session.define(text)
			}
		case format.KindCall:
			call := Call{File: name, Server: server, Tool: e.Tool, Arguments: e.Arguments}
			if len(waiting) < mostWaiting {
				waiting[e.Number] = call
			}
			r.add(Event{Kind: Request, Call: call})
		case format.KindResult:
			call, isAsked := waiting[e.Number]
			delete(waiting, e.Number)
			if e.Result == nil {
				break
			}
			call.File, call.Server, call.Tool, call.Body = name, server, e.Tool, e.Result
			r.keep(call, isAsked)
		case format.KindLost:
			r.skipped.Lost += e.Events
		}
		return nil
	}
}
