package browser

import (
	"strings"
	"testing"
	"time"
)

// The watch of a tab sees each thing that it is for.
func TestWatch(t *testing.T) {
	long(t)
	address, _ := newHome(t).view()
	for expression, want := range map[string]string{
		`fetch('http://example.org/').catch(() => true)`:                              "Content Security Policy",
		`(new Image().src = 'http://example.org/x.png', true)`:                        "Content Security Policy",
		`(location.href = 'http://example.org/', true)`:                               "a request to another host",
		`(open('http://example.org/'), true)`:                                         "a window of",
		`fetch('?' + sessionStorage.getItem('token')).then(() => true)`:               "the token",
		`(alert('seen'), true)`:                                                       "a dialog: seen",
		`(console.error('seen'), true)`:                                               "the console got error",
		`(setTimeout(() => { throw Error('seen') }), true)`:                           "an exception",
		`(Promise.reject(Error('seen')), true)`:                                       "an exception",
		`(document.body.setAttribute('onclick', 'x()'), document.body.click(), true)`: "Content Security Policy",
		`fetch('none').then(() => true)`:                                              "404",
	} {
		p := open(t, address, desktop)
		value[bool](p, expression)
		end := time.After(patience)
		for sees := false; !sees; {
			select {
			case <-p.seen:
			case <-end:
				t.Fatalf("%s: the watch saw %q", expression, p.faults)
			}
			p.mu.Lock()
			sees = strings.Contains(strings.Join(p.faults, "\n"), want)
			p.mu.Unlock()
		}
		p.mu.Lock()
		p.faults = nil
		p.expected = []string{""} // later faults of this page
		p.mu.Unlock()
	}
}
