using System.Collections;
using System.Collections.Generic;
using System.Threading.Tasks;
using NpcDialogue.Admin;
using NpcDialogue.Admin.V1;
using NpcDialogue.V1;
using NUnit.Framework;
using UnityEngine.TestTools;

namespace NpcDialogue.Unity.Tests
{
    /// <summary>What the game reports of intents: in steps, after loads, or never.</summary>
    public sealed class IntentTests : TalkingScene
    {
        private readonly List<ActionIntent> _wishes = new List<ActionIntent>();
        private readonly List<string> _deeds = new List<string>();
        private string _saveId = "";

        [UnityTest]
        public IEnumerator AnIntentIsAcceptedAndThenCompleted()
        {
            yield return Start();
            yield return Wish();
            yield return Done(Hester.ReportOutcomeAsync(_wishes[0], OutcomeStatus.Accepted));
            yield return Done(Hester.ReportOutcomeAsync(_wishes[0], OutcomeStatus.Completed, "Hester rang the bell."));
            yield return Deeds();

            Assert.AreEqual("Hester rang the bell.", string.Join("|", _deeds));
            yield return Refused(_wishes[0], "INTENT_ALREADY_SETTLED");
        }

        [UnityTest]
        public IEnumerator AnOutcomeGoesToTheTimelineThatIsPlayed()
        {
            yield return Start();
            yield return Wish();
            yield return Done(Hester.ReportOutcomeAsync(_wishes[0], OutcomeStatus.Accepted));
            yield return Save("the bell");
            yield return Wish();
            yield return Load();
            yield return Done(Hester.ReportOutcomeAsync(_wishes[0], OutcomeStatus.Completed, "Hester rang the bell."));
            yield return Refused(_wishes[1], "INTENT_TIMELINE_LEFT");
            yield return Refused(_wishes[1], ""); // it was dropped
            yield return Deeds();

            Assert.AreEqual("Hester rang the bell.", string.Join("|", _deeds));
        }

        [UnityTest]
        public IEnumerator AnOutcomeFindsItsTimelineWhereTheLeftOneIsDeleted()
        {
            yield return Start();
            yield return Wish();
            yield return Save("the bell");
            var left = new DeleteTimelineRequest { TimelineId = Client.TimelineId };
            yield return Load();
            yield return Done(Client.Calls.Timelines.DeleteTimelineAsync(left));
            yield return Done(Hester.ReportOutcomeAsync(_wishes[0], OutcomeStatus.Completed, "Hester rang the bell."));
            yield return Deeds();

            Assert.AreEqual("Hester rang the bell.", string.Join("|", _deeds));
        }

        [Test]
        public void IntentsThatAreNeverReportedDoNotPileUp()
        {
            var wishes = new NpcWishes();
            for (int n = 0; n < 1000; n++)
            {
                wishes.Keep("intent" + n, "turn" + n, "timeline");
            }

            Assert.AreEqual(256, wishes.Count);
            Assert.IsNull(wishes.Report("intent743"));
            Assert.AreEqual("turn744", wishes.Report("intent744").TurnId);
        }

        /// <summary>Lets Hester want to ring the bell.</summary>
        private IEnumerator Wish()
        {
            if (Hester.Affordances.Count == 0) // a new one in each test
            {
                _wishes.Clear();
                Hester.Affordances.Add(new NpcAffordance { name = "ring_bell", description = "Ring the bell." });
                Hester.ActionRequested += _wishes.Add;
            }
            int before = _wishes.Count;
            yield return Done(Hester.SayAsync("Ring the bell!"));
            Assert.AreEqual(before + 1, _wishes.Count);
        }

        private IEnumerator Save(string name)
        {
            Task<NpcSaveBinding> saving = Client.SaveGameAsync(name);
            yield return Done(saving);
            _saveId = saving.Result.SaveId;
        }

        private IEnumerator Load()
        {
            return Done(Client.LoadGameAsync(_saveId));
        }

        /// <summary>Reports what is not taken, for a reason of the server or, where it is empty, of the client.</summary>
        private IEnumerator Refused(ActionIntent intent, string reason)
        {
            Task report = Hester.ReportOutcomeAsync(intent, OutcomeStatus.Completed, "Hester rang once more.");
            yield return Until(() => report.IsCompleted, "the report to be refused");
            var failure = (NpcRpcException)report.Exception.InnerException;
            Assert.AreEqual(reason, failure.Reason);
            Assert.AreEqual(reason.Length == 0 ? NpcCode.InvalidArgument : NpcCode.FailedPrecondition, failure.Code);
        }

        /// <summary>Asks what Hester remembers to have done in the timeline that is played.</summary>
        private IEnumerator Deeds()
        {
            Task<ListMemoriesResponse> listing = new NpcAdmin(Client.Calls).Memories.ListMemoriesAsync(
                new ListMemoriesRequest { TimelineId = Client.TimelineId, CharacterId = "hester" });
            yield return Done(listing);
            _deeds.Clear();
            foreach (Memory memory in listing.Result.Memories)
            {
                if (memory.Text.StartsWith("Hester rang"))
                {
                    _deeds.Add(memory.Text);
                }
            }
        }
    }
}
