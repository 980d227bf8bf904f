"""The loading list from the empty view to the list, and every way back."""

import pytest

from harness import screenshots
from harness.loading_list import ALERT, NOTHING_YET, SHEET, ask_for, list_folder, names, open_sheet, see_loading


@pytest.mark.smoke
def test_the_way_to_a_list_leads_through_a_sheet_and_an_overlay_with_progress(visit):
    page = visit("loading-list")
    page.find("heading", NOTHING_YET)
    open_sheet(page)
    assert page.find("textbox", "Folder").get_attribute("value") == "."
    page.type("Crowd", "Folder", instead=True)
    with page.watching() as texts:
        page.press("List")
        page.shows("The first 2000 of 30000 entries")
    assert any("Reading Crowd …" in text for text in texts)
    assert any("of 30000" in text and "Reading Crowd …" in text for text in texts)
    page.find("heading", "Crowd")
    assert names(page)[:2] == ["file 00000", "file 00001"]


def test_a_list_says_what_kind_how_large_and_how_old(visit):
    page = visit("loading-list")
    list_folder(page, "Plain")
    assert names(page) == ["Inner", "Zwölf & mehr.txt", "link to a secret", "one.txt", "thousand.bin"]
    page.shows("5 entries")
    rows = {row.text.split("\n")[0]: row for row in page.all("listitem")}
    assert "1.0 kB" in rows["thousand.bin"].text and "12 B" in rows["Zwölf & mehr.txt"].text
    kinds = page.run("return [...document.querySelectorAll('.entries [role=img]')].map((icon) => icon.ariaLabel)")
    assert kinds == ["Folder", "File", "Link", "File", "File"]


def test_another_folder_can_be_chosen(visit):
    page = visit("loading-list")
    list_folder(page, "Plain")
    list_folder(page, "Other")
    assert names(page) == ["elsewhere.txt"]
    list_folder(page, "Empty")
    page.shows("This folder is empty.")


@pytest.mark.parametrize("dismiss", [lambda page: page.press("Cancel"), lambda page: page.keys("\ue00c")],
                         ids=["Cancel", "Escape"])
def test_a_sheet_can_be_dismissed_and_opened_again(visit, dismiss):
    page = visit("loading-list")
    for _ in range(3):
        open_sheet(page)
        dismiss(page)
        page.lacks("dialog")
        page.find("heading", NOTHING_YET)
        page.focuses("button", "Start")


def test_what_was_listed_is_still_there_when_a_sheet_is_dismissed(visit):
    page = visit("loading-list")
    list_folder(page, "Plain")
    open_sheet(page)
    page.press("Cancel")
    page.lacks("dialog")
    assert len(names(page)) == 5


def test_an_error_is_an_alert_that_can_be_put_away(visit):
    page = visit("loading-list")
    ask_for(page, "Nowhere")
    page.find("alertdialog", ALERT)
    page.shows("There is no folder “Nowhere”.")
    page.press("OK")
    page.lacks("alertdialog")
    page.find("heading", "Could not list “Nowhere”.")
    page.find("button", "Retry")
    page.focuses("button", "Start")


@pytest.mark.smoke
def test_an_error_can_be_retried_in_the_alert_and_after_it(visit, root):
    page = visit("loading-list")
    ask_for(page, "Later")
    page.find("alertdialog", ALERT)
    page.press("Retry")
    page.find("alertdialog", ALERT)
    page.press("OK")
    page.lacks("alertdialog")
    (root / "Later").mkdir()
    try:
        page.press("Retry")
        page.find("heading", "Later")
        page.shows("This folder is empty.")
    finally:
        (root / "Later").rmdir()


@pytest.mark.parametrize("width", screenshots.WIDTHS)
def test_however_long_a_name_is_the_buttons_stay_in_view(visit, width):
    page = visit("loading-list")
    screenshots.show_at(page.driver, width)
    ask_for(page, "long " * 1000)
    page.find("alertdialog", ALERT)
    assert is_in_view(page, "OK") and is_in_view(page, "Retry")
    assert page.run("const reason = document.getElementById('failure-reason');"
                    "return reason.clientHeight < innerHeight / 2 && reason.scrollHeight > reason.clientHeight")
    page.press("OK")
    page.lacks("alertdialog")
    assert is_in_view(page, "Start")
    # What has room is not scrolled.
    ask_for(page, "short")
    page.find("alertdialog", ALERT)
    assert page.run("return [...document.querySelectorAll('dialog, dialog p, dialog h2, .empty p, .empty h2')]"
                    ".every((text) => text.scrollHeight <= text.clientHeight)")


def is_in_view(page, name):
    """Whether a button can be seen as a whole."""
    return page.run("""
        const box = arguments[0].getBoundingClientRect();
        const middle = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
        return box.top >= 0 && box.bottom <= innerHeight && arguments[0].contains(document.elementFromPoint(...middle))
    """, page.find("button", name))


def test_escape_puts_an_alert_away(visit):
    page = visit("loading-list")
    ask_for(page, "Nowhere")
    page.find("alertdialog", ALERT)
    page.keys("\ue00c")
    page.lacks("alertdialog")


@pytest.mark.parametrize("cancel", [lambda page: page.press("Cancel"), lambda page: page.keys("\ue00c")],
                         ids=["Cancel", "Escape"])
def test_loading_can_be_cancelled(server, open_page, cancel):
    page = open_page(server.address("loading-list")).wait_for_scene()
    see_loading(page, server)
    cancel(page)
    server.thaw()
    page.lacks("dialog")
    page.find("heading", NOTHING_YET)
    page.focuses("button", "Start")


def test_nothing_outside_the_root_is_listed(visit):
    page = visit("loading-list")
    for folder in (
        "..", "../", "/", "/etc", "/etc/../etc", "Plain/../..", "./../.", "Plain/Inner/../../../secret", "~",
        "Way out", "Way out/", "etc", "Plain/../etc", "Plain/link to a secret", "..\\..", "%2e%2e", "\u2024\u2024",
    ):
        ask_for(page, folder)
        page.find("alertdialog", ALERT)
        assert "secret.txt" not in page.text and "passwd" not in page.text
        page.press("OK")
        page.lacks("alertdialog")
