#if UNITY_6000_0_OR_NEWER
using System;
using System.Collections;
using System.Threading.Tasks;
using NpcDialogue.V1;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.TestTools;

namespace NpcDialogue.Unity.Tests
{
    /// <summary>Turns awaited as in Unity 6.</summary>
    public sealed class AwaitableTests : TalkingScene
    {
        [UnityTest]
        public IEnumerator ATurnIsAwaitedAsUnityDoes()
        {
            yield return Start();
            Task<TurnFinished> said = SayAsync();
            yield return Done(said);
            Assert.AreEqual(TurnOutcome.Completed, said.Result.Outcome);
            Task refused = RefuseAsync();
            yield return Done(refused);
        }

        private async Task<TurnFinished> SayAsync()
        {
            Awaitable<TurnFinished> turn = Hester.SayAsync("Good day.").AsAwaitable();
            return await turn;
        }

        private async Task RefuseAsync()
        {
            Hester.CharacterId = "no such";
            try
            {
                await ((Task)Hester.SayAsync("Good day.")).AsAwaitable();
                Assert.Fail("nobody is there");
            }
            catch (NpcRpcException failure)
            {
                Assert.AreEqual(NpcCode.NotFound, failure.Code);
            }
        }
    }
}
#endif
