"""The package noiseprotocol (`import noise`)."""

from noise.connection import Keypair, NoiseConnection


class Noise:
    def __init__(self, pattern, initiator, prologue, local, remote, psk):
        name = f"Noise_{pattern}_25519_ChaChaPoly_SHA256"
        self.connection = NoiseConnection.from_name(name.encode())
        if psk is not None:
            self.connection.set_psks(psk)
        self.connection.set_prologue(prologue)
        self.connection.set_keypair_from_private_bytes(Keypair.STATIC, local)
        if initiator:
            self.connection.set_as_initiator()
            self.connection.set_keypair_from_public_bytes(Keypair.REMOTE_STATIC, remote)
        else:
            self.connection.set_as_responder()
        self.connection.start_handshake()

    def write(self, payload):
        return bytes(self.connection.write_message(payload))

    def read(self, message):
        return bytes(self.connection.read_message(message))

    def encrypt(self, plaintext):
        return self.connection.encrypt(plaintext)

    def decrypt(self, sealed):
        return self.connection.decrypt(sealed)

    def rekey_outbound(self, _):
        self.connection.rekey_outbound_cipher()

    def rekey_inbound(self, _):
        self.connection.rekey_inbound_cipher()
