/** A websocket whose server does what the test says. */
export class FakeSocket {
  static CONNECTING = 0;
  static OPEN = 1;
  static CLOSED = 3;
  static opened = [];
  readyState = FakeSocket.CONNECTING;
  bufferedAmount = 0;
  sent = [];

  constructor(address) {
    this.address = address;
    FakeSocket.opened.push(this);
  }

  open() {
    this.readyState = FakeSocket.OPEN;
    this.onopen();
  }

  send(data) {
    this.sent.push(data);
  }

  answer(status, content = {}, retryAfter = "") {
    this.onmessage({ data: JSON.stringify({ status, retryAfter, body: JSON.stringify(content) }) });
  }

  close() {
    if (this.readyState === FakeSocket.CLOSED) return;
    this.readyState = FakeSocket.CLOSED;
    this.onclose();
  }
}

class SocketToNobody extends FakeSocket {
  constructor(address) {
    super(address);
    setImmediate(() => this.close());
  }
}

/** Put it in the place of the browser's, for a page at https://zorg.example; returns the list of those opened. */
export function fakeSockets({ isAway = false } = {}) {
  globalThis.WebSocket = isAway ? SocketToNobody : FakeSocket;
  globalThis.location = { origin: "https://zorg.example" };
  FakeSocket.opened = [];
  return FakeSocket.opened;
}
