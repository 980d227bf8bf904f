"""What everybody needs who does not see a page, or has no mouse: rules that hold for every page in every state."""

import contextlib
from selenium.common.exceptions import StaleElementReferenceException

CONTROLS = "button, a[href], input, [role=button], [role=link], [tabindex='0']"
NAMED = "dialog, section, nav, progress, [role=img], [role=dialog], [role=alertdialog]"


def faults(page):
    """What is wrong with a page, one line each."""
    return [*structural_faults(page), *name_faults(page)]


def name_faults(page):
    """What has no name, or no role, as the browser computes them."""
    found = []
    for element in page.run("""
            const dialog = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document;
            return [dialog, ...dialog.querySelectorAll(arguments[0])]
                .filter((element) => element !== document && element.checkVisibility({ visibilityProperty: true }))
            """, f"{CONTROLS}, {NAMED}"):
        with contextlib.suppress(StaleElementReferenceException):  # The page has gone on without it.
            if not element.accessible_name.strip():
                found.append(f"no name: {element.get_attribute('outerHTML')[:200]}")
            if element.aria_role in ("", "none", "generic") and element.get_attribute("type") != "password":
                found.append(f"no role: {element.get_attribute('outerHTML')[:200]}")
    return found


def structural_faults(page):
    """What is wrong with headings, identifiers, references and landmarks."""
    return page.run("""
        const found = [];
        const shown = (element) => element.checkVisibility({ visibilityProperty: true });
        const all = (selector) => [...document.querySelectorAll(selector)].filter(shown);
        if (all("h1").length !== 1) found.push(`${all("h1").length} headings of the first level`);
        if (all("main").length !== 1) found.push(`${all("main").length} main parts`);
        let level = 0;
        for (const heading of all("h1, h2, h3, h4, h5, h6")) {
            const next = Number(heading.localName[1]);
            if (next > level + 1) found.push(`heading of level ${next} below one of level ${level}`);
            if (!heading.innerText.trim()) found.push("a heading without words");
            level = next;
        }
        const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
        for (const id of new Set(ids)) if (ids.filter((other) => other === id).length > 1) found.push(`twice: ${id}`);
        for (const name of ["aria-labelledby", "aria-describedby", "for"]) {
            for (const element of document.querySelectorAll(`[${name}]`)) {
                for (const id of element.getAttribute(name).split(/\\s+/)) {
                    if (!document.getElementById(id)) found.push(`${name} leads nowhere: ${id}`);
                }
            }
        }
        for (const element of all("button, input, a[href]")) {
            if (element.tabIndex > 0) found.push("an order of its own for the tab key");
            const box = element.getBoundingClientRect();
            if (box.width < 24 || box.height < 24) found.push(`too small to hit: ${element.outerHTML}`);
            if (element.closest("[aria-hidden=true]")) found.push(`hidden from some: ${element.outerHTML}`);
        }
        for (const element of all("button button, button a, a button, a a")) found.push("a control in a control");
        if (!document.documentElement.lang) found.push("no language");
        if (!document.title.trim()) found.push("no title");
        return found""")
