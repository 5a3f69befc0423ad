extends Node2D
## A guest of the Gull, drawn: breathes, blinks, speaks, and shows a mood.

const Paint := preload("res://demo/paint.gd")

@export var skin := Color("d9a47c")
@export var hair := Color("6b4a34")
@export var coat := Color("7a3b36")
@export var trim := Color("e7dcc4")
@export_enum("bun", "cap", "braids") var head := "bun"
@export var size := 1.0
@export var shown_name := ""

## Label of the mood.
var mood := "neutral"
## How pleasant the mood is, from -1 to 1; the face moves there.
var valence := 0.0
## How awake, from -1 to 1.
var arousal := 0.0
## Whether words are coming.
var is_speaking := false
## Whether the player talks to this one.
var is_chosen := false
## Where the arm points, seen from here; zero for down.
var pointing := Vector2.ZERO

var _paint := Paint.new()
var _seconds := randf() * 10.0
var _drawn_at := 0.0
var _valence := 0.0
var _arousal := 0.0
var _light := 0.0
var _arm := Vector2.ZERO


func _process(delta: float) -> void:
	_seconds += delta
	_valence = lerpf(_valence, valence, minf(1.0, delta * 5.0))
	_arousal = lerpf(_arousal, arousal, minf(1.0, delta * 5.0))
	_light = lerpf(_light, 1.0 if is_chosen else 0.0, minf(1.0, delta * 7.0))
	_arm = _arm.lerp(pointing.limit_length(90.0), minf(1.0, delta * 6.0))
	if _seconds - _drawn_at >= 0.05:
		_drawn_at = _seconds
		queue_redraw()


func _draw() -> void:
	var bob := sin(_seconds * (1.6 + _arousal * 0.6)) * 1.6
	_paint.place(Vector2.ZERO, 0.0, size)
	_draw_floor_light()
	_draw_body(bob)
	var nod := Vector2(sin(_seconds * 5.0) * 1.6 if is_speaking else 0.0, bob)
	_draw_head(Vector2(0.0, -176.0) + nod)
	_paint.flush(self)


func _draw_floor_light() -> void:
	_paint.oval(Vector2(0.0, 4.0), Vector2(78.0, 11.0), Color(0.0, 0.0, 0.0, 0.35))
	if _light > 0.01:
		var color := Color(1.0, 0.82, 0.45, 0.75 * _light)
		var ring := Paint.arc(Vector2(0.0, 4.0), Vector2(86.0, 14.0), 0.0, TAU + 0.01, 36)
		_paint.curve(ring, color, 3.0)


func _draw_body(bob: float) -> void:
	var shoulder := -126.0 + bob
	var dark := coat.darkened(0.28)
	var outline := PackedVector2Array([Vector2(-66.0, 2.0), Vector2(-58.0, shoulder + 44.0)])
	outline.append_array(Paint.arc(Vector2(0.0, shoulder + 30.0), Vector2(54.0, 34.0), PI, TAU, 16))
	outline.append_array(PackedVector2Array([Vector2(58.0, shoulder + 44.0), Vector2(66.0, 2.0)]))
	_paint.shape(outline, coat)
	var shade := PackedVector2Array(
		[
			Vector2(18.0, 2.0),
			Vector2(22.0, shoulder + 60.0),
			Vector2(50.0, shoulder + 22.0),
			Vector2(58.0, shoulder + 44.0),
			Vector2(66.0, 2.0),
		]
	)
	_paint.shape(shade, Color(dark, 0.55))
	var collar := PackedVector2Array(
		[
			Vector2(-20.0, shoulder + 2.0),
			Vector2(0.0, shoulder + 46.0),
			Vector2(20.0, shoulder + 2.0),
		]
	)
	_paint.shape(collar, trim)
	_draw_dress(shoulder)
	var rest := Vector2(46.0, shoulder + 116.0)
	_draw_arm(Vector2(-50.0, shoulder + 40.0), rest * Vector2(-1.0, 1.0), dark)
	var joint := Vector2(50.0, shoulder + 40.0)
	var lifted := clampf(_arm.length() / 60.0, 0.0, 1.0)
	_draw_arm(joint, rest.lerp(joint + _arm, lifted), dark)


