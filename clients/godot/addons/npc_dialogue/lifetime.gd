## Tells when a node has left the tree for good, which no signal of the engine does: one that is
## moved to another parent leaves the tree too, and is back before the frame ends.
extends RefCounted


## Calls that when the node is freed, or is outside the tree at the end of the frame in which it
## left.
static func when_gone(node: Node, then: Callable) -> void:
	node.tree_exiting.connect(_look_again.bind(weakref(node), then))


static func _look_again(node: WeakRef, then: Callable) -> void:
	_tell_if_gone.bind(node, then).call_deferred()


static func _tell_if_gone(node: WeakRef, then: Callable) -> void:
	var found: Node = node.get_ref()
	if then.is_valid() and (found == null or not found.is_inside_tree()):
		then.call()
