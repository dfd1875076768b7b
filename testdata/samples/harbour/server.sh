#!/bin/sh
# An MCP server of a harbour with three tools. It answers one line with another.
while read -r line; do
	case $line in
	*'"initialize"'*) echo '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"harbour","version":"1"}}}' ;;
	*'"tools/list"'*) echo '{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"list_berths","description":"Lists berths. Free ones come first. Ships over 90 m need the outer mole.","inputSchema":{"type":"object","properties":{"quay":{"title":"Quay","type":"string","default":"north"}}}},{"name":"moor","description":"Moors a ship at a berth. It takes until the next tide.","inputSchema":{"type":"object","properties":{"berth":{"type":"string"},"ship":{"type":"string"}},"required":["berth","ship"]}},{"name":"delete_berth","description":"Deletes a berth.","inputSchema":{"type":"object"}}]}}' ;;
	*'"tools/call"'*) echo '{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"done"}]}}' ;;
	esac
done
