@tool
@icon("res://addons/npc_dialogue/icons/balloon.svg")
## A dialogue box for one character: drop [code]npc_balloon.tscn[/code] into a scene and set
## [member character]. It shows the words as they come, lines to choose from, a portrait, and what
## went wrong; it works with mouse, keyboard and pad. [code]ui_accept[/code] shows the rest of the
## words at once, [code]ui_cancel[/code] interrupts the character, or closes the box.
class_name NpcBalloon
extends CanvasLayer

## The player closed the box.
signal closed
## The player says this.
signal said(text: String)

const Failure = preload("../error.gd")
const Messages = preload("../messages.gd")
const Words = preload("words.gd")

# what waits to be shown beyond this is shown faster, since the character is far ahead
const _MOST_BEHIND := 120
# narrower than this, there is no place for a portrait
const _NARROW := 620.0
const _LOW := 420.0

## Who is talked with.
@export var character: NpcCharacter:
	set(value):
		_listen(false)
		character = value
		_listen(true)
		update_configuration_warnings()
## Name that is shown; empty for the character's id with a capital.
@export var display_name := ""
## Pictures by the label of a mood, such as [code]joy[/code]; [code]neutral[/code] is shown for all
## others.
@export var portraits: Dictionary[String, Texture2D] = {}
## Lines that the player can choose in place of typing.
@export var choices: PackedStringArray = []
## Whether the server is asked for up to three more lines; it has some where no model speaks, and
## where the game shows no tokens of a player, which cannot ask for them.
@export var suggests_choices := true
## Whether the player can type.
@export var can_type := true
## How fast words appear; 0 shows them as they come.
@export_range(0, 200) var letters_per_second := 45.0
## For how many seconds the words stop after a mark.
@export var pauses: Dictionary[String, float] = {
	",": 0.12,
	";": 0.2,
	".": 0.3,
	"!": 0.3,
	"?": 0.3,
	"…": 0.6,
	"—": 0.3,
	"，": 0.12,
	"、": 0.08,
	"；": 0.2,
	"。": 0.3,
	"！": 0.3,
	"？": 0.3,
}
## Language of the buttons, [code]en[/code] or [code]zh[/code]; empty for that of the game.
@export var language := ""
## Whether the box can be closed.
@export var can_close := true

## Whether words are coming, or are still to be shown.
var is_busy: bool:
	get:
		return _is_speaking or _shown < _text.length()

var _is_speaking := false
# what was said in this answer, and how many letters of it are shown
var _text := ""
var _shown := 0.0
var _pause := 0.0
# whether tokens of the sentence came
var _has_tokens := false
# what the player said last, given back where it failed
var _last := ""

@onready var _panel: PanelContainer = %Panel
@onready var _portrait: TextureRect = %Portrait
@onready var _name: Label = %Name
@onready var _mood: Label = %Mood
@onready var _close: Button = %Close
@onready var _told: RichTextLabel = %Words
@onready var _disclosure: Control = %Disclosure
@onready var _disclosure_text: Label = %DisclosureText
@onready var _understood: Button = %Understood
@onready var _choices: VBoxContainer = %Choices
@onready var _input: LineEdit = %Input
@onready var _say: Button = %Say
@onready var _row: Control = %Row


func _ready() -> void:
	if Engine.is_editor_hint():
		return
	_name.text = display_name if display_name != "" else _id().capitalize()
	_mood.text = ""
	_input.placeholder_text = _word("say_to") % _name.text
	_understood.text = _word("understood")
	_close.text = _word("close")
	_close.visible = can_close
	_close.pressed.connect(close)
	_say.pressed.connect(_on_say)
	_input.text_submitted.connect(func(_submitted: String) -> void: _on_say())
	_understood.pressed.connect(_on_understood)
	get_viewport().size_changed.connect(_fit)
	_show_portrait("neutral")
	_fit()
	_offer()


