@tool
## What the project settings say about the server, under [code]npc_dialogue/[/code].
extends RefCounted

const Caller = preload("caller.gd")
const Endpoint = preload("endpoint.gd")
const Log = preload("log.gd")

const SERVER_URL := "npc_dialogue/server_url"
const KEY := "npc_dialogue/key"
const CERTIFICATE := "npc_dialogue/trusted_certificate"
const CONNECT_TIMEOUT := "npc_dialogue/connect_timeout_ms"
const CALL_TIMEOUT := "npc_dialogue/call_timeout_ms"
const TURN_TIMEOUT := "npc_dialogue/turn_timeout_ms"
const LOG_LEVEL := "npc_dialogue/log_level"

## Each setting with its default and how the editor offers it.
const ALL := {
	SERVER_URL: [Endpoint.DEFAULT_URL, PROPERTY_HINT_NONE, ""],
	KEY: ["", PROPERTY_HINT_PASSWORD, ""],
	CERTIFICATE: ["", PROPERTY_HINT_FILE, "*.crt,*.pem"],
	CONNECT_TIMEOUT: [5000, PROPERTY_HINT_RANGE, "100,60000,100,suffix:ms"],
	CALL_TIMEOUT: [10000, PROPERTY_HINT_RANGE, "100,120000,100,suffix:ms"],
	TURN_TIMEOUT: [60000, PROPERTY_HINT_RANGE, "1000,600000,1000,suffix:ms"],
	LOG_LEVEL: [2, PROPERTY_HINT_ENUM, "Silent,Error,Warning,Info,Debug"],
}


static func value(of_name: String) -> Variant:
	return ProjectSettings.get_setting(of_name, ALL[of_name][0])


## Sets up a caller as the project wants it.
static func apply(caller: Caller) -> void:
	caller.log.level = clampi(int(value(LOG_LEVEL)), 0, Log.Level.size() - 1) as Log.Level
	var endpoint := Endpoint.new(str(value(SERVER_URL)), str(value(KEY)))
	endpoint.connect_timeout_ms = int(value(CONNECT_TIMEOUT))
	endpoint.call_timeout_ms = int(value(CALL_TIMEOUT))
	endpoint.turn_timeout_ms = int(value(TURN_TIMEOUT))
	var certificate := str(value(CERTIFICATE))
	if certificate != "":
		endpoint.tls_options = options_from(certificate)
		if endpoint.tls_options == null:
			caller.log.error("%s holds no certificate: %s" % [CERTIFICATE, certificate])
	caller.endpoint = endpoint


## Returns options that trust a certificate, given as a path of a PEM file or as its text; null when
## it is none.
static func options_from(path_or_pem: String) -> TLSOptions:
	var certificate := X509Certificate.new()
	var status := ERR_FILE_NOT_FOUND
	if path_or_pem.contains("-----BEGIN"):
		status = certificate.load_from_string(path_or_pem)
	elif FileAccess.file_exists(path_or_pem):
		status = certificate.load(path_or_pem)
	return TLSOptions.client(certificate) if status == OK else null
