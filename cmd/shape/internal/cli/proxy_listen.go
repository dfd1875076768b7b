package cli

import (
	"errors"
	"fmt"
	"net"
	"strings"

	"github.com/spf13/pflag"
)

// exposure is who may reach the proxy over HTTP.
type exposure struct {
	wide  bool // machines beside this one
	token clientToken
}

func (e *exposure) add(flags *pflag.FlagSet) {
	flags.BoolVar(&e.wide, "expose", false, "let --listen and --metrics answer other machines; needs --client-token of 16 characters or more")
	flags.Var(&e.token, "client-token", "answer clients that send the value of the variable `$NAME` in X-Shape-Token")
}

// isAsked reports whether a flag was given.
func (e *exposure) isAsked() bool { return e.wide || e.token.name != "" }

// shortestToken is the shortest secret, in bytes, that other machines may send. A shorter one
// can be guessed.
const shortestToken = 16

// check returns the error of --expose without a good secret of the clients.
func (e *exposure) check() error {
	if e.wide && e.token.name == "" {
		return errors.New("--expose needs --client-token, the variable with the secret that clients send, such as '$SHAPE_TOKEN'")
	}
	if n := len(e.token.value); e.wide && n < shortestToken {
		return fmt.Errorf("--expose needs a secret of %d characters or more in the variable of --client-token, which has %d (openssl rand -hex 16 makes one)", shortestToken, n)
	}
	return nil
}

// address returns the address of a flag as host and port. Without a host it is the address
// of this machine alone, unless it is exposed. The error is that of an address that
// another machine can reach, without --expose.
func (e *exposure) address(flag, text string) (*net.TCPAddr, error) {
	if !e.wide {
		text = onLoopback(text)
	}
	at, err := net.ResolveTCPAddr("tcp", text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", flag, err)
	}
	if !e.wide && !at.IP.IsLoopback() {
		return nil, fmt.Errorf("%s: other machines can reach %s; --expose and --client-token allow it", flag, at)
	}
	return at, nil
}

// listen listens at the address of a flag.
func (e *exposure) listen(flag, text string) (net.Listener, error) {
	at, err := e.address(flag, text)
	if err != nil {
		return nil, err
	}
	l, err := net.ListenTCP("tcp", at)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", flag, err)
	}
	return l, nil
}

// hosts returns the names that clients may call a listener by: those of --host and, if it
// has one, the address itself.
func hosts(named []string, l net.Listener) []string {
	if at, ok := l.Addr().(*net.TCPAddr); ok && !at.IP.IsUnspecified() {
		return append([]string{at.IP.String()}, named...)
	}
	return named
}

// tokenFor returns the secret that clients of a listener send, "" if they need none: a
// page on this machine alone, such as metrics, is for its own programs.
func (e *exposure) tokenFor(l net.Listener) string {
	if at, ok := l.Addr().(*net.TCPAddr); ok && at.IP.IsLoopback() {
		return ""
	}
	return e.token.value
}

// onLoopback is an address, of this machine alone where it names no host.
func onLoopback(address string) string {
	if host, port, err := net.SplitHostPort(address); err == nil && host == "" {
		return net.JoinHostPort("127.0.0.1", port)
	}
	return address
}

// clientToken is a flag that names a variable of the environment. The secret itself is no
// argument, since other users see the arguments of a process.
type clientToken struct {
	name, value string
	lookup      func(variable string) (value string, isSet bool)
}

func (t *clientToken) Set(text string) error {
	name := strings.TrimPrefix(text, "$")
	if inner, ok := strings.CutPrefix(name, "{"); ok {
		name = strings.TrimSuffix(inner, "}")
	}
	value, _ := t.lookup(name)
	if value == "" { // the text may be the secret, so that the error does not repeat it
		return errors.New("this names no variable of the environment that is set, such as '$SHAPE_TOKEN'")
	}
	if strings.TrimSpace(value) != value || strings.ContainsAny(value, "\r\n\x00") {
		return errors.New("the value of the variable cannot stand in a header")
	}
	t.name, t.value = name, value
	return nil
}

func (t *clientToken) String() string { return "" }
func (t *clientToken) Type() string   { return "variable" }
