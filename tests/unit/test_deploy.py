"""The units of systemd and the chart for Kubernetes: what they start exists, and who has which secret."""

import hashlib
import json
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml

from tests.conftest import ROOT
from voice_report import __main__ as program
from voice_report.config import VERSION, Settings
from voice_report.core.secret_files import SECRETS

UNITS = ROOT / "deploy" / "systemd"
CHART = ROOT / "deploy" / "helm"
INSTALLED = "/opt/spraakrapport/app"
#: All that templates of the chart have: a value or the release's name, with quotation marks or without, the digest of
#: the settings, and the settings that they do not name.
PLACE = re.compile(r"\{\{ (\.Values\.[\w.]+|\.Release\.Name)( \| quote)? \}\}")
DIGEST = "{{ list .Values.settings .Values.more | toJson | sha256sum | quote }}"
MORE = "\n{{- range $name, $value := .Values.more }}\n  {{ $name }}: {{ $value | quote }}\n{{- end }}"
#: What its `toJson` writes otherwise than ours.
GO_ESCAPES = {ord(one): f"\\u{ord(one):04x}" for one in "<>&"}
SETTINGS = {name.upper() for name in Settings.model_fields}


def test_the_units_are_units(tmp_path: Path) -> None:
    """systemd itself reads them, with a program in the place of the product's, which is not installed here."""
    program = shutil.which("systemd-analyze") or pytest.skip("systemd-analyze is missing")
    for unit in [*UNITS.glob("*.service"), *UNITS.glob("*.timer")]:
        text = unit.read_text().replace(f"{INSTALLED}/.venv/bin/python", "/bin/true")
        (tmp_path / unit.name).write_text(text)
    made = sorted(str(path) for path in tmp_path.iterdir())
    assert len(made) == 6
    told = subprocess.run([program, "verify", *made], capture_output=True, text=True, check=False)
    assert (told.returncode, told.stderr) == (0, "")


def test_every_unit_is_kept_to_what_it_needs() -> None:
    for unit in UNITS.glob("*.service"):
        lines = unit.read_text().splitlines()
        for line in ("User=spraakrapport", "NoNewPrivileges=yes", "ProtectSystem=strict", "CapabilityBoundingSet="):
            assert line in lines, (unit.name, line)
        assert f"WorkingDirectory={INSTALLED}" in lines
    service = (UNITS / "spraakrapport.service").read_text()
    assert "Wants=spraakrapport-migrate.service" in service, "a database that is away does not keep it off"
    assert re.search(r"^After=.*spraakrapport-migrate\.service", service, flags=re.MULTILINE)


def test_only_what_needs_a_secret_has_it() -> None:
    for unit in UNITS.glob("*.service"):
        found = set(re.findall(r"^LoadCredential=(\w+):", unit.read_text(), flags=re.MULTILINE))
        mine = {"spraakrapport-migrate": {"database_owner_url"}, "spraakrapport-backup": {"backup_key"}}
        assert found == mine.get(unit.stem, set()), unit.name
        named = re.findall(r"^Environment=(\w+)_FILE=%d/(\w+)$", unit.read_text(), flags=re.MULTILINE)
        assert {name: name.lower() for name, _ in named} == dict(named), unit.name
        assert {file for _, file in named} == found, unit.name
    example = (UNITS / "env.example").read_text()
    assert "OWNER" not in example
    assert "BACKUP_KEY" not in example
    given = set(re.findall(r"^(\w+?)(?:_FILE)?=", example, flags=re.MULTILINE))
    assert given <= SETTINGS
    assert not re.search(rf"^({'|'.join(SECRETS)})=", example, flags=re.MULTILINE | re.IGNORECASE)


def test_every_command_that_is_started_exists() -> None:
    written = [*UNITS.glob("*.service"), *(CHART / "templates").iterdir()]
    text = "\n".join(path.read_text() for path in written)
    commands = set(re.findall(r"-m,? voice_report,? ([a-z-]+)", text))
    assert commands == {"migrate", "nightly", "backup"}
    assert commands <= set(re.findall(r"[a-z-]+", program._parser().format_help()))
    assert (ROOT / "scripts" / "serve.py").exists()


def rendered(**changed: Any) -> list[dict[str, Any]]:
    """Return the objects of the chart, as Helm fills in values; a template has no other directive."""
    values = yaml.safe_load((CHART / "values.yaml").read_text()) | changed

    def value(place: re.Match[str]) -> str:
        found: Any = "mijn-release"
        if place[1] != ".Release.Name":
            found = values
            for name in place[1].removeprefix(".Values.").split("."):
                found = found[name]
        escaped = str(found).replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"' if place[2] else str(found)

    objects = []
    for template in sorted((CHART / "templates").iterdir()):
        given = [values["settings"], values["more"]]
        digest = json.dumps(given, sort_keys=True, separators=(",", ":"), ensure_ascii=False).translate(GO_ESCAPES)
        more = "".join(f"\n  {name}: {json.dumps(str(one))}" for name, one in sorted(values["more"].items()))
        text = template.read_text().replace(DIGEST, f'"{hashlib.sha256(digest.encode()).hexdigest()}"')
        text = PLACE.sub(value, text.replace(MORE, more))
        assert "{{" not in text, f"{template.name} has more than values"
        objects += list(yaml.safe_load_all(text))
    return objects


