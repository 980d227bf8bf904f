"""Names of files are text, whatever they look like."""

from selenium.common.exceptions import NoAlertPresentException

import pytest

from harness.folders import HOSTILE_NAMES, SCRIPT_FOLDER
from harness.loading_list import ALERT, ask_for, list_folder, names


@pytest.fixture
def page(visit):
    """A page on which nothing but text came from names, also in the end."""
    page = visit("loading-list")
    yield page
    assert_is_harmless(page)


@pytest.mark.smoke
def test_names_of_files_are_shown_as_they_are(page):
    list_folder(page, "Hostile")
    assert sorted(names(page)) == sorted(HOSTILE_NAMES)


def test_names_stay_text_when_they_are_loaded_again(page):
    list_folder(page, "Hostile")
    page.reload()
    assert sorted(names(page)) == sorted(HOSTILE_NAMES)


def test_the_name_of_a_folder_is_text_in_a_heading(page):
    list_folder(page, SCRIPT_FOLDER)
    assert names(page) == ["inside.txt"]


def test_what_was_typed_is_text_in_an_error(page):
    for typed in ('<img src=x onerror=alert(1)>', '"><script>alert(1)<', "&lt;b&gt;&amp;amp;", "</h2></dialog><h1>"):
        ask_for(page, typed)
        page.find("alertdialog", ALERT)
        page.shows(f"“{typed}”")
        assert_is_harmless(page)
        page.press("OK")
        page.lacks("alertdialog")
        page.shows(f"Could not list “{typed}”.")


def test_a_name_does_not_turn_the_text_around_it(page):
    list_folder(page, "Hostile")
    assert page.run("""
        const isolated = [...document.querySelectorAll(".entries .name")]
            .every((name) => getComputedStyle(name).unicodeBidi === "isolate");
        return isolated && [...document.querySelectorAll(".entries .size, .entries time")]
            .every((element) => getComputedStyle(element).direction === "ltr")""")


def assert_is_harmless(page):
    with pytest.raises(NoAlertPresentException):
        page.driver.switch_to.alert.text
    assert page.run("""
        return [...document.querySelectorAll("*")].filter((element) =>
            element.matches("main :is(img, svg, script, b, iframe, style, h1), script:not([src='/client.js'])")
            || element.getAttributeNames().some((name) => name.startsWith("on") || name === "style" || name === "src"
                && element.localName !== "script")).map((element) => element.outerHTML)""") == []
