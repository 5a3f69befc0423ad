extends Node2D
## The counter of the Gull, with the hand bell and the drinks that were poured.

const Paint := preload("res://demo/paint.gd")

const BELL := Vector2(470.0, 364.0)
const MOST_MUGS := 3
const DRINKS := {
	"dark ale": Color("4a2412"),
	"cider": Color("d9a33a"),
	"black tea": Color("7a3d1c"),
	"brandy": Color("b9682a"),
}

## How far the hand bell swings, in radians.
var bell_swing := 0.0

var _paint := Paint.new()
var _moving: Tween
# where each drink is, which it is, and how full it is
var _mugs: Array[Dictionary] = []
# how many were poured so far
var _poured := 0
# age of each ring that is still heard, in seconds
var _rings: Array[float] = []


func _process(delta: float) -> void:
	for index in range(_rings.size() - 1, -1, -1):
		_rings[index] += delta
		if _rings[index] > 0.9:
			_rings.remove_at(index)
	if is_instance_valid(_moving) and _moving.is_running() or not _rings.is_empty():
		queue_redraw()


## Pours a drink that then stands on the counter; returns when it is full.
func pour(drink: String) -> void:
	var mug := {
		"at": Vector2(336.0 + 40.0 * (_poured % 3), 392.0),
		"full": 0.0,
		"color": DRINKS.get(drink, Color("4a2412"))
	}
	_poured += 1
	if _mugs.size() == MOST_MUGS:
		_mugs.pop_front()
	_mugs.append(mug)
	var pouring := create_tween()
	_moving = pouring
	pouring.tween_method(func(level: float) -> void: mug["full"] = level, 0.0, 1.0, 0.8)
	await pouring.finished
	queue_redraw()


## Rings the hand bell.
func ring(strokes: int) -> void:
	var swinging := create_tween()
	_moving = swinging
	for stroke in strokes:
		swinging.tween_callback(_rings.append.bind(0.0))
		swinging.tween_property(self, "bell_swing", 0.5 if stroke % 2 == 0 else -0.5, 0.14)
	swinging.tween_property(self, "bell_swing", 0.0, 0.2)
	await swinging.finished
	queue_redraw()


func _draw() -> void:
	_paint.plank(Rect2(60.0, 404.0, 470.0, 22.0), Color("7d4e2d"), 6)
	_paint.plank(Rect2(78.0, 424.0, 434.0, 92.0), Color("4b2d1d"), 4)
	for panel in 5:
		_paint.plank(Rect2(90.0 + panel * 84.0, 436.0, 74.0, 68.0), Color("5b3823"), 5)
	_draw_bell()
	for mug in _mugs:
		_draw_mug(mug)
	_paint.flush(self)


func _draw_bell() -> void:
	var at := BELL + Vector2(0.0, 40.0)
	for ring_age in _rings:
		var color := Color(1.0, 0.85, 0.5, 0.8 * (1.0 - ring_age / 0.9))
		for side: float in [0.0, PI]:
			var radii := Vector2.ONE * (24.0 + ring_age * 60.0)
			var heard := Paint.arc(at - Vector2(0.0, 30.0), radii, side - 0.6, side + 0.6, 10)
			_paint.curve(heard, color, 3.0)
	_paint.place(at, bell_swing)
	_paint.line(Vector2(0.0, -62.0), Vector2(0.0, -40.0), Color("2f1d16"), 7.0)
	var body := Paint.arc(Vector2(0.0, -26.0), Vector2(15.0, 18.0), PI, TAU, 14)
	body.append(Vector2(21.0, -2.0))
	body.append(Vector2(-21.0, -2.0))
	_paint.shape(body, Color("c9a24b"))
	_paint.line(Vector2(-7.0, -34.0), Vector2(-10.0, -8.0), Color(1.0, 0.95, 0.7, 0.6), 3.0)
	_paint.place(Vector2.ZERO)


func _draw_mug(mug: Dictionary) -> void:
	var at: Vector2 = mug["at"]
	var full: float = mug["full"]
	var handle := Paint.arc(at + Vector2(15.0, -4.0), Vector2(9.0, 9.0), -PI / 2.0, PI / 2.0, 8)
	_paint.curve(handle, Color("cfc6b4"), 4.0)
	var glass := Rect2(at + Vector2(-14.0, -20.0), Vector2(28.0, 32.0))
	_paint.plank(glass, Color(0.9, 0.88, 0.8, 0.5), 5)
	var drink: Color = mug["color"]
	var inside := Rect2(at + Vector2(-11.0, 9.0 - 25.0 * full), Vector2(22.0, 25.0 * full))
	_paint.plank(inside, drink, 3)
	if full > 0.9:
		_paint.plank(Rect2(at + Vector2(-14.0, -24.0), Vector2(28.0, 9.0)), Color("f3e6c8"), 5)
