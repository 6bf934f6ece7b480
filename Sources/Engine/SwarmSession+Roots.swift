import SwarmCore

extension SwarmSession {
    package nonisolated var rootTrust: RootListTrust { configuration.rootTrust }

    /// Takes roots that publisher or origin vouch for; nil if there turned out to be none.
    package func use(_ roots: VouchedRoots?) {
        proofs.assumeIsolated { $0.use(roots) }
        tellOwners()
    }

    /// Where a list vouches for segments, nobody has to agree with the one who fetched.
    func tellOwners() {
        let count = proofs.assumeIsolated { $0.hasRoots } ? 1 : owners
        feed { $0.ownersNeeded(count, at: $1, into: &$2) }
    }
}
