import Foundation

/// The seed of every random test in this process: SHOAL_SEED if it is set, otherwise a new one.
///
/// It is printed once, so that a failure can be run again.
package let testSeed: UInt64 = {
    let seed =
        ProcessInfo.processInfo.environment["SHOAL_SEED"].flatMap(UInt64.init)
        ?? UInt64.random(in: 0...UInt64.max)
    print("SHOAL_SEED=\(seed)")
    return seed
}()
