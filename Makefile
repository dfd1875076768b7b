# The README's two commands, and what CI runs beside them.

STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2
GORELEASER = github.com/goreleaser/goreleaser/v2@v2.15.1
FUZZTIME ?= 500x
# Each input of these laws asks the engine hundreds of times.
SLOWLAWS ?= FuzzLawsLeak FuzzLawsLearn FuzzLawsTables FuzzLawsProposal FuzzLawsBudget FuzzLawsKept
SLOWTIME ?= 100x
ROUNDS ?= 20

PREFIX ?= /usr/local

.PHONY: depth build man install test vet ports kernel lint vuln race fuzz arch bench peers perf differ api soak falsehits lab modules serveload conformance counters sizes savings retrieval lists loop otelcol streams view-tests site site-check packages packages-check packages-twice release-check licences programs image npm mcpb chart packaged-check nightly check

# Linked by itself: with the libraries of the system a run over 1 KB takes a quarter more.
build:
	CGO_ENABLED=0 go build -o shape ./cmd/shape

man:
	rm -rf man
	go run -C cmd/shape/internal/manpages . "$(CURDIR)/man"

# The command, the pages of its manual, and what shells complete; DESTDIR is put
# before PREFIX by those who make packages.
SHARE = $(DESTDIR)$(PREFIX)/share
install: build man
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(SHARE)/man/man1" "$(SHARE)/man/man7" "$(SHARE)/bash-completion/completions" \
		"$(SHARE)/fish/vendor_completions.d" "$(SHARE)/zsh/site-functions"
	install -m 755 shape "$(DESTDIR)$(PREFIX)/bin/shape"
	install -m 644 man/*.1 "$(SHARE)/man/man1"
	install -m 644 man/*.7 "$(SHARE)/man/man7"
	./shape completion bash >"$(SHARE)/bash-completion/completions/shape"
	./shape completion fish >"$(SHARE)/fish/vendor_completions.d/shape.fish"
	./shape completion zsh >"$(SHARE)/zsh/site-functions/_shape"

test:
	go test ./...

vet:
	go vet ./...
	test -z "$$(gofmt -l .)"

# Type-checks the program and its tests for Windows with words of 32 bits, and for Darwin on
# arm64. Without FEW=1 it also vets them, builds for the other pairs, and runs some tests with
# words of 32 bits: Linux on amd64 runs programs of 386.
ports:
	go test -tags o200k -run '^TestScripts$$/^counter$$' ./cmd/shape/internal/cli
	cd bench/lab && go run ./systems ../.. windows/386 darwin/arm64
ifndef FEW
	go vet -tags o200k ./cmd/shape/... ./internal/app
	GOOS=windows GOARCH=386 go vet ./...
	GOOS=darwin GOARCH=arm64 go vet $$(go list -f '{{if .IgnoredGoFiles}}{{.ImportPath}}{{end}}' ./...)
	for system in linux/386 windows/amd64 windows/arm64 darwin/amd64 darwin/arm64; do \
		GOOS=$${system%/*} GOARCH=$${system#*/} go build ./... || exit 1; done
ifeq ($(shell go env GOHOSTOS GOHOSTARCH),linux amd64)
	GOARCH=386 go test ./internal/scan ./fieldmask ./shaper/internal/pass
endif
endif

# The generator writes the kernels of internal/scan; it asks the module proxy for avo. Here
# a copy of it writes beside itself, so that no other step compiles half a file. One law
# and one benchmark run without the kernels, by either switch.
KERNEL = internal/scan/text_amd64.s
kernel:
	dir=$$(mktemp -d) && cp -r internal/scan/gen $$dir && go run -C $$dir/gen . -out ../text_amd64.s -stubs ../text_amd64.go -pkg scan && \
		cmp $$dir/text_amd64.s $(KERNEL) && rm -r $$dir
	go test -tags purego -run '^FuzzLawsKernel$$' -bench '^Benchmark$$' -benchtime 10x ./internal/scan
	SHAPE_NOASM=1 go test -count=1 -run '^FuzzLawsKernel$$' -bench '^Benchmark$$' -benchtime 10x ./internal/scan

