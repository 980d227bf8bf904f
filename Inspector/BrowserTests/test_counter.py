"""A counter: the smallest page."""

import pytest


@pytest.mark.smoke
def test_buttons_change_what_is_shown(visit):
    page = visit("counter")
    assert page.value == "0"
    page.press("Increment")
    page.press("Increment")
    page.press("Decrement")
    page.press("Increment")
    page.until(lambda: page.value == "2", "2")
    page.press("Reset")
    page.until(lambda: page.value == "0", "0")
