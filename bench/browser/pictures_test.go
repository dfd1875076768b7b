package browser

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestPictures takes the pictures of README.md and docs/view.md. SHAPE_PICTURES=1 writes them
// into docs/images.
func TestPictures(t *testing.T) {
	long(t)
	h := newHome(t)
	for name, path := range map[string]string{"issues.json": "issues.json", configName: "response_config.json"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "samples", "github", path))
		if err != nil {
			t.Fatal(err)
		}
		h.write(name, string(text))
	}
	address, _ := h.view("--tool", "list_issues", "issues.json")
	p := open(t, address, desktop)
	p.node("/0/html_url")
	for _, theme := range []string{"light", "dark"} {
		p.as(screen{desktop.width, desktop.height, theme == "dark"})
		picture := small(t, p.shot("view-"+theme))
		t.Logf("view-%s.png has %d bytes", theme, len(picture))
		if len(picture) > 150<<10 {
			t.Errorf("view-%s.png is larger than 150 KiB", theme)
		}
		if os.Getenv("SHAPE_PICTURES") != "" {
			if err := os.WriteFile(filepath.Join("..", "..", "docs", "images", "view-"+theme+".png"), picture, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// small writes a picture with its 256 most frequent colours; another colour becomes the nearest
// of them.
func small(t *testing.T, text []byte) []byte {
	t.Helper()
	full, err := png.Decode(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	counts := map[color.Color]int{}
	for y := range full.Bounds().Dy() {
		for x := range full.Bounds().Dx() {
			counts[full.At(x, y)]++
		}
	}
	var palette color.Palette
	for c := range counts {
		palette = append(palette, c)
	}
	slices.SortFunc(palette, func(a, b color.Color) int { return counts[b] - counts[a] })
	few := image.NewPaletted(full.Bounds(), palette[:min(256, len(palette))])
	draw.Draw(few, few.Bounds(), full, image.Point{}, draw.Src)
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, few); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
