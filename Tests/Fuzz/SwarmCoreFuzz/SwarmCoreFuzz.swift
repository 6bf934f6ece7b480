import ScheduleTestSupport

/// The first byte says what the rest is: the chances of a world, or a list of inputs.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSwarmCore(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    guard let kind = input.first else { return 0 }
    let rest = input.dropFirst()
    switch kind % 8 {
    case 0: live(ScheduleWorld(Dice(bytes: rest), ending: .originAlone))
    case 1: live(ScheduleWorld(Dice(bytes: rest), ending: .peersAlone))
    default:
        var script = ScheduleScript(rest)
        if let report = script.run() { preconditionFailure(report) }
    }
    return 0
}

private func live(_ world: ScheduleWorld) {
    var world = world
    if let report = world.run(for: .seconds(10)) { preconditionFailure(report) }
}
