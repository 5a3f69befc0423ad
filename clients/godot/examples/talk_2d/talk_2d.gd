extends Node2D
## Walk to Hester with the arrow keys or a pad; near her the box opens.

const SPEED := 220.0
const NEAR := 120.0

@onready var _player: Node2D = $Player
@onready var _hester: Node2D = $Hester
@onready var _balloon: NpcBalloon = $NpcBalloon


func _ready() -> void:
	_balloon.hide()
	$Hint.text = "Walk to Hester."
	# with a player's token, your game's server started the timeline
	if not NpcDialogue.shows_tokens:
		var started := await NpcDialogue.start_timeline("farrowhithe")
		if not started.is_ok():
			$Hint.text = started.error.message


func _process(delta: float) -> void:
	if not _balloon.visible:
		var walk := Input.get_vector("ui_left", "ui_right", "ui_up", "ui_down")
		_player.position += walk * SPEED * delta
		var is_near := _player.position.distance_to(_hester.position) < NEAR
		if is_near and walk != Vector2.ZERO and NpcDialogue.timeline_id != "":
			_balloon.open()
			# so that closing the box does not open it again
			_player.position += (_player.position - _hester.position).normalized() * 40.0
