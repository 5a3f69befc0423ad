@tool
## The answer to a call that a node waits for. The call may outlive the node, and a script that is
## freed while it waits for another's function is never cleaned up; so the node waits for this, and
## ends the wait when it leaves.
extends RefCounted

signal finished

const Failure = preload("error.gd")
const Result = preload("result.gd")

## What the call came to; null before the wait is over.
var result: Result = null

# the value where the wait ends before the call
var _empty: RefCounted


func _init(empty: RefCounted) -> void:
	_empty = empty


## Takes what the call came to.
func take(of_call: Result) -> void:
	if result == null:
		result = of_call
		finished.emit()


## Ends the wait; the call goes on.
func leave() -> void:
	var words := "the node left the tree before the answer came; the call itself goes on"
	take(Result.new(_empty, Failure.make(Failure.CANCELED, words)))
