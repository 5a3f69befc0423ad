@tool
## What authors and operators call beside the game: worlds, personas, books, memories, scenes, keys
## and spending. A game that does without it can leave the folder [code]admin[/code] out.
class_name NpcAdmin
extends RefCounted

const Services = preload("services.gd")

## Worlds and their places.
var worlds: Services.WorldService
## What authors write about characters, and interviews.
var personas: Services.PersonaService
## What characters remember, and why they said something.
var memories: Services.MemoryService
## Books that characters know.
var lore: Services.LoreService
## Scenes in which characters talk by rules.
var scenes: Services.SceneService
## What models cost, and the limits of that.
var spending: Services.SpendingService
## Keys, and tokens of players.
var access: Services.AccessService


## Makes its calls through a client, such as [code]NpcDialogue[/code].
func _init(client: Node) -> void:
	client.add_methods(Services.METHODS)
	worlds = Services.WorldService.new(client)
	personas = Services.PersonaService.new(client)
	memories = Services.MemoryService.new(client)
	lore = Services.LoreService.new(client)
	scenes = Services.SceneService.new(client)
	spending = Services.SpendingService.new(client)
	access = Services.AccessService.new(client)
