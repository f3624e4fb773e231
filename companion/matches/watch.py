"""Everything that the readers of one process follow, watched for all of them together.

A version reaches a reader by three ways, whichever is first: it was appended in this process; Redis tells that another
process has appended it; one look into the table of matches finds it, every second, or every three while Redis listens.
All is done on the event loop but the looking, which has one thread. While nobody reads, nothing is watched.
"""

import asyncio
import contextlib
import logging
from collections.abc import Collection, Iterable
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID

from django.conf import settings
from django.db import connection

from companion.matches import seats
from companion.matches.models import Match

LOOK_SECONDS = 1.0
LISTENING_LOOK_SECONDS = 3.0
"""How often to look at the matches: without Redis, and while it listens (for what its sender could not tell)."""

STREAMS = 20
"""Open streams of one person at the most: a further one ends the oldest, which may be that of a phone long gone."""

PEOPLE = 0
"""Told instead of a version: ask again who may see the match."""

Row = tuple[UUID, int, int]
"""Match, version, and how often somebody may have lost sight of it."""

_log = logging.getLogger(__name__)


class Reader:
    """One open stream: what it has told (``known``), and what it has yet to tell. Only for the event loop's thread."""

    def __init__(self, person: UUID) -> None:
        self.person = person
        self.known: dict[UUID, int] = {}
        self.people: dict[UUID, int] = {}
        self.wake = asyncio.Event()
        self.ended = asyncio.Event()
        self._news: dict[UUID, int] = {}
        self._lost: set[UUID] = set()

    def tell(self, match_id: UUID, version: int) -> None:
        """Wake it if the version is news."""
        if version > max(self.known[match_id], self._news.get(match_id, 0)):
            self._news[match_id] = version
            self.wake.set()

    def lose(self, match_id: UUID) -> None:
        """It may not see this match, or not any longer."""
        self.known.pop(match_id, None)
        self._news.pop(match_id, None)
        self._lost.add(match_id)
        self.wake.set()

    def take(self) -> tuple[dict[UUID, int], set[UUID]]:
        """The news and the lost matches, which count as told from now on."""
        news, lost = self._news, self._lost
        self._news, self._lost = {}, set()
        self.known |= news
        self.wake.clear()
        return news, lost


class Watch:
    """The readers of this process and what is known of the matches that they follow."""

    def __init__(self) -> None:
        self.readers: dict[Reader, None] = {}
        self._followers: dict[UUID, set[Reader]] = {}
        self._people: dict[UUID, int] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: ThreadPoolExecutor | None = None
        self._look_now = asyncio.Event()
        self._listening = False

    def join(self, reader: Reader) -> None:
        """Follow what it follows from now on; what happened since it was made is found by a look at once."""
        for match_id in reader.known:
            self._followers.setdefault(match_id, set()).add(reader)
            known = self._people.get(match_id, reader.people[match_id])
            self._people[match_id] = min(known, reader.people[match_id])
        own = [other for other in self.readers if other.person == reader.person]
        if len(own) >= STREAMS:
            own[0].ended.set()
        self.readers[reader] = None
        if not self._tasks:
            self._begin()
        self._look_now.set()

    def leave(self, reader: Reader) -> None:
        """Forget it."""
        self.readers.pop(reader, None)
        for match_id in reader.known:
            self._unfollow(match_id, reader)
        if not self.readers:
            self._end()

    def _unfollow(self, match_id: UUID, reader: Reader) -> None:
        followers = self._followers.get(match_id, set())
        followers.discard(reader)
        if not followers:
            self._followers.pop(match_id, None)
            self._people.pop(match_id, None)

    def close(self) -> None:
        """End every stream: the server stops."""
        for reader in self.readers:
            reader.ended.set()

    def hear_from_thread(self, match_id: UUID, version: int) -> None:
        """:meth:`hear`, from any thread."""
        loop = self._loop
        if loop is not None and match_id in self._followers:
            with contextlib.suppress(RuntimeError):  # The loop may just have been closed.
                loop.call_soon_threadsafe(self.hear, match_id, version)

    def hear(self, match_id: UUID, version: int) -> None:
        """Tell the followers of a match that it has a version, or look again who may see it."""
        if match_id not in self._followers:
            return
        if version == PEOPLE:
            self._look_now.set()
        for reader in self._followers[match_id]:
            reader.tell(match_id, version)

    def _begin(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._look_now = asyncio.Event()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="live-look")
        self._tasks = [asyncio.create_task(self._look_forever())]
        if settings.REDIS_URL:
            from companion.matches import wire

            self._tasks.append(asyncio.create_task(wire.listen(self.hear, self._set_listening)))

    def _end(self) -> None:
        for task in self._tasks:
            task.cancel()
        self._tasks, self._loop, self._listening = [], None, False
        if self._thread is not None:
            self._thread.shutdown(wait=False)

    async def _look_forever(self) -> None:
        well = True
        while True:
            self._look_now.clear()
            try:
                await self._look()
                well = True
            except Exception:
                if well:
                    _log.warning("The matches cannot be looked at; trying on.", exc_info=True)
                well = False
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LISTENING_LOOK_SECONDS if self._listening else LOOK_SECONDS):
                    await self._look_now.wait()
            if not well:
                await asyncio.sleep(LOOK_SECONDS)

    async def _look(self) -> None:
        asked = list(self._followers)
        rows = await asyncio.get_running_loop().run_in_executor(self._thread, _rows_of, asked)
        for match_id in set(asked) - {row[0] for row in rows}:
            self._lose(match_id, self._followers.get(match_id, set()))
        for match_id, version, people in rows:
            self.hear(match_id, version)
            if (before := self._people.get(match_id, people)) != people:
                await self._ask_again(match_id, people, before)

    async def _ask_again(self, match_id: UUID, people: int, before: int) -> None:
        persons = {reader.person for reader in self._followers[match_id]}
        seeing = await asyncio.get_running_loop().run_in_executor(self._thread, _who_of, persons, match_id)
        readers = self._followers.get(match_id, set())
        self._lose(match_id, {reader for reader in readers if reader.person in persons - seeing})
        # A reader may have joined meanwhile that knows less.
        if self._people.get(match_id) == before:
            self._people[match_id] = people

    def _lose(self, match_id: UUID, readers: Iterable[Reader]) -> None:
        for reader in list(readers):
            reader.lose(match_id)
            self._unfollow(match_id, reader)

    def _set_listening(self, connected: bool) -> None:
        """What was told while Redis was away is in the log."""
        self._listening = connected
        self._look_now.set()


def _rows_of(match_ids: Collection[UUID]) -> list[Row]:
    """What the table of matches says of them; a match that is not there any longer has no row."""
    try:
        found = Match.objects.filter(id__in=match_ids, deleting=False)
        return list(found.values_list("id", "version", "people"))
    finally:
        connection.close()


def _who_of(persons: Iterable[UUID], match_id: UUID) -> set[UUID]:
    """Those who may see a match."""
    try:
        return {one for one in persons if Match.objects.filter(seats.visible_to(one), id=match_id).exists()}
    finally:
        connection.close()


WATCH = Watch()
"""That of this process."""