func _get_configuration_warnings() -> PackedStringArray:
	if character == null:
		return ["Set character: the NpcCharacter of your scene that is talked with."]
	if not can_type and choices.is_empty() and not suggests_choices:
		return ["The player can say nothing: allow typing or suggestions, or write choices."]
	return []


func _process(delta: float) -> void:
	if Engine.is_editor_hint() or _shown >= _text.length():
		return
	_pause -= delta
	if _pause > 0.0:
		return
	var behind := _text.length() - _shown
	var speed := letters_per_second * (3.0 if behind > _MOST_BEHIND else 1.0)
	var until := _text.length() if speed <= 0.0 else minf(_shown + speed * delta, _text.length())
	while int(_shown) < int(until):
		_shown = floorf(_shown) + 1.0
		# the last mark of several, and none at the end of what there is
		var mark := _text[int(_shown) - 1]
		if speed > 0.0 and pauses.has(mark) and not pauses.has(_text.substr(int(_shown), 1)):
			_pause = pauses[mark]
			break
	_shown = maxf(_shown, until) if _pause <= 0.0 else _shown
	_told.visible_characters = int(_shown)
	if _shown >= _text.length() and not _is_speaking:
		_offer()


func _unhandled_input(event: InputEvent) -> void:
	if Engine.is_editor_hint() or not visible:
		return
	if event.is_action_pressed("ui_accept") and is_busy:
		show_all()
		get_viewport().set_input_as_handled()
	elif event.is_action_pressed("ui_cancel"):
		if _is_speaking:
			character.interrupt()
		elif can_close:
			close()
		get_viewport().set_input_as_handled()


## Says something to the character, as if the player had.
func say(text: String) -> void:
	if text.strip_edges() == "":
		return
	if not is_instance_valid(character):
		_show_sentence("CHARACTER_NOT_FOUND")
		return
	_last = text.strip_edges()
	_text = ""
	_shown = 0.0
	_pause = 0.0
	_has_tokens = false
	_told.clear()
	_told.tooltip_text = ""
	_told.visible_characters = 0
	_is_speaking = true
	_clear_choices()
	_update_row()
	# so that ui_accept shows the rest, and presses nothing
	get_viewport().gui_release_focus()
	said.emit(_last)
	character.say(_last)


## Shows all words that have come.
func show_all() -> void:
	_shown = _text.length()
	_pause = 0.0
	_told.visible_characters = -1 if not _is_speaking else int(_shown)
	if not _is_speaking:
		_offer()


## Interrupts the character and hides the box.
func close() -> void:
	if character != null and _is_speaking:
		character.interrupt()
	hide()
	closed.emit()


## Shows the box, ready for the player's words.
func open() -> void:
	show()
	_offer()


func _listen(begins: bool) -> void:
	if character == null or Engine.is_editor_hint():
		return
	for pair: Array in [
		[character.token, _on_token],
		[character.line_finished, _on_line],
		[character.mood_changed, _on_mood],
		[character.waiting, _on_waiting],
		[character.disclosed, _on_disclosed],
		[character.turn_finished, _on_finished],
		[character.failed, _on_failed],
	]:
		if begins:
			pair[0].connect(pair[1])
		else:
			pair[0].disconnect(pair[1])


func _on_token(text: String) -> void:
	_has_tokens = true
	_add(text)


func _on_line(line: Messages.Line) -> void:
	if not _has_tokens:
		_add(line.text)
	_has_tokens = false
	# Chinese and Japanese have no blanks between sentences
	if line.text.unicode_at(0) < 0x2e80:
		_add(" ")


func _on_mood(emotion: Messages.Emotion) -> void:
	_mood.text = _word(emotion.label)
	_show_portrait(emotion.label)


func _on_waiting() -> void:
	_told.visible_characters = -1
	_told.text = "…"


func _on_disclosed(disclosure: Messages.Disclosure) -> void:
	_disclosure_text.text = disclosure.text
	_disclosure.show()