func _draw_dress(shoulder: float) -> void:
	if head == "bun":
		var apron := PackedVector2Array(
			[
				Vector2(-34.0, 2.0),
				Vector2(-26.0, shoulder + 52.0),
				Vector2(26.0, shoulder + 52.0),
				Vector2(34.0, 2.0),
			]
		)
		_paint.shape(apron, Color(trim, 0.92))
	elif head == "cap":
		for row in 4:
			for side: float in [-14.0, 14.0]:
				var button := Vector2(side, shoulder + 58.0 + row * 20.0)
				_paint.dot(button, 3.4, Color("d8b25a"))


func _draw_arm(joint: Vector2, hand: Vector2, color: Color) -> void:
	_paint.line(joint, hand, color, 19.0)
	_paint.dot(joint, 9.5, color)
	_paint.dot(hand, 10.5, skin)


func _draw_head(at: Vector2) -> void:
	if head == "bun":
		_paint.dot(at + Vector2(0.0, -50.0), 17.0, hair.darkened(0.1))
		_paint.oval(at + Vector2(0.0, -8.0), Vector2(45.0, 48.0), hair)
	elif head == "braids":
		for side: float in [-1.0, 1.0]:
			_paint.line(at + Vector2(38.0 * side, 8.0), at + Vector2(46.0 * side, 62.0), hair, 13.0)
			_paint.dot(at + Vector2(46.0 * side, 64.0), 7.0, Color("b9483f"))
		_paint.oval(at + Vector2(0.0, -7.0), Vector2(44.0, 46.0), hair)
	_paint.plank(Rect2(at + Vector2(-13.0, 24.0), Vector2(26.0, 32.0)), skin.darkened(0.14), 8)
	_paint.oval(at, Vector2(38.0, 43.0), skin)
	if head == "cap":
		_draw_beard_and_cap(at)
	else:
		var fringe := Paint.arc(at + Vector2(0.0, -12.0), Vector2(39.0, 33.0), PI, TAU, 20)
		fringe.append(at + Vector2(20.0, -22.0))
		fringe.append(at + Vector2(-24.0, -20.0))
		_paint.shape(fringe, hair)
	_draw_face(at)


func _draw_beard_and_cap(at: Vector2) -> void:
	var beard := Paint.arc(at + Vector2(0.0, 10.0), Vector2(39.0, 46.0), 0.0, PI, 20)
	beard.append(at + Vector2(-24.0, 14.0))
	beard.append(at + Vector2(0.0, 20.0))
	beard.append(at + Vector2(24.0, 14.0))
	_paint.shape(beard, hair)
	var top := Paint.arc(at + Vector2(0.0, -26.0), Vector2(44.0, 26.0), PI, TAU, 20)
	_paint.shape(top, Color("26364a"))
	_paint.plank(Rect2(at + Vector2(-42.0, -32.0), Vector2(84.0, 13.0)), Color("1b2735"), 5)
	_paint.dot(at + Vector2(0.0, -36.0), 6.0, Color("d8b25a"))


func _draw_face(at: Vector2) -> void:
	var ink := Color("2a1a16")
	var blink := 0.12 if fmod(_seconds, 4.3) < 0.13 else 1.0
	var open := clampf(1.0 + _arousal * 0.35, 0.5, 1.5) * blink
	for side: float in [-1.0, 1.0]:
		_paint.oval(at + Vector2(14.5 * side, -3.0), Vector2(4.2, 5.2 * open), ink)
		var slope := _valence * 4.0 - maxf(0.0, _arousal) * maxf(0.0, -_valence) * 7.0
		var inner := at + Vector2(8.0 * side, -15.0 - _arousal * 3.0 + maxf(0.0, -slope) * 0.7)
		var outer := at + Vector2(22.0 * side, -15.0 - _arousal * 2.0 - minf(0.0, -slope) * 0.4)
		_paint.line(inner, outer, hair.darkened(0.35), 3.4)
		var blush := Color(0.85, 0.32, 0.25, 0.16 + 0.12 * _valence)
		_paint.dot(at + Vector2(22.0 * side, 11.0), 7.0, blush)
	_draw_mouth(at + Vector2(0.0, 22.0), ink)


func _draw_mouth(at: Vector2, ink: Color) -> void:
	if is_speaking:
		var gape := 3.0 + absf(sin(_seconds * 11.0)) * 5.5
		_paint.oval(at, Vector2(8.5, gape), Color("5a221d"))
		return
	var curve := PackedVector2Array()
	for step in 11:
		var x := -11.0 + step * 2.2
		curve.append(at + Vector2(x, (1.0 - x * x / 121.0) * _valence * 8.0 - _valence * 2.0))
	_paint.curve(curve, ink, 3.0)
