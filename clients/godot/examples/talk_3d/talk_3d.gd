extends Node3D
## Captain Orrel turns to the player, speaks above his head, and shows his mood by his color.

const Words := preload("res://addons/npc_dialogue/balloon/words.gd")

const COLORS := {"joy": Color.GOLD, "anger": Color.CRIMSON, "sadness": Color.CORNFLOWER_BLUE}

var _said := ""

@onready var _orrel: NpcCharacter = $Orrel/NpcCharacter
@onready var _words: Label3D = $Orrel/Words


func _ready() -> void:
	_orrel.token.connect(func(text: String) -> void: _words.text += text)
	_orrel.line_finished.connect(func(_line: NpcMessages.Line) -> void: _words.text += " ")
	_orrel.mood_changed.connect(_on_mood)
	_orrel.failed.connect(_on_failed)
	$Input.text_submitted.connect(_on_said)
	$Input.grab_focus()
	# with a player's token, your game's server started the timeline
	if not NpcDialogue.shows_tokens:
		var started := await NpcDialogue.start_timeline("farrowhithe")
		if not started.is_ok():
			_words.text = started.error.message


func _on_said(text: String) -> void:
	$Input.clear()
	_words.text = ""
	_said = text
	_orrel.say(text)


# Says what is wrong, and gives the player's words back.
func _on_failed(error: NpcError) -> void:
	_words.text = Words.of(Words.key_of(error))
	if $Input.text == "":
		$Input.text = _said


func _on_mood(emotion: NpcMessages.Emotion) -> void:
	var material := StandardMaterial3D.new()
	material.albedo_color = COLORS.get(emotion.label, Color.DARK_ORANGE)
	($Orrel/Body as MeshInstance3D).material_override = material