def rendered_by_helm(folder: Path, **changed: Any) -> list[dict[str, Any]]:
    """Return the same as Helm itself makes them: its program, or its library (`pip install helm-python-sdk`)."""
    if program := shutil.which("helm"):
        (folder / "values.yaml").write_text(yaml.safe_dump(changed))
        line = [program, "template", "mijn-release", str(CHART), "--values", str(folder / "values.yaml")]
        return list(yaml.safe_load_all(subprocess.run(line, capture_output=True, text=True, check=True).stdout))
    helm = pytest.importorskip("helm_python", reason="Helm is missing")
    with helm.Chart.load(CHART) as chart:
        made = chart.render(changed, name="mijn-release", namespace="default")
    return [one for text in made.values() for one in yaml.safe_load_all(text)]


def pods() -> dict[str, dict[str, Any]]:
    """Return the pods of the chart, by the last word of who makes them."""
    found = {}
    for one in rendered():
        spec = one.get("spec", {})
        spec = spec.get("jobTemplate", {}).get("spec", spec)
        if "template" in spec:
            found[one["metadata"]["name"].removeprefix("mijn-release").lstrip("-") or "serving"] = spec["template"][
                "spec"
            ]
    return found


def test_the_chart_is_what_kubernetes_knows() -> None:
    objects = rendered()
    kinds = sorted(one["kind"] for one in objects)
    assert kinds == ["ConfigMap", "CronJob", "CronJob", "Deployment", "Job", "PodDisruptionBudget", "Service"]
    for one in objects:
        kubernetes_validate.validate(one, "1.34", strict=True)
    broken = objects[0] | {"spec": {"schedul": "x"}}
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(broken, "1.34", strict=True)


def test_helm_makes_the_same_of_it(tmp_path: Path) -> None:
    hostile = {
        "settings": {"appName": 'Zorg "&" \\ Zo: #1'},
        "more": {"PROCESSING_REGION": "eu", "SPEECH_TIMEOUT": "90"},
    }
    for changed in ({}, hostile):
        values = yaml.safe_load((CHART / "values.yaml").read_text())
        ours = rendered(**{name: values[name] | of for name, of in changed.items()})
        helms = rendered_by_helm(tmp_path, **changed)
        made = [sorted(several, key=lambda one: (one["kind"], one["metadata"]["name"])) for several in (ours, helms)]
        assert made[0] == made[1]


def test_every_other_setting_can_be_given_by_its_name() -> None:
    more = {"PROCESSING_REGION": "eu", "SPEECH_BASE_URL": "https://spraak.example/v1", "PRIVACY_OFFICER": 'Fg: "1" #2'}
    [settings] = [one["data"] for one in rendered(more=more) if one["kind"] == "ConfigMap"]
    assert settings.items() >= more.items()


def test_other_settings_are_other_pods() -> None:
    def made(**settings: str) -> Any:
        values = yaml.safe_load((CHART / "values.yaml").read_text())["settings"]
        [one] = [each for each in rendered(settings=values | settings) if each["kind"] == "Deployment"]
        return one["spec"]["template"]

    assert made() == made()
    assert made() != made(contactEmail="anders@zorg.example")


def test_the_chart_is_of_this_version() -> None:
    chart = yaml.safe_load((CHART / "Chart.yaml").read_text())
    assert chart["version"] == chart["appVersion"] == VERSION
    assert tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"] == VERSION
    assert yaml.safe_load((CHART / "values.yaml").read_text())["image"].endswith(f":{VERSION}")


def test_every_setting_of_the_chart_is_one_and_a_secret_is_in_a_file() -> None:
    [settings] = [one["data"] for one in rendered() if one["kind"] == "ConfigMap"]
    files = {name.removesuffix("_FILE"): value for name, value in settings.items() if name.endswith("_FILE")}
    assert {name.removesuffix("_FILE") for name in settings} <= SETTINGS
    others = ("backup_key", "database_owner_url")
    assert files == {name.upper(): f"/run/secrets/serving/{name}" for name in SECRETS if name not in others}
    hostile = yaml.safe_load((CHART / "values.yaml").read_text())["settings"] | {"appName": 'Zorg "&" \\ Zo: #1'}
    [named] = [one["data"]["APP_NAME"] for one in rendered(settings=hostile) if one["kind"] == "ConfigMap"]
    assert named == 'Zorg "&" \\ Zo: #1'


def test_in_the_cluster_only_migrate_has_the_rights_of_the_databases_owner() -> None:
    has = {
        name: {volume["secret"]["secretName"] for volume in pod["volumes"] if "secret" in volume}
        for name, pod in pods().items()
    }
    assert has == {
        "serving": {"spraakrapport"},
        "nightly": {"spraakrapport"},
        "backup": {"spraakrapport", "spraakrapport-backups"},
        "migrate": {"spraakrapport", "spraakrapport-owner"},
    }


def test_every_pod_is_kept_to_what_it_needs() -> None:
    for name, pod in pods().items():
        assert pod["securityContext"]["runAsNonRoot"], name
        assert pod["automountServiceAccountToken"] is False, name
        [container] = pod["containers"]
        assert container["securityContext"]["readOnlyRootFilesystem"], name
        assert container["securityContext"]["capabilities"] == {"drop": ["ALL"]}, name
        assert container["resources"]["limits"]["memory"], name
        volumes = {volume["name"] for volume in pod["volumes"]}
        assert {mount["name"] for mount in container["volumeMounts"]} == volumes, name


def test_migrate_runs_before_what_serves_is_replaced() -> None:
    [job] = [one for one in rendered() if one["kind"] == "Job"]
    [settings] = [one for one in rendered() if one["kind"] == "ConfigMap"]
    assert job["metadata"]["annotations"]["helm.sh/hook"] == "pre-install,pre-upgrade"
    assert int(settings["metadata"]["annotations"]["helm.sh/hook-weight"]) < 0, "its settings are there before it"
