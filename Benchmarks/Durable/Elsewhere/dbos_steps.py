"""Durable steps and workflows of DBOS on SQLite or PostgreSQL.

    python dbos_steps.py CASE COUNT FOLDER JOURNAL SYNCHRONOUS
    python dbos_steps.py CASE COUNT URL

CASE is `alone` (one workflow of COUNT steps), `tasks` or `threads` (a thousand workflows at once, COUNT steps
altogether), `events` (COUNT messages, each sent after the workflow has received the one before), `workflows` (COUNT
workflows of three steps, one after the other), or `workflow-tasks` or `workflow-threads` (the same, a hundred at once).

FOLDER is the place of a new file of SQLite. JOURNAL is `delete` or `wal`, SYNCHRONOUS is `full` or `normal`; DBOS sets
neither, so SQLite's own are `delete` and `full`. URL is that of a server of PostgreSQL, `postgresql://…`, whose role may
create databases; the program makes a new one there, and removes it.

Prints a line of JSON: what the database says of its settings, steps or workflows a second, and the median and the 99th
percentile of their times in microseconds.
"""

import asyncio
import contextlib
import json
import os
import sqlite3
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import sqlalchemy
from dbos import DBOS, DBOSConfig

WORKFLOWS = 1000
CROWD = 100
RESULT = {"order": "0123456789", "step": 0, "note": "a result as long as the state of the machine beside it" + "." * 8}

durations: list[float] = []
settings: list[list] = []


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


@DBOS.workflow()
def three_steps() -> dict:
    step(1)
    step(2)
    return step(3)


@DBOS.workflow()
async def three_steps_of_task() -> dict:
    await step_of_task(1)
    await step_of_task(2)
    return await step_of_task(3)


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


def run_workflows(count: int) -> float:
    begin = time.perf_counter()
    for _ in range(count):
        start = time.perf_counter()
        three_steps()
        durations.append(time.perf_counter() - start)
    return time.perf_counter() - begin


def run_workflow_threads(count: int) -> float:
    begin = time.perf_counter()
    with ThreadPoolExecutor(CROWD) as threads:
        list(threads.map(run_workflows, [count // CROWD] * CROWD))
    return time.perf_counter() - begin


async def run_workflow_tasks(count: int) -> float:
    async def run() -> None:
        for _ in range(count // CROWD):
            start = time.perf_counter()
            await three_steps_of_task()
            durations.append(time.perf_counter() - start)

    begin = time.perf_counter()
    await asyncio.gather(*(run() for _ in range(CROWD)))
    return time.perf_counter() - begin


RUNS = {
    "alone": run_alone,
    "threads": run_threads,
    "tasks": run_tasks,
    "events": run_events,
    "workflows": run_workflows,
    "workflow-threads": run_workflow_threads,
    "workflow-tasks": run_workflow_tasks,
}


@contextlib.contextmanager
def sqlite_database(folder: str, journal: str, synchronous: str) -> Iterator[str]:
    """Makes a file of SQLite, and returns its URL."""
    file = os.path.join(tempfile.mkdtemp(dir=folder), "dbos.sqlite")
    database = sqlite3.connect(file)
    # The journal mode stays with the file.
    database.execute(f"PRAGMA journal_mode={journal}")
    database.close()

    @sqlalchemy.event.listens_for(sqlalchemy.engine.Engine, "connect")
    def connected(connection, record) -> None:
        if synchronous != "full":
            connection.execute(f"PRAGMA synchronous={synchronous}")
        settings.append([
            connection.execute("PRAGMA journal_mode").fetchone()[0],
            connection.execute("PRAGMA synchronous").fetchone()[0]])

    yield f"sqlite:///{file}"


@contextlib.contextmanager
def postgres_database(server: str) -> Iterator[str]:
    """Makes a database on a server of PostgreSQL, returns its URL, and removes it at last."""
    name = f"dbos_{uuid.uuid4().hex}"
    url = sqlalchemy.make_url(server).set(drivername="postgresql+psycopg")
    engine = sqlalchemy.create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        durability = {
            setting: connection.execute(sqlalchemy.text(f"SHOW {setting}")).scalar()
            for setting in ["fsync", "synchronous_commit", "full_page_writes"]}
        # One that survives no power failure would be compared with one that does.
        if set(durability.values()) != {"on"}:
            sys.exit(f"PostgreSQL is not durable: {durability}")
        settings.append([f"{setting}={value}" for setting, value in durability.items()])
        connection.execute(sqlalchemy.text(f"CREATE DATABASE {name}"))
    try:
        yield url.set(database=name).render_as_string(hide_password=False)
    finally:
        with engine.connect() as connection:
            connection.execute(sqlalchemy.text(f"DROP DATABASE {name} WITH (FORCE)"))
        engine.dispose()


def rows(url: str) -> int:
    """The number of steps that the database has."""
    engine = sqlalchemy.create_engine(url)
    table = "operation_outputs" if engine.dialect.name == "sqlite" else "dbos.operation_outputs"
    with engine.connect() as connection:
        count = connection.execute(sqlalchemy.text(f"SELECT count(*) FROM {table}")).scalar_one()
    engine.dispose()
    return count


def main() -> None:
    case, count, place = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    make = postgres_database if place.startswith("postgres") else sqlite_database
    with make(*sys.argv[3:]) as url:
        measure(case, count, url)


def measure(case: str, count: int, url: str) -> None:
    config: DBOSConfig = {
        "name": "steps",
        "system_database_url": url,
        "log_level": "ERROR",
        # Tasks of workflows are faster with few threads for the database.
        "max_executor_threads": 8 if case == "workflow-tasks" else WORKFLOWS + 10,
    }
    if case == "events":
        # The interval at which a waiting workflow looks for messages; a second unless set.
        config["notification_listener_polling_interval_sec"] = 0.001
    DBOS(config=config)
    DBOS.launch()
    run = RUNS[case]
    seconds = asyncio.run(run(count)) if asyncio.iscoroutinefunction(run) else run(count)
    durations.sort()
    recorded = rows(url)
    if case.startswith("workflow") and recorded != 3 * len(durations):
        sys.exit(f"DBOS has recorded {recorded} steps of {len(durations)} workflows.")
    print(json.dumps({
        "settings": settings[-1],
        "rows": recorded,
        "count": len(durations),
        "perSecond": len(durations) / seconds,
        "median": durations[len(durations) // 2] * 1e6,
        "percentile99": durations[len(durations) * 99 // 100] * 1e6,
    }), flush=True)
    DBOS.destroy()


main()
