"""What is in deploy/ and the Dockerfile, against the program: scripts/test-deploy runs it.

Files are read by the tools that will read them, where Debian and PyPI have those. Names of settings, options, paths and
metrics are compared with what the program really has.
"""

import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile
import time
import unittest
import urllib.request

import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DEPLOY = ROOT / "deploy"
PROGRAM = pathlib.Path(os.environ.get("MESSAGEAI_BINARY", ROOT / ".build/debug/messageai"))
VENV = ROOT / ".cache/venv-deploy/bin"


def run(*words, **options):
    return subprocess.run(
        [str(word) for word in words], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=120, **options)


def settings():
    """The names of all settings."""
    return {line.split("=")[0] for line in run(PROGRAM, "config", "show").stdout.splitlines()}


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class DeployTest(unittest.TestCase):
    def succeeds(self, *words, **options):
        done = run(*words, **options)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def accepts(self, environment, extra=()):
        """The program takes exactly these settings."""
        clean = {name: value for name, value in os.environ.items() if not name.startswith("MESSAGEAI_")}
        done = run(PROGRAM, "config", "check", *extra, env=clean | environment)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stderr)


class ImageTest(DeployTest):
    text = (ROOT / "Dockerfile").read_text()

    def test_is_well_written(self):
        self.succeeds(VENV / "hadolint", ROOT / "Dockerfile")

    def test_names_what_is_there(self):
        for script in re.findall(r"\bscripts/[\w.-]+", self.text):
            self.assertTrue((ROOT / script).exists(), script)
        self.assertRegex((ROOT / "scripts/lib.sh").read_text(), r"(?m)^build_release\(\)")
        ignored = [line for line in (ROOT / ".dockerignore").read_text().splitlines()]
        for needed in ("Sources", "Packages", "Package.swift", "Tools", "Tests", "Web", "Models", "scripts"):
            self.assertNotIn(needed, ignored)

    def test_sets_what_there_is_and_runs_commands_that_there_are(self):
        block = re.search(r"ENV (.*?)\n[A-Z]", self.text, re.S).group(1)
        environment = dict(re.findall(r"(MESSAGEAI_\w+)=(\S+)", block))
        self.assertEqual(len(environment), 5)
        with tempfile.TemporaryDirectory() as web:
            self.accepts(environment | {"MESSAGEAI_WEB": web})
        for command in ("serve", "health"):
            self.assertIn(f'"{command}"]', self.text)
            self.succeeds(PROGRAM, command, "--help")

    def test_has_every_library_that_the_program_links_with(self):
        installed = re.search(r"--no-install-recommends (ca-certificates.*?)&&", self.text, re.S).group(1)
        libraries = {"libargon2.so.1": "libargon2-1", "libnats.so.3.4": "libnats3.4", "libpq.so.5": "libpq5",
                     "libsqlite3.so.0": "libsqlite3-0", "libz.so.1": "zlib1g", "libstdc++.so.6": "libstdc++6"}
        needed = re.findall(r"NEEDED\s+Shared library: \[(.*?)\]|NEEDED\s+(\S+)", self.succeeds("objdump", "-p", PROGRAM))
        for name in {first or second for first, second in needed}:
            # The Swift runtime is inside a release; the C library is in every image.
            if re.match(r"lib(swift|Foundation|_Foundation|dispatch|Blocks|c\.|m\.|gcc_s|pthread|dl|util)", name) or \
                    name.startswith("ld-"):
                continue
            self.assertIn(name, libraries, "a library that the image has no package for")
            self.assertIn(libraries[name], installed)


class ComposeTest(DeployTest):
    def test_is_well_written_and_sets_what_there_is(self):
        text = self.succeeds(
            "docker-compose", "-f", DEPLOY / "compose.yaml", "config",
            env=os.environ | {"MESSAGEAI_HOST": "chat.example.org", "COMPOSE_DOCKER_CLI_BUILD": "0"})
        services = yaml.safe_load(text)["services"]
        self.accepts(services["server"]["environment"])
        self.assertEqual(pathlib.Path(services["server"]["build"]["context"]).resolve(), ROOT)
        (source,) = [v for v in services["caddy"]["volumes"] if "Caddyfile" in str(v)]
        self.assertTrue((DEPLOY / "Caddyfile").exists(), source)

    def test_needs_the_name_of_the_server(self):
        done = run("docker-compose", "-f", DEPLOY / "compose.yaml", "config",
                   env={k: v for k, v in os.environ.items() if k != "MESSAGEAI_HOST"})
        self.assertNotEqual(done.returncode, 0)


class KubernetesTest(DeployTest):
    file = DEPLOY / "kubernetes/messageai.yaml"

    def test_is_well_written(self):
        self.succeeds(VENV / "kubernetes-validate", "--strict", self.file)

    def test_fits_together(self):
        parts = {part["kind"]: part for part in yaml.safe_load_all(self.file.read_text())}
        self.accepts(parts["ConfigMap"]["data"])
        pod = parts["StatefulSet"]["spec"]["template"]
        (container,) = pod["spec"]["containers"]
        self.assertEqual(parts["StatefulSet"]["spec"]["replicas"], 1)
        self.assertEqual(parts["StatefulSet"]["spec"]["selector"]["matchLabels"], pod["metadata"]["labels"])
        self.assertEqual(parts["Service"]["spec"]["selector"], pod["metadata"]["labels"])
        self.assertIn(f"USER {pod['spec']['securityContext']['runAsUser']}", ImageTest.text)
        (data,) = [m["mountPath"] for m in container["volumeMounts"] if m["name"] == "data"]
        self.assertIn(f"MESSAGEAI_DATA={data} ", ImageTest.text)
        self.assertIn(f"MESSAGEAI_PORT={container['ports'][0]['containerPort']} ", ImageTest.text)


