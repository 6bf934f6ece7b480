import Crypto
import Primitives

/// The sizes of the two handshake messages.
enum HandshakeFormat {
    static let lengthSize = 2
    static let longestMessage = 512
    static let stampSize = 8
    /// Ephemeral key, sealed static key, sealed time stamp.
    static let shortestFirst = 2 * Bytes32.count + 2 * CipherState.overhead + stampSize
    static let longestPayload = longestMessage - shortestFirst
    /// Ephemeral key, sealed nothing.
    static let second = Bytes32.count + CipherState.overhead
    /// All that a responder keeps before it knows who calls.
    static let longestOpening =
        ChannelPreamble.Kind.peer.preambleSize + lengthSize + longestMessage
        + ChannelPreamble.Kind.peer.macSize

    static func framed(_ message: [UInt8]) -> [UInt8] {
        [UInt8(message.count >> 8), UInt8(message.count & 255)] + message
    }
}
