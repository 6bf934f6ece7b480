extension UVEventLoop {
    /// Closes what is open, runs what was handed over, and joins the thread.
    ///
    /// Closing this way calls nobody back. Waits for the worker pool's part in flight. Never from the
    /// loop itself, which could not wait for its own end.
    package func shutdown() async {
        precondition(!isCurrent, "loop \(name) cannot wait for its own end")
        await withCheckedContinuation { waiter in
            switch ending.withLock({ $0.add { waiter.resume() } }) {
            case .begin: execute { self.beginEnding() }
            case .wait: break
            case .alreadyOver: waiter.resume()
            }
        }
        thread.join()
    }

    /// The same for a caller that cannot suspend; the loop must be idle.
    func shutdownBlocking() {
        execute { self.beginEnding() }
        thread.join()
    }

    private func beginEnding() {
        handles.refuseMore()
        for handle in handles.owners { handle.closeForShutdown() }
        memory.letRunEnd()
    }

    /// The whole life of the loop's thread.
    func runUntilEnd() {
        repeat {
            memory.run()
            takeTurn()
        } while !hasEnded()
        memory.close()
        for waiter in ending.withLock({ $0.end() }) { waiter() }
    }

    private func hasEnded() -> Bool {
        inbox.withLock { inbox in
            guard inbox.end() else { return false }
            thread.leave()
            return true
        }
    }

    /// Runs what was handed over after the end: a task that enters an actor of this loop must not hang.
    ///
    /// All handles are closed by then, so the work finds nothing it could do but return.
    func startSubstitute() {
        Task.detached { self.runAsSubstitute() }
    }

    private func runAsSubstitute() {
        inbox.withLock { _ in thread.enter() }
        repeat { runWaitingWork() } while !hasEnded()
    }
}
