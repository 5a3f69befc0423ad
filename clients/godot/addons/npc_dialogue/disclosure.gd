@tool
## Tells the player that a language model speaks, above the game, until the player closes it.
extends CanvasLayer

var text := ""


func _ready() -> void:
	layer = 128
	process_mode = Node.PROCESS_MODE_ALWAYS
	var panel := PanelContainer.new()
	panel.set_anchors_and_offsets_preset(Control.PRESET_TOP_WIDE, Control.PRESET_MODE_MINSIZE, 16)
	var row := HBoxContainer.new()
	var label := Label.new()
	label.text = text
	label.autowrap_mode = TextServer.AUTOWRAP_WORD_SMART
	label.size_flags_horizontal = Control.SIZE_EXPAND_FILL
	var button := Button.new()
	button.text = "OK"
	button.pressed.connect(queue_free)
	row.add_child(label)
	row.add_child(button)
	panel.add_child(row)
	add_child(panel)
