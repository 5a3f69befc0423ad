extends "suite.gd"
## What the editor warns of at each node, and what a circle does without a client.


func test_a_character_says_what_is_missing() -> void:
	var character := NpcCharacter.new()
	_warns(character, ["Set character_id"])
	character.character_id = "hester"
	_warns(character, [])
	character.speaker_id = ""
	character.speaker_name = ""
	_warns(character, ["Set speaker_id", "Set speaker_name"])
	character.free()


func test_a_character_says_what_is_wrong_with_its_affordances() -> void:
	var character := NpcCharacter.new()
	character.character_id = "hester"
	character.affordances = [NpcAffordance.make("ring_bell", "")]
	_warns(character, ["Give each affordance a name and a description"])
	character.affordances = [NpcAffordance.make("ring_bell", "Ring it.")]
	character.affordance_set = "bar"
	_warns(character, ["affordance_set is offered in place of affordances"])
	character.free()


func test_a_circle_says_what_is_missing() -> void:
	var circle := NpcCircle.new()
	_warns(circle, ["Set character_ids"])
	circle.character_ids = ["hester", "linnet"]
	_warns(circle, [])
	circle.free()


func test_a_circle_says_why_it_cannot_talk() -> void:
	var circle := NpcCircle.new()
	var codes: Array[String] = []
	circle.failed.connect(func(error: RefCounted) -> void: codes.append(error.code))
	var result := await circle.say("Good evening!")
	yes("there is no autoload NpcDialogue" in result.error.message, result.error.message)
	same(codes, ["failed_precondition"] as Array[String])
	circle.free()


func _warns(node: Node, beginnings: Array) -> void:
	var warnings: PackedStringArray = node._get_configuration_warnings()
	same(warnings.size(), beginnings.size(), "\n".join(warnings))
	for index in mini(warnings.size(), beginnings.size()):
		yes(warnings[index].begins_with(beginnings[index]), warnings[index])