lint:
	go run $(STATICCHECK) ./...

# Known vulnerabilities in what is linked.
vuln:
	.ci/vuln

# The race detector runs over the packages with goroutines or shared state, and elsewhere
# over the tests that start goroutines. Laws run in one goroutine each, except
# FuzzLawsEvents. RACE=all runs all tests and scripts of all packages, as make nightly does.
# Only it repeats the situations of the watcher on a busy machine and on one processor, and
# documents that grow when they are read.
RACEPACKAGES = ./config ./shaper/archive ./shaper/internal/plan ./shaper/mcp/... ./shaper/observe/prom \
	./internal/app/... ./internal/proxycmd ./cmd/shape/internal/documents ./internal/suggest
RACETESTS = AtOnce|Concurrent|TestGenerations|TestAnswersAreOfOneGeneration|TestProgressBesideDocuments|Reload
RACESCRIPTS = ^TestScripts$$/^(proxy|proxy_http|retrieve_proxy|hook|P9_watch_bounds|taint)$$
RACESKIP = ^(Fuzz([^L]|Laws([^E]|E[^v]))|TestLargeDocuments|TestSecretsAreLinear|TestDetectIsLinear|TestBounds)
RACEREPEATS = ^TestSituationsOn|^TestSoakTrust|^TestBombs
race:
ifeq ($(RACE),all)
	CGO_ENABLED=1 go test -race -timeout 60m -skip '$(RACESKIP)' $$(go list ./... | grep -v /internal/arch$$)
else
	CGO_ENABLED=1 go test -race -timeout 20m -skip '$(RACESKIP)|$(RACEREPEATS)' $(RACEPACKAGES)
	CGO_ENABLED=1 go test -race -timeout 20m -run '$(RACETESTS)|$(RACESCRIPTS)' -skip '^Fuzz' ./cmd/shape/internal/cli ./fieldmask \
		./internal/jsonschema ./internal/scan ./profiles ./shaper ./shaper/autoload ./shaper/internal/pass ./shaper/tokens/o200k
endif

# The functions and files that run for the README's first example.
depth:
	.ci/depth 482 99

arch:
	go test -count=1 ./internal/arch

# Each law with FUZZTIME inputs, and each of SLOWLAWS with SLOWTIME. GUIDED=1 is for long runs.
fuzz:
	GUIDED=$(GUIDED) .ci/fuzz $(FUZZTIME) $(SLOWTIME) $(SLOWLAWS)

# shape beside its peers: tables, plots and whole processes, which go into the pages
# between their marks. A quarter of an hour; ARGS='-rounds 3' is quicker, and less sure.
bench:
	cd bench/peers && go run . $(ARGS)

# The module bench/peers. FEW=1 only type-checks it.
peers:
	$(if $(FEW),cd bench/lab && go run ./systems ../peers linux/amd64,cd bench/peers && go vet ./... && go run $(STATICCHECK) ./... && go test ./...)

# make perf BASE=<commit>: the speed of the tree beside a commit's, by benchstat.
perf:
	.ci/bench "$(BASE)" $(ROUNDS)

# Compares the answers of the tree with those of DIFFER_BASE, over COUNT random cases from
# case FROM on: bytes, reports, places of errors, explanations. The base is the last commit
# that changed an answer on purpose.
DIFFER_BASE ?= 3c6c2bbb
COUNT ?= 1000000
FROM ?= 0
differ:
	.ci/differ "$(DIFFER_BASE)" $(COUNT) $(FROM)

# Fails if the speed of W2 beside gjson.Valid falls under its floor, or if the command, as it is
# released for linux/amd64, has more than LARGEST bytes.
LARGEST = 18950000
guard:
	go test -run '^$$' -bench Floor -benchtime 1x ./bench
	GOOS=linux GOARCH=amd64 CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o guard.out ./cmd/shape
	@size=$$(wc -c <guard.out); rm guard.out; echo "the command: $$size bytes, at most $(LARGEST)"; test $$size -le $(LARGEST)

