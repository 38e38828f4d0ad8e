"""A name server over UDP on loopback with the TXT records that a test gives it."""

import socketserver
import threading
from typing import Self

import dns.flags
import dns.message
import dns.rcode
import dns.rdatatype
import dns.rrset


class FakeNameServer:
    """The server; ``records`` are TXT records by name. ``is_silent``: it answers nothing."""

    def __init__(self) -> None:
        self.records: dict[str, list[str]] = {}
        self.is_silent = False
        self._server = socketserver.ThreadingUDPServer(("127.0.0.1", 0), _handler(self))
        self.address = f"127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def answer(self, question: bytes) -> bytes:
        """Return the answer to a query, as it goes over the wire."""
        query = dns.message.from_wire(question)
        asked = query.question[0]
        name = asked.name.to_text(omit_final_dot=True).lower()
        answer = dns.message.make_response(query)
        answer.flags |= dns.flags.RA
        if name not in self.records:
            answer.set_rcode(dns.rcode.NXDOMAIN)
        elif asked.rdtype == dns.rdatatype.TXT and self.records[name]:
            quoted = [
                " ".join(f'"{text[at : at + 200]}"' for at in range(0, len(text), 200)) for text in self.records[name]
            ]
            answer.answer.append(dns.rrset.from_text(asked.name, 60, "IN", "TXT", *quoted))
        return answer.to_wire()


def _handler(server: FakeNameServer) -> type[socketserver.BaseRequestHandler]:
    class Handler(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            question, socket = self.request
            if not server.is_silent:
                socket.sendto(server.answer(question), self.client_address)

    return Handler
