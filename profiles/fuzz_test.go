package profiles

import (
	"fmt"
	"slices"
	"testing"

	"github.com/seed-7aa78ce4/shape/fieldmask"
)

// adders add an exclude to one section each, of a spec or of a key.
var adders = []func(*Spec, *Key, string){
	func(s *Spec, _ *Key, mask string) { s.Privacy[0].Drop = append(s.Privacy[0].Drop, mask) },
	func(s *Spec, _ *Key, mask string) { addCommon(s, "mine", mask) },
	func(s *Spec, _ *Key, mask string) { addCommon(s, "minimal", mask) },
	func(s *Spec, _ *Key, mask string) { addCommon(s, "trace", mask) },
	func(s *Spec, _ *Key, mask string) { s.Tools[0].ExcludeFields = append(s.Tools[0].ExcludeFields, mask) },
	func(s *Spec, _ *Key, mask string) { s.Tools[1].ExcludeFields = append(s.Tools[1].ExcludeFields, mask) },
	func(s *Spec, _ *Key, mask string) {
		tiers := s.Tools[1].ExcludeWhenTier
		tiers["pro"] = append(tiers["pro"], mask)
	},
	func(s *Spec, _ *Key, mask string) {
		s.Tools = append(s.Tools, Tool{Name: "*", ExcludeFields: []string{mask}})
	},
	func(_ *Spec, k *Key, mask string) { k.Exclude = append(k.Exclude, mask) },
}

func addCommon(s *Spec, profile, mask string) {
	p := s.Profiles[profile]
	p.CommonExclusions = append(p.CommonExclusions, mask)
	s.Profiles[profile] = p
}

// FuzzLaws holds the resolver to its laws. An exclude added to any section removes no hiding
// rule. Privacy holds for every key. Answers are deterministic, and no call panics.
func FuzzLaws(f *testing.F) {
	for section := range adders {
		f.Add(uint8(section), "secret", "get_user", "pro", "", "", "id", false)
		f.Add(uint8(section), "a.b,c(d,*_x)", "get_all", "", "trace", "", "", true)
		f.Add(uint8(section), "password", "semantic_search", "gold", "minimal", "preview", "", true)
	}
	f.Fuzz(func(t *testing.T, section uint8, mask, tool, tier, profile, mode, field string, isError bool) {
		key := Key{Tool: tool, Tier: tier, Profile: profile, Mode: mode, IsError: isError}
		if field != "" {
			key.Fields = []string{field}
			key.Include = []string{field}
			key.Settings.AlwaysKeep = &key.Fields
		}
		before, err := mustNew(t, parseSpec(t, []byte(everySection))).Resolve(key)
		if err != nil {
			return
		}
		checkPrivacy(t, before)
		spec := parseSpec(t, []byte(everySection))
		adders[int(section)%len(adders)](&spec, &key, mask)
		s, _ := New(spec)
		if s == nil {
			return // the mask is none
		}
		after, err := s.Resolve(key)
		if err != nil {
			return // the mask is none, in the key
		}
		checkPrivacy(t, after)
		for _, r := range hidingRules(before) {
			if !slices.Contains(hidingRules(after), r) {
				t.Errorf("%s is gone after %q was excluded in section %d", r, mask, section)
			}
		}
		if again, err := s.Resolve(key); err != nil || render(again) != render(after) {
			t.Errorf("two answers to %+v", key)
		}
	})
}

func hidingRules(r *Resolved) []string {
	var rules []string
	for _, x := range r.Exclude {
		rules = append(rules, fmt.Sprintf("%s %s [%s]", kinds[x.Kind], x.Path, x.Origin))
	}
	return rules
}

// checkPrivacy holds an answer to the privacy section of everySection.
func checkPrivacy(t *testing.T, r *Resolved) {
	t.Helper()
	forbidden := 0
	for _, x := range r.Exclude {
		if x.Kind == fieldmask.Forbid && (x.Path.String() == "password" || x.Path.String() == "**.api_key") {
			forbidden++
		}
	}
	if forbidden < 2 || len(r.Redact) != 1 || len(r.Patterns) != 1 || !r.Hides() {
		t.Errorf("privacy rules are missing:\n%s", render(r))
	}
}
