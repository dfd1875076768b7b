package browser

import (
	"fmt"
	"strings"
	"testing"
)

// markup has texts that would run, load or open something if they were markup.
var markup = []string{
	`<script>alert(1)</script>`,
	`<img src=x onerror=alert(1)>`,
	`<img src="http://example.org/x.png">`,
	`<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>`,
	`<svg onload=alert(1)>`,
	`<a href="javascript:alert(1)">here</a>`,
	`<style>body{background:url(http://example.org/)}</style>`,
	`<form action=http://example.org/><button>Save</button></form>`,
	`<base href=http://example.org/>`,
	`<meta http-equiv=refresh content="0;url=http://example.org/">`,
	`</textarea><script>alert(1)</script>`,
	`"><img src=x onerror=alert(1)>`,
	`'-alert(1)-'`,
	`${alert(1)}`,
	`{{constructor.constructor('alert(1)')()}}`,
	`javascript:alert(1)`,
	"\u202egnp.exe \u2066hidden\u2069",
	`__proto__`,
	`constructor`,
	`hasOwnProperty`,
}

// hostileResult has every text of markup as a key and as a value.
func hostileResult() string {
	var b strings.Builder
	for i, text := range markup {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%s:[%s,{%s:%s}]", quoteJSON(text), quoteJSON(text), quoteJSON(text), quoteJSON(text))
	}
	return `{"rows":[{` + b.String() + `}]}`
}

// quoteJSON writes a string of JSON without escapes for markup.
func quoteJSON(text string) string { return `"` + strings.ReplaceAll(text, `"`, `\"`) + `"` }

// isClean fails the test for elements that only markup of a response makes.
func (p *tab) isClean(where string) {
	p.Helper()
	if found := value[[]string](p, `[...document.querySelectorAll('script:not([src="app.js"]), img:not([src="icon.svg"]), iframe, object, embed, style, base, meta[http-equiv], a[href^="javascript:" i], form[action]')]
		.concat([...document.querySelectorAll('*')].filter((e) => [...e.attributes].some((a) => a.name.startsWith('on'))))
		.map((e) => e.outerHTML.slice(0, 200))`); len(found) > 0 {
		p.Errorf("%s: markup of a response became elements: %q", where, found)
	}
}

// Markup, scripts, deep input and broken reports stay texts in each field of Try. The watch sees a dialog, a request
// and an error.
func TestMarkup(t *testing.T) {
	h := newHome(t)
	p := try(t, h, issuesConfig)
	p.paste(hostileResult())
	for _, view := range []string{"Tree", "Plain", "Difference", "Halves"} {
		p.click("tab", view)
		p.isClean(view)
	}
	p.node("/rows/0/" + pointerPart(markup[1]))
	p.isClean("details")
	p.shot("hostile")
	p.click("button", "Omit everywhere")
	p.waitConfig("onerror", true)
	p.isClean("an edit")

	p.expect("400") // an unknown profile is refused, and the browser logs the status
	for _, field := range []string{"Tool", "Server", "Profile", "Mode", "Tier", "Dialect", "Client"} {
		p.setField(field, markup[1])
		p.isClean(field)
	}
	p.write("textbox", "Configuration", `{"`+strings.ReplaceAll(markup[0], `"`, ``)+`": {"<img src=x onerror=alert(1)>": 1}, "tool_overrides": {"<svg onload=alert(1)>": {"exclude": 1}}}`)
	p.wait("problems", `document.querySelector('#problems')?.innerText`)
	p.isClean("problems")
	p.shot("hostile-config")
	p.write("textbox", "Configuration", issuesConfig)
	for _, field := range []string{"Profile", "Mode", "Tier", "Dialect", "Client"} {
		p.setField(field, "")
	}
	p.write("textbox", "Response", `<script>alert(1)</script><img src=x onerror=alert(1)>`)
	p.wait("the fault of the text", `document.querySelector('#input-problem')?.innerText`)
	p.isClean("a text that is no JSON")
	for _, deep := range []string{strings.Repeat("[", 10_000), strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000), strings.Repeat(`{"a":`, 10_000) + "1" + strings.Repeat("}", 10_000)} {
		p.write("textbox", "Response", deep)
		p.wait("the fault of a deep text, or its result", `document.querySelector('#input-problem')?.innerText || document.querySelector('#figures')?.innerText`)
		p.isClean("a deep text")
	}
	p.shot("hostile-deep")
	for _, report := range []string{"shape x: 1 tokens \nRequest: \n" + strings.Repeat("\n```json ", 100_000) + strings.Repeat("\n```json\n", 10_000), "shape x: " + strings.Repeat(" tokens ", 100_000)} {
		p.afterTry(func() { p.upload(h.write("good.json", `{"a": 1}`)) })
		p.upload(h.write("report.md", report))
		p.waitText("#input-problem", "line 1")
	}
}

// pointerPart writes a key as a part of a pointer, for a selector.
func pointerPart(key string) string {
	return strings.NewReplacer("~", "~0", "/", "~1", `"`, `\"`).Replace(key)
}

// setField sets a choice of the shown view to a value that may not be among those offered. A field that is a
// list of choices takes no other value.
func (p *tab) setField(name, text string) {
	p.Helper()
	value[bool](p, `(() => {
		const field = [...document.querySelectorAll('main > :not([hidden]) :is(select, input)')].find((e) => (e.getAttribute('aria-label') ?? e.labels?.[0]?.querySelector('span')?.innerText ?? '').trim() === `+quote(name)+`)
		if (!field) throw Error('no field '+`+quote(name)+`)
		if (field.matches('select')) field.append(new Option(`+quote(text)+`))
		field.value = `+quote(text)+`
		field.dispatchEvent(new Event('input', { bubbles: true }))
		field.dispatchEvent(new Event('change', { bubbles: true }))
		return true
	})()`)
}
