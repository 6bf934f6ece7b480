/// Asks the application from where nothing can wait; whatever it throws, there is no answer then.
///
/// - Returns: What takes the question back: the application's task is cancelled, and still answers.
@discardableResult
func ask<Answer: Sendable>(
    _ question: @escaping @Sendable () async throws -> Answer,
    answer: @escaping @Sendable (Answer?) -> Void
) -> @Sendable () -> Void {
    let task = Task {
        do {
            answer(try await question())
        } catch {
            answer(nil)
        }
    }
    return { task.cancel() }
}
