## Registers the autoload and the project settings of the add-on, and shows its dock.
@tool
extends EditorPlugin

const AUTOLOAD := "NpcDialogue"
const Dock = preload("dock/npc_dock.gd")
const Settings = preload("settings.gd")

var _dock: Dock


func _enable_plugin() -> void:
	add_autoload_singleton(AUTOLOAD, "res://addons/npc_dialogue/npc_dialogue.gd")


func _disable_plugin() -> void:
	remove_autoload_singleton(AUTOLOAD)


func _enter_tree() -> void:
	for setting: String in Settings.ALL:
		var of_default: Variant = Settings.ALL[setting][0]
		if not ProjectSettings.has_setting(setting):
			ProjectSettings.set_setting(setting, of_default)
		ProjectSettings.set_initial_value(setting, of_default)
		ProjectSettings.set_as_basic(setting, true)
		(
			ProjectSettings
			. add_property_info(
				{
					"name": setting,
					"type": typeof(of_default),
					"hint": Settings.ALL[setting][1],
					"hint_string": Settings.ALL[setting][2],
				}
			)
		)
	_dock = Dock.new()
	_dock.add_requested.connect(_add_character)
	add_control_to_dock(DOCK_SLOT_RIGHT_BL, _dock)


func _exit_tree() -> void:
	remove_control_from_docks(_dock)
	_dock.free()


# Adds a person to the scene, below the node that is selected; the editor can undo it.
func _add_character(character_id: String, character_name: String) -> void:
	var root := EditorInterface.get_edited_scene_root()
	if root == null:
		push_warning("Open or make a scene first; then %s can be added to it." % character_name)
		return
	var chosen := EditorInterface.get_selection().get_selected_nodes()
	var parent: Node = chosen[0] if not chosen.is_empty() else root
	var node := Dock.make_character(character_id, character_name)
	var undo := get_undo_redo()
	undo.create_action("Add %s" % character_name)
	undo.add_do_method(parent, &"add_child", node, true)
	undo.add_do_property(node, &"owner", root)
	undo.add_do_reference(node)
	undo.add_undo_method(parent, &"remove_child", node)
	undo.commit_action()
