extends Control
## One file holds the game and the minds of its characters: here the coins of the player, and what
## [code]NpcDialogue.save_binding()[/code] returns.

const FILE := "user://save_game.json"

var coins := 10

@onready var _told: Label = %Told


func _ready() -> void:
	%Spend.pressed.connect(spend)
	%Save.pressed.connect(save_game)
	%Load.pressed.connect(load_game)
	var started := await NpcDialogue.start_timeline("farrowhithe")
	_tell("Spend a coin, save, spend more, load." if started.is_ok() else started.error.message)


## Spends a coin; Hester sees it.
func spend() -> void:
	coins -= 1
	NpcDialogue.observe(
		"The visitor put a coin on the counter.", "", ["hester"] as Array[String], 3
	)
	_tell("Hester saw it.")


## Writes the game with its characters. Without a server the game is saved all the same.
func save_game() -> void:
	var binding := NpcDialogue.save_binding()
	var content := {"coins": coins, "minds": await binding.to_save("Save game example")}
	var file := FileAccess.open(FILE, FileAccess.WRITE)
	if file == null:
		_tell("The game could not be written to %s." % FILE)
		return
	file.store_string(JSON.stringify(content))
	file.close()
	_tell("Saved." if binding.last_error.is_none() else binding.last_error.message)


## Goes back to what was written. Hester forgets what she saw after it.
func load_game() -> void:
	if not FileAccess.file_exists(FILE):
		_tell("There is no saved game yet.")
		return
	var content: Variant = JSON.parse_string(FileAccess.get_file_as_string(FILE))
	if not content is Dictionary:
		_tell("The saved game cannot be read.")
		return
	var result := await NpcDialogue.save_binding().from_save(content["minds"])
	if not result.is_ok():
		_tell(result.error.message)
		return
	coins = int(content["coins"])
	_tell("Loaded.")


func _tell(text: String) -> void:
	_told.text = "%d coins. %s" % [coins, text]
