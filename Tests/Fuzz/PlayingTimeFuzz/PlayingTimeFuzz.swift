import Manifests

/// The first byte says where in how long a file the rest is: boxes of an MP4, or tag and frames of an MP3.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPlayingTime(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    guard let place = input.first else { return 0 }
    let bytes = Array(input.dropFirst())
    let offset = place & 1 == 0 ? 0 : 1 << (Int(place) >> 3)
    let length = place & 2 == 0 ? offset + bytes.count + Int(place) : Int.max
    switch PlayingTime.clue(bytes, at: offset, ofFile: length) {
    case .plays(let time):
        precondition(time >= .zero && time <= .seconds(1_000_001), "a time out of range")
    case .look(let next):
        precondition(next > offset && next < length, "a look where nothing is")
    case .nothing:
        break
    }
    if let table = PieceTable(length: length) { check(table, offset) }
    return 0
}

private func check(_ table: PieceTable, _ offset: Int) {
    precondition(table.count > 0 && table.count <= PieceTable.mostPieces, "too many pieces")
    precondition(table.range(of: table.count - 1).upperBound == table.length, "an open end")
    guard offset < table.length else { return }
    precondition(table.range(of: table.piece(at: offset)).contains(offset), "another piece")
}
