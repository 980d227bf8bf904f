"""An inspector for programs elsewhere, and such a program."""

import json
import os
import re
import signal
import socket
import subprocess
from pathlib import Path

from harness.server import PROGRAM as EXAMPLES

PROGRAM = os.environ.get("OAK_INSPECTOR", str(Path(EXAMPLES).with_name("oak-inspector")))


class Listener:
    """A process that shows the machines of other programs."""

    def __init__(self, *options):
        self.process = subprocess.Popen(
            [PROGRAM, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.reports = None
        if "--listen" in options:
            self.reports = re.search(r"localhost:(\d+)/(\w+)$", self.process.stdout.readline())
        self.page = re.search(r"http://\S+", self.process.stderr.readline()).group()

    @property
    def port(self):
        return int(self.reports.group(1))

    @property
    def token(self):
        return self.reports.group(2)

    def close(self):
        """Ends it as Control-C does; returns its status."""
        self.process.send_signal(signal.SIGINT)
        status = self.process.wait(timeout=20)
        self.process.stdout.close()
        self.process.stderr.close()
        return status


class Reporter:
    """A program that reports its machines, in the documented format."""

    def __init__(self, listener, program="elsewhere", token=None, version=1):
        self.socket = socket.create_connection(("127.0.0.1", listener.port))
        self.answers = self.socket.makefile("r", encoding="utf-8")
        self.time = 0.0
        self.say({"oak": version, "program": program, "token": listener.token if token is None else token})
        self.welcome = json.loads(self.answers.readline())

    def say(self, *lines):
        """Sends lines."""
        self.socket.sendall("".join(json.dumps(line) + "\n" for line in lines).encode())

    def report(self, run, **news):
        """A report of a run."""
        self.time += 0.001
        return {"at": self.time, "run": run, **news}

    def begin(self, run, name, machine="Door"):
        """Begins a run that is open."""
        self.say(self.report(run, began={"name": name, "machine": machine}),
                 self.report(run, state={"case": "open"}))

    def step(self, run, event, before, state):
        """The report of a transition."""
        return self.report(run, event=event, before=before, state=state)

    def close(self):
        """Ends the connection."""
        self.answers.close()
        self.socket.close()
