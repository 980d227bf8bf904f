"""The table of the stages of a run: wall and processor seconds of each, kept in .build-test/stages."""

import pathlib, resource, time

stages = pathlib.Path(".build-test/stages")


def measured(name, action):
    """Performs an action that awaits its processes, and adds a line for it to the table. Returns the result."""
    start, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        return action()
    finally:
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        stages.parent.mkdir(exist_ok=True)
        with stages.open("a") as file:
            print(name, f"{time.monotonic() - start:.0f} {processor:.0f}", file=file)


def print_table():
    rows = [line.split() for line in stages.read_text().splitlines()]
    rows.append(["all", *(sum(int(row[column]) for row in rows) for column in (1, 2))])
    print("== Stages", f"{'Stage':28} {'wall s':>8} {'CPU s':>8}", sep="\n")
    for name, wall, processor in rows:
        print(f"{name:28} {wall:>8} {processor:>8}")
