import PeerWire
import Primitives
import SwarmCore

extension Simulation {
    // In line, as a call that cannot change the simulation would copy it.

    @inline(__always)
    func kind(of member: Int) -> HostileKind? { members[member].person.hostile }

    @inline(__always)
    func isHonest(_ member: Int) -> Bool { members[member].person.hostile == nil }

    /// A hostile viewer hears of new segments: now it does what is not an answer to anybody.
    mutating func misbehave(_ member: Int, _ segments: ClosedRange<SegmentNumber>) {
        guard policy != .cdnOnly, let kind = kind(of: member) else { return }
        switch kind {
        case .haveLiar: lie(member, of: segments)
        case .neverRead: askAll(member, segments, times: 1)
        case .requestFlood: askAll(member, segments, times: Self.flood)
        case .badMouth: accuseAll(member, segments)
        case .sybilReporter: reportFalsely(member, segments)
        case .persistent, .onOff1, .onOff10, .onOff50, .selective, .wrongLength, .wrongIndex,
            .staleGeneration, .badLeafList, .slowDrip, .replay, .reflection, .copycatReporter:
            break
        }
    }

    /// A liar says that it has what it has just heard of.
    private mutating func lie(_ member: Int, of segments: ClosedRange<SegmentNumber>) {
        for segment in segments {
            members[member][segment].isOffered = true
            for place in members[member].links.indices {
                send(.have(first: segment, bits: 1), member, to: place)
            }
        }
    }

    // MARK: Requests

    /// A flood asks so many times as much as a peer may.
    private static let flood = 5
    /// Chunks that a sender's buffers hold for one that does not read: 512 KiB.
    static let unreadChunks = 16
    /// Nanoseconds until a sender gives up one that does not read.
    static let patience: Int64 = 10_000_000_000

    private mutating func askAll(
        _ member: Int, _ segments: ClosedRange<SegmentNumber>, times: Int
    ) {
        let run = ChunkRun(0..<media.chunkCount)
        // What was there before the newest ones is what others have.
        let segment = segments.lowerBound > 0 ? segments.lowerBound - 1 : 0
        for place in members[member].links.indices where members[member].links[place].isOpen {
            for _ in 0..<times {
                send(
                    .request(segment, Message.Run(run), withinMs: 1_000), member, to: place)
            }
        }
    }

    /// One that does not read has got a chunk; when the sender's buffers are full of them it waits
    /// for a while, and then ends the channel.
    mutating func leaveUnread(_ member: Int, _ place: Int) {
        let end = members[member].links[place].remote
        unread[end, default: 0] += 1
        guard unread[end] == Self.unreadChunks else { return }
        add(.message(.gone, to: end), after: Self.patience)
        add(.message(.gone, to: members[member].end(place)), after: Self.patience)
    }

    // MARK: Words of others

    /// Sends a request back to the one who made it.
    mutating func reflect(_ message: Message, _ member: Int, _ place: Int) {
        guard kind(of: member) == .reflection else { return }
        send(message, member, to: place)
    }

    // MARK: The tracker

    private mutating func accuseAll(_ member: Int, _ segments: ClosedRange<SegmentNumber>) {
        for segment in segments {
            for peer in members[member].peers where peer >= 0 {
                complain(member, of: segment, by: Int(peer))
            }
        }
    }

    private mutating func reportFalsely(
        _ member: Int, _ segments: ClosedRange<SegmentNumber>
    ) {
        for segment in segments { claim(member, segment, isTrue: false) }
    }

    /// A notary has signed the false root that this member reported: it offers what it forged.
    mutating func offerForged(_ member: Int, _ segment: SegmentNumber) {
        for place in members[member].links.indices {
            send(.have(first: segment, bits: 1), member, to: place)
        }
    }

    /// Whether what a member gives of a segment is what the notary was deceived to sign.
    @inline(__always)
    func forges(_ member: Int, _ segment: SegmentNumber) -> Bool {
        kind(of: member) == .sybilReporter && signedFalsely.contains(segment)
    }

    // MARK: What is wrong with a chunk

    @inline(__always)
    func flaw(_ segment: SegmentNumber, chunk: Int, from sender: Int, to receiver: Int) -> Flaw {
        Flaw(
            of: kind(of: sender), segment, chunk: chunk, from: members[sender].person.id,
            to: members[receiver].person.id)
    }
}
