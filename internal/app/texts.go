package app

import _ "github.com/seed-7aa78ce4/shape/shaper/texts/all" // for the key text_as
