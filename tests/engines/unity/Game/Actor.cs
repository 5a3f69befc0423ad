using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using NpcDialogue.Http;
using NpcDialogue.Unity;
using NpcDialogue.V1;
using NpcDialogue.Wire;
using UnityEngine;

namespace NpcDialogue.Games
{
    /// <summary>A character of the scene, and what its component tells the game.</summary>
    internal sealed class Actor
    {
        private readonly string _who;
        private readonly Told _told;
        private readonly GameObject _owner;
        private readonly List<Task> _turns = new List<Task>();
        private readonly List<ActionIntent> _wishes = new List<ActionIntent>();
        private string _words = "";
        private bool _tellsMoods;
        private bool _tellsWaiting;

        public Actor(string who, NpcDialogueSettings settings, Told told)
        {
            _who = who;
            _told = told;
            _owner = new GameObject(who);
            Character = _owner.AddComponent<NpcCharacter>();
            Character.Settings = settings;
            Character.CharacterId = who;
            Character.SpeakerId = "guest-1";
            Character.SpeakerName = "Guest";
            Character.Waiting += TakeWaiting;
            Character.Disclosed += disclosure => Tell(true, "disclosed", disclosure.Text);
            Character.Token += text => _words += text;
            Character.LineFinished += Take;
            Character.MoodChanged += TakeMood;
            Character.ActionRequested += intent =>
            {
                _wishes.Add(intent);
                _told.AddWish(_who, intent);
            };
            Character.TurnFinished += finished => Tell(true, "finished", Told.Wire(finished.Outcome.ToString()));
            Character.Failed += error => Tell(true, "failed", error.Reason);
        }

        public NpcCharacter Character { get; private set; }

        /// <summary>Whether nobody waits for an end of what it says.</summary>
        public bool IsSilent
        {
            get { return _turns.All(turn => turn.IsCompleted); }
        }

        public static List<NpcAffordance> Offers(Node step)
        {
            Node offers = step.Get("offers");
            return offers == null ? new List<NpcAffordance>() : offers.Values.ConvertAll(AffordanceOf);
        }

        public static List<Entity> Things(Node step)
        {
            Node things = step.Get("things");
            return things == null ? new List<Entity>() : things.Values.ConvertAll(one => new Entity
            {
                Id = one.TextOf("id"), Name = one.TextOf("name"), Kind = one.TextOf("kind"),
            });
        }

        public static AffordanceSource SourceOf(Node step)
        {
            string source = step.TextOf("source", "UNSPECIFIED").Replace("_", "");
            return (AffordanceSource)Enum.Parse(typeof(AffordanceSource), source, true);
        }

        /// <summary>Reads a message of a case.</summary>
        public static T Read<T>(T message, Node from)
            where T : Message
        {
            message.MergeJson(from.ToString());
            return message;
        }

        public Task Say(Node step)
        {
            Character.StreamTokens = step.TextOf("letters") == "true";
            _tellsMoods = step.TextOf("moods") == "true";
            _tellsWaiting = step.TextOf("waits") == "true";
            Character.Affordances.Clear();
            Character.Affordances.AddRange(Offers(step));
            Character.Entities.Clear();
            Character.Entities.AddRange(Things(step));
            Node speaker = step.Get("speaker");
            Character.SpeakerId = speaker == null ? "guest-1" : speaker.TextOf("id");
            Character.SpeakerName = speaker == null ? "Guest" : speaker.TextOf("name");
            Character.AffordanceSource = SourceOf(step);
            Character.AffordanceSet = step.TextOf("set");
            Character.Language = step.TextOf("language");
            Character.IsPrivate = step.TextOf("private") == "true";
            Character.Loudness = (Loudness)Enum.Parse(typeof(Loudness), step.TextOf("loudness", "UNSPECIFIED"), true);
            Character.FirstBeatMs = step.NumberOf("first_beat_ms") ?? -1;
            Character.TotalMs = step.NumberOf("total_ms") ?? -1;
            Task turn = Character.SayAsync(step.TextOf("text"));
            _turns.Add(turn);
            return turn;
        }

        public async Task ReportAsync(Node step)
        {
            var status = (OutcomeStatus)Enum.Parse(typeof(OutcomeStatus), step.TextOf("status"), true);
            try
            {
                await Character.ReportOutcomeAsync(_wishes.Last(), status, step.TextOf("detail"));
                Tell(true, "reported", step.TextOf("status"));
            }
            catch (NpcRpcException error)
            {
                Tell(true, "refused", error.Reason);
            }
        }

        public void Leave(string told)
        {
            _told.Add(_who, told);
            _owner.SetActive(false);
        }

        public void Free(string told)
        {
            _told.Add(_who, told);
            UnityEngine.Object.Destroy(_owner);
        }

        public void Destroy()
        {
            if (_owner != null)
            {
                UnityEngine.Object.DestroyImmediate(_owner);
            }
        }

        private void Take(Line line)
        {
            Tell(_words.Length > 0, "words", _words.Trim());
            _words = "";
            Tell(true, "line", line.Text);
        }

        private void TakeWaiting()
        {
            if (_tellsWaiting)
            {
                _told.Add(_who + "'s gestures", "waiting");
            }
        }

        private void TakeMood(Emotion mood)
        {
            if (_tellsMoods)
            {
                _told.Add(_who + "'s moods", mood.Label);
            }
        }

        private void Tell(bool isWanted, string what, string value)
        {
            if (isWanted)
            {
                _told.Add(_who, what, value);
            }
        }

        private static NpcAffordance AffordanceOf(Node offer)
        {
            var affordance = new NpcAffordance { name = offer.TextOf("name"), description = offer.TextOf("description") };
            affordance.maxUses = offer.NumberOf("maxUses") ?? 0;
            Node parameters = offer.Get("parameters");
            if (parameters != null)
            {
                affordance.parameters.AddRange(parameters.Values.ConvertAll(one => new NpcParameter
                {
                    name = one.TextOf("name"),
                    type = (ParameterType)(one.NumberOf("type") ?? 0),
                    description = one.TextOf("description"),
                    optional = one.TextOf("isOptional") == "true",
                    isBounded = one.Get("minimum") != null,
                    minimum = one.NumberOf("minimum") ?? 0,
                    maximum = one.NumberOf("maximum") ?? 0,
                    options = TextsOf(one.Get("options")),
                    entityKinds = TextsOf(one.Get("entityKinds")),
                }));
            }
            return affordance;
        }

        private static List<string> TextsOf(Node list)
        {
            return list == null ? new List<string>() : list.Values.ConvertAll(one => one.Text);
        }
    }
}
