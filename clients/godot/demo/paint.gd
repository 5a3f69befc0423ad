extends RefCounted
## Gathers shapes with soft edges and hands them to a canvas in one go: however much is drawn, it is
## one draw call, so that phones and browsers without a graphics card keep up.

## Width of the soft edge, in pixels.
const EDGE := 1.1

var _points := PackedVector2Array()
var _colors := PackedColorArray()
var _indices := PackedInt32Array()
var _place := Transform2D.IDENTITY


## Draws what follows somewhere else, turned and scaled.
func place(at: Vector2, turned := 0.0, scaled := 1.0) -> void:
	_place = Transform2D(turned, Vector2.ONE * scaled, 0.0, at)


## Fills a shape and softens its edge.
func shape(points: PackedVector2Array, color: Color) -> void:
	var colors := PackedColorArray()
	colors.resize(points.size())
	colors.fill(color)
	gradient(points, colors)


## Fills a shape with a color for each of its points.
func gradient(points: PackedVector2Array, colors: PackedColorArray) -> void:
	var first := _points.size()
	for index in Geometry2D.triangulate_polygon(points):
		_indices.append(first + index)
	_points.append_array(_place * points)
	_colors.append_array(colors)
	_soften(points, colors, first)


## Fills an ellipse.
func oval(center: Vector2, radii: Vector2, color: Color) -> void:
	shape(arc(center, radii, 0.0, TAU, 28 if radii.x > 12.0 else 14), color)


## Fills a circle.
func dot(center: Vector2, radius: float, color: Color) -> void:
	oval(center, Vector2(radius, radius), color)


## Fills a rectangle with round corners.
func plank(rect: Rect2, color: Color, radius := 4.0) -> void:
	var bend := minf(radius, minf(rect.size.x, rect.size.y) / 2.0)
	var inner := rect.grow(-bend)
	var points := PackedVector2Array()
	var corners: Array[Vector2] = [
		inner.end,
		Vector2(inner.position.x, inner.end.y),
		inner.position,
		Vector2(inner.end.x, inner.position.y),
	]
	for corner in 4:
		if bend < 0.5:
			points.append(corners[corner])
			continue
		var from := corner * PI / 2.0
		points.append_array(arc(corners[corner], Vector2(bend, bend), from, from + PI / 2.0, 4))
	shape(points, color)


## Draws a straight line.
func line(from: Vector2, to: Vector2, color: Color, width: float) -> void:
	var aside := (to - from).orthogonal().normalized() * width / 2.0
	shape(PackedVector2Array([from + aside, to + aside, to - aside, from - aside]), color)


## Draws a line through points.
func curve(points: PackedVector2Array, color: Color, width: float) -> void:
	for index in points.size() - 1:
		line(points[index], points[index + 1], color, width)


## Hands everything to a canvas; to be called at the end of its [code]_draw[/code].
func flush(on: CanvasItem) -> void:
	if not _indices.is_empty():
		RenderingServer.canvas_item_add_triangle_array(
			on.get_canvas_item(), _indices, _points, _colors
		)
	_points.clear()
	_colors.clear()
	_indices.clear()
	_place = Transform2D.IDENTITY


## Returns points on an ellipse from angle to angle; for a whole round the last one is left out.
static func arc(
	center: Vector2, radii: Vector2, from: float, to: float, steps: int
) -> PackedVector2Array:
	var points := PackedVector2Array()
	var count := steps if is_equal_approx(to - from, TAU) else steps + 1
	for step in count:
		var angle := from + (to - from) * step / steps
		points.append(center + Vector2(cos(angle), sin(angle)) * radii)
	return points


## Returns a round glow that fades to nothing.
static func glow(color: Color) -> GradientTexture2D:
	var fading := Gradient.new()
	fading.set_color(0, color)
	fading.set_color(1, Color(color, 0.0))
	fading.add_point(0.45, Color(color, color.a * 0.35))
	var texture := GradientTexture2D.new()
	texture.gradient = fading
	texture.fill = GradientTexture2D.FILL_RADIAL
	texture.fill_from = Vector2(0.5, 0.5)
	texture.fill_to = Vector2(1.0, 0.5)
	texture.width = 128
	texture.height = 128
	return texture


# A rim around the shape that fades to nothing.
func _soften(points: PackedVector2Array, colors: PackedColorArray, first: int) -> void:
	var count := points.size()
	var rim := _points.size()
	var side := -EDGE if Geometry2D.is_polygon_clockwise(points) else EDGE
	for index in count:
		var along := points[(index + 1) % count] - points[index - 1]
		_points.append(_place * (points[index] + along.orthogonal().normalized() * side))
		_colors.append(Color(colors[index], 0.0))
		var next := (index + 1) % count
		_indices.append_array(
			PackedInt32Array(
				[first + index, first + next, rim + index, first + next, rim + next, rim + index]
			)
		)
