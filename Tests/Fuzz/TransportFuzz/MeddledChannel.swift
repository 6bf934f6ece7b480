import Transport

/// An open channel between two sides, on a line that the input cuts, holds back and changes.
///
/// Whatever the line does, what arrives is the beginning of what was sent.
enum MeddledChannel {
    static func run(_ script: ArraySlice<UInt8>) {
        var initiator = FuzzSide.initiator()
        var responder = FuzzSide.peerResponder()
        responder.receive(initiator.connect()[...])
        initiator.receive(responder.takeOutgoing()[...])
        responder.receive(initiator.takeOutgoing()[...])
        precondition(initiator.openings == 1 && responder.openings == 1, "no channel")

        var line: [UInt8] = []
        var sent: [[UInt8]] = []
        var words = script.makeIterator()
        while let word = words.next() {
            let value = Int(words.next() ?? 0)
            switch word % 8 {
            case 0, 1, 2:
                guard !initiator.machine.hasEnded else { break }
                let message = [UInt8](repeating: word, count: value * (value > 200 ? 128 : 1))
                sent.append(message)
                line += initiator.send(message)
            case 3, 4:
                let count = min(line.count, value * 64)
                responder.receive(line[..<count])
                line.removeFirst(count)
            case 5:
                guard !line.isEmpty else { break }
                line[value * 131 % line.count] ^= word | 1
            case 6:
                line += Array(words.prefix(value % 16))
            default:
                line += value < 16 ? initiator.close() : []
            }
        }
        responder.receive(line[...])
        responder.disconnect()
        precondition(responder.ends == 1, "a connection that is gone goes on")
        precondition(
            responder.messages == Array(sent.prefix(responder.messages.count)),
            "something else arrived than was sent")
    }
}
