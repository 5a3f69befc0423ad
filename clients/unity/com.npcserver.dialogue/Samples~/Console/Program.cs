using System;
using System.Threading.Tasks;
using NpcDialogue;
using NpcDialogue.V1;

/// <summary>Talks with a character on a terminal: <c>SERVER_URL WORLD CHARACTER</c>, then a line each.</summary>
public static class Program
{
    /// <summary>Runs until the input ends; returns 1 where the server cannot be talked with.</summary>
    public static async Task<int> Main(string[] arguments)
    {
        if (arguments.Length != 3)
        {
            Console.Error.WriteLine("usage: SERVER_URL WORLD CHARACTER");
            return 2;
        }
        var options = new NpcClientOptions
        {
            ServerUrl = arguments[0],
            Key = Environment.GetEnvironmentVariable("NPCSERVER_KEY"),
        };
        using (var transport = new HttpClientTransport())
        using (var client = new NpcClient(options, transport))
        {
            try
            {
                await TalkAsync(client, arguments[1], arguments[2]);
                return 0;
            }
            catch (NpcRpcException failure)
            {
                Console.Error.WriteLine(failure.Message);
                return 1;
            }
        }
    }

    private static async Task TalkAsync(NpcClient client, string world, string character)
    {
        StartTimelineResponse started = await client.Timelines.StartTimelineAsync(
            new StartTimelineRequest { WorldId = world });
        for (string words = Console.ReadLine(); words != null; words = Console.ReadLine())
        {
            var request = new SayRequest
            {
                TimelineId = started.Timeline.TimelineId,
                CharacterId = character,
                Speaker = new Speaker { Id = "player", Name = "Player" },
                Text = words,
            };
            await client.Play.SayAsync(request, answer => Show(answer.Event));
        }
    }

    private static void Show(TurnEvent what)
    {
        switch (what.EventCase)
        {
            case TurnEvent.EventOneofCase.Disclosure:
                Console.WriteLine("(" + what.Disclosure.Text + ")");
                break;
            case TurnEvent.EventOneofCase.Line:
                Console.WriteLine(what.Line.Text);
                break;
        }
    }
}
