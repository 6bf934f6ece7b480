package import Primitives

/// Where the sender plays; sent at most twice a second.
///
/// | bytes | field |
/// |---|---|
/// | 8 | track |
/// | 8 | position, below 2^63 |
/// | 4 | buffer |
/// | 2 | rate |
package struct Progress: Hashable, Sendable {
    package let track: TrackID
    /// Milliseconds of media time; on a live track thousandths of a segment since number 0, because
    /// each player's time begins elsewhere.
    package let position: UInt64
    /// Milliseconds that the player holds ahead of its position.
    package let buffer: UInt32
    /// Speed of playback in hundredths: 100 plays, 0 is paused.
    package let ratePercent: UInt16

    package init(track: TrackID, position: UInt64, buffer: UInt32, ratePercent: UInt16) {
        self.track = track
        self.position = position
        self.buffer = buffer
        self.ratePercent = ratePercent
    }

    init(from reader: inout ByteReader) throws(WireError) {
        track = TrackID(try reader.readUInt64())
        position = try reader.readUInt64()
        guard position <= UInt64(Int64.max) else { throw .invalidValue }
        buffer = try reader.readUInt32()
        ratePercent = try reader.readUInt16()
    }

    func write(to writer: inout ByteWriter) {
        writer.write(track.value)
        writer.write(position)
        writer.write(buffer)
        writer.write(ratePercent)
    }
}
