import PeerWire
import Primitives
import ScheduleTestSupport
import SwarmCore

/// A picture of a broadcast among viewers alone, of which `a` has one segment after the other.
///
/// Ten seconds are held, and a segment has ten chunks of which the origin brings what is asked for
/// at once.
struct Broadcast {
    var picture: Picture
    private static let chunks = 10

    init(
        _ drawing: String, viewers: Int = 1_000, edges: Int = 0, diversity: UInt64 = 1
    ) {
        var configuration = ScheduleConfiguration()
        configuration.diversity = diversity
        picture = Picture(
            drawing, chunks: Self.chunks, isLive: true, viewers: viewers, edges: edges,
            configuration)
    }

    /// Lets time pass; returns what has become of a segment's chunks on the way.
    mutating func course(of column: Int, milliseconds: Int) -> [String] {
        var course = [picture.chunks(of: column)]
        for _ in 0..<milliseconds / 50 {
            picture.wait(50)
            let chunks = picture.chunks(of: column)
            if course.last != chunks { course.append(chunks) }
        }
        return course
    }

    /// `a` has a segment now.
    mutating func appear(_ column: Int) {
        picture.feed(.peerHas(picture.peer("a"), [picture.segment(column)]))
    }

    /// The origin brings all that it is asked for of a segment.
    mutating func fetch(_ column: Int) {
        let segment = picture.segment(column)
        let asked = picture.chunks(of: column).count { $0 == "O" }
        guard asked > 0 else { return }
        picture.feed(.originStarted(segment, length: Self.chunks * ChunkGeometry.chunkSize))
        picture.feed(.originReceived(segment, count: asked * ChunkGeometry.chunkSize))
        picture.feed(.originFinished(segment))
    }

    /// A segment appears that a player waits for, of which `a` brings the first chunks alone, and the
    /// origin the rest when it has become urgent; returns how it is shared out at first.
    mutating func play(_ column: Int, brought: Int) -> String {
        appear(column)
        let shared = picture.chunks(of: column)
        fetch(column)
        picture.give(0..<brought, of: column, by: "a")
        picture.request(column)
        for _ in 0..<400 where !picture.isHere(column) {
            picture.wait(25)
            fetch(column)
        }
        return shared
    }
}
