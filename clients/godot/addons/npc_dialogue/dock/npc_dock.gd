@tool
## The dock in the editor: tries the connection, lists the people of a world, talks with them, shows
## why they said something and what happens meanwhile, and makes saves. It plays games of its own,
## which are called "Editor", and changes no world.
extends TabContainer

## A person is wanted in the scene, as a child of the node that is selected.
signal add_requested(character_id: String, character_name: String)

const Client = preload("../npc_dialogue.gd")
const Failure = preload("../error.gd")
const Messages = preload("../messages.gd")
const AdminMessages = preload("../admin/messages.gd")
const Result = preload("../result.gd")
const Settings = preload("../settings.gd")
const Watch = preload("../watch.gd")

## Scenes of people that were dragged, one for each.
const FOLDER := "res://npc_people"
const GAME := "Editor"
const MOST_LOG := 400

const NO_SERVER := (
	"No server answers at %s. Start one in a terminal with `npcserver serve`, or mend the address."
	+ "\n\n(%s)"
)
const NO_KEY := "The server wants a key or token, or does not take this one: write another."
const NO_WORLD := (
	"Connected, but there is no world yet. Bring one with `npcserver import FILE`, then connect"
	+ " again."
)
const NO_WORLDS_SHOWN := "Connected. This token may not list worlds: write the id of one above."
const NO_RECEIPT := (
	"This key may not read receipts and prompts. Use one with the role designer or admin"
	+ " (`npcserver keys create --role designer`)."
)

## The client of the dock.
var client: Client
var _admin: NpcAdmin
var _watch: Watch
var _turn_id := ""
var _names := {}

var _address := LineEdit.new()
var _key := LineEdit.new()
var _world := LineEdit.new()
var _worlds := OptionButton.new()
var _status := Label.new()
var _people := ItemList.new()
var _whom := OptionButton.new()
var _talk := RichTextLabel.new()
var _words := LineEdit.new()
var _receipt := RichTextLabel.new()
var _log := RichTextLabel.new()
var _saves := ItemList.new()
var _save_name := LineEdit.new()
var _save_status := Label.new()
var _character := NpcCharacter.new()


func _init() -> void:
	name = "NPC"
	custom_minimum_size = Vector2(260, 320)
	_lay_out_connection()
	_lay_out_people()
	_lay_out_talk()
	var log_tab := _tab("Log")
	_log.size_flags_vertical = SIZE_EXPAND_FILL
	_log.scroll_following = true
	log_tab.add_child(_log)
	_lay_out_saves()


func _ready() -> void:
	client = Client.new()
	add_child(client, false, INTERNAL_MODE_BACK)
	client.endpoint.attempts = 1
	client.log.sink = func(_level: int, text: String) -> void: _note(text)
	_admin = NpcAdmin.new(client)
	_character.client = client
	add_child(_character, false, INTERNAL_MODE_BACK)
	_character.speaker_id = "editor"
	_character.speaker_name = "the author"
	_character.turn_started.connect(func(turn_id: String) -> void: _turn_id = turn_id)
	_character.token.connect(func(text: String) -> void: _talk.add_text(text))
	_character.line_finished.connect(func(_line: Messages.Line) -> void: _talk.add_text(" "))
	_character.disclosed.connect(
		func(disclosure: Messages.Disclosure) -> void: _remark(_talk, disclosure.text)
	)
	_character.action_requested.connect(
		func(intent: Messages.ActionIntent) -> void:
			_remark(_talk, "wants: %s %s" % [intent.affordance, NpcCharacter.arguments(intent)])
	)


## Tries the connection and lists worlds and people. Says in the status what is wrong, if anything.
func connect_to_server() -> void:
	_status.text = "Connecting …"
	client.timeline_id = ""
	client.configure(_address.text, _key.text)
	client.endpoint.attempts = 1
	var answer: Result = await client.server.get_server(Messages.GetServerRequest.new())
	if not answer.is_ok():
		_status.text = _sentence(answer.error)
		return
	var server: Messages.Server = answer.value.server
	ProjectSettings.set_setting(Settings.SERVER_URL, _address.text)
	if Engine.is_editor_hint():
		ProjectSettings.save()
	var speaks := "No language model speaks; characters answer from what they remember."
	if not server.models.is_empty():
		speaks = "%s speaks." % server.models[0].name
	await _list_worlds()
	if _world.text == "":
		return
	_status.text = "Connected to npcserver %s. %s" % [server.version, speaks]
	await list_people()
	await list_saves()


## Lists the people of the world.
func list_people() -> void:
	_people.clear()
	_whom.clear()
	_names.clear()
	var request := Messages.ListCastRequest.new()
	request.world_id = _world.text
	request.page_size = 500
	var answer: Result = await client.characters.list_cast(request)
	if not answer.is_ok():
		_status.text = _sentence(answer.error)
		return
	for member: Messages.CastMember in answer.value.characters:
		_names[member.character_id] = member.name
		_people.add_item("%s (%s)" % [member.name, member.character_id])
		_people.set_item_metadata(-1, member.character_id)
		_whom.add_item(member.name)
		_whom.set_item_metadata(-1, member.character_id)


