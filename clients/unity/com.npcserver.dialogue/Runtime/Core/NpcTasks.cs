using System;
using System.Threading;
using System.Threading.Tasks;

namespace NpcDialogue
{
    /// <summary>Small things about handlers and what runs beside the game.</summary>
    internal static class NpcTasks
    {
        /// <summary>Observes a task, so that a failure that is not awaited is not reported as unobserved.</summary>
        public static void NeedNoObserver(Task task)
        {
            task.ContinueWith(
                ended => ended.Exception,
                CancellationToken.None,
                TaskContinuationOptions.OnlyOnFaulted | TaskContinuationOptions.ExecuteSynchronously,
                TaskScheduler.Default);
        }

        /// <summary>Calls a handler if there is one.</summary>
        public static void Call<T>(Action<T> handler, T value)
        {
            if (handler != null)
            {
                handler(value);
            }
        }
    }
}
