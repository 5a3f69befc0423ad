// Does what the readme says, and runs the code of the documentation, against a real server.
using System;
using System.Collections.Generic;
using System.Threading.Tasks;
using NpcDialogue;
using NpcDialogue.Unity;
using NpcDialogue.V1;
using UnityEngine;
using UnityEngine.Shim;

public static class Program
{
    private const double Patience = 60;

    public static int Main()
    {
        PlayerLoop.Begin();
        string url = Environment.GetEnvironmentVariable("NPCSERVER_TEST_URL");
        var settings = ScriptableObject.CreateInstance<NpcDialogueSettings>();
        settings.ServerUrl = url;
        settings.WorldId = "farrowhithe";
        var owner = new GameObject("first");
        var hester = owner.AddComponent<NpcCharacter>();
        hester.Settings = settings;
        hester.CharacterId = "hester";
        hester.Client.Configure(url, Environment.GetEnvironmentVariable("NPCSERVER_TEST_KEY"));
        hester.TurnFinished += finished => Console.WriteLine("FINISHED " + finished.Outcome);
        owner.AddComponent<FirstWords>();
        Until(() => hester.IsSpeaking);
        Until(() => !hester.IsSpeaking);
        Console.WriteLine("SAID " + string.Concat(Logged()));
        Done(Pasted.Documentation(hester, hester.Client));
        foreach (string line in Logged()) Console.WriteLine("LOGGED " + line);
        Pasted.HandOut(hester.Client, () => Task.FromResult("from the log-in"));
        NpcClientOptions options = hester.Client.Calls.Options;
        Console.WriteLine("TOKEN " + options.Token().Result + " " + options.Key + " " + options.ServerUrl);
        UnityEngine.Object.DestroyImmediate(hester.Client.gameObject);
        Playing.CheckLeftovers();
        lock (Debug.Troubles) foreach (string trouble in Debug.Troubles) Console.WriteLine("TROUBLE " + trouble);
        Console.WriteLine("DONE");
        return 0;
    }

    /// <summary>Returns what was logged since the last time.</summary>
    private static List<string> Logged()
    {
        lock (Debug.Lines)
        {
            var lines = new List<string>(Debug.Lines);
            Debug.Lines.Clear();
            return lines;
        }
    }

    private static void Done(Task task)
    {
        Until(() => task.IsCompleted);
        task.GetAwaiter().GetResult();
    }

    private static void Until(Func<bool> isSo)
    {
        double end = Time.realtimeSinceStartupAsDouble + Patience;
        while (!isSo())
        {
            if (Time.realtimeSinceStartupAsDouble > end)
                throw new TimeoutException("waited in vain; logged: " + string.Join(" | ", Logged()));
            PlayerLoop.Frame();
        }
    }
}
