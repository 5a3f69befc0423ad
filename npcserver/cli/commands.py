"""The commands of `npcserver`, and their help.

What a command does is in a module of its own, imported when the command runs: `--help` must be
fast.
"""

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from npcserver import installed_version
from npcserver.cli.audit_commands import audit
from npcserver.cli.budget_commands import budget
from npcserver.cli.draft_commands import drafts
from npcserver.cli.key_commands import keys, people
from npcserver.cli.options import (
    BaseUrl,
    Data,
    Database,
    Format,
    Host,
    Http,
    HttpPort,
    MetricsPort,
    Model,
    Port,
    Studio,
    StudioPort,
    option,
    runs_on_database,
)
from npcserver.plugins import COMMANDS, GROUPS, load

_BENCH = (
    "Measure on this machine: speed against a baseline of the same run, or what models come to."
)
_NO_BENCH = """\
The benchmarks are not part of the installed package. To run them, get a checkout of npcserver, and
install it with what they need:

    pip install -e ".[bench]"
    npcserver bench --help
"""

app = typer.Typer(
    name="npcserver",
    help="Minds for the characters of a game: they remember, and they talk.\n\n"
    "New here? `npcserver play` lets you talk to a character at once, and `npcserver models list` "
    "shows language models for this machine.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(load(GROUPS["models"]), name="models")
if find_spec("npcbench"):
    app.add_typer(load("npcbench.commands:bench"), name="bench", help=_BENCH)
else:

    @app.command(
        help=f"{_BENCH} Needs a checkout.",
        context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
    )
    def bench() -> None:
        """Say how to get the benchmarks."""
        typer.echo(_NO_BENCH, err=True, nl=False)
        raise typer.Exit(1)


for _name in ("scene", "town", "prompts", "incident", "expect", "eval"):
    app.add_typer(load(GROUPS[_name]), name=_name)
app.add_typer(audit, name="audit")
app.add_typer(budget, name="budget")
app.add_typer(drafts, name="drafts")
app.add_typer(keys, name="keys")
app.add_typer(people, name="people")


def _tell_version(is_wanted: bool) -> None:
    if not is_wanted:
        return
    typer.echo(f"npcserver {installed_version()}")
    raise typer.Exit


@app.callback()
def options(
    *,
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            metavar="",
            help="Say which version this is.",
            callback=_tell_version,
            is_eager=True,
        ),
    ] = False,
) -> None:
    """Take what stands before a command."""


@app.command()
def serve(
    *,
    host: Host = None,
    port: Port = None,
    http_port: HttpPort = None,
    http: Http = None,
    metrics_port: MetricsPort = None,
    studio: Studio = False,
    studio_port: StudioPort = None,
    data: Data = None,
    database: Database = None,
    model: Model = None,
    base_url: BaseUrl = None,
    parent_pid: Annotated[
        int | None,
        option(min=1, metavar="PID", help="End with this process: that of the game that ships it."),
    ] = None,
    until_stdin_closes: Annotated[
        bool,
        typer.Option(
            "--until-stdin-closes", metavar="", help="End when the pipe to standard input closes."
        ),
    ] = False,
) -> None:
    """Run the server for your game, until Ctrl-C.

    Every option is a setting as well: see `npcserver check`.
    """
    from npcserver.cli import server, settings_args  # noqa: PLC0415

    settings = settings_args.load_settings(
        data=data,
        database=database,
        model=model,
        base_url=base_url,
        server={"host": host, "port": port},
        http={"enabled": settings_args.flag_value(http), "port": http_port},
        metrics={"port": metrics_port},
        studio={"enabled": studio or studio_port is not None or None, "port": studio_port},
    )
    settings_args.run_coroutine(
        server.serve(settings, parent_pid, until_stdin_closes=until_stdin_closes)
    )


for _name, _command in COMMANDS.items():
    app.command(_name)(load(_command))


@app.command()
@runs_on_database("npcserver.cli.world_import:migrate")
def migrate(
    to: Annotated[
        str | None,
        option(
            metavar="REVISION",
            help="Go back to the revision of an older version; what only newer ones store is lost.",
        ),
    ] = None,
) -> None:
    """Bring the database to the form this version needs.

    Only PostgreSQL asks for it; the embedded database is brought up to date by itself.
    """


