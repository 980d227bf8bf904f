"""Draws the graphs with Graphviz."""

import subprocess
import xml.etree.ElementTree

import texts


def check(diagrams, pictures):
    files = sorted(diagrams.rglob("*.dot"))
    pictures.mkdir(parents=True, exist_ok=True)
    failures = [] if files else [f"{diagrams} has no graph for Graphviz"]
    for file in files:
        picture = pictures / f"{file.name}.svg"
        run = subprocess.run(["dot", "-Tsvg", file, "-o", picture], capture_output=True, text=True, timeout=60)
        # It complains and goes on if a label is wrong.
        if run.returncode != 0 or run.stderr.strip():
            failures.append(f"{file}: Graphviz says: {run.stderr.strip()}")
            continue
        tree = xml.etree.ElementTree.parse(picture)
        shown = ["".join(element.itertext()) for element in tree.iter("{http://www.w3.org/2000/svg}text")]
        failures += [f"{file}: the picture lacks {text!r}" for text in texts.missing(file, shown)]
    print(f"Graphviz: {len(files)} graphs, {len(failures)} failures")
    return failures
