"""The inspector: what the machines of a program do, on a page of its own."""

import http.client
import re
from urllib.parse import urlsplit

import pytest
from selenium.webdriver.common.keys import Keys

from harness import screenshots
from harness.accessibility import faults
from harness.checkout import CARD, PIN, answer_pin, pay
from harness.inspector import entries, select
from harness.server import Server


@pytest.fixture
def inspected(root, tmp_path):
    """A server of the examples with an inspector."""
    server = Server(root, tmp_path, options=("--inspect",))
    yield server
    server.close()


@pytest.fixture
def inspect(inspected, open_page):
    """Opens the inspector."""
    return lambda: open_page(inspected.inspector).wait_for_scene()


@pytest.fixture
def use(inspected, open_page):
    """Opens an example."""
    return lambda path: open_page(inspected.address(path)).wait_for_scene()


def lit(page):
    """The state that is lit in the diagram."""
    return page.run("return document.querySelector('.box.lit text')?.textContent")


@pytest.mark.smoke
def test_a_machine_is_shown_while_it_works(inspect, use):
    counter = use("effect-counter")
    inspector = inspect()
    select(inspector, "Effect counter")
    # The machine was at rest when the page was opened.
    inspector.until(lambda: lit(inspector) == "pending: none", "the state")
    counter.press("Increment")
    inspector.until(lambda: lit(inspector) == "pending: increment", "the next state")
    inspector.shows("the operation step")
    inspector.until(lambda: lit(inspector) == "pending: none", "the last state")
    inspector.shows("incrementReady")
    shapes = inspector.run("""return [...document.querySelectorAll('.drawing .box')].map((box) => box.namespaceURI)""")
    assert set(shapes) == {"http://www.w3.org/2000/svg"} and len(shapes) == 2


def test_the_lit_state_of_a_large_diagram_is_in_view(inspect, use):
    counter = use("effect-counter")
    inspector = inspect()
    inspector.run("document.styleSheets[0].insertRule('.drawing { max-height: 3rem !important; }', 0)")
    select(inspector, "Effect counter")
    inspector.until(lambda: lit(inspector) == "pending: none" and is_lit_in_view(inspector), "the state")
    counter.press("Increment")
    inspector.until(lambda: lit(inspector) == "pending: increment" and is_lit_in_view(inspector), "the next state")
    inspector.until(lambda: lit(inspector) == "pending: none" and is_lit_in_view(inspector), "the last state")


def is_lit_in_view(page):
    """Whether the lit state is in the visible part of the diagram, in which there is no room for two."""
    return page.run("""
        const [part, box] = ['.drawing', '.box.lit rect'].map((name) => document.querySelector(name));
        const [outer, inner] = [part.getBoundingClientRect(), box.getBoundingClientRect()];
        return part.clientHeight < 64 && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1""")


def test_a_machine_is_sent_events_and_cancelled_where_it_may_be(inspect, use):
    counter = use("counter")
    timers = use("timers")
    inspector = inspect()
    select(inspector, "Counter")
    inspector.press("Increment")
    counter.until(lambda: counter.value == "1", "1")
    inspector.press("Cancel the machine")
    inspector.shows("It has failed")
    inspector.lacks("button", "Increment")
    select(inspector, "Timers")
    inspector.lacks("button", "Cancel the machine")
    assert timers.has("button")


@pytest.mark.smoke
def test_a_machine_is_paused_and_goes_on_step_by_step(inspect, use):
    counter = use("counter")
    inspector = inspect()
    select(inspector, "Counter")
    inspector.press("Pause")
    inspector.shows("It is paused")
    counter.press("Increment")
    counter.press("Increment")
    inspector.shows("2 in the mailbox")
    inspector.lacks("button", "Pause")
    inspector.press("Process one event")
    inspector.shows("1 in the mailbox")
    inspector.shows("value: 1")
    inspector.press("Go on")
    inspector.shows("value: 2")
    inspector.find("button", "Pause")


def test_a_paused_machine_goes_on_when_the_last_page_is_closed(inspect, use):
    counter = use("counter")
    inspector = inspect()
    select(inspector, "Counter")
    inspector.press("Pause")
    inspector.shows("It is paused")
    counter.press("Increment")
    inspector.shows("1 in the mailbox")
    inspector.go("about:blank")
    counter.until(lambda: counter.value == "1", "1")


