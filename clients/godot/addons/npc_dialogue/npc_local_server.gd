@icon("res://addons/npc_dialogue/icon.svg")
## The server that ships with the game, on the player's own machine. It ends when this node is
## freed, and when the game ends, whichever way.
class_name NpcLocalServer
extends Node

## The server ended by itself; the error has what it said last. [method start] starts it again.
signal ended(error: Failure)
## A command is over, the server answers, or it is too late; for [method start].
signal progressed

const Failure = preload("error.gd")
const Result = preload("result.gd")

const ADDRESS := "Connect, gRPC-Web and the browser page on "
const STARTED_ALREADY := "the server of this game was started already"
const NOTHING_THERE := (
	"there is no server in %s; put the folder that `make portable` made there,"
	+ " or set the folder of NpcLocalServer"
)
# what is kept of its words, for an error
const _MOST_LINES := 6

## The folder that [code]make portable[/code] made; beside the game's executable, or in the editor
## beside the project's files, where the path is relative.
@export var folder := "npcserver"
## Folder of what is played and remembered.
@export var data := "user://npcserver"
## File of the world, below [member folder] where the path is relative. It is imported before each
## start, and what was played stays. Empty for none.
@export var world := ""
## Further options of [code]npcserver serve[/code], such as [code]--model[/code].
@export var options := PackedStringArray()
## How long a start may take, with the import; the first one on a slow disk takes longest.
@export_range(1, 600, 1, "suffix:s") var patience_seconds := 120

## Address of the server; empty while it does not run.
var url := ""
## The client that is connected with it; the autoload [code]NpcDialogue[/code] unless set.
var client: Node:
	get:
		if client == null and is_inside_tree():
			client = get_tree().root.get_node_or_null(^"NpcDialogue")
		return client
## Whether a start is under way, or the server runs.
var is_running: bool:
	get:
		return not _pipe.is_empty()

var _pid := 0
var _pipe := {}
var _bytes := {}
var _said: Array[String] = []
var _late_at := 0
var _exit_code := 0


func _init() -> void:
	process_mode = Node.PROCESS_MODE_ALWAYS


func _process(_delta: float) -> void:
	if not is_running:
		return
	var is_over := not OS.is_process_running(_pid)
	_read("stdio")
	_read("stderr")
	if is_over:
		_exit_code = OS.get_process_exit_code(_pid)
		var was_ready := _late_at == 0
		_close()
		if was_ready:
			ended.emit(_error("the server ended"))
	if _late_at != 0 and (is_over or url != "" or Time.get_ticks_msec() > _late_at):
		progressed.emit()


func _notification(what: int) -> void:
	if what == NOTIFICATION_PREDELETE:
		_close()


## Starts the server on free ports, waits until it answers, and connects [member client] with it.
## The value is its address.
func start() -> Result:
	var program := _program()
	if is_running:
		return Result.new("", Failure.make(Failure.FAILED_PRECONDITION, STARTED_ALREADY))
	if not FileAccess.file_exists(program):
		var nothing := NOTHING_THERE % program.get_base_dir()
		return Result.new("", Failure.make(Failure.FAILED_PRECONDITION, nothing))
	_late_at = Time.get_ticks_msec() + patience_seconds * 1000
	var kept := PackedStringArray(["--data", ProjectSettings.globalize_path(data)])
	if world != "":
		var file := world if world.is_absolute_path() else program.get_base_dir().path_join(world)
		file = ProjectSettings.globalize_path(file)
		_open(program, PackedStringArray(["import", file]) + kept)
		await progressed
		if is_running or _exit_code != 0:
			return _not_started("the world was not imported")
	var words := PackedStringArray(["serve", "--http", "--port", "0", "--http-port", "0"])
	words += PackedStringArray(["--parent-pid", str(OS.get_process_id()), "--until-stdin-closes"])
	_open(program, words + kept + options)
	await progressed
	if url == "":
		return _not_started("the server did not start")
	_late_at = 0
	if client != null:
		client.configure(url)
	return Result.new(url)


## Ends the server; does not wait until it has finished the turns that run.
func stop() -> void:
	_close()
	progressed.emit()


func _close() -> void:
	for stream: String in _bytes:
		_pipe[stream].close()
	_pipe = {}
	_bytes = {}
	url = ""


func _program() -> String:
	var path := ProjectSettings.globalize_path(folder)
	if path.is_relative_path():
		var beside := OS.get_executable_path().get_base_dir()
		if OS.has_feature("editor"):
			beside = ProjectSettings.globalize_path("res://")
		path = beside.path_join(path)
	return path.path_join("python/python.exe" if OS.get_name() == "Windows" else "npcserver")


func _open(program: String, words: PackedStringArray) -> void:
	if OS.get_name() == "Windows":  # where a .cmd would be a process between
		words = PackedStringArray(["-I", "-u", "-X", "utf8", "-m", "npcserver"]) + words
	_said = []
	_exit_code = -1
	_pipe = OS.execute_with_pipe(program, words, false)
	if is_running:
		_pid = _pipe["pid"]
		_bytes = {"stdio": PackedByteArray(), "stderr": PackedByteArray()}
	else:
		progressed.emit.call_deferred()


# Reads whole lines: a letter may come in two pieces.
func _read(stream: String) -> void:
	while true:
		var piece: PackedByteArray = _pipe[stream].get_buffer(4096)
		if piece.is_empty():
			return
		_bytes[stream] += piece
		var end: int = _bytes[stream].find(10)
		while end >= 0:
			var line: String = _bytes[stream].slice(0, end).get_string_from_utf8()
			_bytes[stream] = _bytes[stream].slice(end + 1)
			end = _bytes[stream].find(10)
			_said.append(line.strip_edges())
			if line.begins_with(ADDRESS):
				url = line.trim_prefix(ADDRESS).strip_edges().trim_suffix("/")
		_said = _said.slice(-_MOST_LINES)


func _not_started(why: String) -> Result:
	if is_running:
		_close()
		why += " within %d seconds" % patience_seconds
	return Result.new("", _error(why))


func _error(why: String) -> Failure:
	var said := "\n".join(_said).strip_edges()
	if said != "":
		why += ". It said: " + said
	return Failure.make(Failure.UNAVAILABLE, why)
