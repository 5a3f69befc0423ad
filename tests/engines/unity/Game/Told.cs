using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;
using NpcDialogue.V1;
using NpcDialogue.Wire;

namespace NpcDialogue.Games
{
    /// <summary>What a game was told, by who told it, each item as a JSON list.</summary>
    internal sealed class Told
    {
        private readonly Dictionary<string, List<string>> _items = new Dictionary<string, List<string>>();

        public void Add(string who, params string[] what)
        {
            AddRaw(who, string.Join(",", what.Select(Quoted)));
        }

        public void AddIf(bool isWanted, string who, params string[] what)
        {
            if (isWanted)
            {
                Add(who, what);
            }
        }

        public void AddCount(string who, string what, int count)
        {
            AddRaw(who, Quoted(what) + "," + count.ToString(CultureInfo.InvariantCulture));
        }

        public void AddWish(string who, ActionIntent intent)
        {
            string[] given = intent.Arguments.Select(one => Quoted(one.Name) + ":" + ValueOf(one)).ToArray();
            AddRaw(who, "\"wants\"," + Quoted(intent.Affordance) + ",{" + string.Join(",", given) + "}");
        }

        public void AddWatched(string who, WatchResponse what)
        {
            switch (what.EventCase)
            {
                case WatchResponse.EventOneofCase.Memory: Add(who, "memory", what.Memory.Text); break;
                case WatchResponse.EventOneofCase.Movement: Add(who, "movement", what.Movement.PlaceId); break;
                case WatchResponse.EventOneofCase.Turn: Add(who, "turn", Wire(what.Turn.Outcome.ToString())); break;
                default: Add(who, what.EventCase.ToString().ToLowerInvariant()); break;
            }
        }

        public int Count(string who)
        {
            return _items.ContainsKey(who) ? _items[who].Count : 0;
        }

        /// <summary>How many lines and failures were told.</summary>
        public int CountWords(string who)
        {
            return !_items.ContainsKey(who)
                ? 0
                : _items[who].Count(item => item.StartsWith("[\"line\"") || item.StartsWith("[\"failed\""));
        }

        public string ToJson()
        {
            return "{" + string.Join(",", _items.Select(one => Quoted(one.Key) + ":[" + string.Join(",", one.Value) + "]")) + "}";
        }

        /// <summary>Returns <c>CutShort</c> as <c>CUT_SHORT</c>.</summary>
        public static string Wire(string constant)
        {
            return string.Concat(constant.Select((letter, at) =>
                (at > 0 && char.IsUpper(letter) ? "_" : "") + char.ToUpperInvariant(letter)));
        }

        public static string Quoted(string text)
        {
            var quoted = new StringBuilder();
            JsonText.Append(quoted, text);
            return quoted.ToString();
        }

        private void AddRaw(string who, string values)
        {
            if (!_items.ContainsKey(who))
            {
                _items[who] = new List<string>();
            }
            _items[who].Add("[" + values + "]");
        }

        private static string ValueOf(Argument argument)
        {
            switch (argument.ValueCase)
            {
                case Argument.ValueOneofCase.Integer: return argument.Integer.ToString(CultureInfo.InvariantCulture);
                case Argument.ValueOneofCase.Number: return argument.Number.ToString("R", CultureInfo.InvariantCulture);
                case Argument.ValueOneofCase.Boolean: return argument.Boolean ? "true" : "false";
                default: return Quoted(argument.Text);
            }
        }
    }
}
