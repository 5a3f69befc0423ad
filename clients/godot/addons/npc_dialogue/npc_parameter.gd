## One argument of an [NpcAffordance].
@tool
@icon("res://addons/npc_dialogue/icons/parameter.svg")
class_name NpcParameter
extends Resource

enum Type { TEXT = 1, INTEGER = 2, NUMBER = 3, BOOLEAN = 4, CHOICE = 5, ENTITY = 6 }

const Messages = preload("messages.gd")

## Name, in small letters, such as [code]item[/code].
@export var name := ""
## What the argument may be.
@export var type := Type.TEXT
## What it means, for the character.
@export_multiline var description := ""
## Whether it may be left out.
@export var is_optional := false
## Whether [member minimum] holds.
@export var has_minimum := false
## Least value, or least length of text.
@export var minimum := 0.0
## Whether [member maximum] holds.
@export var has_maximum := false
## Greatest value, or greatest length of text.
@export var maximum := 0.0
## Allowed values of a choice.
@export var options: Array[String] = []
## Kinds of entity allowed; empty allows all.
@export var entity_kinds: Array[String] = []


## Returns it as the server reads it.
func to_message() -> Messages.Parameter:
	var message := Messages.Parameter.new()
	message.name = name
	message.type = type
	message.description = description
	message.is_optional = is_optional
	if has_minimum:
		message.minimum = minimum
	if has_maximum:
		message.maximum = maximum
	message.options = options
	message.entity_kinds = entity_kinds
	return message
