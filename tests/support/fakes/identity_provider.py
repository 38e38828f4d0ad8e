"""A small OpenID provider over TLS on loopback, which says whatever a test wants it to say.

It checks what a real one checks (client, redirect address, PKCE, a code once), so that a wrong request of ours fails;
what it answers can be changed: claims, header, key, signature, any document.
"""

import atexit
import base64
import hashlib
import json
import secrets
import shutil
import ssl
import tempfile
import threading
import time
from collections.abc import Callable
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Self
from urllib.parse import parse_qs, parse_qsl, unquote_plus, urlencode, urlsplit

import trustme
from joserfc import jwk, jws
from joserfc.jwk import RSAKey

from voice_report import clock

CLIENT_ID = "spraakrapport-test"
CLIENT_SECRET = "een geheim: met/tekens&"
LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout"


@cache
def authority() -> tuple[trustme.CA, Path]:
    """Return the authority of this process's certificates, and the file that makes a client trust it."""
    ca = trustme.CA()
    directory = tempfile.mkdtemp(prefix="authority-")
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    file = Path(directory) / "ca.pem"
    ca.cert_pem.write_to_path(str(file))
    return ca, file


@cache
def new_key(name: str) -> RSAKey:
    """Return an RSA key with this id; making one takes a while."""
    return jwk.RSAKey.generate_key(2048, {"kid": name, "use": "sig"}, private=True)


