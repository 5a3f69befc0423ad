using System.Runtime.CompilerServices;

// the optional gRPC assembly makes the same calls in another way
[assembly: InternalsVisibleTo("NpcDialogue.Grpc")]
[assembly: InternalsVisibleTo("NpcDialogue.Unity")]
[assembly: InternalsVisibleTo("NpcDialogue.Unity.Tests")]
