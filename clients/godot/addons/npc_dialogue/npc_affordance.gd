## Something the game lets a character do. A character can do nothing that was not offered to it.
@tool
@icon("res://addons/npc_dialogue/icons/affordance.svg")
class_name NpcAffordance
extends Resource

const Messages = preload("messages.gd")
const OneParameter = preload("npc_parameter.gd")

## Name, in small letters, such as [code]give_item[/code].
@export var name := ""
## When and why one would use it, for the character.
@export_multiline var description := ""
## Arguments, at most 16.
@export var parameters: Array[OneParameter] = []
## How often it may be used in one turn.
@export_range(1, 16) var max_uses := 1


## Returns one made in code.
static func make(of_name: String, of_description: String, of: Array[OneParameter] = []) -> Resource:
	var affordance := new()
	affordance.name = of_name
	affordance.description = of_description
	affordance.parameters = of
	return affordance


## Returns it as the server reads it.
func to_message() -> Messages.Affordance:
	var message := Messages.Affordance.new()
	message.name = name
	message.description = description
	message.max_uses = max_uses
	for parameter in parameters:
		if parameter != null:
			message.parameters.append(parameter.to_message())
	return message
