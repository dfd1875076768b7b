// Command check runs axe-core on all pages of the site in a folder. On three pages it also runs it
// in the dark and on a narrow screen, and Lighthouse. It prints the scores. No page may be wider
// than a narrow screen.
//
//	go run ./check -tools NODE_MODULES SITE
//
// NODE_MODULES holds axe-core and lighthouse. CHROME_PATH names the browser.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// lowest is the least score of Lighthouse in each category, of 100.
const lowest = 95

// measured are the start, a long reference, and a command.
var measured = []string{"index.html", "keys.html", "shape.html"}

func main() {
	tools := flag.String("tools", "", "the folder node_modules")
	flag.Parse()
	folder := flag.Arg(0)
	// The path is that of the address of the site.
	server := httptest.NewServer(http.StripPrefix("/shape/", http.FileServer(http.Dir(folder))))
	defer server.Close()
	err := errors.Join(lighthouse(*tools, server.URL+"/shape/"), axe(*tools, folder, server.URL+"/shape/"))
	if err != nil {
		fmt.Fprintln(os.Stderr, "check:", err)
		os.Exit(1)
	}
}

// axe runs axe-core on each page.
func axe(tools, folder, server string) error {
	script, err := os.ReadFile(filepath.Join(tools, "axe-core/axe.min.js"))
	if err != nil {
		return err
	}
	pages, err := filepath.Glob(filepath.Join(folder, "*.html"))
	if err != nil || len(pages) == 0 {
		return fmt.Errorf("no pages: %w", err)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(os.Getenv("CHROME_PATH")), chromedp.NoSandbox)
	patience, stop := context.WithTimeout(context.Background(), 40*time.Minute)
	defer stop()
	allocator, stop := chromedp.NewExecAllocator(patience, options...)
	defer stop()
	browser, stop := chromedp.NewContext(allocator)
	defer stop()
	var faults []error
	checked := 0
	for _, look := range []struct {
		scheme  string
		width   int64
		isWhole bool // all pages, not the measured ones alone
	}{{"dark", 1280, false}, {"light", 360, false}, {"light", 1280, true}} {
		scheme := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: look.scheme}}}
		colours := chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, scheme)
			return err
		})
		if err := chromedp.Do(browser, colours, chromedp.EmulateViewport(look.width, 900)); err != nil {
			return err
		}
		for _, file := range pages {
			name := filepath.Base(file)
			if err := chromedp.Do(browser, chromedp.Navigate(server+name)); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			isWide, err := chromedp.Run(browser, chromedp.Evaluate[bool](isScrolled))
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			if isWide {
				faults = append(faults, fmt.Errorf("%s is wider than %d", name, look.width))
			}
			if !look.isWhole && !slices.Contains(measured, name) {
				continue
			}
			violations, err := chromedp.Run(browser, chromedp.Evaluate[[]string](string(script)+openAndRun, chromedp.EvalAwaitPromise))
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			for _, violation := range violations {
				faults = append(faults, fmt.Errorf("%s, %s, %d wide: %s", name, look.scheme, look.width, violation))
			}
			checked++
		}
	}
	fmt.Printf("axe-core: %d pages and looks, %d faults\n", checked, len(faults))
	return errors.Join(faults...)
}

// lighthouse runs Lighthouse on the measured pages. A busy machine slows a page, so a page gets
// three tries.
func lighthouse(tools, server string) error {
	var faults []error
	for _, name := range measured {
		fault := error(nil)
		for range 3 {
			if fault = measure(tools, server, name); fault == nil {
				break
			}
		}
		faults = append(faults, fault)
	}
	return errors.Join(faults...)
}

// measure runs Lighthouse on one page.
func measure(tools, server, name string) error {
	run := exec.Command(filepath.Join(tools, ".bin/lighthouse"), server+name, "--output=json", "--quiet", "--chrome-flags=--headless --no-sandbox")
	run.Stderr = os.Stderr
	out, err := run.Output()
	if err != nil {
		return err
	}
	var report struct {
		Categories map[string]struct {
			Score     float64
			AuditRefs []struct{ ID string }
		}
		Audits map[string]struct {
			Title string
			Score *float64
		}
	}
	if err := json.Unmarshal(out, &report); err != nil {
		return err
	}
	var scores []string
	var faults []error
	for _, category := range []string{"performance", "accessibility", "best-practices", "seo"} {
		of := report.Categories[category]
		scores = append(scores, fmt.Sprintf("%s %.0f", category, 100*of.Score))
		if 100*of.Score >= lowest {
			continue
		}
		for _, ref := range of.AuditRefs {
			if audit := report.Audits[ref.ID]; audit.Score != nil && *audit.Score < 1 {
				faults = append(faults, fmt.Errorf("%s: %s: %s", name, category, audit.Title))
			}
		}
	}
	fmt.Printf("lighthouse: %s: %s\n", name, strings.Join(scores, ", "))
	return errors.Join(faults...)
}

// isScrolled tells whether a page is wider than its window.
const isScrolled = `document.documentElement.scrollWidth > innerWidth`

// openAndRun opens the list of the search, and returns the violations that axe-core finds.
const openAndRun = `
(async () => {
	const query = document.getElementById("query");
	query.value = "config";
	query.dispatchEvent(new Event("input"));
	while (!document.querySelector("#found a")) await new Promise((done) => setTimeout(done, 10));
	const report = await axe.run();
	return report.violations.map((v) => v.id + ": " + v.help + ": " + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 120)).join(" "));
})()`
