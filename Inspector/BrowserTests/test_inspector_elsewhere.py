"""The inspector for programs elsewhere, and for stored traces."""

import subprocess
import time

import pytest

from harness.inspector import entries, select
from harness.listener import PROGRAM, Listener, Reporter

OPEN, CLOSED = {"case": "open"}, {"case": "closed"}


@pytest.fixture
def listener():
    """An inspector that listens."""
    listener = Listener("--listen")
    yield listener
    assert listener.close() == 0


@pytest.fixture
def inspect(listener, open_page):
    """Opens its page."""
    return lambda: open_page(listener.page).wait_for_scene()


@pytest.mark.smoke
def test_a_program_reports_ends_and_comes_back(listener, inspect):
    page = inspect()
    page.shows("No machine has run yet")
    first = Reporter(listener, "phone")
    assert first.welcome == {"oak": 1}
    first.begin(1, "front door")
    select(page, "front door")
    page.shows("Door in phone")
    first.say(first.step(1, CLOSED, OPEN, CLOSED))
    page.until(lambda: entries(page) == ["closed"], "the event")
    page.shows("open → closed")
    first.close()
    page.shows("Its program has ended, or lost its connection")
    second = Reporter(listener, "phone")
    second.begin(1, "back door")
    select(page, "back door")
    second.say(second.report(1, end="failure", error="The hinge is broken."))
    page.shows("It has failed: The hinge is broken.")
    second.close()


def test_a_wrong_token_and_another_version_are_refused_in_words(listener):
    for token in ("", "0" * 32, listener.token[:-1], listener.token + "0"):
        assert "token is wrong" in Reporter(listener, token=token).welcome["refused"]
    for version in (0, 2):
        assert "reads version 1" in Reporter(listener, version=version).welcome["refused"]


def test_hostile_names_and_values_stay_text(listener, inspect):
    page = inspect()
    program = Reporter(listener, "<img src=x onerror=alert(1)>")
    name = "<script>document.title = 'gone'</script>\u202e" + "long" * 2000
    program.begin(1, name)
    value = {"text": "<b>bold</b>" * 300}
    program.say(program.report(1, event=value),
                program.report(1, state={"type": "</ul>", "parts": [{"label": "<i>", "value": value}] * 2}))
    page.press_starting_with("<script>")
    page.shows("<b>bold</b>")
    assert page.run("return document.title").startswith("Inspector")
    assert page.run("return document.querySelectorAll('main b, main i, main img, main script').length") == 0
    # A long name makes nothing wider than the window.
    assert page.run("return document.documentElement.scrollWidth <= window.innerWidth")
    for line in (b"{}\n", b"\xff\xfe\n", b"[" * 100_000 + b"\n"):
        other = Reporter(listener, "odd")
        other.socket.sendall(line)
        assert "no report" in other.answers.readline()


def test_events_between_machines_lead_from_one_line_to_another(listener, inspect):
    page = inspect()
    program = Reporter(listener, "phone")
    program.begin(1, "guardian")
    program.begin(2, "front door")
    program.say(
        program.step(1, {"case": "pass"}, OPEN, OPEN),
        program.report(2, event={"case": "close"}, before=OPEN, state=CLOSED, sender=1),
        program.report(2, event={"case": "knock"}, answer="unexpected", sender=99))
    page.press("Events between machines")
    rows = """return [...document.querySelectorAll('.messages tbody tr')]
        .map((row) => [...row.cells].slice(1).map((cell) => cell.innerText).join(' '))"""
    page.until(lambda: page.run(rows) == [
        "outside front door knock unexpected", "guardian front door close closed", "outside guardian pass open",
    ], "three events")
    heads = page.run("return [...document.querySelectorAll('.sequence .box text')].map((text) => text.textContent)")
    assert heads == ["guardian", "front door", "outside"]
    page.press_starting_with("Go to close")
    page.find("heading", "front door")
    page.shows("This is the past")
    page.shows("from guardian")


def test_the_whole_diagram_of_a_machine_has_states_that_were_not_seen(listener, inspect):
    page = inspect()
    program = Reporter(listener, "phone")
    outline = {"states": ["open", "closed", "locked"],
               "edges": [{"source": "open", "target": "closed", "event": "close"},
                         {"source": "closed", "target": "locked", "event": "lock"},
                         {"source": "locked", "target": "cellar", "event": "nowhere"}]}
    program.say(program.report(1, began={"name": "front door", "machine": "Door", "outline": outline}),
                program.step(1, {"case": "close"}, OPEN, CLOSED))
    select(page, "front door")
    boxes = "return [...document.querySelectorAll('.drawing .box')].map((box) => box.getAttribute('class'))"
    page.until(lambda: page.run(boxes) == ["box", "box lit", "box unseen"], "three states")
    assert page.run("return document.querySelectorAll('.arrow').length") == 2


def test_what_is_left_of_a_wait_is_shown(listener, inspect):
    page = inspect()
    program = Reporter(listener, "phone")
    program.begin(1, "front door")
    program.say(program.report(1, number=1, change="started", text="the operation limit", wait=3600))
    select(page, "front door")
    page.shows("Waits for")
    page.shows("59 min")


@pytest.mark.parametrize("a_second", [1000, None], ids=["a thousand a second", "at once"])
def test_many_events_leave_the_page_at_work(listener, inspect, a_second):
    page = inspect()
    program = Reporter(listener, "busy")
    program.begin(1, "busy door")
    select(page, "busy door")
    page.run("""
        window.longest = 0;
        let last = performance.now();
        const look = (now) => { window.longest = Math.max(window.longest, now - last); last = now;
                                requestAnimationFrame(look); };
        requestAnimationFrame(look)""")
    begin = time.monotonic()
    for tick in range(3000):
        program.say(*[program.step(1, CLOSED, OPEN, CLOSED) for _ in range(10)],
                    program.report(1, tally={"events": 10}))
        if a_second:
            time.sleep(max(0, begin + (tick + 1) * 10 / a_second - time.monotonic()))
    page.shows("30000 events seen")
    page.press("Effects")
    page.shows("No such entry")
    page.press("All")
    page.until(lambda: len(entries(page)) == 100, "a hundred entries")
    # A second without a picture would be noticed by everybody.
    assert not a_second or page.run("return window.longest") < 1000


def test_a_stored_trace_is_opened(tmp_path, listener, inspect, open_page):
    program = Reporter(listener, "phone")
    page = inspect()
    program.begin(1, "front door")
    program.say(program.step(1, CLOSED, OPEN, CLOSED), program.step(1, OPEN, CLOSED, OPEN))
    select(page, "front door")
    page.until(lambda: len(entries(page)) == 2, "two entries")
    trace = page.run("return fetch(document.querySelector('.export a').href).then((answer) => answer.text())")
    file = tmp_path / "trace.jsonl"
    file.write_text(trace)
    stored = Listener(str(file))
    try:
        later = open_page(stored.page).wait_for_scene()
        select(later, "front door")
        later.until(lambda: entries(later) == ["open", "closed"], "the entries")
    finally:
        assert stored.close() == 0
    file.write_text("nothing\n")
    refused = subprocess.run([PROGRAM, str(file)], capture_output=True, text=True, timeout=20)
    assert refused.returncode != 0 and "Line 1 of the trace cannot be read" in refused.stderr
