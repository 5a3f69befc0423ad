using System;
using System.Runtime.InteropServices;

namespace NpcDialogue.Http
{
    /// <summary>
    /// How programs of the tests end. Mono waits at its end for the threads of its pool, and one that was
    /// just about to sleep is not woken: then it takes the 5 to 60 seconds for which such a thread sleeps.
    /// So there a program ends without that; on .NET it ends as every program does.
    /// </summary>
    public static class Leaving
    {
        /// <summary>Returns the exit code, or on mono ends with it.</summary>
        public static int With(int code)
        {
            Console.Out.Flush();
            if (Type.GetType("Mono.Runtime") != null)
            {
                ExitNow(code);
            }
            return code;
        }

        [DllImport("libc", EntryPoint = "_exit")]
        private static extern void ExitNow(int code);
    }
}
