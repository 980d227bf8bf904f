"""A catalogue to search and download from, and a shelf of documents to edit."""

import json

import pytest

from harness.shelf import edit_oak, names, open_oak, search, share


@pytest.fixture
def page(server, open_page):
    """A page whose shelf is empty."""
    return open_page(server.address("shelf")).wait_for_scene()


def value(page, name):
    return page.find("textbox", name).get_attribute("value")


@pytest.mark.smoke
def test_what_is_typed_is_searched_for_in_titles_and_texts(page):
    page.shows("3 documents")
    search(page, "acorn", "1 document")
    assert names(page) == ["Oak"]
    search(page, "tree", "3 documents")
    # The focus and the text stay where the user types.
    page.type("s")
    page.shows("1 document")
    assert names(page) == ["winter.txt"] and page.focused == ("textbox", "Search titles and texts")
    search(page, "palm", "Nothing found.")


@pytest.mark.smoke
def test_a_download_shows_its_progress_and_ends_on_the_shelf(page, tmp_path):
    page.press("Download Oak")
    page.find("button", "Open Oak")
    assert (tmp_path / "shelf/oak.md").read_text() == (tmp_path / "catalogue/oak.md").read_text()
    page.press("Shelf", "button")
    page.shows("1 document")
    page.press("Remove Oak")
    page.shows("Nothing is here yet.")
    assert not (tmp_path / "shelf/oak.md").exists()


def test_a_download_can_be_cancelled_and_leaves_nothing(page, tmp_path):
    page.press("Download winter.txt")
    page.until(lambda: 0 < share(page) < 100, "a download under way")
    page.press("Cancel winter.txt")
    page.find("button", "Download winter.txt")
    page.until(lambda: [file for file in (tmp_path / "shelf").iterdir() if file.suffix == ".part"] == [], "no part")


def test_a_download_that_fails_is_explained_and_can_be_tried_again(page, tmp_path):
    page.find("button", "Download Oak")
    text = (tmp_path / "catalogue/oak.md").read_text()
    (tmp_path / "catalogue/oak.md").unlink()
    page.press("Download Oak")
    page.find("alertdialog", "“Oak” was not downloaded")
    page.press("OK")
    page.lacks("alertdialog")
    (tmp_path / "catalogue/oak.md").write_text(text)
    page.press("Retry Oak")
    page.find("button", "Open Oak")


@pytest.mark.smoke
def test_changes_can_be_undone_made_again_and_saved(page, tmp_path):
    edit_oak(page)
    page.press("Undo")
    page.until(lambda: value(page, "Title") == "Oak", "the old title")
    page.press("Redo")
    page.until(lambda: value(page, "Title") == "An oak", "the new title")
    page.press("Save")
    page.find("heading", "An oak")
    assert json.loads((tmp_path / "shelf/oak.md.card").read_text())["title"] == "An oak"
    page.press("All documents")
    page.find("button", "Open An oak")


def test_leaving_changes_asks_first(page):
    edit_oak(page)
    page.press("All documents")
    page.find("alertdialog", "Discard the changes to “An oak”?")
    page.press("Keep editing")
    page.until(lambda: value(page, "Title") == "An oak", "the changes")
    page.press("All documents")
    page.press("Discard")
    page.find("button", "Open Oak")


def test_a_new_document_is_created_and_opened(page, tmp_path):
    page.press("Shelf")
    page.press("New document")
    page.find("dialog", "New document")
    page.type("An elm", "Title")
    page.press("Create")
    page.find("heading", "An elm")
    assert (tmp_path / "shelf/an-elm.md").read_text() == "# An elm\n"
    page.press("All documents")
    page.press("New document")
    page.type("An elm", "Title")
    page.press("Create")
    page.shows("“an-elm.md” is on the shelf already.")


def test_a_link_leads_to_a_document_or_says_that_it_leads_nowhere(page, server, open_page):
    open_oak(page)
    other = open_page(server.address("shelf#document/oak.md")).wait_for_scene()
    other.until(lambda: value(other, "Title") == "Oak", "the document")
    other.run("location.hash = 'nowhere'")
    other.find("alertdialog", "This link leads nowhere")
    assert other.run("return location.hash") == ""


def test_another_process_goes_on_where_this_one_was(page, server, tmp_path):
    search(page, "tree", "3 documents")
    page.press("Download winter.txt")
    page.until(lambda: share(page) > 0, "a download under way")
    edit_oak(page)
    stored = tmp_path / "shelf/.state.json"
    page.until(lambda: "An oak" in stored.read_text(), "a stored state")
    server.kill()
    server.restart()
    page.reload()
    assert value(page, "Title") == "An oak"
    page.press("Undo")
    page.until(lambda: value(page, "Title") == "Oak", "the old title")
    page.press("Catalogue")
    assert value(page, "Search titles and texts") == "tree"
    page.until(lambda: page.has("button", "Open winter.txt"), "the end of the download")
