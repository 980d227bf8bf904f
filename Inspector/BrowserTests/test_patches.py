"""What is sent after the first time is what has changed, and the rest of the page stays as it is."""

import re

from selenium.webdriver.common.keys import Keys

import pytest

from harness.loading_list import list_folder, open_sheet


def test_a_change_is_smaller_than_the_page_and_says_so(visit):
    page = visit("counter")
    page.press("Increment")
    line = page.until(lambda: re.search(r"Last change: ([\d,]+) bytes of a page of ([\d,]+)", page.text), "byte counts")
    change, whole = (int(number.replace(",", "")) for number in line.groups())
    assert 0 < change < whole / 4
    assert whole == page.run("return new TextEncoder().encode(scene.innerHTML).length")


def test_the_size_of_a_page_is_there_from_the_beginning(visit):
    page = visit("counter")
    line = page.run("return traffic.innerText")
    assert line == f"A page of {page.run('return size(scene.innerHTML)')} bytes"


@pytest.mark.smoke
def test_only_what_has_changed_is_touched(visit):
    page = visit("counter")
    page.run("""
        window.mutations = [];
        new MutationObserver((records) => window.mutations.push(...records.map((record) => record.type)))
            .observe(scene, { subtree: true, childList: true, characterData: true, attributes: true });""")
    page.press("Increment")
    page.shows("1")
    assert page.run("return window.mutations") == ["characterData"]


@pytest.mark.smoke
def test_what_is_typed_survives_whatever_the_machine_changes(visit):
    page = visit("loading-list")
    open_sheet(page)
    page.type("some where", "Folder", instead=True)
    page.run("document.activeElement.setSelectionRange(2, 7, 'backward')")
    for how in [
        {"a": {"value": "from the machine", "class": "changed"}}, {"a": {"value": None}},
    ]:
        patch(page, "#folder", how)
        assert_is_typed(page)
    # New siblings before and after the field; then the field goes to the end, and comes back.
    patch(page, ".field", {"o": ["<p>new</p>", [0, 2], "<p>newer</p>", [2, 1]]})
    assert_is_typed(page)
    patch(page, ".field", {"o": [[0, 2], [3, 2], [2, 1]]})
    assert_is_typed(page)
    patch(page, ".field", {"o": [[1, 1], [4, 1], [3, 1]]})
    assert_is_typed(page)
    page.keys(Keys.BACKSPACE)
    assert page.run("return document.activeElement.value") == "soere"


def test_what_is_typed_survives_when_the_whole_page_is_sent_again(visit):
    page = visit("loading-list")
    open_sheet(page)
    page.type("some where", "Folder", instead=True)
    page.run("document.activeElement.setSelectionRange(2, 7, 'backward')")
    page.run("""receive(JSON.stringify({ html: scene.innerHTML.replace(' open=""', "") }))""")
    assert_is_typed(page)


def test_a_field_that_is_not_in_use_shows_what_the_machine_says(visit):
    page = visit("loading-list")
    open_sheet(page)
    page.type("mine", "Folder", instead=True)
    page.keys(Keys.TAB)
    patch(page, "#folder", {"a": {"value": "from the machine"}})
    assert page.run("return document.getElementById('folder').value") == "from the machine"


def test_the_place_to_which_a_page_is_scrolled_stays(visit):
    page = visit("loading-list")
    list_folder(page, "Scroll")
    page.run("window.scrollTo(0, 1500)")
    patch(page, ".entries li:nth-child(100) .name", {"c": {"0": {"t": "another name"}}})
    patch(page, ".entries", {"o": [[0, 100], "<li>new</li>", [100, 20]]})
    assert page.run("return window.scrollY") == 1500
    page.run("receive(JSON.stringify({ html: scene.innerHTML }))")
    assert page.run("return window.scrollY") == 1500


def test_a_dialog_leaves_the_page_where_it_is_scrolled_to(visit):
    page = visit("loading-list")
    list_folder(page, "Scroll")
    page.run("document.getElementById('start').focus({ preventScroll: true }); window.scrollTo(0, 1500)")
    page.keys(Keys.ENTER)
    page.find("dialog")
    assert page.run("return window.scrollY") == 1500
    page.keys(Keys.ESCAPE)
    page.lacks("dialog")


