extends Node2D
## What does not change in the taproom: walls, shelves, and what is behind the window.

const Paint := preload("res://demo/paint.gd")

const FLOOR_Y := 486.0
const WINDOW := Rect2(560.0, 118.0, 190.0, 150.0)
const BOTTLES: Array[Color] = [
	Color("6f8f5a"),
	Color("b5763a"),
	Color("8c3f3a"),
	Color("4f7a86"),
	Color("c9a24b"),
]

var _paint := Paint.new()


func _draw() -> void:
	_draw_walls()
	_draw_window()
	_draw_shelves()
	_paint.flush(self)


func _draw_walls() -> void:
	var wall := PackedVector2Array(
		[
			Vector2(-400.0, -200.0),
			Vector2(1680.0, -200.0),
			Vector2(1680.0, FLOOR_Y),
			Vector2(-400.0, FLOOR_Y),
		]
	)
	(
		_paint
		. gradient(
			wall,
			PackedColorArray(
				[
					Color("2a1c1c"),
					Color("2a1c1c"),
					Color("5a3a2c"),
					Color("5a3a2c"),
				]
			)
		)
	)
	for row in 5:
		var y := 396.0 + row * 22.0
		_paint.line(Vector2(-400.0, y), Vector2(1680.0, y), Color(0.12, 0.07, 0.05, 0.5), 2.0)
	_paint.plank(Rect2(-400.0, 384.0, 2080.0, FLOOR_Y - 384.0), Color(0.16, 0.09, 0.06, 0.55), 0.0)
	(
		_paint
		. gradient(
			PackedVector2Array(
				[
					Vector2(-400.0, FLOOR_Y),
					Vector2(1680.0, FLOOR_Y),
					Vector2(1680.0, 960.0),
					Vector2(-400.0, 960.0),
				]
			),
			PackedColorArray([Color("4a3024"), Color("4a3024"), Color("1a1010"), Color("1a1010")])
		)
	)
	for plank in 17:
		var x := -160.0 + plank * 100.0
		var foot := 640.0 + (x - 640.0) * 1.9
		_paint.line(Vector2(x, FLOOR_Y), Vector2(foot, 960.0), Color(0.08, 0.04, 0.03, 0.6), 2.0)
	for beam: float in [-30.0, 310.0, 650.0, 990.0, 1330.0]:
		_paint.plank(Rect2(beam - 18.0, -40.0, 36.0, 92.0), Color("1d1312"), 3)
	_paint.plank(Rect2(-400.0, 40.0, 2080.0, 26.0), Color("231614"), 3)
	_paint.line(Vector2(330.0, 60.0), Vector2(330.0, 84.0), Color("120b0a"), 3.0)
	var shade := PackedVector2Array(
		[
			Vector2(312.0, 84.0),
			Vector2(348.0, 84.0),
			Vector2(342.0, 118.0),
			Vector2(318.0, 118.0),
		]
	)
	_paint.shape(shade, Color("ffd98a"))


func _draw_window() -> void:
	_paint.plank(WINDOW.grow(10.0), Color("2b1a14"), 6)
	var sky := PackedVector2Array(
		[
			WINDOW.position,
			WINDOW.position + Vector2(WINDOW.size.x, 0.0),
			WINDOW.end,
			WINDOW.position + Vector2(0.0, WINDOW.size.y),
		]
	)
	(
		_paint
		. gradient(
			sky,
			PackedColorArray(
				[
					Color("1c2c4e"),
					Color("1c2c4e"),
					Color("6b6a86"),
					Color("6b6a86"),
				]
			)
		)
	)
	var rock := WINDOW.position + Vector2(128.0, 112.0)
	_draw_lighthouse(rock)
	_paint.plank(
		Rect2(WINDOW.position + Vector2(0.0, 112.0), Vector2(190.0, 38.0)), Color("1a2436"), 0.0
	)


func _draw_lighthouse(rock: Vector2) -> void:
	var rock_shape := PackedVector2Array(
		[
			rock + Vector2(-34.0, 0.0),
			rock + Vector2(-14.0, -16.0),
			rock + Vector2(18.0, -13.0),
			rock + Vector2(40.0, 0.0),
		]
	)
	_paint.shape(rock_shape, Color("161c2a"))
	var tower := PackedVector2Array(
		[
			rock + Vector2(-7.0, -14.0),
			rock + Vector2(-4.5, -64.0),
			rock + Vector2(4.5, -64.0),
			rock + Vector2(7.0, -14.0),
		]
	)
	_paint.shape(tower, Color("d7d3c8"))
	_paint.plank(Rect2(rock + Vector2(-5.0, -74.0), Vector2(10.0, 11.0)), Color("ffe9a8"), 3)


func _draw_shelves() -> void:
	for row in 2:
		var y := 196.0 + row * 86.0
		_paint.plank(Rect2(96.0, y, 330.0, 10.0), Color("24150f"), 2)
		for bottle in 11:
			var x := 112.0 + bottle * 29.0
			var tall := 34.0 + float((bottle * 7 + row * 5) % 4) * 6.0
			var color := BOTTLES[(bottle + row * 2) % BOTTLES.size()].darkened(0.25)
			_paint.plank(Rect2(x, y - tall, 17.0, tall), color, 5)
			_paint.plank(Rect2(x + 5.0, y - tall - 12.0, 7.0, 14.0), color, 2)
			_paint.line(
				Vector2(x + 4.0, y - tall + 7.0),
				Vector2(x + 4.0, y - 7.0),
				Color(1.0, 0.95, 0.8, 0.25),
				2.0
			)
