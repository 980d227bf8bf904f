"""The server under test."""

import os
import re
import signal
import subprocess
from pathlib import Path

DEFAULT_PROGRAM = Path(__file__).resolve().parents[3] / ".build-all/debug/oak-web-examples"
PROGRAM = os.environ.get("OAK_WEB_EXAMPLES", str(DEFAULT_PROGRAM))

DOCUMENTS = {
    "beech.md": "# Beech\n\nA tree with a smooth bark.\n",
    "oak.md": "# Oak\n\nA tree with acorns.\n",
    # Long enough to be seen on its way.
    "winter.txt": "Trees in winter have no leaves.\n" * 2000,
}
"""What can be downloaded to the shelf."""


class Server:
    """A process that serves the examples; it listens when this has been created."""

    def __init__(self, root, orders, port=0, options=()):
        self.root, self.orders, self.options = root, orders, options
        catalogue, shelf = Path(orders) / "catalogue", Path(orders) / "shelf"
        catalogue.mkdir(exist_ok=True)
        for name, text in DOCUMENTS.items():
            (catalogue / name).write_text(text)
        self.process = subprocess.Popen(
            [PROGRAM, "--port", str(port), "--root", str(root), "--orders", str(orders),
             "--catalogue", str(catalogue), "--shelf", str(shelf), *options],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE if "--inspect" in options else None, text=True)
        self.inspector = None
        if "--inspect" in options:
            self.inspector = re.search(r"http://\S+", self.process.stderr.readline()).group()
        line = self.process.stdout.readline()
        address = re.search(r"http://\S+:(\d+)/", line)
        if address is None:
            self.process.kill()
            raise RuntimeError(f"The server names no address but says {line!r}, and ends with {self.process.wait()}")
        self.port = int(address.group(1))

    def address(self, path="", port=None):
        """Where a page is; by another port if there is something in between."""
        return f"http://localhost:{port or self.port}/{path}"

    def restart(self):
        """Starts another one at the same port."""
        self.__init__(self.root, self.orders, self.port, self.options)

    def kill(self):
        """Ends it without a chance to say anything."""
        self.process.kill()
        self.process.wait()

    def freeze(self):
        """Stops it in the midst of what it is doing; what is sent to it waits."""
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self):
        """Lets it go on."""
        self.process.send_signal(signal.SIGCONT)

    def terminate(self):
        """Asks it to end; returns its status once it has."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait()

    def close(self):
        """Ends it if it is still there."""
        if self.process.poll() is None:
            # This ends a frozen one as well.
            self.kill()
        self.process.stdout.close()
