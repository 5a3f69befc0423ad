@tool
## What a call came to: a value, or an error. Neither is ever null.
class_name NpcResult
extends RefCounted

const Failure = preload("error.gd")

## The answer; where the call failed, an empty one of the same type.
var value: Variant
## Why the call failed; its [code]code[/code] is empty when it did not.
var error := Failure.new()
## Whether a stream ended, well or not, instead of bringing another message.
var is_end := false


func _init(of_value: Variant, of_error: Failure = null) -> void:
	value = of_value
	if of_error != null:
		error = of_error


## Whether the call succeeded.
func is_ok() -> bool:
	return error.is_none()