class ServerTest(DeployTest):
    """Against a running server, which shows a certificate."""

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp())
        key, certificate = cls.folder / "key.pem", cls.folder / "cert.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "30",
             "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate],
            check=True, capture_output=True)
        cls.port = free_port()
        cls.server = subprocess.Popen(
            [PROGRAM, "serve", "--port", str(cls.port), "--data", cls.folder / "data", "--tls-certificate", certificate,
             "--tls-key", key, "--log-level", "error",
             "--otlp-endpoint", "http://127.0.0.1:9"], stdout=subprocess.PIPE)
        cls.server.stdout.readline()
        import ssl
        context = ssl.create_default_context(cafile=str(certificate))
        # The second has the first among the answers that it counts.
        for _ in range(2):
            cls.metrics = urllib.request.urlopen(f"https://localhost:{cls.port}/metrics", context=context).read().decode()

    @classmethod
    def tearDownClass(cls):
        cls.server.terminate()
        cls.server.wait(30)
        cls.server.stdout.close()
        shutil.rmtree(cls.folder)

    def names(self):
        """As queries name them."""
        names = set()
        for name, kind in re.findall(r"# TYPE (\w+) (\w+)", self.metrics):
            names |= {f"{name}_bucket", f"{name}_count", f"{name}_sum"} if kind == "histogram" else {name}
        return names

    def test_alerts_ask_for_what_there_is(self):
        self.succeeds("promtool", "check", "rules", DEPLOY / "alerts.yml")
        rules = yaml.safe_load((DEPLOY / "alerts.yml").read_text())["groups"][0]["rules"]
        asked = {name for rule in rules for name in re.findall(r"messageai_\w+", rule["expr"])}
        self.assertGreater(len(asked), 8)
        self.assertEqual(asked - self.names(), set())

    def test_dashboard_asks_for_what_there_is(self):
        dashboard = json.loads((DEPLOY / "grafana-dashboard.json").read_text())
        queries = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
        asked = {name for query in queries for name in re.findall(r"messageai_\w+", query)}
        self.assertGreater(len(asked), 18)
        self.assertEqual(asked - self.names(), set())
        ids = [panel["id"] for panel in dashboard["panels"]]
        self.assertEqual(len(ids), len(set(ids)))

    def test_dashboard_asks_in_the_language_of_prometheus(self):
        dashboard = json.loads((DEPLOY / "grafana-dashboard.json").read_text())
        rules = [
            {"record": f"q{panel['id']}_{target['refId'].lower()}",
             "expr": target["expr"].replace("$__rate_interval", "5m").replace("$instance", ".*")}
            for panel in dashboard["panels"] for target in panel["targets"]]
        file = self.folder / "queries.yml"
        file.write_text(yaml.safe_dump({"groups": [{"name": "dashboard", "rules": rules}]}))
        self.succeeds("promtool", "check", "rules", file)


class CaddyTest(DeployTest):
    def test_is_well_written(self):
        with tempfile.TemporaryDirectory() as home:
            self.succeeds(
                "caddy", "validate", "--config", DEPLOY / "Caddyfile", "--adapter", "caddyfile",
                env=os.environ | {"MESSAGEAI_HOST": "chat.example.org", "HOME": home, "XDG_DATA_HOME": home})


class DebianTest(DeployTest):
    def test_settings_are_taken_also_those_to_choose_from(self):
        text = (DEPLOY / "debian/messageai.conf").read_text()
        named = set(re.findall(r"(?m)^#?(MESSAGEAI_\w+)=", text))
        self.assertEqual(named - settings(), set())
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "messageai.conf"
            file.write_text(text.replace("/usr/share/messageai/Web", folder))
            self.accepts({}, ["--config", file])

    def test_unit_runs_a_command_that_there_is(self):
        unit = (DEPLOY / "debian/messageai.service").read_text()
        words = re.search(r"(?m)^ExecStart=/usr/bin/messageai (\w+) (--\w+)", unit)
        self.assertIn(words.group(2), self.succeeds(PROGRAM, words.group(1), "--help"))


class ExamplesTest(DeployTest):
    def test_name_settings_that_there_are(self):
        for file in DEPLOY.glob("*.conf"):
            named = set(re.findall(r"(?m)^#?(MESSAGEAI_\w+)=", file.read_text()))
            self.assertEqual(named - settings(), set(), file.name)


class WorkflowTest(DeployTest):
    def test_runs_scripts_that_there_are(self):
        for file in (ROOT / ".github/workflows").glob("*.yml"):
            jobs = yaml.safe_load(file.read_text())["jobs"]
            commands = [step["run"] for job in jobs.values() for step in job["steps"] if "run" in step]
            self.assertTrue(commands, file.name)
            for script in re.findall(r"\bscripts/[\w.-]+", "\n".join(commands)):
                self.assertTrue((ROOT / script).exists(), f"{file.name}: {script}")


if __name__ == "__main__":
    unittest.main()
