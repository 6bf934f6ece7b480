/// How an attested root came to be known; a higher level is the better word.
package enum ProvenanceLevel: UInt8, Hashable, Comparable, Sendable, CaseIterable {
    /// Independent viewers who fetched the segment from the CDN agreed.
    case viewers = 1
    /// An edge node with the attestor role fetched it.
    case edge = 2
    /// The origin said so over verified TLS.
    case origin = 3
    /// The publisher signed the root when packaging.
    case publisher = 4

    package static func < (left: ProvenanceLevel, right: ProvenanceLevel) -> Bool {
        left.rawValue < right.rawValue
    }
}
