"""The inspector as a user has it in front of them."""


def select(page, name):
    """Selects the machine in the list."""
    page.press_starting_with(name)
    page.find("heading", name)


def entries(page):
    """The texts of the entries."""
    return page.run("""
        return [...document.querySelectorAll('.entries tbody td:last-child span:first-child')]
            .map((span) => span.textContent)""")