## Says something to the person that is chosen, in a game of the dock's own.
func say(text: String) -> void:
	if text.strip_edges() == "" or _whom.selected < 0:
		_remark(_talk, "Connect first, choose a person and write something.")
		return
	if client.timeline_id == "" and not await _begin_game():
		return
	_character.character_id = _whom.get_selected_metadata()
	_words.clear()
	_receipt.clear()
	_remark(_talk, "You: " + text)
	var answer := await _character.say(text)
	_talk.newline()
	if not answer.is_ok():
		_remark(_talk, _sentence(answer.error))
		return
	await _explain()


## Lists the saves of the world.
func list_saves() -> void:
	_saves.clear()
	var request := Messages.ListSavesRequest.new()
	request.world_id = _world.text
	var answer: Result = await client.timelines.list_saves(request)
	_save_status.text = "" if answer.is_ok() else _sentence(answer.error)
	for slot: Messages.SaveSlot in answer.value.saves:
		var label := slot.name if slot.name != "" else slot.save_id
		_saves.add_item("%s  %s" % [label, slot.world_time.left(16).replace("T", " ")])
		_saves.set_item_metadata(-1, slot)


## Saves the dock's game under the name that is written.
func save(overwrites: bool) -> void:
	if client.timeline_id == "":
		_save_status.text = "Nothing is played yet: say something in Talk, or load a save."
		return
	var answer: Result = await client.save_game(_save_name.text, overwrites)
	if answer.is_ok():
		await list_saves()
		_save_status.text = "Saved."
	else:
		_save_status.text = _sentence(answer.error)


## Goes on from the save that is chosen, in a new game of the dock's own.
func load_chosen() -> void:
	var chosen := _saves.get_selected_items()
	if chosen.is_empty():
		_save_status.text = "Choose a save first."
		return
	var slot: Messages.SaveSlot = _saves.get_item_metadata(chosen[0])
	var answer: Result = await client.load_game(slot.save_id, GAME)
	_save_status.text = _sentence(answer.error)
	if answer.is_ok():
		_save_status.text = "Loaded: nobody remembers what came after."
		_talk.clear()
		_follow()


## Returns what is dragged of a person: a scene of one [NpcCharacter] with its id.
func drag_data(character_id: String) -> Dictionary:
	var path := FOLDER.path_join(character_id + ".tscn")
	if not ResourceLoader.exists(path):
		DirAccess.make_dir_recursive_absolute(FOLDER)
		var node := make_character(character_id, _names.get(character_id, character_id))
		var scene := PackedScene.new()
		scene.pack(node)
		ResourceSaver.save(scene, path)
		node.free()
	return {"type": "files", "files": PackedStringArray([path])}


## Returns a node for a person.
static func make_character(character_id: String, character_name: String) -> NpcCharacter:
	var node := NpcCharacter.new()
	node.character_id = character_id
	node.name = character_name.validate_node_name()
	return node


func _begin_game() -> bool:
	var started: Result = await client.start_timeline(_world.text, GAME)
	if started.is_ok():
		_follow()
	else:
		_remark(_talk, _sentence(started.error))
	return started.is_ok()


func _follow() -> void:
	if is_instance_valid(_watch):
		_watch.queue_free()
	_watch = client.watch(-1, self)
	_watch.event.connect(_on_event)
	_watch.interrupted.connect(func(error: Failure) -> void: _note("lost: %s" % error.message))


func _explain() -> void:
	var request := AdminMessages.ExplainRequest.new()
	request.timeline_id = client.timeline_id
	request.turn_id = _turn_id
	request.with_prompt = true
	var answer: Result = await _admin.memories.explain(request)
	if answer.error.code in [Failure.PERMISSION_DENIED, Failure.UNAUTHENTICATED]:
		_receipt.text = NO_RECEIPT
		return
	if not answer.is_ok():
		_receipt.text = _sentence(answer.error)
		return
	_receipt.clear()
	var receipt: AdminMessages.Receipt = answer.value.receipt
	_remark(_receipt, receipt.reason.sentence)
	for recalled: AdminMessages.Recollection in receipt.recollections:
		_receipt.add_text("· %s\n" % recalled.memory.text)
	for dropped: AdminMessages.DroppedIntent in receipt.dropped_intents:
		_remark(_receipt, "refused: %s" % dropped.to_dict())
	var prompt: AdminMessages.RenderedPrompt = answer.value.rendered_prompt
	_remark(_receipt, "Prompt" if prompt.why == "" else "No prompt: " + prompt.why)
	for message: AdminMessages.PromptMessage in prompt.messages:
		_remark(_receipt, message.role)
		_receipt.add_text(message.text + "\n")


