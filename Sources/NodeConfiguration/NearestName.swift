/// Finds which of the known names somebody may have meant.
enum NearestName {
    /// The known name with the fewest letters to change; nil where most of them would have to be.
    static func of(_ name: String, among known: [String]) -> String? {
        let nearest = known.map { (name: $0, distance: distance(name, $0)) }
            .min { $0.distance < $1.distance }
        guard let nearest, nearest.distance <= max(2, name.count / 2) else { return nil }
        return nearest.name
    }

    /// Letters to add, to leave out or to change, where case and dashes do not count.
    private static func distance(_ left: String, _ right: String) -> Int {
        let (left, right) = (letters(left), letters(right))
        var row = Array(0...right.count)
        for (i, letter) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, other) in right.enumerated() {
                let changed = diagonal + (letter == other ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(changed, row[j] + 1, row[j + 1] + 1)
            }
        }
        return row[right.count]
    }

    private static func letters(_ name: String) -> [Character] {
        Array(name.lowercased().filter { $0 != "-" }.prefix(100))
    }
}
