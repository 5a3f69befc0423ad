extends RefCounted
## What every suite of unit tests can do.

## A node in the tree.
var host: Node
## The vectors of tests/conformance; empty when none were given.
var vectors := {}
var checks := 0
var faults: Array[String] = []


## Checks that two values are the same, in kind and content.
func same(found: Variant, wanted: Variant, what := "") -> void:
	checks += 1
	if typeof(found) != typeof(wanted) or found != wanted:
		faults.append("%s: %s, not %s" % [what, var_to_str(found), var_to_str(wanted)])


func yes(found: bool, what: String) -> void:
	checks += 1
	if not found:
		faults.append(what)


## Waits until something is so, at most ten seconds.
func until(is_so: Callable, what: String) -> void:
	var end := Time.get_ticks_msec() + 10000
	while not is_so.call() and Time.get_ticks_msec() < end:
		await host.get_tree().process_frame
	yes(is_so.call(), "never: " + what)
