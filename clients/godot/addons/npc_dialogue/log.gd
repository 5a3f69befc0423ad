@tool
## Messages of the add-on for developers. Never what players or characters say: texts are not
## passed to it at all.
extends RefCounted

enum Level { SILENT, ERROR, WARNING, INFO, DEBUG }

const _WORDS := {
	Level.ERROR: "error", Level.WARNING: "warning", Level.INFO: "info", Level.DEBUG: "debug"
}

## Less important messages are left out.
var level := Level.WARNING
## Takes a level and a text instead of the console, where it is valid.
var sink := Callable()


func error(text: String) -> void:
	_tell(Level.ERROR, text)


func warning(text: String) -> void:
	_tell(Level.WARNING, text)


func info(text: String) -> void:
	_tell(Level.INFO, text)


func debug(text: String) -> void:
	_tell(Level.DEBUG, text)


func _tell(of_level: Level, text: String) -> void:
	if of_level > level:
		return
	if sink.is_valid():
		sink.call(of_level, text)
	elif of_level <= Level.WARNING:
		printerr("NpcDialogue %s: %s" % [_WORDS[of_level], text])
	else:
		print("NpcDialogue %s: %s" % [_WORDS[of_level], text])
