using System;
using System.IO;
using System.Text;
using System.Threading.Tasks;
using NpcDialogue.Http;
using UnityEngine.Shim;

namespace NpcDialogue.Games
{
    /// <summary>Plays the cases of a game in a file, frame by frame; prints a line for each, and DONE.</summary>
    internal static class Program
    {
        private static int Main(string[] arguments)
        {
            Console.OutputEncoding = new UTF8Encoding(false);
            Node program = Node.Parse(File.ReadAllText(arguments[0], Encoding.UTF8));
            PlayerLoop.Begin();
            foreach (Node what in program.Get("cases").Values)
            {
                var game = new Game(program.TextOf("http"), program.TextOf("key"));
                Task<string> played = game.PlayAsync(what);
                while (!played.IsCompleted)
                {
                    PlayerLoop.Frame();
                }
                Console.WriteLine("CASE " + played.GetAwaiter().GetResult());
            }
            Console.WriteLine("DONE");
            return Leaving.With(0);
        }
    }
}
