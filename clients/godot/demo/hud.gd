extends Control
## What the player sees and presses: the speaker and its mood, the words, and the buttons.

signal said(text: String)
signal interrupted
signal saved
signal loaded
signal chosen(index: int)

const GOOD := Color("8fd19e")
const BAD := Color("f0b35a")
const QUIET := Color("a8998a")
## Color of a mood by its label; what is not here is quiet.
const MOODS := {
	"joy": Color("f3c14b"),
	"amusement": Color("f0a94e"),
	"affection": Color("ee8f8f"),
	"pride": Color("d9a441"),
	"relief": Color("9ccf9a"),
	"calm": Color("8fbfb0"),
	"hope": Color("a5d36b"),
	"curiosity": Color("7fb6e6"),
	"surprise": Color("b79af0"),
	"confusion": Color("a99ac6"),
	"sadness": Color("6f93c9"),
	"shame": Color("c48a9f"),
	"worry": Color("9aa7c9"),
	"fear": Color("8f86d6"),
	"suspicion": Color("b3a355"),
	"annoyance": Color("de8a55"),
	"anger": Color("e0604c"),
	"disgust": Color("8fa34e"),
}

@onready var _name: Label = %Name
@onready var _mood: Label = %Mood
@onready var _words: RichTextLabel = %Words
@onready var _input: LineEdit = %Input
@onready var _say: Button = %Say
@onready var _interrupt: Button = %Interrupt
@onready var _save: Button = %Save
@onready var _load: Button = %Load
@onready var _note: Label = %Note
@onready var _guests: HBoxContainer = %Guests


func _ready() -> void:
	_say.pressed.connect(_on_said)
	_input.text_submitted.connect(func(_text: String) -> void: _on_said())
	_interrupt.pressed.connect(func() -> void: interrupted.emit())
	_save.pressed.connect(func() -> void: saved.emit())
	_load.pressed.connect(func() -> void: loaded.emit())
	for index in _guests.get_child_count():
		var button: Button = _guests.get_child(index)
		button.pressed.connect(func() -> void: chosen.emit(index))
	show_mood("neutral")


## Shows the character that the player talks with.
func show_guest(index: int, guest_name: String) -> void:
	for other in _guests.get_child_count():
		(_guests.get_child(other) as Button).button_pressed = other == index
	_name.text = guest_name
	_input.placeholder_text = "Say something to %s …" % guest_name
	_input.grab_focus()


## Shows a mood by its label and color.
func show_mood(label: String) -> void:
	var color: Color = MOODS.get(label, QUIET)
	_mood.text = label
	_mood.add_theme_color_override("font_color", color)
	var box: StyleBoxFlat = _mood.get_theme_stylebox("normal")
	box.border_color = Color(color, 0.55)
	box.bg_color = Color(color, 0.12)


## Begins an empty answer, below what the player said.
func begin_answer(heard: String) -> void:
	_words.clear()
	_words.push_color(QUIET)
	_words.add_text("You: " + heard)
	_words.pop()
	_words.newline()


## Gives the player back what was not said.
func give_back(text: String) -> void:
	if _input.text == "":
		_input.text = text
		_input.caret_column = text.length()


## Hides what only a game with a key can do.
func hide_saves() -> void:
	_save.hide()
	_load.hide()


## Takes all words away.
func clear() -> void:
	_words.clear()


## Adds what the character says, as it comes.
func add_words(text: String) -> void:
	_words.add_text(text)


## Adds a note in the log of the talk, such as what a guest does.
func add_remark(text: String) -> void:
	_words.newline()
	_words.push_color(Color("d8b25a"))
	_words.push_italics()
	_words.add_text(text)
	_words.pop()
	_words.pop()
	_words.newline()


## Lets the player speak, or only interrupt while a guest speaks.
func set_speaking(is_speaking: bool) -> void:
	_say.disabled = is_speaking
	_interrupt.disabled = not is_speaking
	if not is_speaking:
		_input.grab_focus()


## Shows the state of the connection to the server.
func show_note(text: String, is_good: bool) -> void:
	_note.text = text
	_note.add_theme_color_override("font_color", GOOD if is_good else BAD)


func _on_said() -> void:
	var text := _input.text.strip_edges()
	if text.is_empty() or _say.disabled:
		return
	_input.clear()
	said.emit(text)
