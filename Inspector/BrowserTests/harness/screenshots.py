"""Pictures of pages as they look on a phone and on a large screen, by day and by night."""

import base64
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "Screenshots"
WIDTHS = {320: 640, 1440: 900}
SCHEMES = ["light", "dark"]


def show_at(driver, width, scheme="light"):
    """Shows the page as a screen of a width would."""
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": WIDTHS[width], "deviceScaleFactor": 1, "mobile": width < 500})
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
        {"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}]})


def take(driver, name):
    """Takes a picture of what can be seen."""
    picture = driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{name}.png").write_bytes(base64.b64decode(picture["data"]))
