"""The texts that a diagram must show: lines of a file with the same name and the suffix `.texts`."""


def missing(diagram, shown):
    """The texts of a diagram that are not among the shown ones, however they are broken into lines."""
    file = diagram.with_suffix(".texts")
    if not file.exists():
        return []
    everything = squeezed(" ".join(shown))
    return [text for text in file.read_text().split("\n") if squeezed(text) not in everything]


def squeezed(text):
    # The word joiner is invisible, and keeps characters apart.
    return "".join(text.replace("\u2060", "").split())
