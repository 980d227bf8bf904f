"""The folders that the server may list."""

import os

SCRIPT_FOLDER = "<script>alert(1)</script>"
"""The path of a folder: `script>` in `<script>alert(1)<`."""

HOSTILE_NAMES = [
    '"><img src=x onerror=alert(1)>',
    "'><svg onload=alert(1)>",
    "<b>bold<", "&lt;script&gt;alert(1)&amp;", "]]>--!><!--",
    "' onmouseover='alert(1)", '" autofocus onfocus="alert(1)', "`${alert(1)}`", "{{alert(1)}}", "javascript:alert(1)",
    "right \u202eto\u202d left.exe", "\u200fעברית.txt", "emoji 👩‍👩‍👧 🌳.txt", "new\nline.txt", "tab\there.txt",
    "carriage\rreturn.txt", "bell\a.txt", "x" * 255,
]
"""Names of files that want to be something else."""

CROWD = 30_000
"""How many files are in the folder that takes a while."""


def fill(root, outside):
    """Puts known entries into a folder, among them links to another one outside."""
    plain = root / "Plain"
    plain.mkdir()
    for name, size in (("one.txt", 1), ("thousand.bin", 1000), ("Zwölf & mehr.txt", 12)):
        (plain / name).write_bytes(b"x" * size)
    (plain / "Inner").mkdir()
    hostile = root / "Hostile"
    hostile.mkdir()
    for name in HOSTILE_NAMES:
        (hostile / name).write_bytes(b"")
    (root / SCRIPT_FOLDER).mkdir(parents=True)
    (root / SCRIPT_FOLDER / "inside.txt").write_bytes(b"")
    for folder in ("Empty", "Other", "Scroll"):
        (root / folder).mkdir()
    (root / "Other" / "elsewhere.txt").write_bytes(b"")
    for number in range(120):
        (root / "Scroll" / f"line {number:03}.txt").write_bytes(b"")
    (outside / "secret.txt").write_bytes(b"secret")
    os.symlink(outside, root / "Way out")
    os.symlink("/etc", root / "etc")
    os.symlink(outside / "secret.txt", plain / "link to a secret")
    crowd = root / "Crowd"
    crowd.mkdir()
    first = crowd / "file 00000"
    first.write_bytes(b"")
    for number in range(1, CROWD):
        # A link to the same file is made faster than a file; no file system allows that many of one, though.
        if number % 10_000 == 0:
            first = crowd / f"file {number:05}"
            first.write_bytes(b"")
        else:
            os.link(first, crowd / f"file {number:05}")
