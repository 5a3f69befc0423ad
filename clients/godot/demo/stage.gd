extends Node2D
## What moves in the taproom: the door, the fire, and what a guest points at.

const Paint := preload("res://demo/paint.gd")
const Counter := preload("res://demo/counter.gd")
const Backdrop := preload("res://demo/backdrop.gd")

const DOOR := Rect2(1064.0, 176.0, 128.0, 300.0)
const HEARTH := Rect2(806.0, 258.0, 196.0, 218.0)

## How far the door is open, from 0 to 1.
var door_open := 0.0
## How bright the frame is around what a guest points at, from 0 to 1.
var pointed_light := 0.0

var _paint := Paint.new()
var _seconds := 0.0
var _drawn_at := 0.0
var _pointed := Rect2()
var _fire_glow := Sprite2D.new()
var _lamp_glow := Sprite2D.new()


func _ready() -> void:
	var light := CanvasItemMaterial.new()
	light.blend_mode = CanvasItemMaterial.BLEND_MODE_ADD
	for glow: Sprite2D in [_fire_glow, _lamp_glow]:
		glow.material = light
		glow.z_index = 5
		add_child(glow)
	_fire_glow.texture = Paint.glow(Color(1.0, 0.5, 0.18, 0.36))
	_fire_glow.position = HEARTH.get_center() + Vector2(0.0, 60.0)
	_lamp_glow.texture = Paint.glow(Color(1.0, 0.76, 0.4, 0.34))
	_lamp_glow.position = Vector2(330.0, 96.0)
	_lamp_glow.scale = Vector2.ONE * 6.4


func _process(delta: float) -> void:
	_seconds += delta
	if _seconds - _drawn_at >= 0.05:
		_drawn_at = _seconds
		var flicker := 1.0 + 0.07 * sin(_seconds * 9.0) + 0.05 * sin(_seconds * 23.0)
		_fire_glow.scale = Vector2(7.2, 6.0) * flicker
		queue_redraw()


## Opens the front door, lets the wind in, and closes it again after a while.
func open_door() -> void:
	var opening := create_tween()
	opening.tween_property(self, "door_open", 1.0, 0.7).set_trans(Tween.TRANS_SINE)
	await opening.finished
	var closing := create_tween()
	closing.tween_interval(6.0)
	closing.tween_property(self, "door_open", 0.0, 1.1).set_trans(Tween.TRANS_SINE)


## Lights up what a guest points at, and returns where that is.
func show_target(target: String) -> Vector2:
	var places := {
		"gull_front_door": DOOR,
		"lantern_head": Backdrop.WINDOW,
		"driftwood_fire": HEARTH,
		"handbell": Rect2(Counter.BELL - Vector2(26.0, 40.0), Vector2(52.0, 60.0)),
	}
	if not places.has(target):
		return Vector2.ZERO
	_pointed = places[target]
	var lighting := create_tween()
	lighting.tween_method(func(light: float) -> void: pointed_light = light, 0.0, 1.0, 0.3)
	lighting.tween_interval(2.4)
	lighting.tween_method(func(light: float) -> void: pointed_light = light, 1.0, 0.0, 0.8)
	return _pointed.get_center()


func _draw() -> void:
	_draw_window()
	_draw_door()
	_draw_hearth()
	_paint.flush(self)
	if pointed_light > 0.01:
		var box := StyleBoxFlat.new()
		box.draw_center = false
		box.border_color = Color(1.0, 0.85, 0.5, pointed_light)
		box.set_border_width_all(3)
		box.set_corner_radius_all(12)
		draw_style_box(box, _pointed.grow(8.0))


func _draw_window() -> void:
	var window := Backdrop.WINDOW
	for star in 14:
		var at := window.position + Vector2(5.0, 6.0)
		at += Vector2(fmod(star * 53.7, 180.0), fmod(star * 31.3, 70.0))
		var shine := 0.4 + 0.4 * sin(_seconds * 1.7 + star)
		_paint.dot(at, 1.4, Color(1.0, 0.97, 0.85, shine))
	var rock := window.position + Vector2(128.0, 112.0)
	var beam := 0.5 + 0.5 * sin(_seconds * 1.1)
	var rays := PackedVector2Array(
		[
			rock + Vector2(0.0, -69.0),
			rock + Vector2(-118.0, -92.0),
			rock + Vector2(-118.0, -58.0),
		]
	)
	_paint.shape(rays, Color(1.0, 0.92, 0.65, 0.10 + 0.24 * beam))
	for wave in 5:
		var y := window.position.y + 118.0 + wave * 7.0
		var x := window.position.x + fmod(_seconds * 9.0 + wave * 47.0, 130.0)
		_paint.line(Vector2(x, y), Vector2(x + 40.0, y), Color(0.6, 0.68, 0.8, 0.3), 1.5)
	_paint.line(
		Vector2(window.get_center().x, window.position.y),
		Vector2(window.get_center().x, window.end.y),
		Color("2b1a14"),
		6.0
	)
	_paint.line(
		Vector2(window.position.x, window.get_center().y),
		Vector2(window.end.x, window.get_center().y),
		Color("2b1a14"),
		6.0
	)


