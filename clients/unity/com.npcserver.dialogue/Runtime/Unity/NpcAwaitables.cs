#if UNITY_6000_0_OR_NEWER
using System;
using System.Threading.Tasks;
using UnityEngine;

namespace NpcDialogue.Unity
{
    /// <summary>What the package returns as a task, as Unity 6 awaits it.</summary>
    public static class NpcAwaitables
    {
        /// <summary>
        /// Returns an awaitable that ends as the task does, such as <c>await hester.SayAsync("Hello!").AsAwaitable()</c>.
        /// As with each of Unity's awaitables, await it once.
        /// </summary>
        public static async Awaitable<T> AsAwaitable<T>(this Task<T> task)
        {
            return await task;
        }

        /// <summary>Returns an awaitable that ends as the task does.</summary>
        public static async Awaitable AsAwaitable(this Task task)
        {
            await task;
        }
    }
}
#endif
