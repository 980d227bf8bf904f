"""The page of durable hosts: orders that survive their process, and their store without a host."""

from pathlib import Path

import pytest
from selenium.webdriver.common.keys import Keys

from harness import screenshots
from harness.accessibility import faults
from harness.orders import SERVER, Orders, Tool

pytestmark = pytest.mark.skipif(not Path(SERVER).exists(), reason="Examples/Orders is not built")


@pytest.fixture
def orders(tmp_path):
    """A server of orders."""
    orders = Orders(tmp_path / "orders")
    yield orders
    orders.close()


@pytest.fixture
def inspect(orders, open_page):
    """Opens its page."""
    return lambda: open_page(orders.page).wait_for_scene()


def macrosteps(page):
    """The numbers of the macrosteps in the journal."""
    return page.run("return [...document.querySelectorAll('.journal .moment')].map((button) => button.innerText)")


def open_instance(page, name):
    """Opens an instance of the list."""
    page.press_starting_with(name)
    page.find("heading", name)


@pytest.mark.smoke
def test_an_order_is_followed_to_its_end_and_through_its_past(orders, inspect):
    page = inspect()
    page.find("heading", "orders")
    orders.place("17", "tea", "cup")
    page.shows("order/17")
    open_instance(page, "order/17")
    page.until(lambda: page.run("return document.querySelector('.box.lit text')?.textContent") == "shipped", "the end")
    assert page.run("return document.querySelector('.heading .badge').innerText") == "ended"
    last = page.until(lambda: macrosteps(page), "the journal")[0]
    page.press(f"Go to macrostep {int(last) - 1}")
    page.shows("This is the past")
    page.until(lambda: page.run("return document.querySelector('.box.lit text')?.textContent") != "shipped", "the past")
    page.keys(Keys.ESCAPE)
    page.hides("This is the past")
    page.press("Back to the list")
    page.shows("order/17")


def test_an_order_that_works_is_cancelled_and_forked(tmp_path, open_page):
    slow = Orders(tmp_path / "slow", pace=3000)
    try:
        page = open_page(slow.page).wait_for_scene()
        slow.place("18", "tea")
        open_instance(page, "order/18")
        page.shows("Activities and deadlines")
        page.type("18-again", "Id of a new instance in this state")
        page.press("Fork")
        page.press("Back to the list")
        page.shows("order/18-again")
        open_instance(page, "order/18")
        page.press("Cancel the instance")
        page.press("Leave it")
        page.press("Cancel the instance")
        page.press("Cancel it for good")
        page.shows("cancelled")
        page.lacks("button", "Cancel the instance")
    finally:
        slow.kill()
        slow.close()


def test_a_store_is_read_after_its_process_was_killed(orders, open_page):
    orders.place("19", "tea")
    orders.kill()
    tool = Tool(orders.store)
    try:
        page = open_page(tool.page).wait_for_scene()
        open_instance(page, "order/19")
        page.shows("Journal")
        # Nobody may change it from here.
        page.lacks("button", "Cancel the instance")
        page.lacks("button", "Fork")
    finally:
        tool.close()


@pytest.mark.parametrize("width", screenshots.WIDTHS)
def test_everything_has_a_name_and_a_place(orders, inspect, width):
    page = inspect()
    screenshots.show_at(page.driver, width)
    orders.place("20", "tea")
    page.shows("order/20")
    assert faults(page) == []
    open_instance(page, "order/20")
    page.until(lambda: macrosteps(page), "the journal")
    assert faults(page) == []
    page.press_starting_with("Go to macrostep")
    page.shows("This is the past")
    assert faults(page) == []
    assert page.run("return document.documentElement.scrollWidth <= window.innerWidth")
