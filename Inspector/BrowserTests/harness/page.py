"""A page as a user has it in front of them: things are found by what they are and what they are called."""

from contextlib import contextmanager

from selenium.common.exceptions import (
    ElementClickInterceptedException, ElementNotInteractableException, JavascriptException, NoSuchElementException,
    StaleElementReferenceException, TimeoutException,
)
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

PATIENCE = 20
"""The seconds after which a test gives up. Nothing waits that long unless it is broken."""

CANDIDATES = {
    "button": "button, [role=button], input[type=submit]",
    "link": "a[href], [role=link]",
    "textbox": "input, textarea, [role=textbox]",
    "heading": "h1, h2, h3, h4, h5, h6, [role=heading]",
    "dialog": "dialog, [role=dialog]",
    "alertdialog": "dialog[role=alertdialog], [role=alertdialog]",
    "progressbar": "progress, [role=progressbar]",
    "radio": "input[type=radio], [role=radio]",
    "row": "tr, [role=row]",
    "listitem": "li, [role=listitem]",
}
"""Where to look for a role; whether an element has it, the browser decides."""

CHANGING = (StaleElementReferenceException, NoSuchElementException, JavascriptException)
NOT_YET = (*CHANGING, ElementClickInterceptedException, ElementNotInteractableException)


class Page:
    """A window that shows a page of the server."""

    def __init__(self, driver, handle):
        self.driver, self.handle = driver, handle

    # ---- Finding

    def until(self, condition, what):
        """Waits until a condition holds, and returns what it returns."""
        self.look()
        wait = WebDriverWait(self.driver, PATIENCE, poll_frequency=0.02, ignored_exceptions=NOT_YET)
        try:
            return wait.until(lambda _: condition())
        except TimeoutException:
            raise AssertionError(f"In vain: {what}. The page says:\n{self.text}") from None

    def look(self):
        """Drives this window from now on."""
        if self.driver.current_window_handle != self.handle:
            self.driver.switch_to.window(self.handle)

    def all(self, role, name=None):
        """What can be used of a role, and of a name if one is given: nothing that a dialog keeps users away from."""
        found = self.driver.execute_script("""
            const dialog = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document;
            const isThere = (element) => element.checkVisibility({ visibilityProperty: true });
            const all = [...dialog.querySelectorAll(arguments[0])].filter(isThere);
            return dialog !== document && dialog.matches(arguments[0]) ? [dialog, ...all] : all""", CANDIDATES[role])
        if name is not None:
            found = [element for element in found if element.accessible_name == name]
        return [element for element in found if element.aria_role == role or role == "textbox" and is_password(element)]

    def has(self, role, name=None):
        """Whether there is such a thing."""
        self.look()
        return bool(self.all(role, name))

    def find(self, role, name=None):
        """The one thing of a role and a name, as soon as it is there."""
        def only():
            found = self.all(role, name)
            assert len(found) <= 1, f"There are {len(found)} of {role} called {name}"
            return found[0] if found else None
        return self.until(only, f"{role} called {name!r}")

    def lacks(self, role, name=None):
        """Waits until there is no such thing."""
        self.until(lambda: not self.all(role, name), f"no {role} called {name!r}")

    # ---- Reading

    @property
    def text(self):
        """What can be read."""
        self.look()
        return self.driver.execute_script("return document.body.innerText")

    def shows(self, text):
        """Waits until a text can be read."""
        self.until(lambda: text in self.text, f"text {text!r}")

    def hides(self, text):
        """Waits until a text cannot be read any more."""
        self.until(lambda: text not in self.text, f"no text {text!r}")

    @property
    def console(self):
        """What the browser has had to complain about since it was asked last."""
        self.look()
        return [entry["message"] for entry in self.driver.get_log("browser")]

    @property
    def banner(self):
        """What the page says of its connection."""
        return self.run("return document.getElementById('banner').innerText")

    @property
    def value(self):
        """The value of a counter or a timer."""
        return self.run("return document.querySelector('.value').innerText")

    @property
    def scene(self):
        """The markup that the page consists of; the order of attributes, and whether a dialog is open, do not count."""
        return self.run("""
            const copy = document.getElementById("scene").cloneNode(true);
            for (const element of copy.querySelectorAll("*")) {
                const attributes = [...element.attributes].sort((a, b) => a.name < b.name ? -1 : 1);
                for (const { name } of attributes) element.removeAttribute(name);
                for (const { name, value } of attributes) {
                    if (element.localName !== "dialog" || name !== "open") element.setAttribute(name, value);
                }
            }
            return copy.innerHTML""")

    def run(self, script, *arguments):
        """Runs a script on the page."""
        self.look()
        return self.driver.execute_script(script, *arguments)

    # ---- Doing

    def go(self, address):
        """Opens an address."""
        self.look()
        self.driver.get(address)
        return self

    def reload(self):
        """Loads the page again, and waits until its machine has something to show."""
        self.look()
        self.driver.refresh()
        return self.wait_for_scene()

    def wait_for_scene(self):
        """Waits until the machine has something to show."""
        self.until(lambda: not self.run("return document.getElementById('scene').hasAttribute('aria-busy')"), "a scene")
        return self

    def press(self, name, role="button"):
        """Clicks something, as soon as that is possible."""
        def click():
            for element in self.all(role, name):
                if element.is_enabled():
                    element.click()
                    return True
            return False
        self.until(click, f"{role} {name!r} that can be pressed")

    def press_starting_with(self, start):
        """Clicks the button whose name starts with something."""
        def click():
            names = (element for element in self.all("button") if element.accessible_name.startswith(start))
            element = next(names, None)
            if element is None:
                return False
            element.click()
            return True
        self.until(click, f"button {start!r} …")

    def type(self, text, into=None, instead=False):
        """Types into a field of a name, or else wherever the focus is; possibly instead of what is there."""
        if into is not None:
            self.find("textbox", into).click()
        if instead:
            self.keys(Keys.CONTROL + "a" + Keys.NULL)
        self.keys(text)

    def keys(self, *keys):
        """Presses keys, wherever the focus is."""
        self.look()
        self.driver.switch_to.active_element.send_keys(*keys)

    # ---- Focus

    @property
    def focused(self):
        """The role and the name of what has the focus."""
        self.look()
        element = self.driver.switch_to.active_element
        return (element.aria_role, element.accessible_name)

    def focuses(self, role, name):
        """Waits until something has the focus."""
        self.until(lambda: self.focused == (role, name), f"focus on {role} {name!r}")

    def tab_to(self, role, name):
        """Presses the tab key until something has the focus."""
        been = []
        while self.focused != (role, name):
            assert been.count(self.focused) < 2, f"The tab key does not lead to {role} {name!r} but round {been}"
            been.append(self.focused)
            self.keys(Keys.TAB)

    @contextmanager
    def watching(self):
        """Watches what appears meanwhile; the list has every text that was to be read, in order, when it is over."""
        self.run("""
            window.texts = [];
            const note = () => {
                const text = document.body.innerText;
                if (window.texts.at(-1) !== text) window.texts.push(text);
            };
            note();
            window.watcher = new MutationObserver(note);
            window.watcher.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
        """)
        texts = []
        yield texts
        texts += self.run("window.watcher.disconnect(); return window.texts")


def is_password(element):
    """Browsers give fields for passwords no role."""
    return element.get_attribute("type") == "password"
