## Registers the autoload and the project settings of the add-on.
@tool
extends EditorPlugin

const AUTOLOAD := "NpcDialogue"
const Settings = preload("settings.gd")


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
