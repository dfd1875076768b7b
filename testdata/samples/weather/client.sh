#!/bin/sh
# An MCP client: it starts a server, says the lines of client.jsonl, waits for an answer to
# each that has an id, and prints the last one.
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkfifo "$dir/in" "$dir/out"
"$@" <"$dir/in" >"$dir/out" &
exec 3>"$dir/in" 4<"$dir/out"
while read -r line; do
	printf '%s\n' "$line" >&3
	case $line in
	*'"id"'*) read -r answer <&4 ;;
	esac
done <"${0%/*}/client.jsonl"
exec 3>&-
printf '%s\n' "$answer"
wait
