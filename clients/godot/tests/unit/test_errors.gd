extends "suite.gd"
## The names of failures, those the client notices included.

const Failure := preload("res://addons/npc_dialogue/error.gd")
const Log := preload("res://addons/npc_dialogue/log.gd")
const Messages := preload("res://addons/npc_dialogue/messages.gd")
const Result := preload("res://addons/npc_dialogue/result.gd")

# an ErrorInfo with the reason OVER_LIMIT and the metadata {"limit": "8"}, as protobuf writes it
const INFO := "CgpPVkVSX0xJTUlUEglucGNzZXJ2ZXIaCgoFbGltaXQSATg"
# a RetryInfo of 1.5 seconds
const RETRY := "CggIARCAyrXuAQ"


func test_details_as_json() -> void:
	var error := Failure.from_json(
		_error({"debug": {"reason": "OVER_LIMIT", "metadata": {"limit": "8"}}})
	)
	_is_over_limit(error)


func test_details_as_bytes() -> void:
	_is_over_limit(Failure.from_json(_error({"value": INFO})))
	_is_over_limit(Failure.from_json(_error({"value": INFO + "="})))


func test_broken_details_do_no_harm() -> void:
	for odd: Variant in [
		null, 3, "x", [], {}, "CgpPVkVSX0xJ", "////////////////", "gICAgICAgICAgICA"
	]:
		var error := Failure.from_json(_error({"value": odd, "debug": odd}))
		same(error.code, "resource_exhausted", "with %s" % [odd])
	for odd: Variant in [null, 3, "x", [3], {"details": 5}]:
		same(
			Failure.from_json({"code": "aborted", "details": odd}).code,
			"aborted",
			"with %s" % [odd]
		)


func test_when_to_try_again() -> void:
	var as_bytes := {"type": "google.rpc.RetryInfo", "value": RETRY}
	same(Failure.from_json({"code": "unavailable", "details": [as_bytes]}).retry_after_ms, 1500)
	var as_json := {"type": "google.rpc.RetryInfo", "debug": {"retryDelay": "0.250s"}}
	same(Failure.from_json({"code": "unavailable", "details": [as_json]}).retry_after_ms, 250)


func test_answers_that_are_no_errors_of_ours() -> void:
	same(Failure.from_http(502, null).code, "unavailable")
	same(Failure.from_http(404, null).code, "unimplemented")
	same(Failure.from_http(500, {"hello": "there"}).code, "unknown")
	same(Failure.from_http(418, {"code": "teapot", "message": "?"}).code, "unknown")
	same(Failure.from_http(200, {"code": 7}).code, "unknown")


func test_what_may_be_tried_again() -> void:
	same(Failure.make("unavailable", "").is_retryable, true)
	same(Failure.make("not_found", "").is_retryable, false)
	same(Failure.new().is_none(), true)


func test_a_result_is_never_null() -> void:
	var good := Result.new(Messages.Line.new())
	same(good.is_ok(), true)
	same(good.error.code, "")
	var bad := Result.new(Messages.Line.new(), Failure.make("internal", "it broke"))
	same(bad.is_ok(), false)
	same(bad.value.text, "")


func test_the_log_tells_by_level() -> void:
	var told: Array[String] = []
	var log := Log.new()
	log.sink = func(_level: int, text: String) -> void: told.append(text)
	log.info("not this")
	log.warning("this")
	log.level = Log.Level.SILENT
	log.error("nor this")
	same(told, ["this"] as Array[String])


func _error(detail: Dictionary) -> Dictionary:
	detail["type"] = "google.rpc.ErrorInfo"
	return {"code": "resource_exhausted", "message": "too much", "details": [detail]}


func _is_over_limit(error: Failure) -> void:
	same(error.code, "resource_exhausted")
	same(error.reason, "OVER_LIMIT")
	same(error.message, "too much")
	same(error.metadata, {"limit": "8"})
