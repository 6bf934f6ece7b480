import Primitives

/// What a playlist lists, in the order of its text: segments, parts, URIs.
///
/// When a window slides, the place of everything that stays changes. So each element is kept as it was
/// first read, and moved to where it is now when it is looked at.
package struct HLSRun<Element: HLSMovable>: RandomAccessCollection, Sendable {
    private var elements = SlidingArray<Element>()
    /// From where elements were when they were read to where they are.
    private var shift = HLSShift.none

    init() {}

    package var startIndex: Int { 0 }

    package var endIndex: Int { elements.count }

    package subscript(index: Int) -> Element { elements[index].moved(by: shift) }

    mutating func append(_ element: Element) {
        elements.append(element.moved(by: shift.back))
    }

    mutating func removeAll() { elements.removeAll() }

    /// Keeps `range`, which has moved by `moved` and now comes after `head`.
    mutating func keep(_ range: Range<Int>, after head: HLSRun, moved: HLSShift) {
        elements.removeLast(elements.count - range.upperBound)
        shift = shift + moved
        let back = shift.back
        elements.replaceFirst(range.lowerBound, with: head.map { $0.moved(by: back) })
    }
}
