extends Node2D
## The counter of the Gull, with the hand bell and the drinks that were poured.

const Paint := preload("res://demo/paint.gd")

const BELL := Vector2(470.0, 364.0)
const MOST_MUGS := 6
const DRINKS := {
	"dark ale": Color("4a2412"),
	"cider": Color("d9a33a"),
	"black tea": Color("7a3d1c"),
	"brandy": Color("b9682a"),
}

## How far the hand bell swings, in radians.
var bell_swing := 0.0

# where each drink stands, which it is, and how full it is
var _mugs: Array[Dictionary] = []
# age of each ring that is still heard, in seconds
var _rings: Array[float] = []


func _process(delta: float) -> void:
	for index in range(_rings.size() - 1, -1, -1):
		_rings[index] += delta
		if _rings[index] > 0.9:
			_rings.remove_at(index)
	queue_redraw()


## Pours a drink that then stands on the counter; returns when it is full.
func pour(drink: String, near: Vector2) -> void:
	var mug := {
		"at": Vector2(near.x + 74.0 + 46.0 * (_mugs.size() % 3), 392.0),
		"full": 0.0,
		"color": DRINKS.get(drink, Color("4a2412"))
	}
	if _mugs.size() == MOST_MUGS:
		_mugs.pop_front()
	_mugs.append(mug)
	var pouring := create_tween()
	pouring.tween_method(func(level: float) -> void: mug["full"] = level, 0.0, 1.0, 0.8)
	await pouring.finished


## Rings the hand bell.
func ring(strokes: int) -> void:
	var swinging := create_tween()
	for stroke in strokes:
		swinging.tween_callback(_rings.append.bind(0.0))
		swinging.tween_property(self, "bell_swing", 0.5 if stroke % 2 == 0 else -0.5, 0.14)
	swinging.tween_property(self, "bell_swing", 0.0, 0.2)
	await swinging.finished


func _draw() -> void:
	Paint.plank(self, Rect2(60.0, 404.0, 470.0, 22.0), Color("7d4e2d"), 6)
	Paint.plank(self, Rect2(78.0, 424.0, 434.0, 92.0), Color("4b2d1d"), 4)
	for panel in 5:
		Paint.plank(self, Rect2(90.0 + panel * 84.0, 436.0, 74.0, 68.0), Color("5b3823"), 5)
	_draw_bell()
	for mug in _mugs:
		_draw_mug(mug)


func _draw_bell() -> void:
	var at := BELL + Vector2(0.0, 40.0)
	for ring_age in _rings:
		var color := Color(1.0, 0.85, 0.5, 0.8 * (1.0 - ring_age / 0.9))
		for side: float in [0.0, PI]:
			draw_arc(
				at + Vector2(0.0, -30.0),
				24.0 + ring_age * 60.0,
				side - 0.6,
				side + 0.6,
				16,
				color,
				3.0,
				true
			)
	draw_set_transform(at, bell_swing)
	draw_line(Vector2(0.0, -62.0), Vector2(0.0, -40.0), Color("2f1d16"), 7.0, true)
	var body := Paint.arc(Vector2(0.0, -26.0), Vector2(15.0, 18.0), PI, TAU, 14)
	body.append(Vector2(21.0, -2.0))
	body.append(Vector2(-21.0, -2.0))
	Paint.shape(self, body, Color("c9a24b"))
	draw_line(Vector2(-7.0, -34.0), Vector2(-10.0, -8.0), Color(1.0, 0.95, 0.7, 0.6), 3.0, true)
	draw_set_transform(Vector2.ZERO)


func _draw_mug(mug: Dictionary) -> void:
	var at: Vector2 = mug["at"]
	var full: float = mug["full"]
	draw_arc(at + Vector2(15.0, -4.0), 9.0, -PI / 2.0, PI / 2.0, 14, Color("cfc6b4"), 4.0, true)
	var glass := Rect2(at + Vector2(-14.0, -20.0), Vector2(28.0, 32.0))
	Paint.plank(self, glass, Color(0.9, 0.88, 0.8, 0.5), 5)
	var drink: Color = mug["color"]
	var inside := Rect2(at + Vector2(-11.0, 9.0 - 25.0 * full), Vector2(22.0, 25.0 * full))
	Paint.plank(self, inside, drink, 3)
	if full > 0.9:
		Paint.plank(self, Rect2(at + Vector2(-14.0, -24.0), Vector2(28.0, 9.0)), Color("f3e6c8"), 5)
