# The README's two commands, and what CI runs beside them.

STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2
FUZZTIME ?= 1000x
# Each input of these laws asks the engine hundreds of times.
SLOWLAWS ?= FuzzLawsProposal FuzzLawsBudget FuzzLawsKept
SLOWTIME ?= 300x
ROUNDS ?= 20

PREFIX ?= /usr/local

.PHONY: build man install test vet ports kernel lint vuln race fuzz arch bench peers perf differ api soak falsehits mutants conformance counters sizes questions savings nightly check

# Linked by itself: with the libraries of the system a run over 1 KB takes a quarter more.
build:
	CGO_ENABLED=0 go build -o shape ./cmd/shape

man: build
	./shape man >shape.1

# The command, the page of its manual, and what shells complete; DESTDIR is put
# before PREFIX by those who make packages.
SHARE = $(DESTDIR)$(PREFIX)/share
install: man
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(SHARE)/man/man1" "$(SHARE)/bash-completion/completions" \
		"$(SHARE)/fish/vendor_completions.d" "$(SHARE)/zsh/site-functions"
	install -m 755 shape "$(DESTDIR)$(PREFIX)/bin/shape"
	install -m 644 shape.1 "$(SHARE)/man/man1/shape.1"
	./shape completion bash >"$(SHARE)/bash-completion/completions/shape"
	./shape completion fish >"$(SHARE)/fish/vendor_completions.d/shape.fish"
	./shape completion zsh >"$(SHARE)/zsh/site-functions/_shape"

test:
	go test ./...

vet:
	go vet ./...
	test -z "$$(gofmt -l .)"

# Other systems, with their tests, and words of 32 bits, whose programs Linux runs on
# amd64 too; and the command that has the exact counter.
ports:
	go vet -tags o200k ./cmd/shape/...
	go test -tags o200k -run '^TestScripts$$/^counter$$' ./cmd/shape/internal/cli
	go vet -tags secrets ./cmd/shape/...
	go test -tags secrets -run '^TestScripts$$/^detect' ./cmd/shape/internal/cli
	GOOS=windows go vet ./...
	GOOS=darwin go vet ./...
	GOARCH=386 go build ./...
ifeq ($(shell go env GOHOSTOS GOHOSTARCH),linux amd64)
	GOARCH=386 go test ./internal/scan ./fieldmask ./shaper/internal/pass
endif
	GOARCH=arm64 go vet ./internal/scan ./internal/lexis

# The kernels of internal/scan and internal/lexis are what their generator writes, which
# asks the module proxy for avo; and without them, by either switch, the tests of the
# packages hold as well.
KERNELS = internal/scan/text_amd64.s internal/lexis/prices_amd64.s
kernel:
	cat $(KERNELS) >kernel.out
	go generate ./internal/scan ./internal/lexis
	cat $(KERNELS) | cmp kernel.out -
	go test -tags purego ./internal/scan ./internal/lexis ./shaper/tokens
	SHAPE_NOASM=1 go test -count=1 ./internal/scan ./internal/lexis ./shaper/tokens

lint:
	go run $(STATICCHECK) ./...

# Known vulnerabilities in what is linked.
vuln:
	.ci/vuln

# internal/arch reads what the others run, and internal/scan starts nothing: there is
# nothing in them to race. A law runs in one goroutine, but for those of RACELAWS, and so
# do tests of large files and of growth.
RACELAWS = FuzzLawsCrew|FuzzLawsEvents
RACESKIP = ^(Fuzz|TestFilesAreAnsweredAsPipes|TestLargeDocuments|TestSecretsAreLinear|TestDetectIsLinear|TestBounds)
# In the command, all tests race but for those that are known to start no goroutines, and
# those that run servers of others. So a new test races. A script runs the test binary,
# which is built for the detector; those of the proxy, reload and taint race.
RACECOMMANDSKIP = $(RACESKIP)|^Test((ALargeDocumentTakesHalfMore|Attacks|Cases|Growth|InstalledServers|Readme|Scripts)$$|Completion|Examples|Help|Manual|Soak|Topic)
RACESCRIPTS = ^TestScripts$$/^(proxy|proxy_http|retrieve_proxy|hook|P9_watch_bounds|taint)$$
race:
	go test -race -timeout 20m -skip '$(RACESKIP)' $$(go list ./... | grep -Ev '/internal/(arch|scan|cli)$$')
	go test -race -timeout 20m -skip '$(RACECOMMANDSKIP)' ./cmd/shape/internal/cli
	go test -race -timeout 20m -run '$(RACESCRIPTS)' ./cmd/shape/internal/cli
	go test -race -timeout 20m -run '^($(RACELAWS))$$' ./shaper/internal/pass ./shaper/mcp/web

arch:
	go test -count=1 ./internal/arch

