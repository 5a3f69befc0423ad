@tool
## Detects when a node has left the tree for good, which no signal of the engine does: one that is
## moved to another parent leaves the tree too, and is back before the frame ends.
##
## Keep a reference to it: once it is freed, [param then] is not called any more.
extends RefCounted

var _node: WeakRef
var _then: Callable


## Calls [param then] when the node is freed, or is outside the tree at the end of the frame in
## which it left.
func _init(node: Node, then: Callable) -> void:
	_node = weakref(node)
	_then = then
	node.tree_exiting.connect(_look_again)


func _look_again() -> void:
	_tell_if_gone.call_deferred()


func _tell_if_gone() -> void:
	var found: Node = _node.get_ref()
	if _then.is_valid() and (found == null or not found.is_inside_tree()):
		_then.call()