def test_the_keyboard_leads_everywhere(inspect, use):
    counter = use("counter")
    counter.press("Increment")
    inspector = inspect()
    inspector.until(lambda: inspector.has("button"), "a machine")
    name = next(name for name in names(inspector) if name.startswith("Counter"))
    inspector.tab_to("button", name)
    inspector.keys(Keys.ENTER)
    inspector.find("heading", "Counter")
    inspector.tab_to("button", "Increment")
    inspector.keys(Keys.SPACE)
    inspector.shows("value: 2")
    inspector.tab_to("button", "Pause")
    inspector.keys(Keys.ENTER)
    inspector.find("button", "Go on")
    inspector.tab_to("button", "Go on")
    inspector.keys(Keys.ENTER)
    inspector.tab_to("textbox", "Search")
    inspector.keys("incr")
    inspector.until(lambda: entries(inspector) == ["increment"], "one entry")
    entry = inspector.until(
        lambda: next((name for name in names(inspector) if name.startswith("Go to entry")), None), "an entry")
    inspector.tab_to("button", entry)
    inspector.keys(Keys.ENTER)
    inspector.shows("This is the past")
    inspector.keys(Keys.ESCAPE)
    inspector.hides("This is the past")


@pytest.mark.parametrize("width", screenshots.WIDTHS)
def test_everything_has_a_name_and_a_place(inspect, use, width):
    counter = use("counter")
    counter.press("Increment")
    inspector = inspect()
    screenshots.show_at(inspector.driver, width)
    assert faults(inspector) == []
    select(inspector, "Counter")
    inspector.shows("value: 1")
    assert faults(inspector) == []
    inspector.press("Pause")
    inspector.shows("It is paused")
    assert faults(inspector) == []
    inspector.press("Go on")
    counter.press("Increment")
    inspector.press_starting_with("Go to entry")
    inspector.shows("This is the past")
    assert faults(inspector) == []
    inspector.press("Events between machines")
    inspector.find("heading", "Events between machines")
    assert faults(inspector) == []
    assert inspector.run("return document.documentElement.scrollWidth <= window.innerWidth")
    inspector.press("Durable hosts", "link")
    inspector.find("heading", "Durable hosts")
    assert faults(inspector) == []


def test_an_earlier_moment_comes_back_and_goes_with_one_key(inspect, use):
    counter = use("counter")
    inspector = inspect()
    select(inspector, "Counter")
    for value in range(1, 4):
        counter.press("Increment")
        counter.until(lambda: counter.value == str(value), value)
    inspector.shows("value: 3")
    inspector.press("Events")
    inspector.until(lambda: entries(inspector) == ["increment"] * 3, "three events and nothing else")
    first = [name for name in names(inspector) if name.startswith("Go to entry")][-1]
    inspector.press(first)
    inspector.shows("This is the past")
    inspector.shows("value: 1 changed")
    inspector.keys(Keys.ESCAPE)
    inspector.hides("This is the past")
    inspector.shows("value: 3")


def test_hidden_values_never_reach_the_page(inspect, use):
    checkout = use("checkout")
    inspector = inspect()
    select(inspector, "Checkout")
    pay(checkout, "Express")
    answer_pin(checkout, PIN, "3 tries left.")
    checkout.find("heading", "Thank you")
    # Everything else is there: the name, and that there was a card.
    inspector.shows("Kim")
    inspector.shows("hidden")
    seen = inspector.run("return document.documentElement.outerHTML")
    assert "Kim" in seen
    for secret in (CARD, CARD.replace(" ", ""), PIN):
        assert not re.search(rf"\b{secret}\b", seen)


def test_two_pages_show_the_same_machine(inspect, use):
    counter = use("counter")
    pages = [inspect(), inspect()]
    for page in pages:
        select(page, "Counter")
    counter.press("Increment")
    for page in pages:
        page.shows("value: 1")


def test_a_program_that_ends_is_told_of_and_comes_back(inspected, inspect, use, forgiven):
    # The browser may be about to fetch the icon.
    forgiven += ["ERR_CONNECTION_REFUSED", "ERR_EMPTY_RESPONSE"]
    inspector = inspect()
    inspected.kill()
    inspector.until(lambda: inspector.banner != "", "a word about the connection")


def test_only_the_address_with_the_token_leads_to_it(inspected):
    address = urlsplit(inspected.inspector)

    def status(path, **headers):
        connection = http.client.HTTPConnection(address.hostname, address.port)
        connection.request("GET", path, headers=headers)
        return connection.getresponse().status

    socket = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
              "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}
    assert re.fullmatch(r"/inspector-[0-9a-f]{32}", address.path)
    assert status(address.path) == 200
    assert status("/") == 404
    assert status(address.path[:-1] + ("0" if address.path[-1] != "0" else "1")) == 404
    assert status(address.path + "/socket", Origin="http://elsewhere.example", **socket) == 403
    assert status(address.path, Host="elsewhere.example") == 421


def names(page):
    """The names of all buttons."""
    return [button.accessible_name for button in page.all("button")]