# A Collector with the processor of cmd/shape-otelcol, by the builder of the Collector. Its
# test sends secrets through that.
OCB = go.opentelemetry.io/collector/cmd/builder@v0.165.0
otelcol:
	cd cmd/shape-otelcol/examples && CGO_ENABLED=0 go run $(OCB) --config builder.yaml && gofmt -w .build
	cd cmd/shape-otelcol && SHAPE_OTELCOL="$(CURDIR)/cmd/shape-otelcol/examples/.build/shape-otelcol" go test -count=1 ./examples

# The module bench/lab: the proxy beside other programs, the estimate, suggest, false
# positives. FEW=1 type-checks it and tests that privacy spares ordinary files.
lab:
	cd bench/lab && $(if $(FEW),go run ./systems . linux/amd64 && go test ./falsehits ./systems,go vet ./... && go test ./... && go run $(STATICCHECK) ./...)

# The modules of gateways, streams, telemetry and shared archives: vet, linter, tests. FEW=1
# takes those that changed since MODULES_BASE, and those that import a package that did.
# That base is the last commit whose modules passed all together.
MODULES_BASE ?= 8eb74858
MODULES = cmd/shape-serve cmd/shape-benthos cmd/shape-otelcol shaper/archive/redis shaper/archive/blob internal/site cmd/shape/internal/manpages
modules:
	FEW=$(FEW) .ci/modules "$(MODULES_BASE)" $(STATICCHECK) $(MODULES)

# shape-serve under 1,000 requests at once while its configuration changes, and then at 200 a
# second beside a server that passes everything. ARGS='-for 10m' is the long form.
serveload:
	cd cmd/shape-serve && go run ./internal/load $(ARGS)
	cd cmd/shape-serve && SHAPE_LOAD=$(or $(LOAD),30s) go test -run TestLoad -v ./internal/extproc

# The proxy beside no proxy: reference servers, clients of three SDKs, official suites, odd
# messages, schemas under single rules. It needs npm. CAPTURES is a folder with more tools
# and results. FULL=1 tries every rule on every place. FEW=1 runs the quick steps alone.
conformance:
	cd bench/lab && go run ./conformance $(if $(CAPTURES),-captures "$(abspath $(CAPTURES))") $(if $(FULL),-full) $(if $(FEW),-few)

# Writes the error of the estimate into bench/README.md. CAPTURES is a folder with one
# folder of responses per server. FIT=1 fits the weights of the estimate anew.
counters:
	$(if $(FIT)$(CAPTURES),,$(error CAPTURES=FOLDER or FIT=1))
	$(if $(FIT),cd bench/lab && go run ./counters -fit)
	$(if $(CAPTURES),cd bench/lab && go run ./counters -captures "$(abspath $(CAPTURES))")

# How large the command is, without the exact counter and with it.
sizes:
	@for tags in "" o200k; do \
		CGO_ENABLED=0 go build -tags "$$tags" -o sizes.out ./cmd/shape || exit 1; \
		echo "$$(wc -c <sizes.out) bytes, tags: $${tags:-none}"; \
	done; rm sizes.out

# Writes docs/savings.md: the tokens that suggest saves on recorded runs of agents, and the
# values that remain. TRAJECTORIES is a folder with a file of runs for each set.
savings:
	$(if $(TRAJECTORIES),,$(error TRAJECTORIES=FOLDER))
	cd bench/lab && go run ./savings -runs "$(abspath $(TRAJECTORIES))"

# shape-benthos beside shape --jobs on MB megabytes of recorded results, files to files: the
# speed, and the same bytes. RESULTS is a pattern of other files with results.
streams:
	cd cmd/shape-benthos && SHAPE_STREAM_MB=$(or $(MB),100) SHAPE_STREAM_RESULTS="$(RESULTS)" \
		go test -count=1 -timeout 60m -run '^TestThroughput$$' -v .

