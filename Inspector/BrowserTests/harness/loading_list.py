"""What users do with the loading list."""

NOTHING_YET = "Nothing is listed yet."
SHEET = "Which folder?"
ALERT = "This folder cannot be listed"


def open_sheet(page):
    page.press("Start")
    page.find("dialog", SHEET)


def ask_for(page, folder):
    """Opens the sheet and commits it with a folder."""
    open_sheet(page)
    page.type(folder, "Folder", instead=True)
    page.press("List")
    page.lacks("dialog", SHEET)


def list_folder(page, folder):
    """Has a folder listed, and waits for what is in it."""
    ask_for(page, folder)
    page.find("heading", folder)
    page.lacks("dialog")


def names(page):
    """The names that are listed."""
    return page.run("return [...document.querySelectorAll('.entries .name')].map((name) => name.textContent)")


def see_loading(page, server):
    """Has the large folder read, and stops the server in the midst of that."""
    ask_for(page, "Crowd")
    page.find("progressbar")
    server.freeze()
    page.find("button", "Cancel")
