"""Signed notes as C2SP specifies them, with Ed25519: text, a blank line, and a signature line."""

import base64
import hashlib
import os
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from npcserver.model.errors import InvalidInput

_ED25519 = b"\x01"
_MARK = "\u2014 "  # an em dash and a blank begin a line with a signature
_HASH_BYTES = 4


def _key_hash(name: str, public: bytes) -> bytes:
    return hashlib.sha256(f"{name}\n".encode() + _ED25519 + public).digest()[:_HASH_BYTES]


class NoteSigner:
    """Signs notes with a key in a file, which is made where there is none."""

    def __init__(self, path: Path, name: str) -> None:
        self.path = path
        self.name = name

    def sign(self, text: str) -> str:
        """Return the signed note of a text that ends in a line break. Raises `InvalidInput`."""
        key = self._key()
        public = key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        signed = _key_hash(self.name, public) + key.sign(text.encode())
        return f"{text}\n{_MARK}{self.name} {base64.b64encode(signed).decode()}\n"

    @property
    def verifier_key(self) -> str:
        """The public half, as verifiers take it: name, hash and key."""
        public = self._key().public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        encoded = base64.b64encode(_ED25519 + public).decode()
        return f"{self.name}+{_key_hash(self.name, public).hex()}+{encoded}"

    def _key(self) -> Ed25519PrivateKey:
        try:
            if not self.path.exists():
                self._make()
            key = load_pem_private_key(self.path.read_bytes(), None)
        except (OSError, ValueError, TypeError) as error:
            raise InvalidInput("audit.key", f"{self.path} is no private key: {error}") from error
        if not isinstance(key, Ed25519PrivateKey):
            raise InvalidInput("audit.key", f"{self.path} holds no Ed25519 key")
        return key

    def _make(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        made = Ed25519PrivateKey.generate()
        pem = made.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        opened = os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with os.fdopen(opened, "wb") as file:
            file.write(pem)


class NoteVerifier:
    """Verifies notes against the public half of a key, as `NoteSigner.verifier_key` writes it."""

    def __init__(self, verifier_key: str) -> None:
        self._name, _, rest = verifier_key.strip().partition("+")
        key_hash, _, encoded = rest.partition("+")
        try:
            raw = base64.b64decode(encoded, validate=True)
            self._public = Ed25519PublicKey.from_public_bytes(raw[1:])
        except ValueError:
            raw = b""
        if raw[:1] != _ED25519 or _key_hash(self._name, raw[1:]).hex() != key_hash:
            raise InvalidInput("key", "is no key of signed notes; it is written NAME+HASH+KEY")
        self._hash = bytes.fromhex(key_hash)

    def __call__(self, note: str) -> tuple[str, int, str] | None:
        """Return origin, number and link of a checkpoint; None where no signature of ours holds."""
        text, _, signatures = note.partition("\n\n")
        try:
            origin, number, root = text.split("\n")[:3]
            link = base64.b64decode(root, validate=True).hex()
            for line in signatures.splitlines():
                name, _, encoded = line.removeprefix(_MARK).partition(" ")
                signed = base64.b64decode(encoded, validate=True)
                if name == self._name and signed[:_HASH_BYTES] == self._hash:
                    self._public.verify(signed[_HASH_BYTES:], f"{text}\n".encode())
                    return origin, int(number), link
        except (ValueError, InvalidSignature):
            return None
        return None
