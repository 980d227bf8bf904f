"""Each open page is a session of its own, and stays it when it is loaded again."""

import pytest


@pytest.mark.smoke
def test_windows_have_sessions_of_their_own(visit):
    one, other = visit("counter"), visit("counter")
    one.press("Increment")
    one.until(lambda: one.value == "1", "1")
    other.press("Decrement")
    other.until(lambda: other.value == "-1", "-1")
    assert one.value == "1"


def test_a_copy_of_a_window_has_a_session_of_its_own(visit, adopt):
    page = visit("counter")
    page.press("Increment")
    page.until(lambda: page.value == "1", "1")
    # Whatever the page has put into its store is in that of the window that it opens, also when it was loaded again.
    page.reload()
    page.run("window.open(location.href)")
    copy = adopt().wait_for_scene()
    assert copy.value == "0"
    page.press("Increment")
    page.until(lambda: page.value == "2", "2")
    assert page.banner == ""


@pytest.mark.smoke
def test_a_reload_goes_on_with_the_session(visit):
    page = visit("counter")
    page.press("Increment")
    page.until(lambda: page.value == "1", "1")
    for _ in range(3):
        page.reload()
        assert page.value == "1"
    assert page.banner == ""


def test_who_leaves_a_page_and_comes_back_finds_the_session(visit):
    page = visit("counter")
    page.press("Increment")
    page.until(lambda: page.value == "1", "1")
    page.press("Oak examples", role="link")
    page.find("heading", "Oak examples")
    page.driver.back()
    page.wait_for_scene()
    page.until(lambda: page.value == "1", "1")
