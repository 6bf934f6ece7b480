package import Primitives

/// Says that the client is in a swarm, where it plays, and how many peers it would like to know.
///
/// | bytes | field |
/// |---|---|
/// | 32 | swarm |
/// | 2 | port |
/// | 1 | flags: 1 uploads, 2 edge |
/// | 4 | playhead |
/// | 2 | buffer |
/// | 1 | wanted |
/// | 1 | count of tracks, at most 16 |
/// | 8 each | tracks |
package struct Announce: Hashable, Sendable {
    package static let mostTracks = 16

    package let swarm: SwarmID
    /// Where the client accepts peers; the tracker adds the address that it sees.
    package let port: UInt16
    package let uploads: Bool
    package let isEdge: Bool
    /// The tracks the client has segments of, the one that plays first.
    package let tracks: [TrackID]
    /// Seconds of media time, rounded so that it tells no more than matching needs.
    package let playheadSeconds: UInt32
    /// Seconds that the player holds ahead of the playhead.
    package let bufferSeconds: UInt16
    /// Introductions asked for; the tracker gives fewer as its policy says.
    package let wanted: UInt8

    package init(
        swarm: SwarmID, port: UInt16, uploads: Bool, isEdge: Bool, tracks: [TrackID],
        playheadSeconds: UInt32, bufferSeconds: UInt16, wanted: UInt8
    ) {
        precondition(tracks.count <= Self.mostTracks, "\(tracks.count) tracks announced")
        self.swarm = swarm
        self.port = port
        self.uploads = uploads
        self.isEdge = isEdge
        self.tracks = tracks
        self.playheadSeconds = playheadSeconds
        self.bufferSeconds = bufferSeconds
        self.wanted = wanted
    }

    init(from reader: inout ByteReader) throws(WireError) {
        swarm = SwarmID(try reader.readBytes32())
        port = try reader.readUInt16()
        let flags = try reader.readFlags(known: 0b11)
        uploads = flags & 1 != 0
        isEdge = flags & 2 != 0
        playheadSeconds = try reader.readUInt32()
        bufferSeconds = try reader.readUInt16()
        wanted = try reader.readUInt8()
        var tracks: [TrackID] = []
        for _ in 0..<(try reader.readCount(atMost: Self.mostTracks)) {
            tracks.append(TrackID(try reader.readUInt64()))
        }
        self.tracks = tracks
    }

    func write(to writer: inout ByteWriter) {
        writer.write(swarm.value)
        writer.write(port)
        writer.write((uploads ? 1 : 0) | (isEdge ? 2 : 0) as UInt8)
        writer.write(playheadSeconds)
        writer.write(bufferSeconds)
        writer.write(wanted)
        writer.write(UInt8(tracks.count))
        for track in tracks { writer.write(track.value) }
    }
}
