"""The queue of print jobs: claims, leases, attempts, what failed, what is cleared away."""

import json
import os
import threading
import time
import uuid
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from companion.accounts.people import make_guest
from companion.problems import Problem
from printing import jobs, queue, shelf
from printing.kinds import GameSource
from printing.models import PrintJob, Worker
from printing.queue import Runner, claim
from printing.wishes import Wish

pytestmark = pytest.mark.django_db(transaction=True)

State = PrintJob.State


@pytest.fixture(autouse=True)
def _own_shelf(settings, tmp_path):
    settings.PRINT_DIR = tmp_path / "prints"


@pytest.fixture
def person():
    return make_guest()


@pytest.fixture
def ask(person):
    def make(*sheets: int) -> PrintJob:
        return jobs.ask_for(user=person, wish=Wish(source=GameSource(game="reliquary", sheets=sheets or (1,))))

    return make


def age(job: PrintJob, **ages: timedelta) -> None:
    """As if so much time had passed since then."""
    PrintJob.objects.filter(id=job.id).update(**{name: timezone.now() - ago for name, ago in ages.items()})


def seen(job: PrintJob) -> PrintJob:
    return PrintJob.objects.get(id=job.id)


def test_the_oldest_job_is_claimed_first_and_each_once(ask):
    first, second = ask(1), ask(2)
    assert [held.job_id for held in (claim("a"), claim("b")) if held] == [first.id, second.id]
    assert claim("c") is None
    assert (seen(first).state, seen(first).claimed_by, seen(first).attempts) == (State.RUNNING, "a", 1)


def test_a_job_is_claimed_again_only_when_its_lease_has_run_out(ask):
    job = ask()
    assert claim("a")
    assert claim("b", job.id) is None
    age(job, lease_until=timedelta(seconds=1))
    again = claim("b", job.id)
    assert again is not None
    assert (seen(job).claimed_by, seen(job).attempts) == ("b", 2)


def test_a_worker_that_lost_its_lease_changes_nothing_any_more(ask):
    job = ask()
    slow = claim("slow")
    age(job, lease_until=timedelta(seconds=1))
    held = claim("quick")
    queue.run(slow)
    assert (seen(job).state, seen(job).claimed_by) == (State.RUNNING, "quick")
    assert not slow.renew()
    queue.release(slow)
    assert seen(job).state == State.RUNNING
    queue.run(held)
    assert (seen(job).state, seen(job).attempts) == (State.DONE, 2)
    assert [path.name for path in job.folder.iterdir()] == ["2.pdf"]


def test_a_lease_is_renewed_and_tells_the_progress(ask):
    job = ask()
    held = claim("a")
    age(job, lease_until=timedelta(seconds=-1))
    held.told(4, 9)
    assert held.renew()
    assert seen(job).done == 4
    assert seen(job).lease_until > timezone.now() + timedelta(seconds=5)


def test_a_released_job_is_due_at_once_and_the_attempt_does_not_count(ask):
    job = ask()
    queue.release(claim("a"))
    assert (seen(job).state, seen(job).attempts, seen(job).lease_until) == (State.QUEUED, 0, None)
    assert claim("b") is not None


def test_a_job_over_which_workers_die_is_given_up(ask):
    job, other = ask(1), ask(2)
    for _ in range(queue.MOST_ATTEMPTS):
        assert claim("dying", job.id)
        age(job, lease_until=timedelta(seconds=1))
    assert claim("next").job_id == other.id
    assert (seen(job).state, seen(job).error_code, seen(job).attempts) == (State.FAILED, "gave_up", 3)


def test_a_message_that_comes_twice_runs_its_job_once(ask):
    job, runner = ask(), Runner()
    assert runner.run_next(job.id)
    assert not runner.run_next(job.id)
    assert not runner.run_next(uuid.uuid4())
    assert (seen(job).state, seen(job).attempts) == (State.DONE, 1)


def test_a_cancelled_job_stops_between_two_cards_and_leaves_no_file(ask):
    job = ask()
    held = claim("a")
    jobs.cancel(job)
    assert not held.renew()
    with pytest.raises(queue.Lost):
        held.told(1, 9)
    queue.run(held)
    assert seen(job).state == State.CANCELLED
    assert not list(job.folder.glob("*"))