def test_fields_without_a_caret_can_lose_and_regain_the_focus(visit):
    page = visit("counter")
    for kind in ("checkbox", "radio", "number", "email", "range"):
        page.run("""
            receive(JSON.stringify({ html: `<p>A</p><input id="field" type="${arguments[0]}" value="1">` }));
            document.getElementById("field").focus();
            receive(JSON.stringify({ patch: { c: { 1: { a: { value: "2" } } } } }));
            receive(JSON.stringify({ patch: { o: ["<h2>B</h2>", [1, 1], [0, 1]] } }));""", kind)
        assert page.run("return document.activeElement.id") == "field"


def test_a_control_that_was_disabled_for_a_while_has_the_focus_again(visit):
    page = visit("counter")
    page.run("""
        receive(JSON.stringify({ html: `<button id="go">Go</button>` }));
        document.getElementById("go").focus();
        receive(JSON.stringify({ patch: { c: { 0: { a: { disabled: "" } } } } }));""")
    page.until(lambda: page.run("return document.activeElement === document.body"), "the loss of the focus")
    page.run("receive(JSON.stringify({ patch: { c: { 0: { a: { disabled: null } } } } }))")
    assert page.focused == ("button", "Go")


def test_a_control_that_is_disabled_looks_so_however_that_is_said(visit):
    page = visit("counter")
    page.run("""receive(JSON.stringify({ html: `<button disabled class="primary">A</button>
        <button aria-disabled="true" class="primary">B</button><button class="primary">C</button>` }))""")
    looks = page.run("""
        const names = ["color", "backgroundColor", "borderTopStyle", "borderTopColor", "cursor"];
        for (const button of scene.querySelectorAll("button")) button.style.transition = "none";
        return [...scene.querySelectorAll("button")].map((button) => names.map((name) => getComputedStyle(button)[name]))
    """)
    assert looks[0] == looks[1] != looks[2]


def test_the_focus_goes_to_what_came_next_when_a_control_goes(visit):
    page = visit("counter")
    page.run("""
        receive(JSON.stringify({ html: ["A", "B", "C"].map((name) => `<button>${name}</button>`).join("") }));
        scene.querySelectorAll("button")[1].focus();
        receive(JSON.stringify({ patch: { o: [[0, 1], [2, 1]] } }));""")
    assert page.focused == ("button", "C")
    page.run("receive(JSON.stringify({ patch: { o: [[0, 1]] } }))")
    assert page.focused == ("button", "A")


def test_nobody_is_called_away_from_where_they_are(visit):
    page = visit("counter")
    page.run("""receive(JSON.stringify({
        html: `<input aria-label="Field" data-focus><button id="go">Go</button><p>0</p>` }))""")
    assert page.focused == ("textbox", "Field")
    page.run("document.activeElement.blur()")
    page.run("receive(JSON.stringify({ patch: { c: { 2: { c: { 0: { t: '1' } } } } } }))")
    assert page.run("return document.activeElement === document.body")


def test_a_progress_may_become_one_of_unknown_length(visit):
    page = visit("counter")
    page.run("""
        receive(JSON.stringify({ html: `<progress aria-label="P" max="10" value="5"></progress>` }));
        receive(JSON.stringify({ patch: { c: { 0: { a: { value: "7" } } } } }));""")
    assert page.run("return document.querySelector('progress').value") == 7
    page.run("receive(JSON.stringify({ patch: { c: { 0: { a: { value: null, max: null } } } } }))")
    assert page.run("return document.querySelector('progress').matches(':indeterminate')")


def patch(page, selector, how):
    """Has the page apply a patch to an element, as if it came from its machine."""
    page.run("""
        let patch = arguments[1];
        for (let node = document.querySelector(arguments[0]); node !== scene; node = node.parentNode) {
            patch = { c: { [[...node.parentNode.childNodes].indexOf(node)]: patch } };
        }
        receive(JSON.stringify({ patch }));""", selector, how)


def assert_is_typed(page):
    assert page.run("""
        const field = document.activeElement;
        return [field.id, field.value, field.selectionStart, field.selectionEnd, field.selectionDirection]
    """) == ["folder", "some where", 2, 7, "backward"]
