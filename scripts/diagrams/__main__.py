"""Checks diagrams with the programs that they are for. Arguments: the diagrams, Mermaid, the folder for results."""

import pathlib
import sys

import graphviz
import mermaid
import spin

diagrams, library, results = (pathlib.Path(argument) for argument in sys.argv[1:])
failures = [
    *mermaid.check(diagrams, library, results / "pictures"),
    *graphviz.check(diagrams, results / "pictures"),
    *spin.check(diagrams, results / "spin"),
]
for failure in failures:
    print(failure, file=sys.stderr)
sys.exit(1 if failures else 0)
