using System.Runtime.CompilerServices;

// the settings page tests a connection outside of play mode, where it has to drive the frames itself
[assembly: InternalsVisibleTo("NpcDialogue.Unity.Editor")]
[assembly: InternalsVisibleTo("NpcDialogue.Unity.Tests")]
