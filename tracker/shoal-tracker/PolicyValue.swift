/// A value in a policy file.
enum PolicyValue: Decodable, Hashable {
    case null
    case flag(Bool)
    case number(Double)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else {
            do {
                self = .flag(try container.decode(Bool.self))
            } catch {
                self = .number(try container.decode(Double.self))
            }
        }
    }
}
