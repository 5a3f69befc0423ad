extends "suite.gd"
## Addresses of servers, as people write them.

const Endpoint := preload("res://addons/npc_dialogue/endpoint.gd")
const Messages := preload("res://addons/npc_dialogue/messages/timeline_service.gd")


func test_addresses() -> void:
	for case: Array in [
		["http://127.0.0.1:50052", "127.0.0.1", 50052, false, ""],
		["http://127.0.0.1:50052/", "127.0.0.1", 50052, false, ""],
		[" https://npc.example ", "npc.example", 443, true, ""],
		["http://npc.example/minds/v2/", "npc.example", 80, false, "/minds/v2"],
		["http://[::1]:8080", "::1", 8080, false, ""],
		["https://[::1]", "::1", 443, true, ""],
	]:
		var endpoint := Endpoint.new(case[0])
		same(endpoint.problem, "", case[0])
		same(endpoint.host, case[1], case[0])
		same(endpoint.port, case[2], case[0])
		same(endpoint.is_secure, case[3], case[0])
		same(endpoint.prefix, case[4], case[0])


func test_addresses_that_are_none() -> void:
	for url: String in [
		"", "127.0.0.1:50052", "ws://a:1", "http://", "http://:1", "http://a:b", "http://a:0"
	]:
		yes(Endpoint.new(url).problem != "", '"%s" is no address' % url)


func test_the_key_is_not_told() -> void:
	var endpoint := Endpoint.new("http://a:1", " secret ")
	same(endpoint.key, "secret")
	same(endpoint.describe(), "http://a:1")


func test_a_request_names_its_world_and_timeline() -> void:
	var sent := Endpoint.new().headers(true, {"worldId": "alte mühle", "timelineId": "tl_1"})
	yes("X-Npc-World: alte%20m%C3%BChle" in sent, "the world, in letters of a header")
	yes("X-Npc-Timeline: tl_1" in sent, "the timeline")
	var bare := "\n".join(Endpoint.new().headers(false, {"worldId": ""}))
	yes(not "X-Npc" in bare, "nothing where there is neither")


func test_a_timeline_or_save_names_its_world_once_an_answer_told_it() -> void:
	var started := Messages.StartTimelineResponse.new()
	started.timeline = Messages.Timeline.new()
	started.timeline.timeline_id = "tl_known"
	started.timeline.world_id = "harbour"
	Endpoint.learn_world(started)
	var saved := Messages.SaveResponse.new()
	saved.save = Messages.SaveSlot.new()
	saved.save.save_id = "sav_known"
	saved.save.world_id = "mill"
	Endpoint.learn_world(saved)
	Endpoint.learn_world(Messages.StartTimelineResponse.new())
	yes("X-Npc-World: harbour" in Endpoint.new().headers(false, {"timelineId": "tl_known"}), "")
	yes("X-Npc-World: mill" in Endpoint.new().headers(false, {"saveId": "sav_known"}), "")
	var other := "\n".join(Endpoint.new().headers(false, {"timelineId": "tl_other"}))
	yes(not "X-Npc-World" in other, "nothing where no answer told it")


func test_pauses_grow_and_vary() -> void:
	var endpoint := Endpoint.new()
	for attempt in range(1, 6):
		var least := 200 << (attempt - 1)
		for again in 20:
			var pause := endpoint.pause_after(attempt)
			yes(pause >= least and pause <= least * 3 / 2, "%d after %d" % [pause, attempt])
	yes(endpoint.pause_after(1, 3000) >= 3000, "a server's wish is kept")
