import Foundation
import Manifests

extension P2PClient {
    /// Sends a question as JSON, and reads the answer.
    func ask<Question: Encodable, Answer: Decodable>(
        _ uri: ResolvedURI, _ question: Question, bearer: String? = nil,
        within limit: Duration = BackendCall.limit, for answer: Answer.Type
    ) async throws(BackendError) -> Answer {
        let place: ClientLoop
        do throws(P2PError) {
            place = try await Runtime.shared.place(of: self)
        } catch {
            throw error == .clientClosed ? .clientClosed : .unreachable
        }
        let body = try await place.ask(
            uri, BackendJSON.text(of: question), bearer: bearer, within: limit)
        return try BackendJSON.read(answer, from: body)
    }
}