@app.command()
@runs_on_database("npcserver.cli.vectors:reembed")
def reembed() -> None:
    """Embed all memories and books with the embedder of the settings, while no server runs.

    A server does the same in the background. If it breaks off, run it again: it goes on.
    """


@app.command()
@runs_on_database("npcserver.cli.backups:back_up")
def backup(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="Folder to make, such as one by date.")
    ],
) -> None:
    """Write a backup of the database, which may be in use, and read it back.

    For PostgreSQL it needs `pg_dump` and `pg_restore`.
    """


@app.command()
@runs_on_database("npcserver.cli.backups:restore")
def restore(
    backup: Annotated[
        Path, typer.Argument(metavar="BACKUP", help="Folder of a backup, or a copy of SQLite.")
    ],
    *,
    replace: Annotated[
        bool, typer.Option("--replace", metavar="", help="Replace a database that is not empty.")
    ] = False,
) -> None:
    """Put a backup into the database, while no server runs, and migrate it.

    The backup is checked first. An SQLite file that was there is kept beside it under another name.
    """


@app.command()
@runs_on_database("npcserver.cli.backups:put_away")
def archive(
    what: Annotated[str, typer.Argument(metavar="ID", help="Id of a world or a timeline.")],
    *,
    to: Annotated[Path, option(metavar="FILE", help="File to write.")],
) -> None:
    """Put a world or a timeline away in a file that is read back, and free its rows.

    A timeline goes with its saves, and with what it sees of those that it began from.
    """


@app.command()
@runs_on_database("npcserver.cli.backups:bring_back")
def restore_archive(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="File of `npcserver archive`.")],
) -> None:
    """Bring a world or a timeline back from a file, with the ids that it had.

    Players who were forgotten since stay forgotten.
    """


@app.command()
@runs_on_database("npcserver.cli.world_moves:move_world")
def move_world(
    world: Annotated[str, typer.Argument(metavar="WORLD", help="Id of the world.")],
    *,
    to: Annotated[str, option(metavar="URL", help="Database of the other shard, migrated.")],
    shard: Annotated[
        str,
        option(metavar="NAME", help="Name of the other shard. Default: that of its database."),
    ] = "",
    from_shard: Annotated[
        str, option(metavar="NAME", help="Name of this shard. Default: that of its database.")
    ] = "",
    map_file: Annotated[
        Path | None,
        option(
            "--map", metavar="FILE", help="Map of worlds that HAProxy reads, to bring up to date."
        ),
    ] = None,
    haproxy: Annotated[
        Path | None,
        option(metavar="SOCKET", help="Runtime socket of HAProxy, to tell it as well."),
    ] = None,
    hold: Annotated[
        float | None,
        option(metavar="SECONDS", min=0.1, help="Longest time to refuse writes. Default: 0.9."),
    ] = None,
    undo: Annotated[
        bool,
        typer.Option("--undo", metavar="", help="Give up a move that broke off before it left."),
    ] = False,
) -> None:
    """Move a world to the database of another shard, on PostgreSQL while it is played.

    Its writes are refused for less than a second. If it breaks off, run it again: it goes on.
    """


@app.command("import")
@runs_on_database("npcserver.cli.world_import:import_world")
def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="File to read.")],
    kind: Annotated[Format, typer.Option("--format", help="What kind of file it is.")] = (
        Format.YAML
    ),
) -> None:
    """Bring a world in from a file, or bring it up to date.

    What the file says is put in force as a whole, or not at all. A changed persona speaks from
    the next turn on.
    """


@app.command()
@runs_on_database("npcserver.cli.world_import:export_world")
def export(
    world: Annotated[str, typer.Argument(metavar="WORLD", help="Id of the world.")],
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE]", help="File to write. Default: standard output.", show_default=False
        ),
    ] = None,
) -> None:
    """Write a world to a file, to edit and import again."""


@app.command("world-schema")
def world_schema(
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE]", help="File to write. Default: standard output.", show_default=False
        ),
    ] = None,
) -> None:
    """Write the JSON schema of world files, for completion and help in editors."""
    from npcserver.cli import worlds  # noqa: PLC0415

    text = worlds.world_schema()
    if file is None:
        print(text, end="")
    else:
        file.write_text(text, encoding="utf-8")
        print(f"Begin a world file beside it with `# yaml-language-server: $schema={file.name}`.")