func _list_worlds() -> void:
	_worlds.clear()
	var answer: Result = await _admin.worlds.list_worlds(AdminMessages.ListWorldsRequest.new())
	_worlds.visible = answer.is_ok()
	if not answer.is_ok():
		if _world.text == "":
			_status.text = NO_WORLDS_SHOWN
		return
	for world: AdminMessages.World in answer.value.worlds:
		_worlds.add_item(world.world_id)
		if world.world_id == _world.text:
			_worlds.select(_worlds.item_count - 1)
	if _worlds.item_count == 0:
		_world.text = ""
		_status.text = NO_WORLD
	elif _world.text == "":
		_world.text = _worlds.get_item_text(0)


func _on_event(response: Messages.WatchResponse) -> void:
	var which := response.which_event()
	if which == "checkpoint" or which == "":
		return
	var who: String = _names.get(response.character_id, response.character_id)
	var time := response.world_time.substr(11, 5)
	var content: RefCounted = response.get(which)
	var told: String = content.text if "text" in content else str(content.to_dict())
	_note("%s %s %s: %s" % [time, who, which, told.left(300)])


func _note(text: String) -> void:
	_log.add_text(text + "\n")
	while _log.get_paragraph_count() > MOST_LOG:
		_log.remove_paragraph(0)


func _remark(to: RichTextLabel, text: String) -> void:
	to.push_color(Color("c9a24b"))
	to.add_text(text + "\n")
	to.pop()


# Says what is wrong and what to do.
func _sentence(error: Failure) -> String:
	match error.code:
		"":
			return ""
		Failure.UNAVAILABLE:
			return NO_SERVER % [_address.text, error.message]
		Failure.UNAUTHENTICATED:
			return NO_KEY
	return error.message


func _lay_out_connection() -> void:
	var tab := _tab("Connect")
	_address.text = str(Settings.value(Settings.SERVER_URL))
	_address.placeholder_text = "http://127.0.0.1:50052"
	_key.text = str(Settings.value(Settings.KEY))
	_key.secret = true
	_key.placeholder_text = "none, where the server asks for none"
	_world.placeholder_text = "the first that there is"
	_status.autowrap_mode = TextServer.AUTOWRAP_WORD_SMART
	_status.text = "Not connected."
	for field: Array in [["Address", _address], ["Key or token", _key], ["World", _world]]:
		var label := Label.new()
		label.text = field[0]
		tab.add_child(label)
		tab.add_child(field[1])
	tab.add_child(_worlds)
	_worlds.hide()
	_worlds.item_selected.connect(
		func(index: int) -> void:
			_world.text = _worlds.get_item_text(index)
			client.timeline_id = ""
			list_people()
			list_saves()
	)
	tab.add_child(_button("Connect", connect_to_server))
	tab.add_child(_status)


func _lay_out_people() -> void:
	var tab := _tab("People")
	var hint := Label.new()
	hint.text = "Drag a person into the scene, or choose one and press Add."
	hint.autowrap_mode = TextServer.AUTOWRAP_WORD_SMART
	_people.size_flags_vertical = SIZE_EXPAND_FILL
	_people.set_drag_forwarding(_drag_person, Callable(), Callable())
	tab.add_child(hint)
	tab.add_child(_people)
	tab.add_child(_button("Add to the scene", _on_add))


func _lay_out_talk() -> void:
	var tab := _tab("Talk")
	_talk.size_flags_vertical = SIZE_EXPAND_FILL
	_talk.scroll_following = true
	_talk.selection_enabled = true
	_receipt.size_flags_vertical = SIZE_EXPAND_FILL
	_receipt.selection_enabled = true
	_words.placeholder_text = "Say something …"
	_words.text_submitted.connect(say)
	tab.add_child(_whom)
	tab.add_child(_talk)
	tab.add_child(_words)
	tab.add_child(_receipt)


func _lay_out_saves() -> void:
	var tab := _tab("Saves")
	_saves.size_flags_vertical = SIZE_EXPAND_FILL
	_saves.item_selected.connect(
		func(index: int) -> void: _save_name.text = _saves.get_item_metadata(index).name
	)
	_save_name.placeholder_text = "Name of the save"
	_save_status.autowrap_mode = TextServer.AUTOWRAP_WORD_SMART
	tab.add_child(_saves)
	tab.add_child(_save_name)
	tab.add_child(_button("Save", save.bind(false)))
	tab.add_child(_button("Overwrite", save.bind(true)))
	tab.add_child(_button("Load", load_chosen))
	tab.add_child(_save_status)


func _drag_person(at: Vector2) -> Variant:
	var index := _people.get_item_at_position(at, true)
	return null if index < 0 else drag_data(_people.get_item_metadata(index))


func _on_add() -> void:
	for index in _people.get_selected_items():
		var id: String = _people.get_item_metadata(index)
		add_requested.emit(id, _names[id])


func _tab(title: String) -> VBoxContainer:
	var tab := VBoxContainer.new()
	tab.name = title
	add_child(tab)
	return tab


func _button(text: String, pressed: Callable) -> Button:
	var button := Button.new()
	button.text = text
	button.pressed.connect(pressed)
	return button
