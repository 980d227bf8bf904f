"""A counter whose steps take a while, and can be called off."""

from selenium.webdriver.common.keys import Keys

import pytest


def test_a_step_is_under_way_for_a_while(visit):
    page = visit("effect-counter")
    page.press("Increment")
    page.shows("Counting up …")
    assert page.all("button", "Increment")[0].get_attribute("aria-disabled") == "true"
    page.shows("Ready at 1")
    page.press("Decrement")
    page.shows("Counting down …")
    page.shows("Ready at 0")


@pytest.mark.smoke
def test_a_reset_calls_a_step_off(visit):
    page = visit("effect-counter")
    page.press("Increment")
    page.shows("Ready at 1")
    with page.watching() as texts:
        page.press("Increment")
        page.shows("Counting up … Reset calls it off.")
        page.press("Reset")
        page.shows("Ready at 0")
    assert not any("Ready at 2" in text for text in texts)


def test_one_can_count_on_with_the_keyboard(visit):
    page = visit("effect-counter")
    page.tab_to("button", "Increment")
    for count in (1, 2):
        page.keys(Keys.ENTER)
        page.shows(f"Ready at {count}")
        assert page.focused == ("button", "Increment")
