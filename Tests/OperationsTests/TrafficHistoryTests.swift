import Operations
import Testing

struct TrafficHistoryTests {
    private func history(capacity: Int, seconds: Range<Int>) -> TrafficHistory {
        var history = TrafficHistory(capacity: capacity)
        for second in seconds {
            history.take(.init(seconds: second, peerBytes: second, cdnBytes: 1, bound: nil))
        }
        return history
    }

    @Test(arguments: [(4, 1), (5, 2), (8, 2), (9, 4), (17, 8), (1000, 256)])
    func `the whole time is kept, ever more thinly`(_ seconds: Int, _ interval: Int) {
        let history = history(capacity: 4, seconds: 0..<seconds)
        #expect(history.interval == interval)
        #expect(history.points.count <= 4)
        #expect(history.points.map(\.seconds) == history.points.indices.map { $0 * interval })
    }

    @Test func `time that nobody looked at leaves a hole and no points`() {
        var history = TrafficHistory(capacity: 4)
        history.take(.init(seconds: 0, peerBytes: 0, cdnBytes: 0, bound: nil))
        history.take(.init(seconds: 60, peerBytes: 2, cdnBytes: 1, bound: 0.5))
        #expect(history.json.text == "[[0,0,0,null],[60,2,1,0.5]]")
    }
}
