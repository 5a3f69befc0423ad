extends "suite.gd"
## What the client does in one frame: as much as its budget allows, in turn, what is urgent first.

const Call := preload("res://addons/npc_dialogue/call.gd")
const Caller := preload("res://addons/npc_dialogue/caller.gd")
const Endpoint := preload("res://addons/npc_dialogue/endpoint.gd")
const Message := preload("res://addons/npc_dialogue/message.gd")

const SAY := "npcserver.v1.PlayService/Say"
const OBSERVE := "npcserver.v1.PlayService/Observe"
const INTERRUPT := "npcserver.v1.PlayService/Interrupt"


## Takes as long as it is told, and counts how often it was begun and moved on.
class SlowCall:
	extends Call
	var takes_usec := 0
	var began := 0
	var moved := 0
	var order: Array[String]

	func begin(_kept: HTTPClient) -> void:
		is_begun = true
		began += 1
		order.append(path)
		OS.delay_usec(takes_usec)

	func poll(_until: int) -> void:
		if is_begun:
			moved += 1
			OS.delay_usec(takes_usec)


func test_a_crowd_is_begun_over_several_frames() -> void:
	var caller := _caller(2000)
	var crowd := _crowd(caller, SAY, 40, 500)
	var most := 0
	var frames := 0
	while _begun(crowd) < 40 and frames < 400:
		var before := _begun(crowd)
		caller.poll()
		frames += 1
		most = maxi(most, _begun(crowd) - before)
	same(_begun(crowd), 40, "all are begun")
	# half of the budget, and one that was under way
	yes(most <= 3, "%d were begun in one frame" % most)
	caller.close()


func test_who_had_no_time_comes_first_in_the_next_frame() -> void:
	var caller := _caller(1000)
	var crowd := _crowd(caller, SAY, 30, 0)
	while _begun(crowd) < 30:
		caller.poll()
	for one in crowd:
		one.moved = 0
		one.takes_usec = 300
	for frame in 60:
		caller.poll()
	var counts: Array = crowd.map(func(one: SlowCall) -> int: return one.moved)
	yes(counts.max() > 0, "some were moved on")
	yes(counts.max() - counts.min() <= 1, "each as often as the others: %s" % [counts])
	caller.close()


func test_calls_and_streams_are_begun_in_turn_and_in_order() -> void:
	var caller := _caller(0)
	var order: Array[String] = []
	_crowd(caller, SAY, 3, 0, order)
	_crowd(caller, OBSERVE, 2, 0, order)
	for frame in 5:
		caller.poll()
	same(order, [OBSERVE, SAY, OBSERVE, SAY, SAY] as Array[String])
	caller.close()


func test_an_interruption_goes_first() -> void:
	var caller := _caller(0)
	var order: Array[String] = []
	_crowd(caller, SAY, 5, 0, order)
	_crowd(caller, OBSERVE, 5, 0, order)
	_crowd(caller, INTERRUPT, 1, 0, order)
	caller.poll()
	same(order[0], INTERRUPT)
	caller.close()


func test_an_interruption_moves_on_in_each_frame() -> void:
	var caller := _caller(500)
	var crowd := _crowd(caller, SAY, 10, 0)
	while _begun(crowd) < 10:
		caller.poll()
	for one in crowd:
		one.takes_usec = 1000
	var urgent := _crowd(caller, INTERRUPT, 1, 0)[0]
	for frame in 20:
		caller.poll()
	# one frame begins it at the latest
	yes(urgent.moved >= 19, "moved on in %d of 20 frames" % urgent.moved)
	caller.close()


func test_a_deadline_passes_while_one_waits() -> void:
	# a machine that is busy must not use the frame up before the second
	var caller := _caller(1000000)
	caller.most_streams = 1
	_crowd(caller, SAY, 1, 0)
	var late := Call.new(Endpoint.new(), SAY, {}, Message, true, Time.get_ticks_msec() - 1)
	caller.begin(late)
	caller.poll()
	same(late.is_begun, false)
	same(late.error.code, "deadline_exceeded")
	caller.close()


func test_what_waits_for_time_is_done_in_order_and_once() -> void:
	var caller := _caller(0)
	var done: Array[int] = []
	for number in 5:
		caller.when_there_is_time(func() -> void: done.append(number))
	same(done, [] as Array[int], "not without time")
	for frame in 7:
		caller.poll()
	same(done, [0, 1, 2, 3, 4] as Array[int])
	caller.close()


func test_a_client_that_is_closed_leaves_nobody_waiting() -> void:
	var caller := _caller(0)
	var all: Array[Call] = []
	for path: String in [SAY, OBSERVE, INTERRUPT]:
		all.append(Call.new(Endpoint.new(), path, {}, Message, path == SAY, 0))
		caller.when_there_is_time(caller.begin.bind(all[-1]))
	caller.close()
	for one in all:
		same(one.error.code, "canceled", one.path)


func _caller(budget_usec: int) -> Caller:
	var caller := Caller.new()
	caller.budget_usec = budget_usec
	caller.most_streams = 0
	return caller


func _crowd(
	caller: Caller, path: String, count: int, takes_usec: int, order: Array[String] = []
) -> Array[SlowCall]:
	var crowd: Array[SlowCall] = []
	for number in count:
		var one := SlowCall.new(Endpoint.new(), path, {}, Message, path == SAY, 0)
		one.takes_usec = takes_usec
		one.order = order
		caller.begin(one)
		crowd.append(one)
	return crowd


func _begun(crowd: Array[SlowCall]) -> int:
	return crowd.filter(func(one: SlowCall) -> bool: return one.is_begun).size()