def test_a_job_that_cannot_be_printed_any_more_says_why(ask):
    job = ask()
    request = json.loads(job.request)
    request["source"]["sheets"] = [99]
    PrintJob.objects.filter(id=job.id).update(request=json.dumps(request))
    Runner().run_due()
    assert (seen(job).state, seen(job).error_code) == (State.FAILED, "unreadable")
    assert "99" in seen(job).error_detail


def test_a_fault_of_ours_is_told_to_the_log_and_not_to_the_person(ask, caplog, settings):
    job = ask()
    job.folder.parent.mkdir(parents=True, exist_ok=True)
    job.folder.write_text("a file stands where the folder should")
    Runner().run_due()
    job.folder.unlink()
    assert (seen(job).state, seen(job).error_code, seen(job).path) == (State.FAILED, "failed", None)
    assert str(settings.PRINT_DIR) not in seen(job).error_detail
    assert str(job.id) in caplog.text
    assert "Traceback" in caplog.text


def test_one_printed_file_is_like_another(ask, person):
    first = ask(1, 2)
    Runner().run_due()
    one = seen(first).path.read_bytes()
    jobs.delete(seen(first))
    second = ask(1, 2)
    Runner().run_due()
    assert seen(second).path.read_bytes() == one


def test_jobs_that_ended_long_ago_go_with_their_files(ask, settings):
    old, new, waiting = ask(1), ask(2), ask(3)
    for job in (old, new):
        Runner().run_next(job.id)
    age(old, finished=timedelta(days=settings.PRINT_DAYS, minutes=1))
    age(new, finished=timedelta(days=settings.PRINT_DAYS - 1))
    age(waiting, created=timedelta(days=settings.PRINT_DAYS + 1))
    shelf.sweep()
    assert set(PrintJob.objects.values_list("id", flat=True)) == {new.id, waiting.id}
    assert not old.folder.exists()
    assert seen(new).path


def test_files_of_a_person_who_is_gone_go_too(ask, person, settings):
    job = ask()
    Runner().run_due()
    person.delete()
    kept = settings.PRINT_DIR / "not-ours"
    kept.mkdir(exist_ok=True)
    shelf.sweep()
    assert job.folder.is_dir()
    long_ago = time.time() - 2 * 24 * 3600
    for folder in (job.folder, kept):
        os.utime(folder, (long_ago, long_ago))
    shelf.sweep()
    assert not job.folder.exists()
    assert kept.is_dir()


def test_a_worker_is_expected_to_give_signs_of_life():
    with pytest.raises(jobs.NoWorker):
        jobs.expect_worker()
    runner = Runner()
    assert not runner.run_next()
    jobs.expect_worker()
    Worker.objects.update(seen=timezone.now() - timedelta(seconds=31))
    with pytest.raises(jobs.NoWorker):
        jobs.expect_worker()
    queue.give_sign(runner.name)
    jobs.expect_worker()
    runner.say_goodbye()
    with pytest.raises(jobs.NoWorker):
        jobs.expect_worker()


def test_a_job_is_accessed_by_its_owner_alone(ask, person):
    job = ask()
    assert jobs.access_job(person, job.id) == job
    with pytest.raises(Problem) as refused:
        jobs.access_job(make_guest(), job.id)
    assert refused.value.code == "not_found"


def at_once(do, times: int = 8) -> None:
    """Call it so often at the same moment, with a number each."""
    start = threading.Barrier(times)

    def run(n: int) -> None:
        try:
            start.wait()
            do(n)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(n,)) for n in range(times)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_the_same_asked_many_times_at_once_is_one_job(ask):
    found = []
    at_once(lambda _: found.append(ask().id))
    assert len(found) == 8
    assert set(found) == {PrintJob.objects.get().id}


def test_of_many_who_claim_at_once_one_gets_it(ask):
    asked = [ask(1, n) for n in (1, 2, 3, 4)]
    held = []
    at_once(lambda n: held.extend(filter(None, (claim(str(n)) for _ in asked))))
    assert sorted(one.job_id for one in held) == sorted(job.id for job in asked)
