extends Node
## Plays all unit tests, prints `N passed, N failed`, and quits with the number of failures. With
## `--vectors=FILE_OR_URL` the vectors of tests/conformance are among them.

const Json := preload("res://addons/npc_dialogue/json.gd")
const SUITES: Array[GDScript] = [
	preload("res://tests/unit/test_wire.gd"),
	preload("res://tests/unit/test_envelope.gd"),
	preload("res://tests/unit/test_errors.gd"),
	preload("res://tests/unit/test_endpoint.gd"),
	preload("res://tests/unit/test_observations.gd"),
	preload("res://tests/unit/test_call.gd"),
	preload("res://tests/unit/test_reading.gd"),
	preload("res://tests/unit/test_allocation.gd"),
	preload("res://tests/unit/test_caller.gd"),
	preload("res://tests/unit/test_client.gd"),
	preload("res://tests/unit/test_nodes.gd"),
	preload("res://tests/unit/test_lifetime.gd"),
	preload("res://tests/unit/test_time.gd"),
	preload("res://tests/unit/test_vectors.gd"),
]


func _ready() -> void:
	# nothing is shown, and a browser without a graphics card draws slowly
	RenderingServer.render_loop_enabled = false
	var vectors: Variant = await _vectors()
	var passed := 0
	var failed := 0
	for suite in SUITES:
		for method in suite.new().get_method_list():
			var test: String = method["name"]
			if not test.begins_with("test_"):
				continue
			# each test has a suite of its own, so that none leaves anything to the next
			var one: RefCounted = suite.new()
			one.host = self
			one.vectors = vectors if vectors is Dictionary else {}
			@warning_ignore("redundant_await")
			await one.call(test)
			if one.faults.is_empty() and one.checks > 0:
				passed += 1
				continue
			failed += 1
			var why := "\n  ".join(one.faults) if one.checks > 0 else "it checks nothing"
			print("FAILED %s, %s:\n  %s" % [suite.resource_path.get_file(), test, why])
	print("%d passed, %d failed" % [passed, failed])
	get_tree().quit(failed)


func _vectors() -> Variant:
	for argument in OS.get_cmdline_user_args():
		if argument.begins_with("--vectors="):
			var where := argument.trim_prefix("--vectors=")
			if not where.begins_with("http"):
				return Json.decode(FileAccess.get_file_as_bytes(where))
			var request := HTTPRequest.new()
			add_child(request)
			request.request(where)
			var answer: Array = await request.request_completed
			return Json.decode(answer[3])
	return null
