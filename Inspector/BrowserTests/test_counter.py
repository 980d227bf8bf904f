"""A counter: the smallest page."""

import pytest


@pytest.mark.smoke
def test_buttons_change_what_is_shown(visit):
    page = visit("counter")
    assert value(page) == "0"
    page.press("Increment")
    page.press("Increment")
    page.press("Decrement")
    page.press("Increment")
    page.until(lambda: value(page) == "2", "2")
    page.press("Reset")
    page.until(lambda: value(page) == "0", "0")


def value(page):
    return page.run("return document.querySelector('.value').innerText")
