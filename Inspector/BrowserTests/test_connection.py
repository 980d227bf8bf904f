"""A page that loses its server says so, comes back by itself, and tells what has become of its session."""

import re

import pytest

from harness.cable import SilentPort
from harness.server import Server

LOST = "Trying again in"
CLOSING, OPEN = 2, 1
ANEW = "Your session had ended. This is a new one."


@pytest.fixture(autouse=True)
def connection_errors_are_forgiven(forgiven):
    # Browsers report each attempt that comes to nothing.
    forgiven.append("WebSocket connection to")


def open_counter(open_page, server, port=None):
    page = open_page(server.address("counter", port)).wait_for_scene()
    page.press("Increment")
    page.shows("1")
    return page


@pytest.mark.smoke
def test_a_page_whose_server_was_killed_says_so_and_begins_anew_with_the_next(server, open_page):
    page = open_counter(open_page, server)
    server.kill()
    page.until(lambda: LOST in page.banner, "word of the loss")
    server.restart()
    page.until(lambda: page.banner == ANEW, "word of the new session")
    assert page.value == "0"
    page.press("Decrement")
    page.until(lambda: page.value == "-1", "-1")
    assert page.banner == ""


@pytest.mark.smoke
def test_a_page_that_was_cut_off_goes_on_with_its_session(server, cable, open_page):
    page = open_counter(open_page, server, cable.port)
    cable.cut()
    page.until(lambda: LOST in page.banner, "word of the loss")
    cable.mend()
    page.until(lambda: page.banner == "", "a connection")
    assert page.value == "1"


@pytest.mark.smoke
def test_a_page_notices_a_connection_that_is_open_at_its_end_only(root, tmp_path, open_page):
    server = Server(root, tmp_path, options=("--heartbeat", "0.5"))
    page = open_counter(open_page, server)
    server.freeze()
    page.until(lambda: LOST in page.banner, "word of the loss")
    assert "The server does not answer." in page.banner
    server.thaw()
    page.until(lambda: page.banner == "", "a connection")
    assert page.value == "1"
    server.close()


def test_what_is_done_without_a_connection_is_not_done_later(server, cable, open_page):
    page = open_counter(open_page, server, cable.port)
    cable.cut()
    page.until(lambda: LOST in page.banner, "word of the loss")
    page.press("Increment")
    assert "insistent" in page.run("return document.getElementById('banner').className")
    cable.mend()
    page.until(lambda: page.banner == "", "a connection")
    page.press("Reset")
    page.until(lambda: page.value == "0", "0")


def test_users_need_not_wait_for_the_next_attempt(server, cable, open_page):
    page = open_page(server.address("counter", cable.port)).wait_for_scene()
    # The clock stands still: nothing is tried but what the user asks for.
    page.run("window.setTimeout = () => 1")
    cable.cut()
    page.until(lambda: LOST in page.banner, "word of the loss")
    cable.mend()
    page.press("Try now")
    page.until(lambda: page.banner == "", "a connection")


@pytest.mark.parametrize("sign", [
    "window.dispatchEvent(new Event('online'))", "document.dispatchEvent(new Event('visibilitychange'))",
], ids=["online", "visible"])
def test_nobody_waits_for_the_next_attempt_when_there_is_a_reason_to_try(server, cable, open_page, sign):
    page = open_page(server.address("counter", cable.port)).wait_for_scene()
    # The clock stands still.
    page.run("window.setTimeout = () => 1")
    cable.cut()
    page.until(lambda: LOST in page.banner, "word of the loss")
    cable.mend()
    page.run(sign)
    page.until(lambda: page.banner == "", "a connection")


def test_an_attempt_that_the_user_does_not_wait_for_is_given_up(server, open_page):
    page = open_counter(open_page, server)
    keep_sockets(page)
    server.kill()
    page.until(lambda: LOST in page.banner, "word of the loss")
    server.restart()
    # The server takes connections and answers none.
    server.freeze()
    page.run("for (let i = 0; i < 3; i += 1) document.querySelector('#banner button').click()")
    server.thaw()
    page.until(lambda: page.banner == ANEW, "word of the new session")
    *given_up, last = page.run("return window.sockets.slice(-3).map((socket) => socket.readyState)")
    assert all(state >= CLOSING for state in given_up) and last == OPEN


