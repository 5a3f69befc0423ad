using System.Collections.Generic;
using NpcDialogue.V1;

namespace NpcDialogue
{
    /// <summary>
    /// The turn and timeline of each of a character's last intents. A report does not remove
    /// an intent: it may be accepted and then completed, and a load may bring back the moment
    /// before.
    /// </summary>
    internal sealed class NpcWishes
    {
        private const int Most = 256;

        private readonly Dictionary<string, ReportOutcomeRequest> _wishes = new Dictionary<string, ReportOutcomeRequest>();
        private readonly Queue<string> _order = new Queue<string>();

        /// <summary>How many are known.</summary>
        public int Count
        {
            get { return _wishes.Count; }
        }

        /// <summary>Keeps an intent; forgets the oldest of too many.</summary>
        public void Keep(string intentId, string turnId, string timelineId)
        {
            if (!_wishes.ContainsKey(intentId))
            {
                _order.Enqueue(intentId);
            }
            _wishes[intentId] = new ReportOutcomeRequest
            {
                TimelineId = timelineId,
                TurnId = turnId,
                IntentId = intentId,
            };
            if (_order.Count > Most)
            {
                _wishes.Remove(_order.Dequeue());
            }
        }

        /// <summary>Returns a report of an intent to be filled in; null where the intent is not known.</summary>
        public ReportOutcomeRequest Report(string intentId)
        {
            ReportOutcomeRequest wish;
            if (!_wishes.TryGetValue(intentId, out wish))
            {
                return null;
            }
            return new ReportOutcomeRequest
            {
                TimelineId = wish.TimelineId,
                TurnId = wish.TurnId,
                IntentId = wish.IntentId,
            };
        }

        /// <summary>Notes in which timeline a report was taken.</summary>
        public void MoveTo(ReportOutcomeRequest report)
        {
            ReportOutcomeRequest wish;
            if (_wishes.TryGetValue(report.IntentId, out wish))
            {
                wish.TimelineId = report.TimelineId;
            }
        }

        /// <summary>Forgets an intent of which nothing can be reported any more.</summary>
        public void Drop(string intentId)
        {
            _wishes.Remove(intentId); // its place in the order is removed later
        }
    }
}
