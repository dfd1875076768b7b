package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/internal/words"
)

const upgradeLong = `upgrade --check compares this version with that of a release. FILE or URL is the file
metadata.json of a release; its member "version" counts. The newest release has it at
https://github.com/seed-7aa78ce4/shape/releases/latest/download/metadata.json.

shape asks no address except the URL that you name, and it installs nothing. Exit status:
0 no newer version; 1 a newer one, or this build has no version; 3 the file cannot be
read; 5 it names no version.`

const (
	maxReleaseFile = 1 << 20
	releaseTimeout = 30 * time.Second
)

func upgradeCommand(a *app.App) *cobra.Command {
	var from string
	cmd := &cobra.Command{
		Use: "upgrade --check FILE|URL", Short: "tell whether a release is newer than this version", Long: upgradeLong,
		Example: "  shape upgrade --check metadata.json || echo a newer version is there",
		Args:    app.ArgCount(0, 0),
		RunE: func(*cobra.Command, []string) error {
			if from == "" {
				return errors.New("upgrade: name the file of a release: --check FILE|URL")
			}
			release, err := releaseVersion(from)
			if err != nil {
				return err
			}
			return compareRelease(a.Stdout, app.BuiltFrom(debug.ReadBuildInfo()).Version, release)
		},
	}
	cmd.Flags().StringVar(&from, "check", "", "compare with `FILE|URL`, the metadata.json of a release")
	return cmd
}

// compareRelease prints whether a release is newer than the own version. It fails without a
// message if it is, or if the own version is unknown. A version before a release, such as
// v0.2.0-rc.1, is older than v0.2.0.
func compareRelease(to io.Writer, own, release string) error {
	base, _, _ := strings.Cut(own, "+")
	isEarly := strings.Contains(base, "-")
	text, status := fmt.Sprintf("%s is no newer than this version, %s\n", release, own), 0
	switch {
	case !words.IsVersion(own):
		text, status = fmt.Sprintf("this build has no version (%s); the release is %s\n", own, release), app.ExitNothing
	case words.IsEarlier(base, release), isEarly && base != release && !words.IsEarlier(release, base):
		text, status = fmt.Sprintf("%s is newer than this version, %s\n", release, own), app.ExitNothing
	}
	if _, err := io.WriteString(to, text); err != nil || status == 0 {
		return err
	}
	return &app.Failure{Status: status}
}

// releaseVersion returns the version in the file of a release, with "v" in front. from is a
// path or an address.
func releaseVersion(from string) (string, error) {
	src, err := openRelease(from)
	if err != nil {
		return "", app.InputError(err)
	}
	defer src.Close()
	text, err := io.ReadAll(io.LimitReader(src, maxReleaseFile+1))
	if err != nil {
		return "", app.InputError(err)
	}
	var release struct{ Version string }
	if len(text) > maxReleaseFile || json.Unmarshal(text, &release) != nil || !words.IsVersion(release.Version) {
		err := fmt.Errorf(`%s: no file of a release: its member "version" is no version`, terminal.Printable(withoutPassword(from)))
		return "", &app.Failure{Status: app.ExitJSON, Err: err}
	}
	return "v" + strings.TrimPrefix(release.Version, "v"), nil
}

// openRelease opens a file, or requests an address.
func openRelease(from string) (io.ReadCloser, error) {
	if !strings.HasPrefix(from, "http://") && !strings.HasPrefix(from, "https://") {
		return os.Open(from)
	}
	answer, err := (&http.Client{Timeout: releaseTimeout}).Get(from)
	if fault, ok := errors.AsType[*url.Error](err); ok {
		return nil, fmt.Errorf("%s: it cannot be reached: %w", terminal.Printable(withoutPassword(from)), fault.Err)
	}
	if answer.StatusCode != http.StatusOK {
		answer.Body.Close()
		return nil, fmt.Errorf("%s: the server answers with status %d", terminal.Printable(withoutPassword(from)), answer.StatusCode)
	}
	return answer.Body, nil
}

// withoutPassword returns an address to print. A path stays as it is.
func withoutPassword(from string) string {
	if at, err := url.Parse(from); err == nil && at.User != nil {
		return at.Redacted()
	}
	return from
}
