package shaper

import (
	"maps"
	"sync/atomic"

	"github.com/seed-7aa78ce4/shape/profiles"
)

// planCache holds the plans of one generation of the configuration. It is read
// without a lock, and copied when a plan is added. Tool names come from outside:
// it is emptied when it has too many.
type planCache struct {
	set   *profiles.Set
	plans atomic.Pointer[map[string]*plan]
}

// maxPlans bounds the plans of one generation.
const maxPlans = 512

// plans returns the cache for the configuration in force now. A response uses
// one cache from beginning to end, and so one generation.
func (e *Engine) plans() *planCache {
	set := e.source.Profiles()
	cache := e.cache.Load()
	if cache == nil || cache.set != set {
		cache = &planCache{set: set}
		cache.plans.Store(&map[string]*plan{})
		e.cache.Store(cache)
	}
	return cache
}

// plan returns the plan for a call, and makes it where it is new. scratch is
// memory for the key.
func (c *planCache) plan(scratch *[]byte, call *call) (*plan, error) {
	*scratch = call.appendKey((*scratch)[:0])
	known := c.plans.Load()
	if p, ok := (*known)[string(*scratch)]; ok {
		return p, nil
	}
	resolved, err := c.set.Resolve(call.key())
	if err != nil {
		return nil, err
	}
	p, err := newPlan(resolved, call)
	if err != nil {
		return nil, err
	}
	if p.errorMatters, err = c.errorMatters(call, resolved); err != nil {
		return nil, err
	}
	next := map[string]*plan{string(*scratch): p}
	if len(*known) < maxPlans {
		maps.Copy(next, *known)
	}
	c.plans.CompareAndSwap(known, &next) // a lost race costs no more than doing it again
	return p, nil
}

// errorMatters reports whether it makes a difference to a call that its response
// reports a failure.
func (c *planCache) errorMatters(call *call, r *profiles.Resolved) (bool, error) {
	other := *call
	other.isError = !call.isError
	o, err := c.set.Resolve(other.key())
	if err != nil {
		return false, err
	}
	same := len(o.Exclude) == len(r.Exclude) && len(o.Include) == len(r.Include)
	for i := 0; same && i < len(r.Include); i++ {
		same = len(o.Include[i].Rules) == len(r.Include[i].Rules)
	}
	for i := 0; same && i < len(r.Exclude); i++ {
		same = o.Exclude[i].Kind == r.Exclude[i].Kind
	}
	return !same, nil
}
