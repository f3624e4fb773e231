"""Workers, as they are started, stopped and killed."""

import signal
import time

import pypdfium2

from tests.companion.household import Place, place, place_on_services, wait_for
from tests.services import need_services

SHEETS = [1, 2, 3, 4] * 100
LONG = {"source": {"kind": "game", "game": "reliquary", "sheets": SHEETS}}


def ask_for_a_print(house: Place, wish=LONG) -> str:
    status, _, job = house.ask("POST", "/api/print-jobs/", wish)
    assert (status, job["state"]) == (202, "queued"), job
    return f"/api/print-jobs/{job['id']}/"


def state(house: Place, job: str) -> str:
    return house.ask("GET", job)[2]["state"]


def in_the_middle(house: Place, job: str) -> None:
    wait_for(lambda: state(house, job) != "queued", 30, house.said)
    assert state(house, job) == "running"


def expect_printed(house: Place, job: str, attempts: int) -> None:
    shown = house.ask("GET", job)[2]
    assert (shown["state"], shown["attempts"]) == ("done", attempts), (shown, house.said())
    assert shown["report"]["cards_in"] == shown["report"]["cards_drawn"] == 9 * len(SHEETS)
    file = house.ask("GET", shown["file"])[2]
    document = pypdfium2.PdfDocument(file)
    assert len(document) == len(SHEETS)
    document.close()
    assert len(list((house.folder / "prints" / shown["id"]).iterdir())) == 1


def rerun_after_a_kill(house: Place, lose_messages=lambda: None) -> None:
    """Given a job in the middle and one that waits, when all is killed, then both are printed once after the start."""
    house.serve()
    house.become_guest()
    house.manage("work", "--processes", "1")
    running, waiting = ask_for_a_print(house), ask_for_a_print(house, LONG | {"options": {"paper": "letter"}})
    in_the_middle(house, running)
    house.kill_all()
    lose_messages()
    house.serve()
    assert (state(house, running), state(house, waiting)) == ("running", "queued")
    house.manage("work", "--processes", "1")
    wait_for(lambda: state(house, running) == state(house, waiting) == "done", 30, house.said)
    expect_printed(house, running, attempts=2)
    expect_printed(house, waiting, attempts=1)


def test_jobs_run_again_once_after_a_kill(tmp_path):
    with place(tmp_path) as house:
        rerun_after_a_kill(house)


def test_jobs_run_again_once_after_a_kill_on_postgresql_and_redis_which_loses_their_messages(tmp_path):
    need_services()
    with place_on_services(tmp_path) as house:
        rerun_after_a_kill(house, house.lose_keys)


def test_a_worker_that_is_told_to_stop_gives_its_job_back(tmp_path):
    with place(tmp_path) as house:
        house.serve()
        house.become_guest()
        job = ask_for_a_print(house)
        for number in (signal.SIGTERM, signal.SIGINT):
            worker = house.manage("work")
            in_the_middle(house, job)
            begin = time.monotonic()
            worker.send_signal(number)
            assert worker.wait(10) == 0
            assert time.monotonic() - begin < 1
            assert state(house, job) == "queued"
            assert house.ask("GET", "/readyz")[0] == 503
        house.manage("work")
        wait_for(lambda: state(house, job) == "done", 8, house.said)  # at once: no lease has to run out
        expect_printed(house, job, attempts=1)


def test_a_job_that_is_cancelled_in_the_middle_stops_and_leaves_nothing(tmp_path):
    with place(tmp_path) as house:
        house.serve()
        house.become_guest()
        house.manage("work")
        job = ask_for_a_print(house)
        in_the_middle(house, job)
        assert house.ask("POST", f"{job}cancel/")[2]["state"] == "cancelled"
        other = ask_for_a_print(house, {"source": {"kind": "game", "game": "reliquary", "sheets": [1]}})
        wait_for(lambda: state(house, other) == "done", 20, house.said)
        assert state(house, job) == "cancelled"
        assert [path.parent.name for path in (house.folder / "prints").glob("*/*")] == [other.split("/")[3]]


def test_of_several_workers_one_gets_a_job(tmp_path):
    with place(tmp_path) as house:
        house.serve()
        house.become_guest()
        wishes = [{"source": {"kind": "game", "game": "reliquary", "sheets": [1] * n}} for n in range(1, 9)]
        jobs = [ask_for_a_print(house, wish) for wish in wishes]
        for _ in range(2):
            house.manage("work")
        for job in jobs:
            wait_for(lambda job=job: state(house, job) == "done", 30, house.said)
        assert [house.ask("GET", job)[2]["attempts"] for job in jobs] == [1] * len(jobs)
        assert len(list((house.folder / "prints").glob("*/*"))) == len(jobs)
