extends "suite.gd"
## The cutter of envelopes, fed in every way a network may feed it.

const Envelope := preload("res://addons/npc_dialogue/envelope.gd")


func test_byte_by_byte() -> void:
	var bytes := _stream(["", "{}", '{"text":"世界"}', "x".repeat(300)])
	var cutter := Envelope.new()
	var found: Array[String] = []
	for byte in bytes:
		cutter.feed(PackedByteArray([byte]))
		while cutter.take():
			found.append(cutter.content.get_string_from_utf8())
	same(found, ["", "{}", '{"text":"世界"}', "x".repeat(300)] as Array[String])
	same(cutter.pending(), 0)


func test_in_pieces_of_every_size() -> void:
	var texts: Array[String] = ["one", "", "three", "a longer one than those before"]
	var bytes := _stream(texts)
	for size in range(2, bytes.size() + 1):
		var cutter := Envelope.new()
		var found: Array[String] = []
		for at in range(0, bytes.size(), size):
			cutter.feed(bytes.slice(at, at + size))
			while cutter.take():
				found.append(cutter.content.get_string_from_utf8())
		same(found, texts, "pieces of %d" % size)


func test_many_at_once_are_taken_one_by_one() -> void:
	var cutter := Envelope.new()
	var message := Envelope.wrap("{}".to_utf8_buffer())
	for index in 20000:
		cutter.feed(message)
	var count := 0
	while cutter.is_ready():
		yes(cutter.take(), "what is ready can be taken")
		count += 1
	same(count, 20000)
	same(cutter.pending(), 0)


func test_flags_and_lengths() -> void:
	var wrapped := Envelope.wrap("x".repeat(66051).to_utf8_buffer())
	same(wrapped.slice(0, 5), PackedByteArray([0, 0, 1, 2, 3]))
	wrapped[0] = Envelope.FLAG_END
	var cutter := Envelope.new()
	cutter.feed(wrapped)
	yes(cutter.take(), "a whole envelope")
	same(cutter.flags, Envelope.FLAG_END)
	same(cutter.content.size(), 66051)
	same(cutter.take(), false)


func test_another_protocol_is_noticed() -> void:
	var cutter := Envelope.new()
	cutter.feed("HTTP/1.1 400 Bad Request".to_utf8_buffer())
	same(cutter.take(), false)
	same(cutter.is_broken, true)


func _stream(texts: Array[String]) -> PackedByteArray:
	var bytes := PackedByteArray()
	for text in texts:
		bytes.append_array(Envelope.wrap(text.to_utf8_buffer()))
	return bytes
