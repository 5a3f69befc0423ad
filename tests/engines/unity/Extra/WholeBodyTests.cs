using System.Collections;
using System.Threading.Tasks;
using NpcDialogue.V1;
using NUnit.Framework;
using UnityEngine.Shim;
using UnityEngine.TestTools;

namespace NpcDialogue.Unity.Tests
{
    /// <summary>A platform that hands a reply over at its end only, as a web player may.</summary>
    public sealed class WholeBodyTests : TalkingScene
    {
        [SetUp]
        public void BePoor() { Web.HandsOverWholeBodies = true; }

        [TearDown]
        public void BeRich() { Web.HandsOverWholeBodies = false; }

        [UnityTest]
        public IEnumerator AWholeReplyIsReadLikeOneInPieces()
        {
            yield return Start();
            Task<TurnFinished> turn = Hester.SayAsync("Tell me everything!");
            yield return Done(turn);

            Assert.AreEqual(TurnOutcome.Completed, turn.Result.Outcome);
            Assert.AreEqual(Bare(Lines), Bare(Tokens));
            Assert.AreEqual("finished Completed", Heard[Heard.Count - 1]);
        }
    }
}