# The key tools on the list of a live server, and on one in CAPTURES: tokens before and after
# on sessions that suggest did not learn from. It needs npm and git.
lists:
	cd bench/lab && go run ./lists $(if $(CAPTURES),-captures "$(abspath $(CAPTURES))")

# A user's way from shape install over sixty calls and shape tune to sixty other calls, and
# back, with five clients and servers of npm: tokens, schemas, and the sums of status. It
# writes the transcript, and needs npm, git and a Chromium.
loop:
	cd bench/lab && go run ./loop >loop/transcript.txt && sed -n '/^before tune/,/^after/p' loop/transcript.txt

# Writes the documentation as plain files into dist/site, from README, docs, the help of
# commands, the schema of the configuration, the comments of packages.
site:
	cd internal/site && go run . "$(CURDIR)/dist/site"

# axe-core on every page, and Lighthouse on three. It needs npm and a Chromium.
CHROMIUM ?= $(shell for name in chromium chromium-headless-shell google-chrome; do command -v $$name && break; done)
site-check: site
	mkdir -p internal/site/.build
	npm install --silent --no-audit --no-fund --prefix internal/site/.build lighthouse@12 axe-core@4
	cd internal/site && CHROME_PATH="$(CHROMIUM)" go run ./check -tools .build/node_modules "$(CURDIR)/dist/site"

# Measures shape_retrieve on the same runs. MISSES=1 prints each value that does not come back.
retrieval:
	$(if $(TRAJECTORIES),,$(error TRAJECTORIES=FOLDER))
	cd bench/lab && go run ./retrieval -runs "$(abspath $(TRAJECTORIES))" $(if $(MISSES),-misses)

# All files of a release, from a clean clone of HEAD, into dist and .build/bin; nothing is sent.
# FEW=1 leaves out shape-serve, shape-benthos and images. It builds goreleaser and syft unless
# they are on the PATH.
packages:
	.ci/packages

# Installs each package of dist in a fresh root, as root on Debian.
packages-check:
	.ci/packages-check

# A second build elsewhere, with empty caches: it has the checksums of dist.
packages-twice:
	.ci/packages-twice

# The configuration of goreleaser, and a build without a tag. With FEW=1 only the former.
release-check:
	go run $(GORELEASER) check
	$(if $(FEW),,go run $(GORELEASER) release --snapshot --clean --skip sbom)

# The licences of all linked modules; an unknown one fails.
licences:
	cd internal/packaging/release && go vet ./... && go test ./... && go run . licences $(if $(FEW),shape)
# The parts of a release for containers, npm and clients go into dist/. make packages-check
# tries them: containers in a chroot, npm's packages from a registry of its own. SHAPE_NODES is
# a list of programs of Node to try as well, and SHAPE_CLAUDE the program of Claude Code.
PACKAGED = image npm mcpb kubernetes
PROGRAMS = $(CURDIR)/.build/bin
programs:
	@for platform in linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64; do \
		export CGO_ENABLED=0 GOOS=$${platform%/*} GOARCH=$${platform#*/}; \
		for module in cmd/shape $$(test $$GOOS != linux || echo cmd/shape-serve cmd/shape-benthos); do \
			go build -C $$module -trimpath -ldflags "-s -w" -o $(PROGRAMS)/$${GOOS}_$$GOARCH/ . || exit 1; \
		done; done
	cd internal/packaging/release && go run . notices "$(CURDIR)/.build/notices"

image npm mcpb: programs
	cd internal/packaging/$@ && go run .

chart:
	mkdir -p dist/chart
	tar -C internal/packaging/kubernetes --sort=name --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX \
		--mtime=@$$(git log -1 --format=%ct) --exclude=ci -cf - shape-serve | gzip -9n \
		>dist/chart/shape-serve-$$(cat internal/packaging/version.txt).tgz

ACTIONLINT = github.com/rhysd/actionlint/cmd/actionlint@v1.7.12
packaged-check:
	go run $(ACTIONLINT)
	for folder in $(PACKAGED); do \
		(cd internal/packaging/$$folder && go vet ./... && SHAPE_PACKAGES=1 go test -count=1 -v ./...) || exit 1; done