func _on_understood() -> void:
	_disclosure.hide()
	_focus()


func _on_finished(_finished: Messages.TurnFinished) -> void:
	_is_speaking = false
	if _shown >= _text.length():
		_offer()
	else:
		_update_row()


func _on_failed(error: Failure) -> void:
	_is_speaking = false
	_show_sentence(Words.key_of(error))
	_told.tooltip_text = error.message
	# nothing that was typed is lost
	if _input.text == "":
		_input.text = _last
		_input.caret_column = _last.length()


func _show_sentence(key: String) -> void:
	_text = _word(key)
	_shown = _text.length()
	_told.clear()
	_told.add_text(_text)
	_told.visible_characters = -1
	_offer(false)


func _add(text: String) -> void:
	if _text == "":
		_told.clear()
		_told.visible_characters = 0
	_text += text
	_told.add_text(text)
	if letters_per_second <= 0.0:
		_shown = _text.length()
		_told.visible_characters = -1


# Lets the player speak.
func _offer(suggests := suggests_choices) -> void:
	_clear_choices()
	for line in choices:
		_add_choice(line)
	_update_row()
	_focus()
	if suggests and character != null and character.client != null:
		_suggest()


func _suggest() -> void:
	var client := character.client
	if client.shows_tokens or client.timeline_id == "" or character.character_id == "":
		return
	var request := Messages.SuggestLinesRequest.new()
	request.timeline_id = character.client.timeline_id
	request.character_id = character.character_id
	request.speaker.id = character.speaker_id
	request.speaker.name = character.speaker_name
	character.client.call_then(
		"npcserver.v1.PlayService/SuggestLines", request, _on_suggested.bind(_last)
	)


func _on_suggested(result: NpcResult, after: String) -> void:
	# without suggestions the player types
	if is_busy or after != _last or not result.is_ok():
		return
	for line: String in result.value.lines:
		if _choices.get_child_count() < 3 + choices.size():
			_add_choice(line)
	if not _input.has_focus() or _input.text == "" and not can_type:
		_focus()


func _add_choice(line: String) -> void:
	var button := Button.new()
	button.text = line
	button.alignment = HORIZONTAL_ALIGNMENT_LEFT
	button.text_overrun_behavior = TextServer.OVERRUN_TRIM_ELLIPSIS
	button.tooltip_text = line
	button.pressed.connect(say.bind(line))
	_choices.add_child(button)


func _clear_choices() -> void:
	for button in _choices.get_children():
		_choices.remove_child(button)
		button.queue_free()


func _update_row() -> void:
	_row.visible = can_type or _is_speaking
	_input.visible = can_type
	_input.editable = not _is_speaking
	_say.text = _word("interrupt" if _is_speaking else "say")


# The first that can be pressed has the focus, so that a pad suffices.
func _focus() -> void:
	if not visible:
		return
	if _disclosure.visible:
		_understood.grab_focus()
	elif can_type:
		_input.grab_focus()
		# the engine does not where an arrow key is held, as while the player walks here
		_input.edit()
	elif _choices.get_child_count() > 0:
		(_choices.get_child(0) as Button).grab_focus()


func _on_say() -> void:
	if _is_speaking:
		character.interrupt()
	elif _input.text.strip_edges() != "":
		var text := _input.text
		_input.clear()
		say(text)


func _show_portrait(mood: String) -> void:
	_portrait.texture = portraits.get(mood, portraits.get("neutral"))
	_fit()


func _fit() -> void:
	var size := _panel.get_viewport_rect().size
	_portrait.visible = _portrait.texture != null and size.x >= _NARROW
	_told.custom_minimum_size.y = 52.0 if size.y < _LOW else 104.0


func _id() -> String:
	return character.character_id if character != null else ""


func _word(key: String) -> String:
	var own := tr(key)
	return own if own != key else Words.of(key, language)