# Every law, one after the other, for FUZZTIME each: a number of inputs, such as
# 20000x, or a time. Go reports a fault of its own now and then when a time ends
# ("context deadline exceeded"); a number has no such end. A package is built once for
# all its laws. go test runs all their seeds, so this begins with a tenth.
fuzz:
	@set -e; go list -f '{{.Dir}}' ./... | while read -r dir; do \
		laws=$$(grep -hoE '^func Fuzz[A-Za-z0-9_]+' "$$dir"/*_test.go 2>/dev/null | sed "s/func //"); \
		[ -n "$$laws" ] || continue; \
		go test -c -fuzz . -o fuzz.test "$$dir"; \
		for law in $$laws; do \
			time=$(FUZZTIME); case " $(SLOWLAWS) " in *" $$law "*) time=$(SLOWTIME);; esac; \
			echo "fuzz $$law, $$time"; \
			(cd "$$dir" && SHAPE_SEEDS=few "$(CURDIR)/fuzz.test" -test.run '^$$' -test.fuzz "^$$law\$$" -test.fuzztime $$time \
				-test.fuzzminimizetime 20x -test.fuzzcachedir "$$(go env GOCACHE)/fuzz/$$(go list .)") \
				>fuzz.out 2>&1 || { cat fuzz.out; exit 1; }; \
		done; \
	done

# shape beside its peers: tables, plots and whole processes, which go into the pages
# between their marks. A quarter of an hour; ARGS='-rounds 3' is quicker, and less sure.
bench:
	cd bench/peers && go run . $(ARGS)

# The module of the peers, which is one of its own.
peers:
	cd bench/peers && go vet ./... && go run $(STATICCHECK) ./... && go test ./...

# make perf BASE=<commit>: the tree against a base commit, interleaved. STRICT=1
# fails where the tree is slower.
perf:
	go run ./internal/perf -base "$(BASE)" -rounds $(ROUNDS) $(if $(STRICT),-strict)

# Do the tree and a base commit answer alike? COUNT random cases, from the case FROM
# on: bytes, reports, places of errors, explanations. The base is the last commit that
# was meant to answer otherwise than the one before.
DIFFER_BASE ?= 037f865
COUNT ?= 1000000
FROM ?= 0
differ:
	go run ./internal/differ -base "$(DIFFER_BASE)" -count $(COUNT) -from $(FROM)

# The speed beside gjson.Valid's must not fall under 80 % of what was recorded; RECORD=1
# records it.
guard:
	go run ./internal/guard $(if $(RECORD),-record)

# The proxy beside no proxy: reference servers and clients of three SDKs, the official
# suites, odd messages, schemas under single rules. It needs npm, and says so. CAPTURES is
# a folder with more tools and results; FULL=1 tries every rule on every place, FEW=1 does
# the quick steps alone, as CI does.
conformance:
	go run ./internal/conformance $(if $(CAPTURES),-captures $(CAPTURES)) $(if $(FULL),-full) $(if $(FEW),-few)

# The estimate beside the exact counter, over what servers answered: CAPTURES is a folder
# with one folder for each. FIT=1 fits the estimate's weights anew, before that.
counters:
	$(if $(FIT)$(CAPTURES),,$(error CAPTURES=FOLDER or FIT=1))
	$(if $(FIT),go run ./internal/counters -fit)
	$(if $(CAPTURES),go run ./internal/counters -captures $(CAPTURES))

# How large the command is, without the exact counter and with it.
sizes:
	@for tags in "" o200k secrets; do \
		CGO_ENABLED=0 go build -tags "$$tags" -o sizes.out ./cmd/shape || exit 1; \
		echo "$$(wc -c <sizes.out) bytes, tags: $${tags:-none}"; \
	done; rm sizes.out

# Questions over captured results, a folder for each server: places and hashes, drawn once.
questions:
	go run ./internal/questions/draw -captures "$(CAPTURES)" >internal/questions/testdata/questions.json

# What suggest would save on captured results, counted exactly, and how many of the
# questions over them are answered from what is left, or by one retrieval.
savings:
	go run ./internal/savings -captures "$(CAPTURES)" $(if $(BUDGET),-budget $(BUDGET))

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
# killed while they put documents into an archive; a million results that no rule reaches, as
# many with cuts, and as many under budgets.
soak:
	SHAPE_SOAK=1 go test -count=1 -timeout 60m -run 'Soak|KernelAlignments' -v ./internal/scan
	SHAPE_SOAK=1 go test -count=1 -timeout 60m -run Soak -v ./config
	SHAPE_SOAK=1 go test -count=1 -timeout 600m -run Soak -v ./shaper
	SHAPE_SOAK=1 go test -count=1 -timeout 60m -run Soak -v ./shaper/archive
	SHAPE_SOAK=1 go test -count=1 -timeout 300m -run Soak -v ./shaper/mcp
	SHAPE_SOAK=1 go test -count=1 -timeout 60m -run Soak -v ./shaper/mcp/web
	SHAPE_SOAK=1 go test -count=1 -timeout 60m -run Soak -v ./cmd/shape/internal/cli

# How much of ordinary files do five private names take away? It fails above the bound
# that the page of guarantees states. One page of the manual in ten is rendered.
falsehits:
	go run ./internal/falsehits -examples 10 go python js readme yaml
	go run ./internal/falsehits -examples 10 -sample 10 man

# Would the tests notice? Each comparison, sign and sum of these packages is turned
# around, and the tests of the package that reach it are run. MUTANTS=fieldmask does
# one. The list of those that nobody can tell from the original is
# internal/mutants/known.txt.
MUTANTS ?= fieldmask internal/scan profiles internal/loose shaper/internal/hide \
	shaper/internal/plan shaper/internal/pass shaper/archive
mutants:
	go run ./internal/mutants $(MUTANTS:%=./%)

# Long runs, for every night: each law with 20,000 inputs, a million answers beside the
# base commit's, the peers and the proxy beside no proxy. make soak is for every week.
nightly:
	$(MAKE) fuzz FUZZTIME=20000x SLOWTIME=2000x
	$(MAKE) differ
	$(MAKE) peers
	$(MAKE) conformance FULL=1
	$(MAKE) falsehits

check: vet ports kernel lint vuln test peers conformance arch guard race fuzz
