"""What users do with the checkout."""

CARD = "4242 4242 4242 4242"
SMALL_CARD = "5555 5555 5555 4444"
PIN = "1234"
PIN_QUESTION = "The bank wants to know the PIN"


def fill_in_address(page, name="Kim", country="DE", postcode="12345"):
    page.find("heading", "Where does it go?")
    for field, text in (("Name", name), ("Country", country), ("Postcode", postcode)):
        page.type(text, field, instead=True)


def send_address(page, **address):
    fill_in_address(page, **address)
    page.press("Continue")


def choose(page, offer):
    page.find("heading", "How is it delivered?")
    page.press_starting_with(offer)
    page.find("heading", "Who pays?")


def send_card(page, number=CARD, expiry="12/39"):
    page.find("heading", "Who pays?")
    page.type(number, "Number", instead=True)
    page.type(expiry, "Expiry", instead=True)
    page.press("Continue")


def go_to_payment(page, offer="Standard"):
    send_address(page)
    choose(page, offer)


def pay(page, offer="Standard"):
    go_to_payment(page, offer)
    send_card(page)
    page.press("Pay")


def answer_pin(page, pin, hint):
    """Answers the question for the PIN that has a hint of how many tries there are."""
    page.find("dialog", PIN_QUESTION)
    page.shows(hint)
    page.type(pin, "PIN of the card •••• 4242")
    page.press("Confirm PIN")
