"""Readers of the live stream, as phones are: a socket and what comes out of it."""

import contextlib
import json
import select
import socket
import time


class Stream:
    """One open stream. HTTP/1.0, so that what comes is the text itself."""

    def __init__(self, port, after, token="", path="/api/live/", patience=10, **headers):
        words = after if isinstance(after, str) else ",".join(f"{match}@{version}" for match, version in after.items())
        sent = {"Host": "127.0.0.1", "Accept": "text/event-stream"}
        sent |= {"Authorization": f"Bearer {token}"} if token else {}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        lines = [f"GET {path}?after={words} HTTP/1.0", *(f"{name}: {value}" for name, value in sent.items())]
        self.link = socket.create_connection(("127.0.0.1", port), timeout=10)
        self.link.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self._text, self.closed = b"", False
        head = self._until(b"\r\n\r\n", patience)
        if head is None:
            self.status = None
            return
        first, *rest = head.decode().split("\r\n")
        self.status = int(first.split()[1])
        self.headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in rest)}

    def _until(self, end, seconds):
        """What comes before ``end``, without it; None when nothing does in time."""
        last = time.monotonic() + seconds
        while end not in self._text and not self.closed:
            ready, _, _ = select.select([self.link], [], [], max(last - time.monotonic(), 0))
            if not ready:
                return None
            with contextlib.suppress(ConnectionResetError):
                data = self.link.recv(65536)
            self.closed = not data
            self._text += data
        before, found, rest = self._text.partition(end)
        if not found:
            return None
        self._text = rest
        return before

    def body(self):
        """All of an answer that ends."""
        while not self.closed:
            self._until(b"\0", 10)
        return json.loads(self._text)

    def next(self, seconds=4.0):
        """The next event as (name, data, id); None when none comes in time. What only keeps alive is left out."""
        last = time.monotonic() + seconds
        while (block := self._until(b"\n\n", max(last - time.monotonic(), 0))) is not None:
            fields = dict(line.split(": ", 1) for line in block.decode().split("\n") if not line.startswith(":"))
            if "data" in fields:
                return fields.get("event", "message"), json.loads(fields["data"]), fields["id"]
        return None

    def ends(self, seconds=4.0):
        """Whether the server ends it in time."""
        while not self.closed and self._until(b"\n\n", seconds) is not None:
            pass
        return self.closed

    def go(self):
        """As a phone does that is put away."""
        self.link.close()

    def __del__(self):
        self.link.close()
