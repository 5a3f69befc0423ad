@tool
## What all generated messages are: values with fields, that can be written as JSON and read back.
extends RefCounted


## Returns the message as the dictionary that goes over the wire; fields at their default are
## left out.
func to_dict() -> Dictionary:
	return {}


## Whether every field is at its default.
func is_empty() -> bool:
	return to_dict().is_empty()
