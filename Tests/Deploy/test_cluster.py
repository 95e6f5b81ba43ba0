"""scripts/cluster and deploy/haproxy.cfg: scripts/test-deploy runs it. How people fare on a cluster, scripts/test-cluster says."""

import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("MESSAGEAI_BINARY", ROOT / ".build/debug/messageai")).resolve()
PERSON = {"email": "ada@example.org", "password": "a good long password"}
ENVIRONMENT = os.environ | {"MESSAGEAI_NO_INTELLIGENCE": "1"}

sys.path.insert(0, str(ROOT / "scripts"))
from cluster_control import Cluster, ClusterError  # noqa: E402
from cluster_parts import HOST, free_base  # noqa: E402


def cluster(*words):
    return [str(word) for word in (ROOT / "scripts/cluster", "--binary", PROGRAM, *words)]


def run(*words):
    return subprocess.run(
        cluster(*words), capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=120, env=ENVIRONMENT)


def ask(url, path, body):
    request = urllib.request.Request(url + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return answer.status


def is_alive(pid):
    """A process that nobody has waited for is no longer."""
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


class ProxyTest(unittest.TestCase):
    text = (ROOT / "deploy/haproxy.cfg").read_text()

    def test_is_well_written(self):
        done = subprocess.run(["haproxy", "-c", "-f", ROOT / "deploy/haproxy.cfg"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_names_the_same_servers_wherever_it_sends_people(self):
        backends = [re.findall(r"(?m)^  server (\S+) (\S+)", part) for part in re.split(r"\nbackend ", self.text)[1:]]
        self.assertEqual(len(backends), 3)
        self.assertTrue(backends[0] and all(servers == backends[0] for servers in backends))


class RefusalTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.data = pathlib.Path(self.folder.name, "data")

    def refuses(self, sentence, *words):
        done = run("--data", self.data, *words)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(sentence, done.stderr)
        self.assertFalse((self.data / "postgres").exists(), "nothing was begun")

    def test_says_what_it_does_not_take(self):
        self.refuses("--nodes is 1 to 9.", "--nodes", 10)
        self.refuses("--port is 0 to", "--port", 65_530)
        self.refuses("There is no program /nowhere.", "--binary", "/nowhere")
        self.refuses("No command stands after --.", "--")
        self.refuses("No cluster is running with data in", "restart")
        self.refuses("is too long for the sockets in it", "--data", self.data / ("x" * 90))

    def test_says_which_port_is_taken(self):
        os.chmod(self.folder.name, 0o755)
        with socket.socket() as taken:
            base = free_base()
            taken.bind((HOST, base + 2))
            taken.listen()
            self.refuses(f"Port {base + 2}, for node-2, is taken", "--port", base)

    @unittest.skipUnless(os.geteuid() == 0, "PostgreSQL runs as whoever runs this")
    def test_says_that_the_user_of_postgres_cannot_reach_its_folder(self):
        self.refuses("may not look into")


class ClusterTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        os.chmod(folder.name, 0o755)
        self.data = pathlib.Path(folder.name, "data")

    def start(self, *words):
        process = subprocess.Popen(
            cluster("--data", self.data, "--port", 0, "--nodes", 2, *words), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        end = time.monotonic() + 60
        while not (self.data / "cluster.json").exists():
            self.assertIsNone(process.poll(), process.stderr.read() if process.poll() is not None else "")
            self.assertLess(time.monotonic(), end, "it starts")
            time.sleep(0.05)
        return process, Cluster(str(self.data / "cluster.json"))

    def pids(self, running):
        parts = running.described
        return [part["pid"] for part in [*parts["nodes"], parts["postgres"], parts["nats"], parts["haproxy"]]]

    def eventually(self, what, condition):
        end = time.monotonic() + 30
        while not condition():
            self.assertLess(time.monotonic(), end, what)
            time.sleep(0.05)

    def test_is_asked_to_stop_and_keeps_its_data_and_starts_again_what_ends(self):
        process, running = self.start()
        self.assertEqual(ask(running.url, "/v1/accounts", {**PERSON, "name": "Ada"}), 201)
        second = run("--data", self.data)
        self.assertIn(f"A cluster with data in {self.data} is running.", second.stderr)
        with self.assertRaisesRegex(ClusterError, "There is no node-9, but postgres, nats, node-1, node-2, haproxy."):
            running.kill("node-9")

        node, *others = self.pids(running)
        os.kill(node, signal.SIGKILL)
        self.eventually("the node is there again", lambda: running.described["nodes"][0].get("pid") not in (None, node))
        self.assertEqual(others, self.pids(running)[1:])

        pids = self.pids(running)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(30), 0)
        self.assertEqual([pid for pid in pids if is_alive(pid)], [])
        self.assertFalse((self.data / "cluster.json").exists())

        process, running = self.start()
        self.assertEqual(ask(running.url, "/v1/sessions", PERSON), 201)
        # Nobody is left to stop them in turn.
        pids = self.pids(running)
        process.kill()
        self.eventually("all ends with it", lambda: not any(is_alive(pid) for pid in pids))

    def test_runs_a_command_and_answers_its_status(self):
        script = (
            "import sys; sys.path.insert(0, 'scripts'); from cluster_control import Cluster; c = Cluster();"
            "c.kill('node-1'); assert 'pid' not in c.described['nodes'][0]; c.start('node-1'); c.restart();"
            "c.stop('postgres'); c.start('postgres'); c.stop('nats'); c.start('nats'); sys.exit(7)")
        done = subprocess.run(
            cluster("--data", self.data, "--port", 0, "--nodes", 2, "--", sys.executable, "-c", script), cwd=ROOT,
            capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=120, env=ENVIRONMENT)
        self.assertEqual(done.returncode, 7, done.stdout + done.stderr)
        log = (self.data / "logs/postgres.log").read_text()
        self.assertIn("database system is shut down", log)


if __name__ == "__main__":
    unittest.main(verbosity=2)
