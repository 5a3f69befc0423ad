extends Node
## Lets the engine analyse every script of this project, for tests/engines/test_godot_unit.py; it
## says itself what is wrong with one. Prints how many were looked at, and `BROKEN path` for each
## that cannot be used.

const FOLDERS: Array[String] = ["res://addons", "res://demo", "res://examples", "res://tests"]


func _ready() -> void:
	var count := 0
	for folder in FOLDERS:
		count += _check(folder)
	print("CHECKED ", count)
	get_tree().quit()


func _check(folder: String) -> int:
	var count := 0
	for file in DirAccess.get_files_at(folder):
		if file.ends_with(".gd"):
			count += 1
			var path := folder.path_join(file)
			var script := load(path) as GDScript
			if script == null or script.get_instance_base_type() == &"":
				print("BROKEN ", path)
	for inner in DirAccess.get_directories_at(folder):
		count += _check(folder.path_join(inner))
	return count
