"""Compose and Kubernetes in `deploy/` name what the server, the image and the folder have."""

import re
import shutil
import subprocess
import sys
import tomllib
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml

from npcserver.adapters.telemetry.catalogue import METRICS
from npcserver.cli.commands import app
from npcserver.config import ServerSettings, Settings
from tests.architecture import sources

COMPOSE = yaml.safe_load(sources.text("deploy/compose/compose.yaml"))
SERVICES = COMPOSE["services"]
OURS = {name: one for name, one in SERVICES.items() if one["image"] == "npcserver"}
KUBERNETES = sources.ROOT / "deploy" / "kubernetes"
KUSTOMIZATION = yaml.safe_load((KUBERNETES / "kustomization.yaml").read_text())
OBJECTS = [
    one
    for name in KUSTOMIZATION["resources"]
    for one in yaml.safe_load_all((KUBERNETES / name).read_text())
]
STORES = 11
"""Seconds that storing a cut-off turn may take (docs/reliability.md)."""
_EXPOSED = re.search(r"^EXPOSE (.*)", sources.text("deploy/image/Dockerfile"), re.MULTILINE)
PORTS = {int(port) for port in (_EXPOSED[1] if _EXPOSED else "").split()}


def _of_kind(kind: str) -> Any:
    (found,) = [one for one in OBJECTS if one["kind"] == kind]
    return found


def _run(*command: str, cwd: Path | None = None) -> str:
    ended = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def _script(name: str) -> str:
    return str(Path(sys.executable).with_name(name))


def test_the_files_fit_their_schemas(tmp_path: Path) -> None:
    """No key is unknown to Compose or to Kubernetes, and no value of a wrong type."""
    compose = str(sources.ROOT / "deploy/compose/compose.yaml")
    _run(_script("check-jsonschema"), "--builtin-schema", "vendor.compose-spec", compose)
    files = [str(KUBERNETES / name) for name in KUSTOMIZATION["resources"]]
    if shutil.which("kubectl"):
        shutil.copytree(KUBERNETES, tmp_path / "all")
        example = tmp_path / "all" / "npcserver.example.toml"
        example.rename(example.with_name("npcserver.toml"))
        built = tmp_path / "built.yaml"
        built.write_text(_run("kubectl", "kustomize", str(tmp_path / "all")))
        files.append(str(built))
    _run(_script("kubernetes-validate"), "--strict", *files)


def test_each_container_starts_with_a_command_of_the_server() -> None:
    """And with nothing that the server does not know."""
    commands = typer.main.get_group(app).commands
    pods = [_of_kind("Deployment"), _of_kind("Job")]
    started = [one.get("command", ["serve"]) for one in OURS.values()]
    started += [pod["spec"]["template"]["spec"]["containers"][0]["args"] for pod in pods]

    assert len(OURS) == 3
    assert {words[0] for words in started} == {"serve", "migrate"} <= set(commands)


def test_compose_mounts_and_asks_what_there_is() -> None:
    """Files that are mounted exist, HAProxy reads its variables, Prometheus asks the servers."""
    folder = sources.ROOT / "deploy" / "compose"
    mounts = chain.from_iterable(one.get("volumes", ()) for one in SERVICES.values())
    mounted = [one.partition(":")[0] for one in mounts]
    scraped = yaml.safe_load((folder / "prometheus.yml").read_text())["scrape_configs"][0]
    haproxy = sources.text("deploy/haproxy/haproxy.cfg")
    provided = yaml.safe_load((folder / "grafana/dashboards.yml").read_text())["providers"]

    for one in mounted:
        assert (folder / one).is_file() if one.startswith(".") else one in COMPOSE["volumes"]
    assert all(f"${{{name}-" in haproxy for name in SERVICES["haproxy"]["environment"])
    targets = {f"{name}:9464" for name in OURS if name != "migrate"}
    assert set(scraped["static_configs"][0]["targets"]) == targets
    assert {int(port) for port in re.findall(r'}":(\d+)', haproxy)} == PORTS - {9464}
    assert provided[0]["options"]["path"] in str(SERVICES["grafana"]["volumes"])
    if shutil.which("promtool"):
        _run("promtool", "check", "config", "--syntax-only", str(folder / "prometheus.yml"))


def test_the_secrets_of_compose_are_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The script makes what the containers take, and keeps it when it runs again."""
    script = str(tmp_path / "secrets.sh")
    shutil.copy(sources.ROOT / "deploy/compose/secrets.sh", script)
    _run("sh", script)
    made = tmp_path / "secrets"
    first = {path.name: path.read_bytes() for path in made.iterdir()}
    _run("sh", script)
    monkeypatch.setenv("NPCSERVER_CONFIG", str(made / "npcserver.toml"))
    settings = Settings()

    assert {path.name: path.read_bytes() for path in made.iterdir()} == first
    commented = re.sub("^# ", "", (made / "npcserver.toml").read_text(), flags=re.MULTILINE)
    assert Settings(**tomllib.loads(commented)).model.key == "..."
    assert set(first) == {Path(one["file"]).name for one in COMPOSE["secrets"].values()}
    assert first["database_password"].decode().strip() in settings.database.url
    assert len(settings.server.keys) == 1
    assert first["npcserver.pem"].count(b"-----BEGIN") == 2


def test_pods_have_time_to_end_and_are_asked_for_their_health() -> None:
    """The grace of Kubernetes and Compose is longer than all steps of an end."""
    literals = dict(one.split("=", 1) for one in KUSTOMIZATION["configMapGenerator"][0]["literals"])
    pod = _of_kind("Deployment")["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    grace = ServerSettings().grace_seconds + STORES
    lingers = float(literals["NPCSERVER_SERVER__LINGER_SECONDS"])
    paths = {
        name: container[f"{name}Probe"]["httpGet"]["path"] for name in ("liveness", "readiness")
    }
    noticed = container["readinessProbe"]["periodSeconds"] * 2

    assert noticed < lingers
    assert pod["terminationGracePeriodSeconds"] >= lingers + grace
    assert paths == {"liveness": "/healthz/live", "readiness": "/healthz/ready"}
    assert {one["containerPort"] for one in container["ports"]} == PORTS
    for one in OURS.values():
        linger = float(one["environment"]["NPCSERVER_SERVER__LINGER_SECONDS"])
        assert float(one["stop_grace_period"].removesuffix("s")) >= linger + grace


def test_servers_are_scaled_by_a_metric_of_theirs() -> None:
    """By the name that the adapter gives to it."""
    adapter = yaml.safe_load((KUBERNETES / "prometheus-adapter.yaml").read_text())
    (rule,) = adapter["rules"]["custom"]
    (scaled,) = _of_kind("HorizontalPodAutoscaler")["spec"]["metrics"]
    series, _, labels = rule["seriesQuery"].removesuffix("}").partition("{")
    (metric,) = [one for one in METRICS if one.name == series]
    known = {
        label.name: (*label.values, *re.findall(r"`(\w+)`", label.source))
        for label in metric.labels
    }

    assert scaled["pods"]["metric"]["name"] == rule["name"]["as"]
    for name, value in re.findall(r'(\w+)="(\w+)"', labels):
        assert value in known[name]
        assert f'{name}="{value}"' in rule["metricsQuery"]
