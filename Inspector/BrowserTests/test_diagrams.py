"""Mermaid, Graphviz and SPIN accept the diagrams of OakGraph, show their texts, and count the same states.

The suites named DiagramFilesTests write the diagrams into the folder OAK_DIAGRAMS. The texts that a diagram must show
are the lines of a file with the same name and the suffix `.texts`.
"""

import functools
import os
import re
import subprocess
import sys
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).resolve().parents[2]
# It has Mermaid, and dependencies that are of no use here.
PACKAGE = "nicegui==3.18.0"
if not (FOLDER := os.environ.get("OAK_DIAGRAMS")):
    pytest.skip("OAK_DIAGRAMS names no folder with diagrams", allow_module_level=True)


def written(suffix):
    """The diagrams of a kind."""
    files = sorted(Path(FOLDER).resolve().rglob(f"*{suffix}"))
    assert files, f"{FOLDER} has no file *{suffix}"
    return [pytest.param(file, id=file.name) for file in files]


def documented():
    """The diagrams in the Markdown files of the repository."""
    for name in run(ROOT, "git", "ls-files", "*.md").splitlines():
        for block in re.finditer(r"^( *)```mermaid\n(.*?)^ *```$", (ROOT / name).read_text(), re.M | re.S):
            line = block.string.count("\n", 0, block.start()) + 1
            yield pytest.param(re.sub(f"^{block[1]}", "", block[2], flags=re.M), id=f"{name}:{line}")


def run(folder, *command):
    """What a program prints; it must succeed."""
    result = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert result.returncode == 0, result.stdout
    return result.stdout


def assert_shows(shown, diagram):
    """Expects the texts of a diagram, however they are broken into lines."""
    # The word joiner is invisible, and keeps characters apart.
    squeeze = lambda text: "".join(text.replace("\u2060", "").split())
    texts = diagram.with_suffix(".texts")
    if texts.exists():
        assert [text for text in texts.read_text().split("\n") if squeeze(text) not in squeeze(" ".join(shown))] == []


@pytest.fixture(scope="module")
def draw(browser):
    """Draws a diagram with Mermaid, and returns the texts of the picture."""
    folder = Path(sys.prefix) / PACKAGE
    if not folder.exists():
        run(ROOT, sys.executable, "-m", "pip", "install", "--no-deps", "--target", folder, PACKAGE)
    handler = functools.partial(SimpleHTTPRequestHandler, directory=folder / "nicegui/elements/mermaid/dist")
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    browser.driver.get(f"http://127.0.0.1:{server.server_port}/")
    yield functools.partial(browser.driver.execute_script, """
        const { mermaid } = await import("/index.js");
        mermaid.initialize({ startOnLoad: false });
        const element = document.createElement("div");
        element.innerHTML = (await mermaid.render("diagram", arguments[0])).svg;
        // A break separates words, as it does on the page.
        for (const line of element.querySelectorAll("br")) line.replaceWith(" ");
        return [...element.querySelectorAll("foreignObject, text")].map(label => label.textContent)""")
    server.shutdown()


@pytest.mark.parametrize("diagram", written(".mmd"))
def test_mermaid(diagram, draw):
    assert_shows(draw(diagram.read_text()), diagram)


@pytest.mark.parametrize("text", list(documented()))
def test_mermaid_in_documents(text, draw):
    draw(text)


@pytest.mark.parametrize("diagram", written(".dot"))
def test_graphviz(diagram, tmp_path):
    # It complains and goes on if a label is wrong.
    assert run(tmp_path, "dot", "-Tsvg", diagram, "-o", "picture.svg") == ""
    labels = ElementTree.parse(tmp_path / "picture.svg").iter("{http://www.w3.org/2000/svg}text")
    assert_shows(["".join(label.itertext()) for label in labels], diagram)


@pytest.mark.timeout(900)  # For some formulas, SPIN takes minutes.
@pytest.mark.parametrize("diagram", written(".pml"))
def test_spin(diagram, tmp_path):
    text = diagram.read_text()
    assert "Error" not in run(tmp_path, "spin", "-a", "-o3", diagram)
    run(tmp_path, "gcc", "-O0", "-DNOREDUCE", *([] if "\nltl " in text else ["-DSAFETY"]), "-o", "pan", "pan.c")
    numbers = lambda pattern, report: [int(number) for number in re.search(pattern, report).groups()]
    if stated := re.search(r"^/\* Verdicts: (.*)\. \*/$", text, re.M):
        for claim, verdict in (words.split() for words in stated[1].split(", ")):
            report = run(tmp_path, "./pan", "-a", "-n", "-w18", "-m1000000", "-N", claim)
            assert (claim, numbers(r"errors: (\d+)", report)) == (claim, [int(verdict == "fails")])
    else:
        report = run(tmp_path, "./pan", "-n", "-w20", "-m1000000")
        counted = numbers(r"errors: (\d+)(?s:.*?)(\d+) states, stored(?s:.*?)(\d+) transitions", report)
        assert counted == [0, *numbers(r"SPIN stores (\d+) states and counts (\d+) transitions\.", text)]
