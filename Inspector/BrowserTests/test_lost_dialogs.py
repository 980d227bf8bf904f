"""What becomes of a dialog, and of what was typed into it, while there is no connection."""

import pytest

from harness.loading_list import NOTHING_YET, SHEET, open_sheet
from test_connection import ANEW, LOST


@pytest.fixture(autouse=True)
def connection_errors_are_forgiven(forgiven):
    forgiven.append("WebSocket connection to")


@pytest.fixture
def page(server, cable, open_page):
    """An open sheet into which something was typed."""
    page = open_page(server.address("loading-list", cable.port)).wait_for_scene()
    open_sheet(page)
    page.type("some where", "Folder", instead=True)
    page.run("document.activeElement.setSelectionRange(2, 7)")
    return page


@pytest.mark.smoke
def test_what_was_typed_survives_a_lost_connection(page, cable):
    for _ in range(2):
        cable.cut()
        page.until(lambda: LOST in page.banner, "word of the loss")
        assert_is_as_it_was(page)
        cable.mend()
        page.until(lambda: page.banner == "", "a connection")
        assert_is_as_it_was(page)
    assert page.run("return document.querySelectorAll('dialog:modal').length") == 1
    page.press("Cancel")
    page.lacks("dialog")
    page.focuses("button", "Start")


def test_an_open_sheet_does_not_keep_users_from_connecting_again(page, cable):
    page.run("window.setTimeout = () => 1")
    cable.cut()
    page.until(lambda: LOST in page.banner, "word of the loss")
    cable.mend()
    page.tab_to("button", "Try now")
    page.keys("\ue007")
    page.until(lambda: page.banner == "", "a connection")
    page.find("dialog", SHEET)
    page.focuses("textbox", "Folder")


def test_a_sheet_goes_with_its_session(page, server, cable):
    cable.cut()
    page.until(lambda: LOST in page.banner, "word of the loss")
    server.kill()
    server.restart()
    cable.mend()
    page.until(lambda: page.banner == ANEW, "word of the new session")
    page.lacks("dialog")
    page.find("heading", NOTHING_YET)
    page.focuses("button", "Start")
    open_sheet(page)
    assert page.find("textbox", "Folder").get_attribute("value") == "."


def test_an_open_sheet_survives_a_reload(page):
    page.reload()
    page.find("dialog", SHEET)
    page.focuses("textbox", "Folder")
    page.press("Cancel")
    page.lacks("dialog")


def assert_is_as_it_was(page):
    assert page.focused == ("textbox", "Folder")
    assert page.run("const field = document.activeElement;"
                    "return [field.value, field.selectionStart, field.selectionEnd]") == ["some where", 2, 7]
