package proxycmd

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/notice"
	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
)

// printInForce prints the configuration in force. follow has already reported a broken one.
func (p *proxy) printInForce(source *config.Watcher) {
	switch s := source.Status(); {
	case s.Err != nil:
	case s.Path == "":
		p.note("configuration", "no configuration file is in force")
	default:
		p.note("configuration", "the configuration in force is "+s.Path)
	}
	if text := app.Untrusted(source.Current()); text != "" {
		p.note("configuration", text)
	}
}

func (p *proxy) note(kind, message string) {
	p.Stderr.Tell(notice.Notice{Level: notice.Plain, Kind: kind, Message: message})
}

// listings reports how the configuration fits the listed tools. It repeats a message only after
// a change.
type listings struct {
	proxy  *proxy
	source *config.Watcher
	server *mcp.Server
	heard  func() // called after a change

	mu    sync.Mutex
	told  []string
	unfit []string // of them, those about entries without a tool
}

// mostUnfit bounds the entries that listings names.
const mostUnfit = 8

func (l *listings) listed(of mcp.Listing) {
	var now []string
	if len(of.Tools) > 0 {
		rules, server := l.source.Profiles(), l.server.Name()
		now = append(unfit("tool_overrides", server, rules.Unfit(server, of.Tools)), unfit("tools", server, rules.Lists().Unfit(server, of.Tools))...)
	}
	entries := now
	if name, ruled := l.source.Profiles().Preset(l.server.Name(), of.Tools); name != "" {
		now = append(now, fmt.Sprintf("preset %s: rules for %d of the %d tools of this server", name, ruled, len(of.Tools)))
	}
	if len(of.Tools) > 0 && !of.Ruled {
		now = append(now, "no rule reaches a tool of this server; results pass unchanged")
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if slices.Equal(now, l.told) {
		return
	}
	l.told, l.unfit = now, entries
	if l.heard != nil {
		l.heard()
	}
	for _, message := range now {
		l.proxy.note("tools", message)
	}
}

// unfit describes the entries or masks of a key that apply to no tool of the server.
func unfit(key, server string, found []profiles.Unfit) (all []string) {
	var others []string
	found = slices.DeleteFunc(found, func(u profiles.Unfit) bool {
		if u.Other {
			others = append(others, strconv.Quote(u.Entry))
		}
		return u.Other
	})
	if len(others) > 0 {
		all = append(all, ofOthers(key, others, server))
	}
	for i, u := range found {
		if i == mostUnfit {
			return append(all, fmt.Sprintf("%s: %d more entries fit no tool of this server", key, len(found)-i))
		}
		message := fmt.Sprintf("%s: %q fits no tool of this server", key, u.Entry)
		if u.Nearest != "" {
			message += " (" + words.DidYouMean(u.Nearest) + ")"
		}
		all = append(all, message)
	}
	return all
}

// mostOthers bounds the entries that ofOthers names.
const mostOthers = 3

// ofOthers describes the entries for other servers in one line.
func ofOthers(key string, entries []string, server string) string {
	verb, more := "name", ""
	if len(entries) == 1 {
		verb = "names"
	}
	if n := len(entries) - mostOthers; n > 0 {
		entries, more = entries[:mostOthers], fmt.Sprintf(" and %d more", n)
	}
	this := "this server has no name"
	if server != "" {
		this = "this server is " + strconv.Quote(server)
	}
	return fmt.Sprintf("%s: %s%s %s another server; %s", key, strings.Join(entries, ", "), more, verb, this)
}

// mostToldFaults bounds the problems that clients read.
const mostToldFaults = 5

// faultOf returns the fault of a configuration as text for clients, or "".
func faultOf(s config.Status) string {
	if s.Err == nil {
		return ""
	}
	text := "the configuration is refused; the last good one stays in use"
	if s.Closed {
		text = "the configuration is refused; no tool runs until it is mended"
	}
	faults := strings.Split(s.Err.Error(), "\n")
	if more := len(faults) - mostToldFaults; more > 0 {
		faults = append(faults[:mostToldFaults], fmt.Sprintf("%d more problems", more))
	}
	return text + ":\n" + strings.Join(faults, "\n")
}

// ChangesOf sets the fault of the server at each change of the configuration, and then sends on
// the channel. Changes that wait become one.
func ChangesOf(w *config.Watcher, server *mcp.Server) <-chan struct{} {
	changes, _ := w.Subscribe() // until w is closed
	server.SetFault(faultOf(w.Status()))
	told := make(chan struct{}, 1)
	go func() {
		defer close(told)
		for c := range changes {
			server.SetFault(faultOf(c.Status))
			select {
			case told <- struct{}{}:
			default: // an earlier change is still in the channel
			}
		}
	}()
	return told
}
