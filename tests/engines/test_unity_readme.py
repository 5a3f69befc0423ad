"""The Unity package's pages, followed to the letter by a user who got it from a registry."""

import re
import subprocess
import tarfile
from pathlib import Path

import pytest

from tests.engines import dotnet, unity_build
from tests.engines.home import need
from tests.engines.recipes import why_missing
from tests.engines.servers import Server

pytestmark = [pytest.mark.engines, pytest.mark.timeout(300)]
CODE = re.compile(r"```csharp\n(.*?)```", re.DOTALL)
GRPC = "http://127.0.0.1:50051"
# what a reader has to write around the blocks of the documentation, in their order
AROUND = """
public static class Pasted
{{
    private static bool TryToDo(string affordance, List<Argument> arguments) {{ return true; }}

    public static void HandOut(NpcDialogueClient client, Func<Task<string>> tokenFromYourServer)
    {{
        {hand_out}
    }}

    public static async Task Documentation(NpcCharacter hester, NpcDialogueClient client)
    {{
        {mind}
        {actions}
        ActionIntent wanted = null;
        hester.ActionRequested += intent => wanted = intent;
        var bell = new NpcAffordance {{ name = "ring_bell", description = "Ring it." }};
        hester.Affordances.Add(bell);
        await hester.SayAsync("Ring the bell!");
        Debug.Log(wanted.Affordance);
        {observing}
        await client.Observations.FlushAsync();
        {circle}
        Debug.Log("quiet " + (await talk.Completion).FullName);
        {saves}
        Debug.Log(client.Playing.WorldId + " " + save.Name);
        {grpc}
        var it = await calls.Server.GetServerAsync(new GetServerRequest());
        Debug.Log("over gRPC " + it.Server.Languages[0].Code);
        calls.Dispose();
    }}
}}
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the package as a registry would hand it out, in an empty folder."""
    need(why_missing("npm"))
    folder = tmp_path_factory.mktemp("game")
    subprocess.run(
        ["npm", "pack", "--pack-destination", str(folder)],
        cwd=unity_build.PACKAGE,
        capture_output=True,
        check=True,
    )
    (packed,) = folder.glob("*.tgz")
    with tarfile.open(packed) as archive:
        archive.extractall(folder, filter="data")
    return folder / "package"


def pasted(package: Path, grpc: str, key: str) -> str:
    """Return all code of the two pages as one file, each block as it stands there."""
    component, hand_out = CODE.findall((package / "README.md").read_text(encoding="utf-8"))
    page = (package / "Documentation~/index.md").read_text(encoding="utf-8")
    mind, actions, observing, circle, saves, native = CODE.findall(page)
    assert GRPC in native
    inside = AROUND.format(
        hand_out=hand_out,
        mind=mind,
        actions=actions,
        observing=observing,
        circle=circle,
        saves=saves,
        grpc=native.replace(GRPC, f"http://{grpc}").replace('key: ""', f'key: "{key}"'),
    )
    usings = "System.Collections.Generic", "System.Threading.Tasks", "NpcDialogue.Grpc"
    return "\n".join(
        [*(f"using {name};" for name in usings), "using NpcDialogue.V1;", component, inside]
    )


def test_each_block_of_code_does_what_its_page_says(
    package: Path, tmp_path: Path, unity_server: Server
) -> None:
    """The first answer comes; minds, deeds, circles, saves and gRPC work as they are pasted."""
    need(dotnet.why_missing())
    source = tmp_path / "Pasted.cs"
    source.write_text(pasted(package, unity_server.grpc, unity_build.KEY), encoding="utf-8")
    command = unity_build.reader_of_the_readme(tmp_path / "built", package, source)
    lines = unity_build.run(command, unity_server)

    told = [line.partition(" ")[2] for line in lines]
    # who has no script for it says it after us
    assert lines[:2] == ["FINISHED Completed", lines[1]]
    assert "kitchen" in told[1]
    assert [line for line in lines if line.startswith("TROUBLE")] == []
    assert "ring_bell" in told
    assert any(line.startswith(("hester: ", "wenna: ")) for line in told)
    assert "quiet npcserver.v1.CircleQuiet" in told
    assert "farrowhithe before the storm" in told
    assert "over gRPC en" in told
    assert lines[-1] == "TOKEN from the log-in  https://npc.example.com"
