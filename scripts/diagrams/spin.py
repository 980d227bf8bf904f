"""Compares the counts and the verdicts of SPIN's verifier with those that a program states in its comments."""

import concurrent.futures
import re
import subprocess


def check(diagrams, folder):
    files = sorted(diagrams.rglob("*.pml"))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        failures = [failure for failure in pool.map(lambda file: verify(file, folder / file.stem), files) if failure]
    if not files:
        failures.append(f"{diagrams} has no program for SPIN")
    claims = sum(file.read_text().count("\nltl ") for file in files)
    print(f"SPIN: {len(files)} programs, {claims} claims, {len(failures)} failures")
    return failures


def verify(file, folder):
    """The complaint about a program, if any."""
    text = file.read_text()
    folder.mkdir(parents=True)
    claim = "\nltl " in text
    run = lambda *command: subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    parsed = run("spin", "-a", "-o3", file.resolve())
    if parsed.returncode != 0 or "Error" in parsed.stdout + parsed.stderr:
        return f"{file}: SPIN says: {parsed.stdout}{parsed.stderr}"
    compiled = run("gcc", "-O0", "-DNOREDUCE", *([] if claim else ["-DSAFETY"]), "-o", "pan", "pan.c")
    if compiled.returncode != 0:
        return f"{file}: GCC says: {compiled.stderr}"
    verdicts = re.search(r"^/\* Verdicts: (.*)\. \*/$", text, re.MULTILINE)
    if verdicts:
        stated = [verdict.split() for verdict in verdicts[1].split(", ")]
        reports = {name: run("./pan", "-a", "-n", "-w18", "-m1000000", "-N", name).stdout for name, _ in stated}
        found = {name: "fails" if number(r"errors: (\d+)", report) == 1 else "holds" for name, report in reports.items()}
        wrong = [f"{name} {verdict}, says the graph" for name, verdict in stated if found[name] != verdict]
        return f"{file}: {'; '.join(wrong)}" if wrong else None
    report = run("./pan", "-n", "-w20", "-m1000000").stdout
    errors = number(r"errors: (\d+)", report)
    stated = re.search(r"^/\* SPIN stores (\d+) states and counts (\d+) transitions\. \*/$", text, re.MULTILINE)
    if not stated:
        return f"{file} states no counts"
    expected = (int(stated[1]), int(stated[2]), 0)
    counted = (number(r"(\d+) states, stored", report), number(r"(\d+) transitions", report), errors)
    if counted == expected:
        return None
    return f"{file}: expected {expected} states, transitions, errors; SPIN has {counted}"


def number(pattern, report):
    match = re.search(pattern, report)
    return int(match[1]) if match else None
