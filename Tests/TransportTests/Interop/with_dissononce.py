"""The package dissononce."""

from dissononce.cipher.chachapoly import ChaChaPolyCipher
from dissononce.dh.private import PrivateKey
from dissononce.dh.x25519.x25519 import X25519DH
from dissononce.hash.sha256 import SHA256Hash
from dissononce.processing.handshakepatterns.interactive.IK import IKHandshakePattern
from dissononce.processing.impl.cipherstate import CipherState
from dissononce.processing.impl.handshakestate import HandshakeState
from dissononce.processing.impl.symmetricstate import SymmetricState
from dissononce.processing.modifiers.psk import PSKPatternModifier


class Noise:
    def __init__(self, pattern, initiator, prologue, local, remote, psk):
        diffie_hellman = X25519DH()
        symmetric = SymmetricState(CipherState(ChaChaPolyCipher()), SHA256Hash())
        self.handshake = HandshakeState(symmetric, diffie_hellman)
        self.initiator = initiator
        self.ciphers = None
        handshake_pattern = IKHandshakePattern()
        if pattern == "IKpsk2":
            handshake_pattern = PSKPatternModifier(2).modify(handshake_pattern)
        self.handshake.initialize(
            handshake_pattern,
            initiator,
            prologue,
            s=diffie_hellman.generate_keypair(PrivateKey(local)),
            rs=diffie_hellman.create_public(remote) if initiator else None,
            psks=None if psk is None else [psk],
        )

    def write(self, payload):
        message = bytearray()
        self.ciphers = self.handshake.write_message(payload, message)
        return bytes(message)

    def read(self, message):
        payload = bytearray()
        self.ciphers = self.handshake.read_message(message, payload)
        return bytes(payload)

    def encrypt(self, plaintext):
        return self.outbound().encrypt_with_ad(b"", plaintext)

    def decrypt(self, sealed):
        return self.inbound().decrypt_with_ad(b"", sealed)

    def rekey_outbound(self, count):
        self.rekey(self.outbound(), count)

    def rekey_inbound(self, count):
        self.rekey(self.inbound(), count)

    def outbound(self):
        return self.ciphers[0 if self.initiator else 1]

    def inbound(self):
        return self.ciphers[1 if self.initiator else 0]

    @staticmethod
    def rekey(cipher, count):
        # Its own rekey() keeps the tag as part of the key and cannot go on; this is the one of the
        # specification over its cipher.
        sealed = cipher.cipher.encrypt(cipher._key, 2**64 - 1, b"", bytes(32))
        cipher.initialize_key(sealed[:32])
        cipher.set_nonce(count)
