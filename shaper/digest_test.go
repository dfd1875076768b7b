package shaper_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// A budget shortens and outlines the data around a digest, and leaves the digest as it is
// (RULES R45).
func TestBudgetSparesDigests(t *testing.T) {
	digest := `{"version":"1.0","content_type":"digest/v1","summary":"` + strings.Repeat("s", 300) + `","key_points":["` + strings.Repeat("k", 90) + `",2,3]}`
	rows := "1"
	for i := range 90 {
		rows += fmt.Sprintf(`,{"id":%d,"text":"%s"}`, i, strings.Repeat("x", 90))
	}
	for body, budgets := range map[string][]int{
		`{"rows":[` + rows + `],"digest":` + digest + `}`:                                              {5000, 2000, 800, 600},
		`{"rows":[` + rows + `],"digest":` + quote(digest) + `}`:                                       {5000, 2000, 800, 600},
		`{"content":[{"type":"text","text":` + quote(`{"rows":[`+rows+`],"d":`+digest+`}`) + `}]}`:     {5000, 2000, 1000},
		`{"rows":[` + rows + `],"one":{"content":` + quote(digest) + `,"content_type":"digest/v1"}}`:   {5000, 2000, 800},
		`{"content_type":"digest/v1","summary":"` + strings.Repeat("s", 300) + `","key_points":[1,2]}`: {200},
	} {
		for _, budget := range budgets {
			res := fitted(t, newEngine(t, profiles.Spec{}), shaper.Request{Tool: "t", Body: []byte(body), Budget: profiles.Budget{MaxBytes: budget}})
			whole := []string{digest, quote(digest), strings.Trim(quote(digest), `"`), body}
			found := false
			for _, w := range whole {
				found = found || bytes.Contains(res.Body, []byte(w))
			}
			if !found || len(res.Body) > max(budget, min(len(body), 380)) {
				t.Errorf("%d bytes of %d: %d, %+v\n%s", budget, len(body), len(res.Body), res.Report.Fit, res.Body)
			}
		}
	}
}
