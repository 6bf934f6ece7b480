/// What is wrong with a policy file, and where.
package struct PolicyFileError: Error, Hashable, Sendable {
    package let place: TextPlace
    package let problem: String
}

extension PolicyFileError: CustomStringConvertible {
    package var description: String { "\(place): \(problem)" }
}
