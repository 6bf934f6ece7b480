import SwarmCore
import Testing

@Suite struct UploadRotationTests {
    @Test func `of fifty sessions, those that want something are served equally often`() {
        var rotation = UploadRotation()
        // Half of them want nothing, and sit in one row.
        let busy = Set(Array(0..<10) + Array(35..<50))
        var served = [Int](repeating: 0, count: 50)
        for _ in 0..<1_000 {
            guard let place = rotation.order(of: 50).first(where: busy.contains) else { return }
            served[place] += 1
            rotation.served(place)
        }
        for place in served.indices {
            #expect(served[place] == (busy.contains(place) ? 40 : 0))
        }
    }

    @Test func `everybody is in the order once, also when some have gone`() {
        var rotation = UploadRotation()
        rotation.served(49)
        #expect(rotation.order(of: 3).sorted() == [0, 1, 2])
        #expect(rotation.order(of: 0).isEmpty)
    }
}