def test_what_is_done_before_the_machine_has_been_seen_again_is_not_done(server, open_page):
    page = open_counter(open_page, server)
    keep_sockets(page)
    page.run("window.whenOpen = () => document.querySelector('[data-click=increment]').click()")
    server.kill()
    server.restart()
    page.until(lambda: page.banner == ANEW, "word of the new session")
    assert page.run("return window.opened") == 1
    page.press("Decrement")
    page.until(lambda: page.value == "-1", "-1")


def test_attempts_become_rarer_up_to_a_limit(server, open_page):
    page = open_counter(open_page, server)
    # The waits are taken down, and cut short.
    page.run("""
        const wait = window.setTimeout.bind(window);
        window.waits = [];
        window.setTimeout = (action, span) => { window.waits.push(span); return wait(action, 0); };
    """)
    server.kill()
    port = SilentPort(server.port)
    # The first attempts may come before there is a port again.
    page.until(lambda: port.count >= 8, "eight attempts at the port")
    waits = page.until(lambda: len(found := page.run("return window.waits")) >= 9 and found, "nine attempts")
    port.close()
    for number, wait in enumerate(waits):
        longest = min(15_000, 500 * 2 ** number)
        assert 0.75 * longest <= wait <= longest


def test_the_page_says_how_long_it_waits(server, open_page):
    page = open_counter(open_page, server)
    page.run("window.setTimeout = (action, span) => { window.span = span; return 1; }")
    server.kill()
    page.until(lambda: LOST in page.banner, "word of the loss")
    seconds = int(re.search(r"in (\d+) s", page.banner).group(1))
    assert 0 <= seconds - page.run("return window.span") / 1000 < 1


def test_a_server_that_is_asked_to_end_tells_its_pages_and_ends_well(server, open_page):
    pages = [open_counter(open_page, server) for _ in range(2)]
    assert server.terminate() == 0
    for page in pages:
        page.until(lambda: "The server is shutting down." in page.banner, "word of the end")


def test_why_a_server_has_gone_is_said_until_there_is_another(server, open_page):
    page = open_counter(open_page, server)
    keep_sockets(page)
    server.terminate()
    page.until(lambda: LOST in page.banner, "word of the loss")
    page.until(lambda: page.run("return window.sockets.filter((socket) => socket.readyState === 3).length") >= 2,
               "two attempts in vain")
    assert "The server is shutting down." in page.banner
    server.restart()
    page.until(lambda: page.banner == ANEW, "word of the new session")
    server.kill()
    page.until(lambda: "The connection is lost." in page.banner, "word of the loss")


def test_the_sizes_of_a_session_that_has_ended_are_not_those_of_the_next(server, open_page):
    page = open_counter(open_page, server)
    page.shows("Last change")
    server.kill()
    server.restart()
    page.until(lambda: page.banner == ANEW, "word of the new session")
    page.until(lambda: page.run("return traffic.innerText").startswith("A page of "), "the size of the new page")


def test_a_session_that_has_ended_is_begun_again_by_the_user_alone(server, open_page, browser):
    page = open_counter(open_page, server)
    page.run("document.querySelector('[data-click]').dataset.click = 'no such event'")
    page.press("Decrement")
    page.until(lambda: 'This page has no event "no such event", or' in page.banner, "why it has ended")
    page.run("window.dispatchEvent(new Event('online')); document.dispatchEvent(new Event('visibilitychange'))")
    assert 'This page has no event "no such event", or' in page.banner
    page.press("Begin again")
    page.until(lambda: page.banner == "" and page.value == "0", "a new session")


def keep_sockets(page):
    """Keeps the sockets that the page opens from now on."""
    page.run("""
        window.sockets = [];
        window.opened = 0;
        window.WebSocket = class extends WebSocket {
            constructor(address) {
                super(address);
                window.sockets.push(this);
                this.addEventListener("open", () => {
                    window.opened += 1;
                    window.whenOpen?.();
                });
            }
        };
    """)
