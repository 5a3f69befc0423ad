"""Makes a .nupkg of a project with one assembly, and restores it, as `dotnet` would with its SDK.

The SDK comes from no registry that the tests may ask. What is written into the package is what the
project says: its properties, its sources and the files that it packs; a property or an item that is
not known here is an error, so that none is passed over. The assembly is compiled against .NET 8.
"""

import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree as ET
from xml.sax.saxutils import escape, quoteattr

from tests.engines import dotnet

FRAMEWORK = "net8.0"
# properties of the project, and what a .nuspec calls them
METADATA = {
    "PackageId": "id",
    "Version": "version",
    "Authors": "authors",
    "Copyright": "copyright",
    "Description": "description",
    "PackageTags": "tags",
    "PackageReadmeFile": "readme",
    "PackageIcon": "icon",
    "PackageProjectUrl": "projectUrl",
    "PackageReleaseNotes": "releaseNotes",
}
OF_BUILDS = {
    "TargetFramework": "netstandard2.0",
    "LangVersion": dotnet.LANGUAGE,
    "EnableDefaultItems": "false",
    "TreatWarningsAsErrors": "true",
    "GenerateDocumentationFile": "true",
    "NoWarn": "$(NoWarn);CS1591",
    "Deterministic": "true",
    "DebugType": "portable",
    "EmbedUntrackedSources": "true",
    "IncludeSymbols": "true",
    "SymbolPackageFormat": "snupkg",
}
NUSPEC = """<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://schemas.microsoft.com/packaging/2012/06/nuspec.xsd">
  <metadata>
{metadata}
    <license type="expression">{license}</license>
    <repository type="{repository_type}" url={repository} />
    <dependencies><group targetFramework="{framework}" /></dependencies>
  </metadata>
</package>
"""


@dataclass(frozen=True, slots=True)
class Project:
    """What a project file says."""

    folder: Path
    properties: dict[str, str]
    sources: list[Path]
    packed: list[Path]


def read(path: Path) -> Project:
    """Read a project; fails where it says what is not known here."""
    properties: dict[str, str] = {}
    sources, packed = [], []
    for node in ET.parse(path).getroot().iter():  # noqa: S314 - of this repository
        match node.tag:
            case "Project" | "PropertyGroup" | "ItemGroup":
                continue
            case "Compile":
                sources += _matching(path.parent, node.attrib["Include"])
            case "None":
                assert node.attrib["Pack"] == "true"
                assert node.attrib["PackagePath"] == "", "files go to the top of the package"
                packed += _matching(path.parent, node.attrib["Include"])
            case name:
                properties[str(name)] = (node.text or "").strip()
    known = {*METADATA, *OF_BUILDS, "AssemblyName", "RootNamespace", "PackageLicenseExpression"}
    assert properties.keys() - known == {"RepositoryUrl", "RepositoryType"}
    assert {name: properties[name] for name in OF_BUILDS} == OF_BUILDS
    return Project(path.parent, properties, sources, packed)


def _matching(folder: Path, pattern: str) -> list[Path]:
    base = folder
    while pattern.startswith("../"):
        base, pattern = base.parent, pattern.removeprefix("../")
    found = sorted(base.glob(pattern))
    assert found, f"nothing is at {pattern}"
    return found


def pack(project: Project, feed: Path) -> Path:
    """Write the package into a folder and return it."""
    name, version = (project.properties[each] for each in ("PackageId", "Version"))
    assembly = f"{project.properties['AssemblyName']}.dll"
    built = dotnet.compile_sources(project.sources, feed / "built" / assembly)
    package = feed / f"{name}.{version}.nupkg"
    with zipfile.ZipFile(package, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(f"{name}.nuspec", nuspec(project))
        archive.write(built, f"lib/{FRAMEWORK}/{assembly}")
        for path in project.packed:
            archive.write(path, path.name)
    return package


def nuspec(project: Project) -> str:
    """Return the manifest of the package."""
    given = project.properties
    return NUSPEC.format(
        metadata="\n".join(
            f"    <{tag}>{escape(given[name])}</{tag}>" for name, tag in METADATA.items()
        ),
        license=escape(given["PackageLicenseExpression"]),
        repository_type=given["RepositoryType"],
        repository=quoteattr(given["RepositoryUrl"]),
        framework=FRAMEWORK,
    )


def restore(package: Path, cache: Path) -> Iterator[Path]:
    """Unpack a package as NuGet does into its cache; yield the assemblies that a game refers to."""
    with zipfile.ZipFile(package) as archive:
        (manifest,) = [name for name in archive.namelist() if name.endswith(".nuspec")]
        metadata = ET.fromstring(archive.read(manifest))[0]  # noqa: S314 - made by `pack`
        said = {node.tag.rpartition("}")[2]: node.text or "" for node in metadata}
        for named in (said["readme"], said["icon"]):
            assert named in archive.namelist(), f"{named} is named and not packed"
        folder = cache / said["id"].lower() / said["version"]
        archive.extractall(folder)
    yield from sorted(folder.glob(f"lib/{FRAMEWORK}/*.dll"))