class FakeIdentityProvider:
    """The provider. ``claims`` go into every ID token, over the right ones; ``None`` leaves one out."""

    def __init__(self, host: str = "localhost", path: str = "") -> None:
        self.key = new_key("k1")
        self.published = [self.key]
        self.algorithm = "RS256"
        self.claims: dict[str, Any] = {}
        self.header: dict[str, Any] = {}
        self.metadata: dict[str, Any] = {}
        self.userinfo: dict[str, Any] = {"sub": "sub-1"}
        self.documents: dict[str, Callable[[BaseHTTPRequestHandler], None]] = {}
        self.requests: list[str] = []
        self.signed: Callable[[dict[str, Any], dict[str, Any]], str] = self._signed
        self._codes: dict[str, dict[str, str]] = {}
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        authority()[0].issue_cert(host, "127.0.0.1").configure_cert(context)
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True, do_handshake_on_connect=False)
        self.issuer = f"https://{host}:{self._server.server_port}{path}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def sign_in(self, url: str, **changed: str) -> str:
        """Do as a browser that follows ``url`` and signs in; return the address it is sent back to."""
        asked = dict(parse_qsl(urlsplit(url).query))
        assert url.startswith(f"{self.issuer}/authorize?"), url
        assert asked["client_id"] == CLIENT_ID
        assert asked["code_challenge_method"] == "S256"
        code = secrets.token_urlsafe(16)
        self._codes[code] = asked
        back = {"code": code, "state": asked["state"], "iss": self.issuer, **changed}
        return f"{asked['redirect_uri']}?{urlencode({name: value for name, value in back.items() if value})}"

    def logout_token(self, **changed: Any) -> str:
        """Return a signed logout token; ``None`` leaves a claim out."""
        now = int(clock.now().timestamp())
        claims = {
            "iss": self.issuer,
            "aud": CLIENT_ID,
            "iat": now,
            "exp": now + 120,
            "jti": secrets.token_hex(8),
            "events": {LOGOUT_EVENT: {}},
            **changed,
        }
        return self.signed({"typ": "logout+jwt"}, {name: value for name, value in claims.items() if value is not None})

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        """Answer a request to the provider."""
        path = urlsplit(handler.path).path.removeprefix(urlsplit(self.issuer).path)
        self.requests.append(path)
        if path in self.documents:
            self.documents[path](handler)
        elif path == "/.well-known/openid-configuration":
            reply(handler, self._metadata())
        elif path == "/jwks":
            reply(handler, {"keys": [key.as_dict(private=False) for key in self.published]})
        elif path == "/token":
            self._token(handler)
        elif path == "/userinfo":
            reply(handler, self.userinfo)
        else:
            reply(handler, {"error": "not_found"}, 404)

    def _metadata(self) -> dict[str, Any]:
        return {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "jwks_uri": f"{self.issuer}/jwks",
            "userinfo_endpoint": f"{self.issuer}/userinfo",
            "end_session_endpoint": f"{self.issuer}/logout",
            "authorization_response_iss_parameter_supported": True,
            **self.metadata,
        }

    def _token(self, handler: BaseHTTPRequestHandler) -> None:
        length = int(handler.headers["Content-Length"])
        given = {name: values[0] for name, values in parse_qs(handler.rfile.read(length).decode()).items()}
        scheme, _, pair = handler.headers.get("Authorization", "").partition(" ")
        name, _, secret = base64.b64decode(pair).decode().partition(":")
        if scheme != "Basic" or (unquote_plus(name), unquote_plus(secret)) != (CLIENT_ID, CLIENT_SECRET):
            reply(handler, {"error": "invalid_client"}, 401)
            return
        asked = self._codes.pop(given["code"], None)
        challenge = hashlib.sha256(given["code_verifier"].encode()).digest()
        expected = base64.urlsafe_b64encode(challenge).rstrip(b"=").decode()
        if asked is None or asked["redirect_uri"] != given["redirect_uri"] or asked["code_challenge"] != expected:
            reply(handler, {"error": "invalid_grant"}, 400)
            return
        access = secrets.token_urlsafe(16)
        reply(handler, {"access_token": access, "token_type": "Bearer", "id_token": self._id_token(asked, access)})

    def _id_token(self, asked: dict[str, str], access: str) -> str:
        now = int(clock.now().timestamp())
        half = hashlib.sha256(access.encode()).digest()[:16]
        claims = {
            "iss": self.issuer,
            "sub": "sub-1",
            "aud": CLIENT_ID,
            "iat": now,
            "exp": now + 300,
            "nonce": asked["nonce"],
            "at_hash": base64.urlsafe_b64encode(half).rstrip(b"=").decode(),
            "email": "sanne@delinde.example",
            "email_verified": True,
            "given_name": "Sanne",
            "family_name": "de Wit",
            "sid": "sid-1",
            **({"auth_time": now} if "max_age" in asked else {}),
            **self.claims,
        }
        return self.signed(self.header, {name: value for name, value in claims.items() if value is not None})

    def _signed(self, header: dict[str, Any], claims: dict[str, Any]) -> str:
        whole = {"alg": self.algorithm, "kid": self.key.kid, **header}
        registry = jws.JWSRegistry(algorithms=[whole["alg"]], strict_check_header=False)
        return jws.serialize_compact(whole, json.dumps(claims).encode(), self.key, registry=registry)


def reply(handler: BaseHTTPRequestHandler, body: dict[str, Any] | bytes, status: int = 200, **headers: str) -> None:
    """Answer with this body; ``headers`` by name, with '_' for '-'."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    handler.send_response(status)
    for name, value in {"Content-Type": "application/json", "Content-Length": str(len(content)), **headers}.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.end_headers()
    handler.wfile.write(content)


def drip(handler: BaseHTTPRequestHandler) -> None:
    """Answer a byte now and then, for longer than anybody waits."""
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    for _ in range(1000):
        handler.wfile.write(b" ")
        handler.wfile.flush()
        time.sleep(0.05)


def _handler(provider: FakeIdentityProvider) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True
        timeout = 10

        def do_GET(self) -> None:
            try:
                provider.answer(self)
            except (OSError, ssl.SSLError):  # the client went away, as it should
                self.close_connection = True

        do_POST = do_GET

        def log_message(self, *_arguments: object) -> None:
            pass

        def handle(self) -> None:
            try:
                super().handle()
            except (OSError, ssl.SSLError):
                self.close_connection = True

    return Handler
