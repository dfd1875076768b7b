{{- define "shape.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 52 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 52 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "shape.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "shape.metadata" -}}
name: {{ include "shape.name" . }}
namespace: {{ .Release.Namespace }}
labels:
  {{- include "shape.selector" . | nindent 2 }}
  app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
{{- end }}

{{- define "shape.port" -}}
{{ if eq .Values.mode "proxy" }}8090{{ else }}4445{{ end }}
{{- end }}

{{- define "shape.args" -}}
{{- if eq .Values.mode "proxy" -}}
- proxy
- --config=/etc/shape/response_config.json
- --server={{ required "proxy.server names the MCP server" .Values.proxy.server }}
- --upstream={{ required "proxy.upstream is the URL of the MCP server" .Values.proxy.upstream }}
- --listen=0.0.0.0:8090
{{- range concat (list (include "shape.name" .) (printf "%s.%s" (include "shape.name" .) .Release.Namespace) (printf "%s.%s.svc" (include "shape.name" .) .Release.Namespace)) .Values.proxy.hostnames .Values.proxy.hosts }}
- --host={{ . }}
{{- end }}
- --expose
- --client-token=$SHAPE_TOKEN
{{- else -}}
- --config=/etc/shape/response_config.json
- --services={{ join "," .Values.gateway.services }}
- --listen=0.0.0.0:4445
- --expose
{{- if has "ext_mcp" .Values.gateway.services }}
- --tool-metadata={{ .Values.gateway.toolMetadata }}
{{- end }}
{{- if .Values.gateway.tls }}
- --tls-cert=/etc/shape-tls/tls.crt
- --tls-key=/etc/shape-tls/tls.key
{{- if .Values.gateway.clientCA }}
- --tls-client-ca=/etc/shape-tls/ca.crt
{{- end }}
{{- end }}
{{- end }}
{{- if .Values.metrics }}
- --metrics=0.0.0.0:9090
{{- end }}
{{- with .Values.extraArgs }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "shape.probe" -}}
{{- if eq .Values.mode "proxy" -}}
exec: {command: [/shape-serve, health, --client-token=$SHAPE_TOKEN, "http://127.0.0.1:8090/healthz"]}
{{- else if .Values.gateway.tls -}}
tcpSocket: {port: main}
{{- else -}}
grpc: {port: 4445}
{{- end }}
{{- end }}
