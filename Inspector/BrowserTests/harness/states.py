"""Every page in every state, and how users get there."""

from harness import checkout, loading_list, shelf


class State:
    """A state of a page."""

    def __init__(self, path, name, reach, is_lasting=True):
        self.path, self.name, self.reach, self.is_lasting = path, name, reach, is_lasting

    def __str__(self):
        return f"{self.path or 'start'}-{self.name}"


def nothing(page, server):
    pass


def of_page(action):
    """An action that needs the page alone."""
    return lambda page, server: action(page)


def count(page):
    page.press("Increment")
    page.shows("1")


def count_slowly(page, server):
    page.press("Increment")
    page.shows("Counting up …")
    server.freeze()


def run_timers(page, server):
    page.press("Start timer 1")
    page.press("Add timer")
    page.shows("Ticking")
    page.find("heading", "4 timers")
    server.freeze()


def open_timer(page):
    page.press_starting_with("Timer 2")
    page.find("heading", "Timer 2")


def fill_board(page):
    for number in range(4, 21):
        page.press("Add timer")
        page.find("heading", f"{number} timers")
    page.shows("There is room for 20.")


def empty_board(page):
    for number in (1, 2, 3):
        page.press(f"Remove timer {number}")
    page.find("heading", "No timers")


def fail(page):
    loading_list.ask_for(page, "Nowhere")
    page.find("alertdialog", loading_list.ALERT)


def put_failure_away(page):
    fail(page)
    page.press("OK")
    page.find("heading", "Could not list “Nowhere”.")


def object_to_address(page):
    checkout.send_address(page, name="", country="Germany", postcode="1")
    page.until(lambda: page.run("return document.querySelectorAll('[aria-invalid=true]').length") >= 2, "objections")


def be_refused(page):
    checkout.send_address(page, country="ZZ")
    page.shows("The carrier does not deliver to ZZ.")


def see_offers(page):
    checkout.send_address(page)
    page.find("heading", "How is it delivered?")


def confirm(page):
    checkout.go_to_payment(page, "Express")
    checkout.send_card(page)
    page.find("heading", "Pay €56.30?")


def be_declined(page):
    checkout.go_to_payment(page)
    checkout.send_card(page, checkout.SMALL_CARD)
    page.press("Pay")
    page.shows("is above the limit")


def be_asked_for_pin(page):
    checkout.pay(page, "Express")
    page.find("dialog", checkout.PIN_QUESTION)


def get_receipt(page):
    checkout.pay(page)
    page.find("heading", "Thank you")
    page.find("link", "Buy something else")


def cancel(page):
    page.press("Cancel")
    page.find("heading", "Nothing was bought")


STATES = [
    State("", "list", nothing),
    State("counter", "zero", nothing),
    State("counter", "one", of_page(count)),
    State("effect-counter", "ready", nothing),
    State("effect-counter", "counting", count_slowly, is_lasting=False),
    State("timers", "still", nothing),
    State("timers", "ticking", run_timers, is_lasting=False),
    State("timers", "detail", of_page(open_timer)),
    State("timers", "none", of_page(empty_board)),
    State("timers", "full", of_page(fill_board)),
    State("loading-list", "empty", nothing),
    State("loading-list", "sheet", of_page(loading_list.open_sheet)),
    State("loading-list", "loading", loading_list.see_loading, is_lasting=False),
    State("loading-list", "data", lambda page, _: loading_list.list_folder(page, "Plain")),
    State("loading-list", "hostile-names", lambda page, _: loading_list.list_folder(page, "Hostile")),
    State("loading-list", "empty-folder", lambda page, _: loading_list.list_folder(page, "Empty")),
    State("loading-list", "error", of_page(fail)),
    State("loading-list", "failed", of_page(put_failure_away)),
    State("shelf", "catalogue", nothing),
    State("shelf", "nothing-found", lambda page, _: shelf.search(page, "palm", "Nothing found.")),
    State("shelf", "downloading", shelf.see_download, is_lasting=False),
    State("shelf", "empty", of_page(shelf.see_shelf)),
    State("shelf", "documents", of_page(shelf.download_oak)),
    State("shelf", "editor", of_page(shelf.edit_oak)),
    State("shelf", "discarding", of_page(shelf.leave_edited)),
    State("shelf", "new-document", of_page(shelf.ask_for_title)),
    State("checkout", "address", nothing),
    State("checkout", "objections", of_page(object_to_address)),
    State("checkout", "refused", of_page(be_refused)),
    State("checkout", "offers", of_page(see_offers)),
    State("checkout", "card", lambda page, _: checkout.go_to_payment(page)),
    State("checkout", "confirming", of_page(confirm)),
    State("checkout", "declined", of_page(be_declined)),
    State("checkout", "pin", of_page(be_asked_for_pin)),
    State("checkout", "receipt", of_page(get_receipt), is_lasting=False),
    State("checkout", "cancelled", of_page(cancel), is_lasting=False),
]

LASTING = [state for state in STATES if state.path and state.is_lasting]
"""Those that a reload comes back to."""

# They come first, so that all tests of a state can have the same page.
STATES = LASTING + [state for state in STATES if state not in LASTING]
