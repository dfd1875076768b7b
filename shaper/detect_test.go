package shaper_test

import _ "github.com/seed-7aa78ce4/shape/shaper/detect" // for testdata/shape/detect.json