# What changed in the public packages since the last tag, or since BASE.
api:
	.ci/api $(BASE)

# What go test does a little of, all of it: saves of the configuration in every
# style; SHAPE_SOAK_COUNT documents (10,000,000 unless it says another number) with
# secrets in them, and as many beside the model; every source file of Go and every page
# of the module cache; texts of 60 MB that are nearly JSON; 1,000 files edited in place,
# and some killed; the command on inputs of 60 MB of every shape, with the time and the
# memory it takes; SHAPE_SOAK_COUNT strings, to the kernel and to its twin, and every
# file of JSONTestSuite, where it is at hand, at all alignments; 100 clients with 1,000
# calls through the proxy, and a server that is killed under them; 2,000 processes that are
# killed while they put documents into an archive, and 10,000 while they record; a million
# results that no rule reaches, as many with cuts, and as many under budgets.
soak:
	SHAPE_SOAK=1 go test -count=1 -timeout 60m -run 'Soak|KernelAlignments' -v ./internal/scan
	SHAPE_SOAK=1 go test -count=1 -timeout 60m -run Soak -v ./config
	SHAPE_SOAK=1 go test -count=1 -timeout 600m -run Soak -v ./shaper
	SHAPE_SOAK=1 go test -count=1 -timeout 60m -run Soak -v ./shaper/archive
	SHAPE_SOAK=1 go test -count=1 -timeout 60m -run Soak -v ./internal/record
	SHAPE_SOAK=1 go test -count=1 -timeout 300m -run Soak -v ./shaper/mcp
	SHAPE_SOAK=1 go test -count=1 -timeout 60m -run Soak -v ./shaper/mcp/web
	SHAPE_SOAK=1 go test -count=1 -timeout 60m -run Soak -v ./cmd/shape/internal/cli

# The share of lines of ordinary files that five private names change. It fails above the
# bound that GUARANTEES states. One page of the manual in ten is read.
falsehits:
	cd bench/lab && go run ./falsehits go python js readme yaml
	cd bench/lab && go run ./falsehits -sample 10 man

# The page of shape view in a real browser, bench/browser. As root it installs Chromium where
# apt-get can. npm fetches axe-core, once. FEW=1 runs six tests. Screenshots go into
# bench/browser/shots. With CI set, a missing browser fails.
view-tests:
	if ! command -v chromium-headless-shell >/dev/null && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq && apt-get install -qq -y --no-install-recommends chromium-headless-shell >/dev/null; fi
	cd bench/browser && go vet ./... $(if $(FEW),,&& go run $(STATICCHECK) ./...) && test -z "$$(gofmt -l .)"
	cd bench/browser && go test -count=1 $(if $(FEW),-short,-timeout 20m) -v ./...

# Long runs for every night: each law with 20,000 inputs, a million answers beside the base
# commit's, all seeds, all tests under the race detector, the other modules, the proxy beside
# no proxy, ordinary files, the page of view. make soak is for every week.
nightly:
	$(MAKE) fuzz FUZZTIME=20000x SLOWTIME=2000x GUIDED=1 SLOWLAWS="FuzzLawsProposal FuzzLawsBudget FuzzLawsKept"
	SHAPE_SEEDS=all go test -count=1 -timeout 60m ./...
	$(MAKE) race RACE=all
	$(MAKE) ports
	$(MAKE) differ
	$(MAKE) peers
	$(MAKE) otelcol
	$(MAKE) lab
	$(MAKE) modules
	$(MAKE) conformance FULL=1
	$(MAKE) lists
	$(MAKE) falsehits
	$(MAKE) site-check
	CI=true $(MAKE) view-tests
	$(MAKE) depth
	$(MAKE) licences
	$(MAKE) release-check FEW=1
	$(MAKE) packages
	$(MAKE) packages-check
	$(MAKE) packages-twice FEW=1

check: vet ports kernel lint vuln test peers lab conformance guard race fuzz
