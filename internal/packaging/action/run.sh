#!/usr/bin/env bash
# The step of action.yml, for bash 3.2 and later. Its inputs are the variables INPUT_*. It writes
# the outputs and the summary of the job, and fails if a result takes more tokens than
# INPUT_MAX_TOKENS.
set -euo pipefail

fail() {
	echo "::error::shape: $*"
	exit 1
}

# install downloads the release of INPUT_VERSION, verifies its checksum, and sets program.
install() {
	[[ $INPUT_VERSION =~ ^v[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$ ]] || fail "version: it is none such as v1.2.3"
	local system arch form=tar.gz suffix=
	case $RUNNER_OS in
	Linux) system=linux ;;
	macOS) system=darwin ;;
	Windows) system=windows form=zip suffix=.exe ;;
	*) fail "there is no release for this system" ;;
	esac
	case $RUNNER_ARCH in
	X64) arch=amd64 ;;
	ARM64) arch=arm64 ;;
	*) fail "there is no release for this processor" ;;
	esac
	local name base=${SHAPE_RELEASES:-https://github.com/seed-7aa78ce4/shape/releases/download}
	name=shape_${INPUT_VERSION#v}_${system}_$arch.$form
	mkdir "$work/program"
	(
		cd "$work/program"
		curl -fsSL --retry 3 -O "$base/$INPUT_VERSION/$name" -O "$base/$INPUT_VERSION/checksums.txt" || exit 1
		awk -v name="$name" '$2 == name' checksums.txt >sum
		[ -s sum ] || exit 1
		if command -v sha256sum >/dev/null; then sha256sum -c sum; else shasum -a 256 -c sum; fi || exit 1
		if [ $form = zip ]; then unzip -q "$name"; else tar -xzf "$name"; fi
	) >&2 || fail "the release $INPUT_VERSION cannot be downloaded, or its checksum is wrong"
	program=$work/program/shape$suffix
}

# names puts the lines of a text that are not empty into the array named.
names() {
	local line
	named=()
	while IFS= read -r line; do
		[ -z "$line" ] || named+=("$line")
	done <<<"$1"
}

# section adds a heading and the text of a file to the comment, in a fence that is longer than
# any in the text.
section() {
	local text fence='```'
	text=$(head -c 25000 "$2" | iconv -f utf-8 -t utf-8 -c) || true
	while [[ $text == *"$fence"* ]]; do fence+='`'; done
	printf '### %s\n\n%s%s\n%s\n%s\n\n' "$1" "$fence" "$3" "$text" "$fence" >>"$comment"
}

work=$(mktemp -d "${RUNNER_TEMP:-/tmp}/shape.XXXXXX")
comment=$work/comment.md out=$work/out over=false
: >"$comment"
program=$INPUT_PROGRAM
[ -n "$program" ] || install

names "$INPUT_RESULTS"
if [ ${#named[@]} -gt 0 ]; then
	status=0
	"$program" stats ${INPUT_CONFIG:+--config "$INPUT_CONFIG"} ${INPUT_MAX_TOKENS:+--fail-over "$INPUT_MAX_TOKENS"} \
		-- "${named[@]}" >"$out" 2>"$work/errors" || status=$?
	cat "$work/errors" >&2
	case $status in
	0) ;;
	6) over=true ;;
	*) fail "stats ended with status $status" ;;
	esac
	cat "$work/errors" >>"$out"
	section "Tokens of results" "$out" text
fi

names "$INPUT_SESSIONS"
if [ ${#named[@]} -gt 0 ]; then
	"$program" suggest -- "${named[@]}" >"$out" || fail "suggest ended with status $?"
	section "Proposed rules" "$out" jsonc
fi

mark=shape_$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
{
	printf 'over=%s\nprogram=%s\ncomment<<%s\n' "$over" "$program" "$mark"
	cat "$comment"
	printf '%s\n' "$mark"
} >>"$GITHUB_OUTPUT"
cat "$comment" >>"$GITHUB_STEP_SUMMARY"
[ $over = false ] || fail "a result takes more than $INPUT_MAX_TOKENS tokens"
