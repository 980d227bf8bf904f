"""What can be said on the command line, and what comes of it."""

import http.client
import subprocess

import pytest

from harness.server import PROGRAM, Server


def status(server, host):
    """How a request by a name is answered."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    connection.request("GET", "/", headers={"Host": host})
    answer = connection.getresponse().status
    connection.close()
    return answer


@pytest.mark.smoke
def test_a_server_is_called_by_the_names_that_it_is_given(root, tmp_path):
    server = Server(root, tmp_path, options=["--name", "one.example", "--name", "Two.example"])
    try:
        found = [status(server, name) for name in ("one.example", "two.example:443", "localhost", "three.example")]
    finally:
        server.close()
    assert found == [200, 200, 200, 421]


def test_a_machine_waits_for_its_page_as_long_as_it_is_told_to(root, tmp_path, open_page):
    server = Server(root, tmp_path, options=["--absence", "0"])
    try:
        page = open_page(server.address("counter")).wait_for_scene()
        page.press("Increment")
        page.shows("1")
        page.reload()
        assert page.value == "0"
    finally:
        server.close()


def test_a_server_can_be_asked_to_end_as_soon_as_it_has_said_where_it_is(root, tmp_path):
    server = Server(root, tmp_path)
    status = server.terminate()
    server.close()
    assert status == 0


@pytest.mark.parametrize("option, value, complaint", [
    ("--port", "65536", "A port is a number from 0 to 65535."),
    ("--port", "-1", "A port is a number from 0 to 65535."),
    ("--absence", "-1", "An absence has 0 to 86400 seconds."),
    ("--absence", "nan", "An absence has 0 to 86400 seconds."),
    ("--root", "no such folder", "There is no folder “no such folder”, which --root names."),
    ("--root", __file__, "which --root names, is not a folder."),
    ("--orders", "no such folder", "There is no folder “no such folder”, which --orders names."),
    ("--catalogue", "no such folder", "There is no folder “no such folder”, which --catalogue names."),
])
def test_what_cannot_be_is_explained(option, value, complaint):
    outcome = subprocess.run([PROGRAM, f"{option}={value}"], capture_output=True, text=True)
    assert outcome.returncode == 64 and complaint in outcome.stderr


def test_a_port_that_is_taken_is_explained(shared_server):
    outcome = subprocess.run([PROGRAM, "--port", str(shared_server.port)], capture_output=True, text=True)
    assert outcome.returncode != 0
    assert f"Port {shared_server.port} is taken, by another program or by another server of this one." in outcome.stderr
