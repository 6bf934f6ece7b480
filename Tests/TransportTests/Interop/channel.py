"""Our framing around somebody else's Noise: one side of a secure channel, blocking.

Runs conversations, one after another and each with a handshake of its own, and exits with 0 if every
byte was as it should be. Arguments, as JSON on standard input: library, role, kind, port, local (secret
key), remote (public key), swarm, epoch, secret, messages (of each conversation), conversations. As
responder it prints the port it listens on.
"""

import hashlib
import json
import socket
import struct
import sys
import time

RECORDS_PER_KEY = 1 << 16
LONGEST = 32 * 1024 + 63
MESSAGE, CONFIRM, CLOSE = 1, 2, 3
TICKET = b"ticket"


def subkey(secret, number):
    """crypto_kdf_derive_from_key of libsodium."""
    salt = struct.pack("<Q", number) + bytes(8)
    return hashlib.blake2b(
        b"", digest_size=32, key=secret, salt=salt, person=b"shoalchn" + bytes(8)
    ).digest()


class Channel:
    def __init__(self, stream, settings):
        self.stream = stream
        self.is_peer = settings["kind"] == "peer"
        self.preamble = bytes([1, 1 if self.is_peer else 2])
        secret = bytes.fromhex(settings["secret"])
        if self.is_peer:
            self.preamble += bytes.fromhex(settings["swarm"]) + struct.pack(">I", settings["epoch"])
        self.mac1_key = subkey(secret, 2)
        self.noise = library(settings["library"]).Noise(
            pattern="IKpsk2" if self.is_peer else "IK",
            initiator=settings["role"] == "initiator",
            prologue=self.preamble,
            local=bytes.fromhex(settings["local"]),
            remote=bytes.fromhex(settings["remote"]),
            psk=subkey(secret, 1) if self.is_peer else None,
        )
        self.sent = self.received = 0

    def initiate(self):
        stamp = struct.pack(">Q", int(time.time() * 1000))
        message = self.noise.write(stamp + TICKET)
        self.stream.sendall(self.preamble + framed(message) + self.mac1(message))
        assert self.noise.read(self.read_framed()) == b""
        self.send(CONFIRM, b"")

    def respond(self):
        assert self.read(len(self.preamble)) == self.preamble
        message = self.read_framed()
        assert self.read(16 if self.is_peer else 0) == self.mac1(message)
        payload = self.noise.read(message)
        assert abs(struct.unpack(">Q", payload[:8])[0] / 1000 - time.time()) < 60
        assert payload[8:] == TICKET
        self.stream.sendall(framed(self.noise.write(b"")))
        assert self.receive() == (CONFIRM, b"")

    def mac1(self, message):
        if not self.is_peer:
            return b""
        return hashlib.blake2b(message, digest_size=16, key=self.mac1_key).digest()

    def send(self, kind, content):
        if self.sent and self.sent % RECORDS_PER_KEY == 0:
            self.noise.rekey_outbound(self.sent)
        self.sent += 1
        self.stream.sendall(framed(self.noise.encrypt(bytes([kind]) + content)))

    def receive(self):
        sealed = self.read_framed()
        if self.received and self.received % RECORDS_PER_KEY == 0:
            self.noise.rekey_inbound(self.received)
        self.received += 1
        plaintext = self.noise.decrypt(sealed)
        return plaintext[0], plaintext[1:]

    def read_framed(self):
        return self.read(struct.unpack(">H", self.read(2))[0])

    def read(self, count):
        data = self.stream_file().read(count)
        assert len(data) == count, "the connection ended"
        return data

    def stream_file(self):
        if not hasattr(self, "file"):
            self.file = self.stream.makefile("rb")
        return self.file


def framed(message):
    return struct.pack(">H", len(message)) + message


def library(name):
    return __import__("with_" + name)


def content(number):
    """Mostly short, sometimes as long as a message may be."""
    length = LONGEST if number % 1000 == 7 else number % 50 + 1
    return struct.pack(">I", number).ljust(length, b"x")[:length]


def converse_as_initiator(channel, count):
    """Sends in batches that fit the socket's buffers, and wants each message back."""
    for start in range(0, count, 500):
        batch = range(start, min(start + 500, count))
        for number in batch:
            channel.send(MESSAGE, content(number))
        for number in batch:
            assert channel.receive() == (MESSAGE, content(number)), number
    channel.send(CLOSE, b"")


def converse_as_responder(channel, count):
    """Sends back what comes, until the close record."""
    echoed = 0
    while True:
        kind, message = channel.receive()
        if kind == CLOSE:
            break
        assert kind == MESSAGE
        channel.send(MESSAGE, message)
        echoed += 1
    assert echoed == count, echoed


def call(settings):
    stream = socket.create_connection(("127.0.0.1", settings["port"]))
    channel = Channel(stream, settings)
    channel.initiate()
    converse_as_initiator(channel, settings["messages"])


def answer(listener, settings):
    stream, _ = listener.accept()
    channel = Channel(stream, settings)
    channel.respond()
    converse_as_responder(channel, settings["messages"])


def main():
    settings = json.loads(sys.stdin.readline())
    if settings["role"] == "initiator":
        for _ in range(settings["conversations"]):
            call(settings)
    else:
        listener = socket.create_server(("127.0.0.1", 0))
        print(listener.getsockname()[1], flush=True)
        for _ in range(settings["conversations"]):
            answer(listener, settings)


main()
