"""The browser that is driven."""

import os
import shutil
import sys
import tempfile

from selenium import webdriver
from selenium.webdriver.chrome.service import Service


class Browser:
    """A browser without a window of its own, with a profile of its own."""

    def __init__(self):
        self.profile = tempfile.mkdtemp(prefix="oak-browser-")
        options = webdriver.ChromeOptions()
        options.binary_location = program("CHROMIUM", "chromium", "chromium-browser", "google-chrome")
        options.add_argument("--headless=new")
        options.add_argument(f"--user-data-dir={self.profile}")
        options.add_argument("--window-size=1000,800")
        options.add_argument("--lang=en")
        # Sheds what a small machine or a container does not have.
        options.add_argument("--disable-dev-shm-usage")
        options.add_argument("--disable-gpu")
        if os.geteuid() == 0:
            options.add_argument("--no-sandbox")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        # An alert must not go away before a test has seen it.
        options.set_capability("unhandledPromptBehavior", "ignore")
        service = Service(program("CHROMEDRIVER", "chromedriver"))
        self.driver = webdriver.Chrome(options=options, service=service)
        self.home = self.driver.current_window_handle

    def open_window(self):
        """Opens a window and drives it from now on."""
        self.driver.switch_to.new_window("window")
        return self.driver.current_window_handle

    def close_windows(self):
        """Closes all windows but the first, which shows nothing."""
        for handle in self.driver.window_handles:
            if handle != self.home:
                self.driver.switch_to.window(handle)
                self.driver.close()
        self.driver.switch_to.window(self.home)

    def quit(self):
        """Ends the browser."""
        self.driver.quit()
        shutil.rmtree(self.profile, ignore_errors=True)


def program(variable, *names):
    """Where a program is: what an environment variable says, or the first of some names on the path."""
    for name in (os.environ.get(variable), *names):
        if name and (path := shutil.which(name)):
            return path
    sys.exit(f"There is no {names[0]}: install it, or say by {variable} where it is. .ci/run installs it.")
