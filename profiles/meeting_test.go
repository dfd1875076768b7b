package profiles

import (
	"fmt"
	"testing"
)

// Of the largest number of entries, all meeting and all right together, a bounded number of
// tools is looked up.
func TestMeetingsAreBounded(t *testing.T) {
	asked, own := "m", "n"
	for _, form := range []string{"%s%d_*", "%s_*__a__b__c__*__d%d"} {
		c := &compiler{}
		var spec Spec
		for i := range maxEntries / 2 {
			spec.Tools = append(spec.Tools,
				Tool{Name: fmt.Sprintf(form, "a", i), Settings: Settings{ResponseMode: &asked}},
				Tool{Name: "*" + fmt.Sprintf(form, "b", i), Settings: Settings{ResponseMode: &own}, ResponseModes: map[string]Mode{own: {Fields: []string{"a"}}}})
		}
		written := c.compile(spec, inFile(nil))
		check := &checker{problems: &c.problems, set: written.over(builtins()), written: written}
		check.checkMeetings()
		if check.tried == 0 || check.tried > maxTried || len(c.all) > 0 {
			t.Errorf("%s: %d tried, %d problems", form, check.tried, len(c.all))
		}
	}
}
