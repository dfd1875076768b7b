package main

import (
	"sync"

	"github.com/seed-7aa78ce4/shape/profiles"
	engine "github.com/seed-7aa78ce4/shape/shaper"
)

// one engine serves all that is asked, as in production.
var one = sync.OnceValue(func() *engine.Engine {
	eng, err := engine.New(profiles.Builtin(), engine.FailClosed())
	if err != nil {
		panic(err) // the built-in profiles are sound
	}
	return eng
})

// shapeWork asks the engine. It validates, whether it is asked to or not.
func shapeWork(t task) shaper {
	eng, request := one(), t.work.Request
	return func(dst, doc []byte) ([]byte, error) {
		request.Body = doc
		out, _, err := eng.AppendShape(dst, request)
		return out, err
	}
}
