"""Durable steps of DBOS on SQLite.

    python dbos_steps.py CASE JOURNAL SYNCHRONOUS COUNT [FOLDER]

CASE is `alone` (one workflow of COUNT steps), `tasks` or `threads` (a thousand workflows at once, COUNT steps
altogether), or `events` (COUNT messages, each sent after the workflow has received the one before). JOURNAL is `delete`
or `wal`, SYNCHRONOUS is `full` or `normal`; DBOS sets neither, so SQLite's own are `delete` and `full`.

Prints a line of JSON: what SQLite says of the two settings, steps a second, and the median and the 99th percentile of a
step in microseconds.
"""

import asyncio
import json
import os
import sqlite3
import sys
import tempfile
import threading
import time

import sqlalchemy
from dbos import DBOS, DBOSConfig

WORKFLOWS = 1000
RESULT = {"order": "0123456789", "step": 0, "note": "a result as long as the state of the machine beside it" + "." * 8}

durations: list[float] = []
settings: list[tuple] = []


@DBOS.step()
def step(number: int) -> dict:
    return RESULT | {"step": number}


@DBOS.step()
async def step_of_task(number: int) -> dict:
    return RESULT | {"step": number}


@DBOS.workflow()
def alone(count: int) -> None:
    for number in range(count):
        start = time.perf_counter()
        step(number)
        durations.append(time.perf_counter() - start)


class Gate:
    """Holds the workflows back until all of them have begun, and says when the last has made its steps."""

    def __init__(self) -> None:
        self.waiting = 0
        self.lock = threading.Lock()
        self.all_wait = threading.Event()
        self.open = threading.Event()
        self.task_open = asyncio.Event()
        self.finished = 0.0

    def arrive(self) -> None:
        with self.lock:
            self.waiting += 1
            if self.waiting == WORKFLOWS:
                self.all_wait.set()

    def finish(self) -> None:
        with self.lock:
            self.finished = max(self.finished, time.perf_counter())


gate = Gate()


@DBOS.workflow()
def in_thread(count: int) -> None:
    gate.arrive()
    gate.open.wait()
    for number in range(count):
        start = time.perf_counter()
        step(number)
        durations.append(time.perf_counter() - start)
    gate.finish()


@DBOS.workflow()
async def in_task(count: int) -> None:
    gate.arrive()
    await gate.task_open.wait()
    for number in range(count):
        start = time.perf_counter()
        await step_of_task(number)
        durations.append(time.perf_counter() - start)
    gate.finish()


received = threading.Semaphore(0)


@DBOS.workflow()
def receiver(count: int) -> None:
    for _ in range(count):
        DBOS.recv()
        received.release()


def run_alone(count: int) -> float:
    start = time.perf_counter()
    alone(count)
    return time.perf_counter() - start


def run_threads(count: int) -> float:
    handles = [DBOS.start_workflow(in_thread, count // WORKFLOWS) for _ in range(WORKFLOWS)]
    gate.all_wait.wait()
    start = time.perf_counter()
    gate.open.set()
    for handle in handles:
        handle.get_result()
    return gate.finished - start


async def run_tasks(count: int) -> float:
    handles = [await DBOS.start_workflow_async(in_task, count // WORKFLOWS) for _ in range(WORKFLOWS)]
    while not gate.all_wait.is_set():
        await asyncio.sleep(0.01)
    start = time.perf_counter()
    gate.task_open.set()
    await asyncio.gather(*(handle.get_result() for handle in handles))
    return gate.finished - start


def run_events(count: int) -> float:
    handle = DBOS.start_workflow(receiver, count)
    begin = time.perf_counter()
    for number in range(count):
        start = time.perf_counter()
        DBOS.send(handle.workflow_id, RESULT | {"step": number})
        received.acquire()
        durations.append(time.perf_counter() - start)
    return time.perf_counter() - begin


def main() -> None:
    case, journal, synchronous, count = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
    folder = tempfile.mkdtemp(dir=sys.argv[5] if len(sys.argv) > 5 else None)
    file = os.path.join(folder, "dbos.sqlite")
    database = sqlite3.connect(file)
    # The journal mode stays with the file.
    database.execute(f"PRAGMA journal_mode={journal}")
    database.close()

    @sqlalchemy.event.listens_for(sqlalchemy.engine.Engine, "connect")
    def connected(connection, record) -> None:
        if synchronous != "full":
            connection.execute(f"PRAGMA synchronous={synchronous}")
        settings.append((
            connection.execute("PRAGMA journal_mode").fetchone()[0],
            connection.execute("PRAGMA synchronous").fetchone()[0]))

    config: DBOSConfig = {
        "name": "steps",
        "system_database_url": f"sqlite:///{file}",
        "log_level": "ERROR",
        "max_executor_threads": WORKFLOWS + 10,
        # The interval at which a waiting workflow looks for messages; a second unless set.
        "notification_listener_polling_interval_sec": 0.001,
    }
    DBOS(config=config)
    DBOS.launch()
    runs = {"alone": run_alone, "threads": run_threads, "events": run_events}
    seconds = asyncio.run(run_tasks(count)) if case == "tasks" else runs[case](count)
    database = sqlite3.connect(file)
    rows = database.execute("SELECT count(*) FROM operation_outputs").fetchone()[0]
    database.close()
    durations.sort()
    print(json.dumps({
        "journal": settings[-1][0],
        "synchronous": settings[-1][1],
        "rows": rows,
        "steps": len(durations),
        "perSecond": len(durations) / seconds,
        "median": durations[len(durations) // 2] * 1e6,
        "percentile99": durations[len(durations) * 99 // 100] * 1e6,
    }), flush=True)
    DBOS.destroy()


main()
