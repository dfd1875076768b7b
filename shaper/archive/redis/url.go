package redis

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"time"

	goredis "github.com/redis/go-redis/v9"
)

// newClient returns the client that a URL describes. It does not connect yet. No error holds a
// user, a password or a parameter of the URL.
func newClient(text string) (goredis.UniversalClient, error) {
	u, err := url.Parse(text)
	if err != nil {
		return nil, errors.New("url: not a URL (write / as %2F and @ as %40 in a password)")
	}
	query := u.Query()
	if password, isSet := u.User.Password(); isSet {
		if password, err = secret(password); err != nil {
			return nil, err
		}
		u.User = url.UserPassword(u.User.Username(), password)
	}
	if query.Has("password") {
		password, err := secret(query.Get("password"))
		if err != nil {
			return nil, err
		}
		query.Set("password", password)
	}
	isCluster := query.Get("cluster") == "true" || query.Has("addr")
	query.Del("cluster")
	u.RawQuery = query.Encode()
	client, err := clientOf(u.String(), query.Has("master_name"), isCluster)
	if err != nil {
		return nil, fmt.Errorf("url: %w", err)
	}
	return client, nil
}

func clientOf(text string, isSentinel, isCluster bool) (goredis.UniversalClient, error) {
	switch {
	case isSentinel:
		o, err := goredis.ParseFailoverURL(text)
		if err != nil {
			return nil, err
		}
		limit(&o.ContextTimeoutEnabled, &o.MaxRetries, &o.DialerRetries, &o.DialTimeout, &o.DisableIdentity)
		return goredis.NewFailoverClient(o), nil
	case isCluster:
		o, err := goredis.ParseClusterURL(text)
		if err != nil {
			return nil, err
		}
		limit(&o.ContextTimeoutEnabled, &o.MaxRetries, &o.DialerRetries, &o.DialTimeout, &o.DisableIdentity)
		return goredis.NewClusterClient(o), nil
	}
	o, err := goredis.ParseURL(text)
	if err != nil {
		return nil, err
	}
	limit(&o.ContextTimeoutEnabled, &o.MaxRetries, &o.DialerRetries, &o.DialTimeout, &o.DisableIdentity)
	return goredis.NewClient(o), nil
}

// limit sets options that each kind of client has. A call has one try: a second one of a Put that
// timed out could take as long again.
func limit(heedsContext *bool, retries, dials *int, dialTime *time.Duration, isAnonymous *bool) {
	*heedsContext, *retries, *dials, *dialTime, *isAnonymous = true, -1, 1, callTime, true
}

// secret returns a password, or the value of the variable that it names.
func secret(password string) (string, error) {
	name, isName := strings.CutPrefix(password, "$")
	if !isName {
		return password, nil
	}
	value, isSet := os.LookupEnv(name)
	if !isSet {
		return "", errors.New("url: the password names an environment variable that is not set")
	}
	return value, nil
}
