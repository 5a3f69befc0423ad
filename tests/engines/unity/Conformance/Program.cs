using System;
using System.IO;
using System.Text;
using NpcDialogue.Http;

namespace NpcDialogue.Conformance
{
    /// <summary>Plays the conformance program in a file; prints a line for each case, and DONE.</summary>
    internal static class Program
    {
        private static int Main(string[] arguments)
        {
            Console.OutputEncoding = new UTF8Encoding(false);
            Node program = Node.Parse(File.ReadAllText(arguments[0], Encoding.UTF8));
            using (var transport = new HttpClientTransport())
            {
                var player = new Player(program, transport);
                foreach (Node what in program.Get("cases").Values)
                {
                    Console.WriteLine("CASE " + player.PlayAsync(what).GetAwaiter().GetResult());
                }
            }
            Console.WriteLine("DONE");
            return Leaving.With(0);
        }
    }
}
