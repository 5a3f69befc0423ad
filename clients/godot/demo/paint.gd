extends RefCounted
## Shapes with soft edges, for a room that is drawn and not painted.


## Fills a shape and softens its edge.
static func shape(on: CanvasItem, points: PackedVector2Array, color: Color) -> void:
	on.draw_colored_polygon(points, color)
	var edge := points.duplicate()
	edge.append(points[0])
	on.draw_polyline(edge, color, 1.6, true)


## Fills an ellipse around `center`.
static func oval(on: CanvasItem, center: Vector2, radii: Vector2, color: Color) -> void:
	shape(on, arc(center, radii, 0.0, TAU, 40), color)


## Returns points on an ellipse from angle to angle, the last one left out for a whole round.
static func arc(
	center: Vector2, radii: Vector2, from: float, to: float, steps: int
) -> PackedVector2Array:
	var points := PackedVector2Array()
	var count := steps if is_equal_approx(to - from, TAU) else steps + 1
	for step in count:
		var angle := from + (to - from) * step / steps
		points.append(center + Vector2(cos(angle), sin(angle)) * radii)
	return points


## Fills a rectangle with round corners.
static func plank(on: CanvasItem, rect: Rect2, color: Color, radius: int = 4) -> void:
	var box := StyleBoxFlat.new()
	box.bg_color = color
	box.set_corner_radius_all(radius)
	on.draw_style_box(box, rect)


## Returns a round glow that fades to nothing.
static func glow(color: Color) -> GradientTexture2D:
	var gradient := Gradient.new()
	gradient.set_color(0, color)
	gradient.set_color(1, Color(color, 0.0))
	gradient.add_point(0.45, Color(color, color.a * 0.35))
	var texture := GradientTexture2D.new()
	texture.gradient = gradient
	texture.fill = GradientTexture2D.FILL_RADIAL
	texture.fill_from = Vector2(0.5, 0.5)
	texture.fill_to = Vector2(1.0, 0.5)
	texture.width = 256
	texture.height = 256
	return texture
