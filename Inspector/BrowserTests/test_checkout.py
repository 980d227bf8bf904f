"""The checkout from the address to the receipt, and what can go wrong on the way."""

import json

from selenium.webdriver.common.keys import Keys

import pytest

from harness.checkout import (
    CARD, PIN, PIN_QUESTION, SMALL_CARD, answer_pin, choose, fill_in_address, go_to_payment, pay, send_address, send_card,
)


@pytest.mark.smoke
def test_a_purchase_leads_to_a_receipt_and_an_order(server, open_page, tmp_path):
    page = open_page(server.address("checkout")).wait_for_scene()
    pay(page)
    page.shows("Order 1 is placed.")
    page.find("heading", "Thank you")
    page.shows("€49.30")
    order, = (tmp_path / "orders.jsonl").read_text().splitlines()
    assert "Kim" in order and json.loads(order)


def test_a_large_amount_needs_the_pin_and_a_wrong_one_is_asked_for_again(visit):
    page = visit("checkout")
    pay(page, "Express")
    answer_pin(page, "0000", "3 tries left.")
    answer_pin(page, PIN, "That was not the PIN of the card. 2 tries left.")
    page.find("heading", "Thank you")
    page.shows("€56.30")


def test_three_wrong_pins_lead_to_another_card(visit):
    page = visit("checkout")
    pay(page, "Express")
    for hint in ("3 tries left.", "2 tries left.", "This is the last try."):
        answer_pin(page, "0000", hint)
    page.lacks("dialog")
    page.shows("is blocked: its PIN was wrong too often.")
    page.find("heading", "Who pays?")
    assert page.find("textbox", "Number").get_property("value") == ""


def test_a_declined_card_leads_to_an_empty_form_for_another_one(visit):
    page = visit("checkout")
    go_to_payment(page)
    send_card(page, SMALL_CARD)
    page.press("Pay")
    page.shows("is above the limit of the card")
    assert page.find("textbox", "Number").get_property("value") == ""
    send_card(page, CARD)
    page.press("Pay")
    page.find("heading", "Thank you")


def test_what_is_wrong_with_a_field_is_said_beside_it(visit):
    page = visit("checkout")
    send_address(page, name="Kim", country="DE", postcode="12")
    field = page.until(lambda: (found := page.find("textbox", "Postcode")).get_attribute("aria-invalid") == "true"
                       and found, "an objection")
    objection = page.run("return document.getElementById(arguments[0].getAttribute('aria-describedby')).innerText", field)
    assert objection
    page.type("12345", "Postcode", instead=True)
    page.press("Continue")
    page.find("heading", "How is it delivered?")


def test_the_focus_goes_to_the_first_mistake(visit):
    page = visit("checkout")
    page.find("heading", "Where does it go?")
    page.press("Continue")
    page.focuses("textbox", "Name")
    page.type("Kim")
    page.type("12", "Postcode")
    page.keys(Keys.ENTER)
    page.focuses("textbox", "Country")
    # The same mistakes once more: there is nothing new to show.
    page.press("Continue")
    page.focuses("textbox", "Country")
    page.type("DE")
    page.press("Continue")
    page.focuses("textbox", "Postcode")


def test_the_focus_goes_to_the_heading_of_each_step_but_not_when_the_page_opens(visit):
    page = visit("checkout")
    page.find("heading", "Where does it go?")
    assert page.run("return document.activeElement === document.body")
    send_address(page)
    page.focuses("heading", "How is it delivered?")
    page.press("Change address")
    page.focuses("heading", "Where does it go?")


def test_a_country_without_delivery_leads_back_to_the_address(visit):
    page = visit("checkout")
    send_address(page, country="ZZ")
    page.shows("The carrier does not deliver to ZZ.")
    page.press("Change address")
    page.find("heading", "Where does it go?")
    assert page.find("textbox", "Name").get_property("value") == "Kim"
    send_address(page)
    page.find("heading", "How is it delivered?")


def test_delivery_and_card_can_be_changed_before_paying(visit):
    page = visit("checkout")
    go_to_payment(page, "Express")
    page.press("Change delivery")
    page.find("heading", "Where does it go?")
    page.press("Continue")
    choose(page, "Standard")
    send_card(page)
    page.find("heading", "Pay €49.30?")
    page.press("Change card")
    page.find("heading", "Who pays?")


def test_the_question_for_the_pin_can_be_dismissed(visit):
    page = visit("checkout")
    pay(page, "Express")
    page.find("dialog", PIN_QUESTION)
    page.keys(Keys.ESCAPE)
    page.lacks("dialog")
    page.find("heading", "Pay €56.30?")
    page.press("Pay")
    answer_pin(page, PIN, "3 tries left.")
    page.find("heading", "Thank you")


def test_a_receipt_needs_no_word_of_the_end(visit):
    page = visit("checkout")
    pay(page)
    page.find("heading", "Thank you")
    page.until(lambda: page.run("return document.documentElement.dataset.connection") == "over", "the end")
    assert page.banner == ""
    page.run("window.dispatchEvent(new Event('online')); document.dispatchEvent(new Event('visibilitychange'))")
    assert page.run("return socket === null && retry === null")


def test_who_has_bought_something_can_buy_something_else(visit):
    page = visit("checkout")
    pay(page)
    page.press("Buy something else", role="link")
    page.find("heading", "Where does it go?")
    assert page.banner == ""


def test_the_checkout_needs_no_mouse(visit):
    page = visit("checkout")
    page.tab_to("textbox", "Name")
    for text in ("Kim", "DE", "12345"):
        page.type(text)
        page.keys(Keys.TAB)
    assert page.focused == ("button", "Continue")
    page.keys(Keys.ENTER)
    page.find("heading", "How is it delivered?")
    page.until(lambda: "Express" in page.focused[1] or page.keys(Keys.TAB), "focus on the express delivery")
    page.keys(Keys.SPACE)
    page.find("heading", "Who pays?")
    page.tab_to("textbox", "Number")
    page.type(CARD)
    page.keys(Keys.TAB)
    page.type("12/39")
    page.keys(Keys.ENTER)
    page.find("heading", "Pay €56.30?")
    page.tab_to("button", "Pay")
    page.keys(Keys.ENTER)
    page.find("dialog", PIN_QUESTION)
    page.type(PIN)
    page.keys(Keys.ENTER)
    page.find("heading", "Thank you")
    page.tab_to("link", "Buy something else")


def test_no_word_of_a_name_is_taken_for_markup(visit):
    page = visit("checkout")
    name = '<img src=x onerror=alert(1)> "&amp;\''
    send_address(page, name=name)
    choose(page, "Standard")
    page.shows(name)
    assert page.run("return document.querySelectorAll('main img').length") == 0


def test_what_was_typed_without_a_connection_is_not_lost(server, cable, open_page, forgiven):
    forgiven.append("WebSocket connection to")
    page = open_page(server.address("checkout", cable.port)).wait_for_scene()
    cable.cut()
    page.until(lambda: "Trying again" in page.banner, "word of the loss")
    fill_in_address(page)
    cable.mend()
    page.until(lambda: page.banner == "", "a connection")
    page.press("Continue")
    choose(page, "Standard")
    page.shows("Kim")
