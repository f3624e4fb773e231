"""Readers of the live stream, as phones are: a socket and what comes out of it."""

import json
import select
import socket
import time

import h11


class Stream:
    """One open stream, and the text that has come out of it."""

    def __init__(self, port, after, token="", path="/api/live/", patience=10, **headers):
        words = after if isinstance(after, str) else ",".join(f"{match}@{version}" for match, version in after.items())
        sent = {"Host": "127.0.0.1", "Accept": "text/event-stream"}
        sent |= {"Authorization": f"Bearer {token}"} if token else {}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        self.link = socket.create_connection(("127.0.0.1", port), timeout=10)
        self._http = h11.Connection(our_role=h11.CLIENT)
        request = h11.Request(method="GET", target=f"{path}?after={words}", headers=list(sent.items()))
        self.link.sendall(self._http.send(request))
        self._text, self.closed, self.status, self.headers = b"", False, None, {}
        last = time.monotonic() + patience
        while self.status is None and not self.closed and self._hear(last):
            pass

    def _hear(self, last):
        """Take in what comes next; whether something came in time."""
        ready, _, _ = select.select([self.link], [], [], max(last - time.monotonic(), 0))
        if not ready:
            return False
        try:
            self._http.receive_data(self.link.recv(65536))
            while (event := self._http.next_event()) is not h11.NEED_DATA:
                self._take(event)
                if self.closed:
                    break
        except (ConnectionResetError, h11.RemoteProtocolError):
            self.closed = True  # Cut off in the middle.
        return True

    def _take(self, event):
        if isinstance(event, h11.Response):
            self.status = event.status_code
            self.headers = {name.decode(): value.decode() for name, value in event.headers}
        elif isinstance(event, h11.Data):
            self._text += event.data
        else:
            self.closed = True

    def _until(self, end, seconds):
        """What comes before ``end``, without it; None when nothing does in time."""
        last = time.monotonic() + seconds
        while end not in self._text and not self.closed:
            if not self._hear(last):
                return None
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
