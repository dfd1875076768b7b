package plan

import (
	"reflect"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
)

// Calls that differ in a setting have different plans.
func TestSettingsTellCallsApart(t *testing.T) {
	seen := map[string]string{string(appendSettings(nil, &profiles.Settings{})): "none"}
	for i := range reflect.TypeFor[profiles.Settings]().NumField() {
		var s profiles.Settings
		field := reflect.ValueOf(&s).Elem().Field(i)
		field.Set(reflect.New(field.Type().Elem()))
		name := reflect.TypeFor[profiles.Settings]().Field(i).Name
		key := string(appendSettings(nil, &s))
		if other, dup := seen[key]; dup {
			t.Errorf("%s counts as %s", name, other)
		}
		seen[key] = name
	}
}
