extends Node
## What the guests of the Gull can do, and how it is seen when they do it.

const Counter := preload("res://demo/counter.gd")
const Figure := preload("res://demo/figure.gd")
const Messages := preload("res://addons/npc_dialogue/messages.gd")
const Stage := preload("res://demo/stage.gd")


## The outcome of an intent.
class Outcome:
	## Whether it happened.
	var is_done := true
	## What happened, or why it did not, for the character's memory.
	var detail := ""
	## The same for the player.
	var remark := ""


var stage: Stage
var counter: Counter


## Carries an intent out, so that it is seen, and returns its outcome when it is over.
func perform(intent: Messages.ActionIntent, figure: Figure) -> Outcome:
	var given := {}
	for argument in intent.arguments:
		given[argument.name] = argument
	match intent.affordance:
		"pour_drink":
			return await _pour(figure, given["drink"].text, given["pence"].integer)
		"ring_handbell":
			return await _ring(figure, given["strokes"].integer)
		"open_door":
			return await _open_door(figure)
		"point_at":
			return await _point(figure, given["target"].text)
	var refused := Outcome.new()
	refused.is_done = false
	refused.detail = "The demo does not know how to do that."
	return refused


func _pour(figure: Figure, drink: String, pence: int) -> Outcome:
	figure.pointing = Vector2(70.0, -10.0)
	await counter.pour(drink)
	figure.pointing = Vector2.ZERO
	var price := "on the house" if pence == 0 else "for %d pence" % pence
	return _told(figure, "poured the visitor a glass of %s, %s" % [drink, price])


func _ring(figure: Figure, strokes: int) -> Outcome:
	figure.pointing = Vector2(70.0, -30.0)
	await counter.ring(strokes)
	figure.pointing = Vector2.ZERO
	var times := "once" if strokes == 1 else "%d times" % strokes
	return _told(figure, "rang the hand bell " + times)


func _open_door(figure: Figure) -> Outcome:
	figure.pointing = Vector2(85.0, -30.0)
	await stage.open_door()
	figure.pointing = Vector2.ZERO
	return _told(figure, "opened the front door, and rain came in")


func _point(figure: Figure, target: String) -> Outcome:
	var where := stage.show_target(target)
	if where == Vector2.ZERO:
		var unseen := Outcome.new()
		unseen.is_done = false
		unseen.detail = "That cannot be seen from the taproom."
		return unseen
	figure.pointing = (where - figure.position - Vector2(0.0, -150.0)).limit_length(80.0)
	await get_tree().create_timer(2.4).timeout
	figure.pointing = Vector2.ZERO
	var names := {
		"gull_front_door": "the front door",
		"lantern_head": "the lighthouse on Lantern Head",
		"driftwood_fire": "the fire",
		"handbell": "the hand bell",
	}
	return _told(figure, "pointed at " + names[target])


func _told(figure: Figure, deed: String) -> Outcome:
	var outcome := Outcome.new()
	outcome.detail = "%s %s." % [figure.shown_name, deed]
	outcome.remark = outcome.detail
	return outcome