func _draw_door() -> void:
	_paint.plank(DOOR.grow(12.0), Color("241612"), 6)
	_paint.plank(DOOR, Color("16223c"), 0.0)
	for flake in 9:
		var fall := fmod(_seconds * 46.0 + flake * 67.0, 284.0)
		var drift := fmod(flake * 41.0 + _seconds * 30.0, 118.0)
		var at := DOOR.position + Vector2(drift + 4.0, fall + 4.0)
		_paint.line(at, at + Vector2(5.0, 10.0), Color(0.75, 0.82, 0.95, 0.4), 1.4)
	var width := DOOR.size.x * (1.0 - 0.78 * door_open)
	var lean := 26.0 * door_open
	var leaf := PackedVector2Array(
		[
			DOOR.position,
			DOOR.position + Vector2(width, lean),
			DOOR.position + Vector2(width, DOOR.size.y - lean * 0.4),
			DOOR.position + Vector2(0.0, DOOR.size.y),
		]
	)
	_paint.shape(leaf, Color("6b4028").darkened(0.3 * door_open))
	for board in 3:
		var x := DOOR.position.x + width * (board + 1) / 4.0
		_paint.line(
			Vector2(x, DOOR.position.y + 6.0 + lean * (board + 1) / 4.0),
			Vector2(x, DOOR.end.y - 6.0),
			Color(0.1, 0.05, 0.03, 0.7),
			2.0
		)
	for iron: float in [54.0, 238.0]:
		_paint.plank(
			Rect2(DOOR.position + Vector2(0.0, iron), Vector2(width * 0.8, 9.0)), Color("1b1514"), 3
		)
	_paint.dot(DOOR.position + Vector2(width - 13.0, 158.0), 6.0, Color("c9a24b"))


func _draw_hearth() -> void:
	_paint.plank(HEARTH.grow(22.0), Color("4d4442"), 8)
	for stone in 16:
		var row := floorf(stone / 4.0)
		var at := HEARTH.position + Vector2(-20.0 + (stone % 4) * 60.0, -18.0 + row * 62.0)
		var gray := Color("5d5350").darkened(0.12 * (stone % 3))
		_paint.plank(Rect2(at, Vector2(54.0, 54.0)), gray, 10)
	var mantel := Rect2(HEARTH.position + Vector2(-36.0, -40.0), Vector2(268.0, 26.0))
	_paint.plank(mantel, Color("2f1d16"), 4)
	var mouth := Paint.arc(HEARTH.get_center(), Vector2(74.0, 84.0), PI, TAU, 20)
	mouth.append(HEARTH.get_center() + Vector2(74.0, 109.0))
	mouth.append(HEARTH.get_center() + Vector2(-74.0, 109.0))
	_paint.shape(mouth, Color("140a08"))
	var base := HEARTH.get_center() + Vector2(0.0, 98.0)
	for flame in 7:
		var x := -48.0 + flame * 16.0
		var tall := 60.0 + 26.0 * sin(_seconds * (6.0 + flame) + flame * 2.1) - absf(x) * 0.55
		var lean := 7.0 * sin(_seconds * 4.0 + flame)
		var color := Color("f08a2c") if flame % 2 == 0 else Color("ffc45a")
		var flame_shape := PackedVector2Array(
			[
				base + Vector2(x - 13.0, 0.0),
				base + Vector2(x - 7.0, -tall * 0.5),
				base + Vector2(x + lean, -tall),
				base + Vector2(x + 8.0, -tall * 0.45),
				base + Vector2(x + 13.0, 0.0),
			]
		)
		_paint.shape(flame_shape, Color(color, 0.85))
	for side: float in [-1.0, 1.0]:
		var foot := base + Vector2(-58.0 * side, 10.0)
		_paint.line(foot, base + Vector2(50.0 * side, -6.0), Color("2c1710"), 14.0)
