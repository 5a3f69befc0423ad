@tool
## Gets tokens of a player from the game's server: at first, shortly before one ends, and when one
## was refused.
extends RefCounted

## A token came, which several calls may wait for.
signal came

const Json = preload("json.gd")

## How long before its end a token is replaced, in seconds.
const RENEW_BEFORE := 30.0

## The token that calls show; empty before the first, and where none could be got.
var text := ""

var _supplier: Callable
# in seconds since 1970
var _ends_at := 0.0
var _is_coming := false


func _init(supplier: Callable) -> void:
	_supplier = supplier


## Gets another token where that is needed, and comes back when it is there.
func be_ready() -> void:
	if _is_coming:
		await came
	elif Time.get_unix_time_from_system() >= _ends_at - RENEW_BEFORE:
		_is_coming = true
		text = str(await _supplier.call()) if _supplier.is_valid() else ""
		_ends_at = _end_of(text)
		_is_coming = false
		came.emit()


## Notes that the token does not count any more: the next call gets another.
func refuse() -> void:
	_ends_at = 0.0


# When a JSON Web Token ends; never where it does not say.
static func _end_of(token: String) -> float:
	var parts := token.split(".")
	if token == "":
		return 0.0
	if parts.size() != 3:
		return INF
	var base64 := parts[1].replace("-", "+").replace("_", "/")
	base64 += "=".repeat(posmod(-base64.length(), 4))
	var claims: Variant = Json.decode(Marshalls.base64_to_raw(base64))
	return float(claims["exp"]) if claims is Dictionary and claims.get("exp") is float else INF
