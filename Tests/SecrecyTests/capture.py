"""Everything that goes over this machine's loopback, as a sniffer beside it would see it."""

import socket
import struct
import threading


class Capture:
    """Payloads of TCP over IPv4, by the ports at both ends."""

    _EVERY_PROTOCOL = 3

    def __init__(self):
        self._socket = socket.socket(
            socket.AF_PACKET, socket.SOCK_RAW, socket.htons(self._EVERY_PROTOCOL))
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 64 << 20)
        self._socket.bind(("lo", 0))
        self._socket.settimeout(0.2)
        self._payloads = []
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def end(self):
        self._is_over.set()
        self._thread.join()
        self._socket.close()

    def between(self, is_wanted):
        """All bytes of the connections whose ports are wanted, each direction in the order it was seen."""
        streams = {}
        for ports, payload in self._payloads:
            if is_wanted(*ports):
                streams.setdefault(ports, []).append(payload)
        return b"\n".join(b"".join(pieces) for pieces in streams.values())

    def _run(self):
        while not self._is_over.is_set():
            try:
                frame, place = self._socket.recvfrom(1 << 17)
            except TimeoutError:
                continue
            # Each packet is seen when it leaves and when it arrives.
            if place[2] == socket.PACKET_OUTGOING:
                self._note(frame)

    def _note(self, frame):
        packet = frame[14:]
        if len(packet) < 20 or packet[0] >> 4 != 4 or packet[9] != socket.IPPROTO_TCP:
            return
        segment = packet[(packet[0] & 15) * 4:struct.unpack("!H", packet[2:4])[0] or None]
        payload = segment[(segment[12] >> 4) * 4:]
        if payload:
            self._payloads.append((struct.unpack("!HH", segment[:4]), payload))
