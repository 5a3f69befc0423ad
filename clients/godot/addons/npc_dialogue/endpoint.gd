@tool
## Where the server is, and its timeouts and retries. Times are in milliseconds.
extends RefCounted

const Tokens = preload("tokens.gd")

## Version of the add-on, and the wire that it speaks.
const CLIENT := "godot/0.3.0 wire/2"
const DEFAULT_URL := "http://127.0.0.1:50052"
const MOST_KNOWN := 1000

# The world of each timeline and save that an answer told; the oldest first.
static var _worlds := {}

## Whether the server was seen to speak our wire.
var is_known := false
## The address as it was given.
var url := ""
var host := ""
var port := 0
## Whether the connection is encrypted.
var is_secure := false
## Path before the method in the address, without a slash at its end.
var prefix := ""
## What is wrong with the address; empty when nothing is.
var problem := ""
## Key that the server asks for; empty for none.
var key := ""
## Tokens of a player, in place of a key; null for none.
var tokens: Tokens = null
## How the server's certificate is judged; null for the system's own authorities.
var tls_options: TLSOptions = null
## How long a connection may take to come about.
var connect_timeout_ms := 5000
## How long a call with all its retries may take.
var call_timeout_ms := 10000
## How long a character's turn may take.
var turn_timeout_ms := 60000
## How often a call is tried while there is no connection.
var attempts := 4
## Pause before the first retry; it doubles each time, with up to half of it more at random.
var pause_ms := 200


func _init(of_url := DEFAULT_URL, of_key := "") -> void:
	url = of_url.strip_edges()
	key = of_key.strip_edges()
	_read()


## Takes certificates and times of another.
func take_over(other: RefCounted) -> void:
	tls_options = other.tls_options
	connect_timeout_ms = other.connect_timeout_ms
	call_timeout_ms = other.call_timeout_ms
	turn_timeout_ms = other.turn_timeout_ms
	attempts = other.attempts
	pause_ms = other.pause_ms
	if key == "":
		tokens = other.tokens


## Returns the TLS options for a connection; null where it is not encrypted.
func tls() -> TLSOptions:
	if not is_secure:
		return null
	return tls_options if tls_options != null else TLSOptions.client()


## The headers of a request. Its world and timeline are for balancers, which may route by them; an
## id may have letters that no header can carry.
func headers(of_stream: bool, message := {}) -> PackedStringArray:
	var kind := "application/connect+json" if of_stream else "application/json"
	var all := PackedStringArray(["Content-Type: " + kind, "Connect-Protocol-Version: 1"])
	all.append("Npc-Client: " + CLIENT)
	var shown := key if tokens == null else tokens.text
	if shown != "":
		all.append("Authorization: Bearer " + shown)
	var world := str(message.get("worldId", ""))
	if world == "":
		world = _worlds.get(message.get("timelineId", message.get("saveId", "")), "")
	if world != "":
		all.append("X-Npc-World: " + world.uri_encode())
	if message.get("timelineId", "") != "":
		all.append("X-Npc-Timeline: " + str(message["timelineId"]).uri_encode())
	return all


## Notes the world of the timeline or save in an answer, for later calls that name it alone.
static func learn_world(answer: RefCounted) -> void:
	for kind: String in ["timeline", "save"]:
		if answer.has_method("has_" + kind) and answer.call("has_" + kind):
			var told: Object = answer.get(kind)
			var world: Variant = told.get("world_id")
			if world is String and world != "":
				_worlds[told.get(kind + "_id")] = world
			if _worlds.size() > MOST_KNOWN:
				_worlds.erase(_worlds.keys()[0])


## Gets a token where one is needed, before a call is begun. Does not wait with a key.
func be_ready() -> void:
	if tokens != null:
		await tokens.be_ready()


## Whether a refused call may be made again, with another token.
func renew() -> bool:
	if tokens == null:
		return false
	tokens.refuse()
	return true


## Pause after so many attempts, with jitter.
func pause_after(attempt: int, least_ms := 0) -> int:
	var pause := pause_ms << mini(attempt - 1, 16)
	return maxi(pause, least_ms) + randi_range(0, pause / 2)


## The address for people, without the key.
func describe() -> String:
	return "%s://%s:%d%s" % ["https" if is_secure else "http", host, port, prefix]


func _read() -> void:
	var rest := url
	if url.begins_with("https://"):
		is_secure = true
		rest = url.trim_prefix("https://")
	elif url.begins_with("http://"):
		rest = url.trim_prefix("http://")
	else:
		problem = 'server_url must begin with http:// or https://, not be "%s"' % url
		return
	var slash := rest.find("/")
	if slash >= 0:
		prefix = rest.substr(slash).rstrip("/")
		rest = rest.substr(0, slash)
	port = 443 if is_secure else 80
	var colon := rest.rfind(":")
	if colon > rest.rfind("]"):
		if not rest.substr(colon + 1).is_valid_int():
			problem = 'server_url has no port number after its colon: "%s"' % url
			return
		port = rest.substr(colon + 1).to_int()
		rest = rest.substr(0, colon)
	host = rest.trim_prefix("[").trim_suffix("]")
	if host == "" or port < 1 or port > 65535:
		problem = 'server_url names no host and port: "%s"' % url
