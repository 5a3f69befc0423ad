// Generated from proto/npcserver/v1/access_policy.proto by proto/generate_csharp.py; do not edit.
using NpcDialogue.Wire;

namespace NpcDialogue.V1
{
    /// <summary>
    /// What a call does, as far as permission is concerned. A role is a set of these; so is a player's
    /// token. More may be added.
    /// </summary>
    public enum Verb
    {
        /// <summary>Not set; refused.</summary>
        Unspecified = 0,

        /// <summary>Reads what authors wrote: worlds, places, personas, books.</summary>
        ReadWorld = 1,

        /// <summary>Writes it.</summary>
        Author = 2,

        /// <summary>Deletes a world with everything in it.</summary>
        DeleteWorld = 3,

        /// <summary>Reads the course of play: timelines, saves, states of things, circles, scenes, all events.</summary>
        ReadPlay = 4,

        /// <summary>Plays as the game: observations, outcomes, clock, saves, circles, whispers.</summary>
        Play = 5,

        /// <summary>Deletes saves and timelines.</summary>
        DeletePlay = 6,

        /// <summary>Reads what goes on in characters: memories, receipts, minds.</summary>
        ReadMinds = 7,

        /// <summary>Asks a model outside of play: interviews, and questions about books.</summary>
        Ask = 8,

        /// <summary>Says something to a character, as a player.</summary>
        Say = 9,

        /// <summary>Watches events.</summary>
        Watch = 10,

        /// <summary>Interrupts a turn.</summary>
        Interrupt = 11,

        /// <summary>Makes tokens for players.</summary>
        Mint = 12,

        /// <summary>Makes, lists, rotates and revokes keys.</summary>
        Keys = 13,

        /// <summary>Lists the services of the server, by reflection.</summary>
        Reflect = 14,

        /// <summary>Says something to a character that nobody else hears, as a player.</summary>
        SayPrivately = 15,

        /// <summary>Limits what models may cost.</summary>
        SetBudget = 16,

        /// <summary>
        /// Reads figures of worlds and characters: what was spent, and how many memories there are. They
        /// hold no words of players, characters or models.
        /// </summary>
        ReadFigures = 17,

        /// <summary>Asks what the server is. Every key and token may, and a token is told less.</summary>
        ReadServer = 18,
    }

    /// <summary>Names of <see cref="Verb"/> on the wire.</summary>
    public static class VerbNames
    {
        /// <summary>Both ways: names to numbers, numbers to names.</summary>
        public static readonly EnumNames Table = new EnumNames()
            .Add(0, "VERB_UNSPECIFIED")
            .Add(1, "VERB_READ_WORLD")
            .Add(2, "VERB_AUTHOR")
            .Add(3, "VERB_DELETE_WORLD")
            .Add(4, "VERB_READ_PLAY")
            .Add(5, "VERB_PLAY")
            .Add(6, "VERB_DELETE_PLAY")
            .Add(7, "VERB_READ_MINDS")
            .Add(8, "VERB_ASK")
            .Add(9, "VERB_SAY")
            .Add(10, "VERB_WATCH")
            .Add(11, "VERB_INTERRUPT")
            .Add(12, "VERB_MINT")
            .Add(13, "VERB_KEYS")
            .Add(14, "VERB_REFLECT")
            .Add(15, "VERB_SAY_PRIVATELY")
            .Add(16, "VERB_SET_BUDGET")
            .Add(17, "VERB_READ_FIGURES")
            .Add(18, "VERB_READ_SERVER");
    }

    /// <summary>Who may call a method.</summary>
    public sealed class MethodAccess : Message
    {
        /// <summary>What a call of it does.</summary>
        public Verb Verb { get; set; }

        /// <summary>
        /// Paths of the fields of the request that name what the call is about; the last part of a path says
        /// what it names: <c>world_id</c>, <c>timeline_id</c>, <c>leaving_timeline_id</c> or <c>save_id</c>. A key that is
        /// limited to worlds must name one of them, and nothing of another.
        /// </summary>
        public global::System.Collections.Generic.List<string> Of
        {
            get { return _of; }
            set { _of = value ?? new global::System.Collections.Generic.List<string>(); }
        }

        private global::System.Collections.Generic.List<string> _of = new global::System.Collections.Generic.List<string>();

        /// <summary>Whether the token of a player may call it, for itself.</summary>
        public bool Players { get; set; }

        /// <summary>Whether the method itself leaves out what the caller may not see, and <c>of</c> is empty.</summary>
        public bool Filtered { get; set; }

        /// <summary>Whether a call has no end of its own. It is ended soon after its key or token stops to count.</summary>
        public bool Endless { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcserver.v1.MethodAccess"; }
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if ((int)Verb != 0) { to.Enum(1, "verb", VerbNames.Table, (int)Verb); }
            if (_of.Count != 0) { to.Strings(2, "of", _of); }
            if (Players) { to.Bool(3, "players", Players); }
            if (Filtered) { to.Bool(4, "filtered", Filtered); }
            if (Endless) { to.Bool(5, "endless", Endless); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            switch (number)
            {
                case 1:
                    int _verbRead; if (from.Enum(VerbNames.Table, out _verbRead)) { Verb = (Verb)_verbRead; }
                    return true;
                case 2:
                    from.Strings(_of);
                    return true;
                case 3:
                    Players = from.Bool();
                    return true;
                case 4:
                    Filtered = from.Bool();
                    return true;
                case 5:
                    Endless = from.Bool();
                    return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "verb": return 1;
                case "of": return 2;
                case "players": return 3;
                case "filtered": return 4;
                case "endless": return 5;
                default: return 0;
            }
        }
    }
}
