package browser

import "testing"

// TestFrame opens each view in both themes, with nothing in the home, and audits it.
func TestFrame(t *testing.T) {
	long(t)
	address, _ := newHome(t).view()
	p := open(t, address, desktop)
	for _, isDark := range []bool{false, true} {
		theme := "light"
		if isDark {
			theme = "dark"
		}
		p.as(screen{desktop.width, desktop.height, isDark})
		for _, view := range []string{"Try", "Sessions", "Tune", "Now"} {
			p.show(view)
			p.audit(view + ", " + theme)
			p.shot("empty-" + view + "-" + theme)
		}
	}
	if location := value[string](p, `location.href`); location != "http://"+p.host+"/" {
		t.Errorf("the address bar has %s", location)
	}
}
