"""The fixtures: a folder to list, a server, a browser, a page."""

import signal

import pytest

from harness import screenshots
from harness.browser import Browser
from harness.cable import Cable
from harness.folders import fill
from harness.page import Page
from harness.server import Server


def pytest_configure():
    # Who is asked to end, ends the servers and browsers as well.
    signal.signal(signal.SIGTERM, lambda *_: pytest.exit("asked to end"))


def pytest_terminal_summary(terminalreporter):
    if screenshots.FOLDER.exists():
        terminalreporter.write_line(f"Screenshots are in {screenshots.FOLDER}")


@pytest.fixture(scope="session")
def root(tmp_path_factory):
    """A folder with known entries."""
    path = tmp_path_factory.mktemp("root")
    fill(path, outside=tmp_path_factory.mktemp("outside"))
    return path


@pytest.fixture(scope="module")
def shared_server(root, tmp_path_factory):
    """A server for the tests of a file, which leave it as it was."""
    server = Server(root, tmp_path_factory.mktemp("orders"))
    yield server
    server.close()


@pytest.fixture
def server(root, tmp_path):
    """A server for one test, which may do to it what it likes."""
    server = Server(root, tmp_path)
    yield server
    server.close()


@pytest.fixture(scope="module")
def browser():
    """A browser for the tests of a file."""
    browser = Browser()
    yield browser
    browser.quit()


@pytest.fixture
def forgiven():
    """Messages in the browser's console that a test expects: parts of their texts."""
    return []


@pytest.fixture
def pages(browser, forgiven):
    """The pages of a test; afterwards, their consoles have to be empty."""
    pages = []
    yield pages
    messages = [message for page in pages for message in page.console]
    browser.close_windows()
    assert [message for message in messages if not any(part in message for part in forgiven)] == []


@pytest.fixture
def open_page(browser, pages):
    """Opens a page in a window of its own."""
    def open_page(address):
        page = Page(browser.driver, browser.open_window())
        pages.append(page)
        return page.go(address)
    return open_page


@pytest.fixture
def adopt(browser, pages):
    """Takes on a window that a page has opened."""
    def adopt():
        known = {browser.home, *(page.handle for page in pages)}
        handle = pages[0].until(lambda: next(iter(set(browser.driver.window_handles) - known), None), "a window")
        pages.append(Page(browser.driver, handle))
        return pages[-1]
    return adopt


@pytest.fixture
def visit(shared_server, open_page):
    """Opens a page of the server, and waits for its machine."""
    return lambda path: open_page(shared_server.address(path)).wait_for_scene()


@pytest.fixture
def cable(server):
    """What lies between the browser and a server of its own."""
    cable = Cable(server.port)
    yield cable
    cable.close()
