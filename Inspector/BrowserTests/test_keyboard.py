"""Whoever has no mouse gets everywhere, and always knows where they are."""

from selenium.webdriver.common.keys import Keys

import pytest

from harness.loading_list import ALERT, NOTHING_YET, SHEET


@pytest.mark.smoke
def test_the_loading_list_needs_no_mouse(visit):
    page = visit("loading-list")
    page.tab_to("button", "Start")
    page.keys(Keys.SPACE)
    page.focuses("textbox", "Folder")
    page.type("Nowhere", instead=True)
    page.keys(Keys.ENTER)
    page.find("alertdialog", ALERT)
    page.tab_to("button", "OK")
    page.keys(Keys.ENTER)
    page.lacks("alertdialog")
    page.focuses("button", "Start")
    page.keys(Keys.ENTER)
    page.focuses("textbox", "Folder")
    page.type("Plain", instead=True)
    page.tab_to("button", "List")
    page.keys(Keys.SPACE)
    page.find("heading", "Plain")
    page.focuses("button", "Start")


def test_a_dialog_takes_the_focus_keeps_it_and_gives_it_back(visit):
    page = visit("loading-list")
    page.tab_to("button", "Start")
    page.keys(Keys.ENTER)
    page.find("dialog", SHEET)
    page.focuses("textbox", "Folder")
    for key in (Keys.TAB, Keys.SHIFT + Keys.TAB):
        been = set()
        for _ in range(8):
            page.keys(key)
            been.add(page.focused[1])
            # The window of the browser comes after the last control; nothing behind the dialog does.
            assert page.run("return document.activeElement === document.body "
                            "|| document.querySelector('dialog').contains(document.activeElement)")
        assert {"Folder", "List", "Cancel"} <= been
    page.keys(Keys.ESCAPE)
    page.lacks("dialog")
    page.focuses("button", "Start")


def test_escape_is_heard_each_time(visit):
    page = visit("loading-list")
    page.tab_to("button", "Start")
    page.keys(Keys.ENTER)
    page.find("dialog", SHEET)
    # Browsers close a dialog without a question when Escape follows Escape.
    page.keys(Keys.ESCAPE, Keys.ESCAPE, Keys.ESCAPE)
    page.lacks("dialog")
    page.find("heading", NOTHING_YET)
    page.focuses("button", "Start")
    page.keys(Keys.ENTER)
    page.find("dialog", SHEET)
    assert page.run("return document.querySelectorAll('dialog:modal').length") == 1


def test_a_dialog_that_its_machine_keeps_stays(server, open_page):
    page = open_page(server.address("loading-list")).wait_for_scene()
    page.press("Start")
    page.find("dialog", SHEET)
    server.freeze()
    page.keys(Keys.ESCAPE, Keys.ESCAPE, Keys.ESCAPE)
    page.find("dialog", SHEET)
    assert page.run("return document.querySelectorAll('dialog:modal').length") == 1
    server.thaw()
    page.lacks("dialog")


def test_focus_stays_on_a_control_that_is_used_again_and_again(visit):
    page = visit("counter")
    page.tab_to("button", "Increment")
    for _ in range(5):
        page.keys(Keys.ENTER)
    page.shows("5")
    assert page.focused == ("button", "Increment")
