"""Every page in every state: it can be used by everybody, fits on a phone, and is what a reload would show."""

import pytest

from harness import screenshots
from harness.accessibility import faults
from harness.page import Page
from harness.server import Server
from harness.states import LASTING, STATES


@pytest.fixture(scope="module")
def page_in_state(request, root, browser, tmp_path_factory):
    """A page in a state, for all tests of it; its server may stand still."""
    state = request.param
    server = Server(root, tmp_path_factory.mktemp("orders"))
    page = Page(browser.driver, browser.open_window()).go(server.address(state.path))
    page.state = state
    try:
        if state.path:
            page.wait_for_scene()
        state.reach(page, server)
        yield page
    finally:
        messages = page.console
        browser.close_windows()
        server.close()
    assert messages == []


@pytest.mark.parametrize("page_in_state", STATES, ids=str, indirect=True, scope="module")
def test_a_page_can_be_used_by_everybody_and_fits_on_a_phone(page_in_state):
    page = page_in_state
    assert faults(page) == []
    for width in screenshots.WIDTHS:
        for scheme in screenshots.SCHEMES:
            screenshots.show_at(page.driver, width, scheme)
            screenshots.take(page.driver, f"{page.state}-{width}-{scheme}")
        assert overflow(page) == [], f"{width} px"


@pytest.mark.parametrize("page_in_state", LASTING, ids=str, indirect=True, scope="module")
def test_patches_have_made_what_a_reload_shows(page_in_state):
    page = page_in_state
    patched = page.scene
    assert patched
    page.reload()
    page.until(lambda: page.scene == patched, f"the same page as before the reload:\n{patched}\nwhich is now:\n{page.scene}")


def overflow(page):
    """What is wider than the window, or leads out of it."""
    return page.run("""
        const found = [];
        const root = document.scrollingElement;
        if (root.scrollWidth > innerWidth) found.push(`the page is ${root.scrollWidth} px wide`);
        for (const element of document.querySelectorAll("body *")) {
            if (!element.checkVisibility()) continue;
            const box = element.getBoundingClientRect();
            // What is for screen readers alone is a dot somewhere.
            if (box.width > 1 && (box.right > innerWidth + 1 || box.left < -1)) found.push(element.outerHTML.slice(0, 200));
        }
        return found""")
