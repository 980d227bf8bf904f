"""A server of durable orders with a page about them, and a page about a store without a server."""

import json
import os
import re
import signal
import subprocess
import urllib.request
from pathlib import Path

from harness.server import PROGRAM as EXAMPLES

SERVER = os.environ.get("OAK_ORDERS_SERVER", str(Path(EXAMPLES).with_name("orders-server")))
TOOL = os.environ.get("OAK_DURABLE", str(Path(EXAMPLES).with_name("oak-durable")))


class Orders:
    """A process that takes orders."""

    def __init__(self, folder, pace=0.05):
        self.folder, self.pace = folder, pace
        self.process = subprocess.Popen(
            [SERVER, "--inspect", "--port", "0", "--pace", str(pace), "--folder", str(folder)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.page = matched(r"(http://localhost:\S+)", self.process.stderr) + "-durable"
        self.address = matched(r"(http://127\.0\.0\.1:\d+)", self.process.stdout)

    @property
    def store(self):
        """The file of the orders."""
        return Path(self.folder) / "orders.sqlite"

    def place(self, order, *items):
        """Places an order."""
        body = json.dumps({"id": order, "items": list(items)}).encode()
        with urllib.request.urlopen(f"{self.address}/orders", body, timeout=20) as answer:
            assert answer.status == 201

    def kill(self):
        """Ends it without a chance to say anything."""
        self.process.kill()
        self.process.wait()

    def close(self):
        """Ends it as its owner would; returns its status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(timeout=30)
        self.process.stdout.close()
        self.process.stderr.close()
        return status


class Tool:
    """A process that shows a store."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            [TOOL, "inspect", *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            # Whoever starts the tests in the background may have them ignore Control-C.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        self.page = matched(r"(http://localhost:\S+)", self.process.stdout)

    def close(self):
        """Ends it as Control-C does."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(timeout=20)
        self.process.stdout.close()


def matched(pattern, lines):
    """The part of the first line that has one."""
    for line in lines:
        if found := re.search(pattern, line):
            return found.group(1)
    raise RuntimeError(f"No line has {pattern}")
