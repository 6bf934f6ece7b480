import FoundationEssentials
import Manifests
import Primitives

extension SteeringManifest {
    /// Nil for bytes that are no JSON object.
    init?(json bytes: [UInt8], from base: ResolvedURI) {
        do {
            self.init(try JSONDecoder().decode(JSON.self, from: Data(bytes)), from: base)
        } catch {
            // Whoever asked for it gets the bytes, and finds out by itself.
            return nil
        }
    }
}

extension JSON {
    /// The document, always with the same bytes.
    func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return [UInt8](try encoder.encode(self))
    }
}
