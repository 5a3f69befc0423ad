@tool
## A wait that can be ended early, and ends by itself when the client is closed.
extends RefCounted

signal finished

var is_over := false
var streams := false
var is_begun := true
## What must not be freed while this runs.
var keeps: RefCounted = null

var _until := 0


func _init(for_ms: int) -> void:
	_until = Time.get_ticks_msec() + for_ms


func poll(_until_usec: int) -> void:
	if not is_over and Time.get_ticks_msec() >= _until:
		cancel()


func cancel() -> void:
	if not is_over:
		is_over = true
		finished.emit()
		keeps = null
