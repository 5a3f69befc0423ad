@tool
## Why a call did not succeed. Never null: where all is well, [member code] is empty.
class_name NpcError
extends RefCounted

const Details = preload("error_details.gd")

const CANCELED := "canceled"
const UNKNOWN := "unknown"
const INVALID_ARGUMENT := "invalid_argument"
const DEADLINE_EXCEEDED := "deadline_exceeded"
const NOT_FOUND := "not_found"
const PERMISSION_DENIED := "permission_denied"
const RESOURCE_EXHAUSTED := "resource_exhausted"
const FAILED_PRECONDITION := "failed_precondition"
const OUT_OF_RANGE := "out_of_range"
const UNIMPLEMENTED := "unimplemented"
const INTERNAL := "internal"
const UNAVAILABLE := "unavailable"
const UNAUTHENTICATED := "unauthenticated"

# What a reply without an error of npcserver means, by the rules of the Connect protocol.
const BY_HTTP_STATUS := {
	400: INTERNAL,
	401: UNAUTHENTICATED,
	403: PERMISSION_DENIED,
	404: UNIMPLEMENTED,
	429: UNAVAILABLE,
	502: UNAVAILABLE,
	503: UNAVAILABLE,
	504: UNAVAILABLE,
}

# What an error may be called; anything else is unknown.
const CODES: Array[String] = [
	CANCELED,
	UNKNOWN,
	INVALID_ARGUMENT,
	DEADLINE_EXCEEDED,
	NOT_FOUND,
	"already_exists",
	PERMISSION_DENIED,
	RESOURCE_EXHAUSTED,
	FAILED_PRECONDITION,
	"aborted",
	OUT_OF_RANGE,
	UNIMPLEMENTED,
	INTERNAL,
	UNAVAILABLE,
	"data_loss",
	UNAUTHENTICATED,
]

## Kind of failure, such as [code]unavailable[/code]; empty when there is none.
var code := ""
## Cause for programs: the name of an [code]ErrorReason[/code] without its prefix. Empty when the
## failure did not come from the server.
var reason := ""
## Cause for people: what is wrong, where, and what to do next.
var message := ""
## What the message mentions, by name; texts.
var metadata := {}
## When to try again, in milliseconds; 0 when the server did not say.
var retry_after_ms := 0
## Whether the same call may succeed if it is made again.
var is_retryable: bool:
	get:
		return code in [UNAVAILABLE, RESOURCE_EXHAUSTED, DEADLINE_EXCEEDED]


## Whether there is no error.
func is_none() -> bool:
	return code == ""


## Returns an error of the client itself.
static func make(of_code: String, of_message: String) -> NpcError:
	var error := new()
	error.code = of_code
	error.message = of_message
	return error


## Reads the error that a server sent: [code]{"code", "message", "details"}[/code].
static func from_json(source: Variant, otherwise := UNKNOWN) -> NpcError:
	var from: Dictionary = source if source is Dictionary else {}
	var found: Variant = from.get("code", otherwise)
	var error := make(found if found is String and found in CODES else UNKNOWN, "")
	var words: Variant = from.get("message")
	error.message = words if words is String and words != "" else error.code.replace("_", " ")
	var details := Details.new()
	details.read(from.get("details"))
	error.reason = details.reason
	error.metadata = details.metadata
	error.retry_after_ms = details.retry_after_ms
	return error


## Returns what a reply with this HTTP status and this JSON (or null) means.
static func from_http(status: int, json: Variant) -> NpcError:
	var by_status: String = BY_HTTP_STATUS.get(status, UNKNOWN)
	if json is Dictionary and json.has("code"):
		return from_json(json, by_status)
	return make(
		by_status,
		(
			"the server answered with HTTP status %d; is server_url right, with nothing between?"
			% status
		)
	)


func _to_string() -> String:
	if is_none():
		return "no error"
	return "%s%s: %s" % [code, " (%s)" % reason if reason != "" else "", message]
