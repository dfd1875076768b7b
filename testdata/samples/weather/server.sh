#!/bin/sh
# An MCP server that knows the weather of one place. It answers one line with another.
while read -r line; do
	case $line in
	*'"initialize"'*) echo '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true}},"serverInfo":{"name":"weather","version":"1"}}}' ;;
	*'"tools/list"'*) echo '{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"forecast","inputSchema":{"type":"object","properties":{"city":{"type":"string"}}},"outputSchema":{"type":"object","properties":{"station_id":{"type":"string"},"api_key":{"type":"string"},"wind":{"type":"number"},"gusts":{"type":["number","null"]}},"required":["station_id","api_key","wind","gusts"],"additionalProperties":false}}]}}' ;;
	*'"tools/call"'*) echo '{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"{\"station_id\":\"N-7\",\"api_key\":\"k\",\"wind\":4.5,\"gusts\":null}"}],"structuredContent":{"station_id":"N-7","api_key":"k","wind":4.5,"gusts":null}}}' ;;
	esac
done
