import Dispatch
import Synchronization

/// What `body` makes of each element, as many at a time as there are cores.
///
/// For computations only: what measures time, or waits, is run by itself.
package func concurrently<Element: Sendable, Result: Sendable>(
    _ elements: [Element], _ body: @Sendable (Element) -> Result
) -> [Result] {
    let results = Mutex([Result?](repeating: nil, count: elements.count))
    DispatchQueue.concurrentPerform(iterations: elements.count) { index in
        let result = body(elements[index])
        results.withLock { $0[index] = result }
    }
    return results.withLock { $0.compactMap(\.self) }
}
