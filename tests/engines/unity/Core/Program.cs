using System;
using System.Collections.Generic;
using System.Text;
using NpcDialogue.Http;

namespace NpcDialogue.Tests
{
    /// <summary>Checks of the core without any server, vectors, or a session with a real server.</summary>
    internal static class Program
    {
        private static int Main(string[] arguments)
        {
            Console.OutputEncoding = new UTF8Encoding(false);
            Console.InputEncoding = new UTF8Encoding(false);
            switch (arguments[0])
            {
                case "checks":
                    return Run(WireChecks.All, CallChecks.All, TurnChecks.All, CircleChecks.All, WatchChecks.All, ObservationChecks.All, AllocationChecks.All);
                case "vectors":
                    Vectors.Print(arguments[1]);
                    return Leaving.With(0);
                case "ship":
                    Ship(arguments[1], arguments[2]);
                    return Leaving.With(0);
                default:
                    new Session(arguments[1], arguments[2], arguments[3]).RunAsync().GetAwaiter().GetResult();
                    return Leaving.With(0);
            }
        }

        // A game with its own server, until it is killed.
        private static void Ship(string folder, string data)
        {
            var options = new NpcServerProcessOptions { Folder = folder, Data = data };
            NpcServerProcess server = NpcServerProcess.StartAsync(options).GetAwaiter().GetResult();
            Console.WriteLine("STARTED " + server.Url);
            Console.WriteLine(server.Ended.GetAwaiter().GetResult().Message);
        }

        private static int Run(params IDictionary<string, Action>[] groups)
        {
            int failed = 0;
            foreach (IDictionary<string, Action> group in groups)
            {
                foreach (KeyValuePair<string, Action> check in group)
                {
                    try
                    {
                        check.Value();
                        Console.WriteLine("ok " + check.Key);
                    }
                    catch (Exception error)
                    {
                        failed++;
                        Console.WriteLine("FAILED " + check.Key + ": " + error);
                    }
                }
            }
            Console.WriteLine("DONE");
            return Leaving.With(failed);
        }
    }
}
