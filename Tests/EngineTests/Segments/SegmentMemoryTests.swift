import EventLoop
import IOTestSupport
import Testing

@testable import Engine

@Suite struct SegmentMemoryTests {
    private func write(_ bytes: [UInt8], at offset: Int, into memory: SegmentMemory) {
        unsafe bytes.withUnsafeBytes { unsafe memory.write($0, at: offset, length: nil) }
    }

    @Test func `what is held is what is there, and is not copied again`() {
        let memory = SegmentMemory()
        write([1, 2, 3], at: 0, into: memory)
        let held = memory.hold(3)
        #expect(held.array == [1, 2, 3])
        #expect(memory.hold(3) === held)
        #expect(unsafe memory.bytes(0..<3).baseAddress == held.bytes.baseAddress)
    }

    @Test func `nothing that is written later changes what somebody holds`() {
        let memory = SegmentMemory()
        write([1, 2, 3], at: 0, into: memory)
        let held = memory.hold(3)
        write([9], at: 1, into: memory)
        #expect(held.array == [1, 2, 3])
        #expect(unsafe Array(memory.bytes(0..<3)) == [1, 9, 3])
        let later = memory.hold(3)
        write([7], at: 4 << 20, into: memory)
        #expect(later.array == [1, 9, 3])
        #expect(unsafe Array(memory.bytes(0..<3)) == [1, 9, 3])
        #expect(memory.hold(2).array == [1, 9] && memory.hold(3).array == [1, 9, 3])
    }

    @Test func `what is held outlives the segment, and nothing is held of none`() {
        var memory: SegmentMemory? = SegmentMemory()
        #expect(memory?.hold(0).array == [])
        memory.map { write([1, 2, 3], at: 0, into: $0) }
        let held = memory?.hold(3)
        memory = nil
        #expect(held?.array == [1, 2, 3])
    }
}
