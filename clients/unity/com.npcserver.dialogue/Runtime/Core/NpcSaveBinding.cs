using System;
using NpcDialogue.V1;
using NpcDialogue.Wire;

namespace NpcDialogue
{
    /// <summary>
    /// What a game keeps in its own save file, so that its characters remember what its player remembers.
    /// </summary>
    public sealed class NpcSaveBinding : Message
    {
        private string _worldId = "";
        private string _timelineId = "";
        private string _saveId = "";
        private string _name = "";

        /// <summary>World that is played.</summary>
        public string WorldId
        {
            get { return _worldId; }
            set { _worldId = value ?? ""; }
        }

        /// <summary>Timeline that is played; all calls of the game name it.</summary>
        public string TimelineId
        {
            get { return _timelineId; }
            set { _timelineId = value ?? ""; }
        }

        /// <summary>Save to load from; empty before the first save.</summary>
        public string SaveId
        {
            get { return _saveId; }
            set { _saveId = value ?? ""; }
        }

        /// <summary>Name of the save, for people.</summary>
        public string Name
        {
            get { return _name; }
            set { _name = value ?? ""; }
        }

        /// <summary>Position of the newest record it knows of; watch from here on.</summary>
        public int Seq { get; set; }

        /// <summary>Game time there; null when it is not known.</summary>
        public DateTime? WorldTime { get; set; }

        /// <inheritdoc/>
        public override string FullName
        {
            get { return "npcdialogue.SaveBinding"; }
        }

        /// <summary>Returns the binding of a timeline that is played.</summary>
        public static NpcSaveBinding Of(Timeline timeline)
        {
            return new NpcSaveBinding
            {
                WorldId = timeline.WorldId,
                TimelineId = timeline.TimelineId,
                Seq = timeline.HeadSeq,
                WorldTime = timeline.WorldTime,
            };
        }

        /// <summary>Returns the binding of a save.</summary>
        public static NpcSaveBinding Of(SaveSlot save)
        {
            return new NpcSaveBinding
            {
                WorldId = save.WorldId,
                TimelineId = save.TimelineId,
                SaveId = save.SaveId,
                Name = save.Name,
                Seq = save.Seq,
                WorldTime = save.WorldTime,
            };
        }

        /// <summary>
        /// Reads a binding from what <see cref="Message.ToJson"/> wrote; throws <see cref="FormatException"/>
        /// for anything else.
        /// </summary>
        public static NpcSaveBinding FromJson(string json)
        {
            var binding = new NpcSaveBinding();
            binding.MergeJson(json);
            return binding;
        }

        /// <inheritdoc/>
        public override void WriteTo(IFieldWriter to)
        {
            if (WorldId.Length != 0) { to.String(1, "worldId", WorldId); }
            if (TimelineId.Length != 0) { to.String(2, "timelineId", TimelineId); }
            if (SaveId.Length != 0) { to.String(3, "saveId", SaveId); }
            if (Name.Length != 0) { to.String(4, "name", Name); }
            if (Seq != 0) { to.Int32(5, "seq", Seq); }
            if (WorldTime.HasValue) { to.Timestamp(6, "worldTime", WorldTime.Value, 0); }
        }

        /// <inheritdoc/>
        public override bool ReadField(int number, IFieldReader from)
        {
            int rest;
            switch (number)
            {
                case 1: WorldId = from.String(); return true;
                case 2: TimelineId = from.String(); return true;
                case 3: SaveId = from.String(); return true;
                case 4: Name = from.String(); return true;
                case 5: Seq = from.Int32(); return true;
                case 6: WorldTime = from.Timestamp(out rest); return true;
                default: return false;
            }
        }

        /// <inheritdoc/>
        public override int NumberOf(string name)
        {
            switch (name)
            {
                case "worldId": return 1;
                case "timelineId": return 2;
                case "saveId": return 3;
                case "name": return 4;
                case "seq": return 5;
                case "worldTime": return 6;
                default: return 0;
            }
        }
    }
}
