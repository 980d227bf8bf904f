"""Several timers at once, and each by itself."""

from selenium.webdriver.common.keys import Keys

import pytest


def test_timers_tick_at_the_same_time_and_while_nobody_looks(visit):
    page = visit("timers")
    page.find("heading", "3 timers")
    page.press("Start timer 1")
    page.press("Start timer 3")
    page.until(lambda: ticks(page, 1) >= 1 and ticks(page, 3) >= 1, "two timers that tick")
    assert ticks(page, 2) == 0
    page.press_starting_with("Timer 2")
    page.find("heading", "Timer 2")
    page.press("Start timer 2")
    page.until(lambda: int(page.value) >= 2, "two ticks")
    page.press("Stop timer 2")
    page.press("All timers")
    page.find("heading", "3 timers")
    assert ticks(page, 2) >= 2


def test_a_timer_that_has_terminated_is_done_until_it_is_removed(visit):
    page = visit("timers")
    page.press_starting_with("Timer 1")
    page.press("Terminate")
    page.shows("Done")
    page.lacks("button", "Start timer 1")
    page.press("Remove timer")
    page.find("heading", "2 timers")


@pytest.mark.smoke
def test_timers_can_be_added_and_removed(visit):
    page = visit("timers")
    page.press("Add timer")
    page.find("heading", "4 timers")
    for number in (2, 4, 1, 3):
        page.press(f"Remove timer {number}")
        page.lacks("button", f"Remove timer {number}")
    page.find("heading", "No timers")


def test_the_focus_goes_into_a_timer_and_back_to_where_it_was(visit):
    page = visit("timers")
    page.until(lambda: page.focused[1].startswith("Timer 2") or page.keys(Keys.TAB), "focus on timer 2")
    page.keys(Keys.ENTER)
    page.find("heading", "Timer 2")
    page.tab_to("button", "All timers")
    page.keys(Keys.ENTER)
    page.find("heading", "3 timers")
    page.until(lambda: page.focused[1].startswith("Timer 2"), "focus on timer 2")


def test_the_focus_stays_while_timers_tick(visit):
    page = visit("timers")
    page.press("Start timer 1")
    page.tab_to("button", "Remove timer 2")
    before = ticks(page, 1)
    page.until(lambda: ticks(page, 1) > before + 1, "two more ticks")
    assert page.focused == ("button", "Remove timer 2")


def test_the_focus_goes_on_in_the_list_when_a_timer_is_removed(visit):
    page = visit("timers")
    # Timers that were looked at before are not where the user is.
    page.press_starting_with("Timer 3")
    page.press("All timers")
    page.until(lambda: page.focused[1].startswith("Timer 3"), "focus on timer 3")
    page.press("Remove timer 1")
    page.until(lambda: page.focused[1].startswith("Timer 2"), "focus on timer 2")
    page.press("Remove timer 3")
    page.focuses("button", "Remove timer 2")
    page.press("Remove timer 2")
    page.focuses("button", "Add timer")
    page.shows("Add one to begin.")


def ticks(page, number):
    """What the list says a timer has counted."""
    return int(page.run("return document.querySelector(`#open-${arguments[0]} .ticks`).innerText", number))
