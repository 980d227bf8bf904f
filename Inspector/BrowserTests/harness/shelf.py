"""What users do with the catalogue and the shelf."""


def search(page, text, status):
    """Searches, and waits for what becomes of it."""
    page.type(text, "Search titles and texts", instead=True)
    page.shows(status)


def names(page):
    """The titles that are listed."""
    return page.run("return [...document.querySelectorAll('.documents .name')].map((name) => name.textContent)")


def see_download(page, server):
    """Has the large document downloaded, and stops the server in the midst of that."""
    page.press("Download winter.txt")
    page.until(lambda: share(page) > 0, "a download under way")
    server.freeze()


def share(page):
    """The percentage of the download that is shown."""
    return page.run("return document.querySelector('progress')?.value ?? 0")


def see_shelf(page):
    page.press("Shelf")
    page.find("heading", "On the shelf")
    page.shows("Nothing is here yet.")


def download_oak(page):
    page.press("Download Oak")
    page.find("button", "Open Oak")
    page.press("Shelf")
    page.shows("1 document")


def open_oak(page):
    page.press("Download Oak")
    page.press("Open Oak")
    page.find("textbox", "Title")


def edit_oak(page):
    """Opens a document and changes its title."""
    open_oak(page)
    page.type("An oak", "Title", instead=True)
    page.until(lambda: page.find("button", "Save").get_attribute("aria-disabled") == "false", "something to save")


def leave_edited(page):
    edit_oak(page)
    page.press("All documents")
    page.find("alertdialog", "Discard the changes to “An oak”?")


def ask_for_title(page):
    page.press("Shelf")
    page.press("New document")
    page.find("dialog", "New document")
