import CCurl
import EventLoop
import Primitives

/// Drives one multi handle of curl from the loop: its sockets, its timer, its finished transfers.
///
/// Only the loop's thread touches it. curl calls back from within its own functions and may not be
/// entered again from there; so what the callbacks ask for is queued, and done when curl is left.
@safe final class CurlMulti: @unchecked Sendable {
    private enum Work {
        case add(OriginFetch)
        case remove(CurlEasy)
        case resume(OriginFetch)
    }

    private struct Added {
        let fetch: OriginFetch
        let easy: CurlEasy
    }

    private enum State {
        case idle
        case inCurl
        /// `close()` was called from within curl: it is carried out when curl is left.
        case closing
        case closed
    }

    private let loop: UVEventLoop
    private let handle: UnsafeMutableRawPointer
    private var state = State.idle
    private var queue = Deque<Work>()
    private var polls: [curl_socket_t: PollHandle] = [:]
    /// What is in the multi handle: curl may call back for each of them.
    private var added: [CurlEasy.ID: Added] = [:]
    private var timer: LoopTimer?

    init(on loop: UVEventLoop) {
        loop.preconditionOnLoop()
        precondition(Self.isStarted, "curl cannot be used")
        guard let handle = unsafe curl_multi_init() else {
            preconditionFailure("no memory for a curl handle")
        }
        self.loop = loop
        unsafe self.handle = unsafe handle
        timer = LoopTimer(on: loop) { [weak self] in
            self?.advance(CURL_SOCKET_TIMEOUT, [])
        }
        let own = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe shoal_multi_set_pointer(handle, CURLMOPT_SOCKETDATA, own)
        unsafe shoal_multi_set_pointer(handle, CURLMOPT_TIMERDATA, own)
        unsafe shoal_multi_set_socket_callback(handle) { _, socket, what, own, _ in
            guard let own = unsafe own else { return -1 }
            unsafe Unmanaged<CurlMulti>.fromOpaque(own).takeUnretainedValue()
                .watch(socket, what: what)
            return 0
        }
        unsafe shoal_multi_set_timer_callback(handle) { _, milliseconds, own in
            guard let own = unsafe own else { return -1 }
            unsafe Unmanaged<CurlMulti>.fromOpaque(own).takeUnretainedValue()
                .armTimer(milliseconds: milliseconds)
            return 0
        }
        unsafe shoal_multi_set_long(handle, CURLMOPT_MAXCONNECTS, Self.maxIdleConnections)
        // Streams of one connection cannot be slowed down one by one: curl 7.88 takes up to 32 MiB
        // of a paused stream while others read, and does not end a cancelled one at the server.
        unsafe shoal_multi_set_long(handle, CURLMOPT_PIPELINING, Int(CURLPIPE_NOTHING))
    }

    func add(_ fetch: OriginFetch) { enqueue(.add(fetch)) }

    func remove(_ easy: CurlEasy) { enqueue(.remove(easy)) }

    func resume(_ fetch: OriginFetch) { enqueue(.resume(fetch)) }

    /// Drops all connections; the fetches must have been told before.
    func close() {
        switch state {
        case .idle: tearDown()
        case .inCurl: state = .closing
        case .closing, .closed: break
        }
    }

    private static let maxIdleConnections = 8
    private static let isStarted = shoal_curl_start() == CURLE_OK

    private func enqueue(_ work: Work) {
        switch state {
        case .idle:
            queue.append(work)
            enter {}
        case .inCurl, .closing:
            queue.append(work)
        case .closed:
            break
        }
    }

    private func advance(_ socket: curl_socket_t, _ events: PollEvents) {
        guard case .idle = state else { return }
        var mask: Int32 = 0
        if events.contains(.readable) { mask |= CURL_CSELECT_IN }
        if events.contains(.writable) { mask |= CURL_CSELECT_OUT }
        enter {
            var running: Int32 = 0
            unsafe curl_multi_socket_action(handle, socket, mask, &running)
        }
    }

    /// Runs `body`, and then all that it, and what follows from it, has left to do.
    private func enter(_ body: () -> Void) {
        state = .inCurl
        body()
        while case .inCurl = state, performNext() {}
        // Whatever curl has read, and it reads unasked after it has sent a request.
        for socket in polls.keys { TCPAcknowledgement.expedite(on: socket) }
        switch state {
        case .inCurl: state = .idle
        case .closing: tearDown()
        case .idle, .closed: preconditionFailure("left curl in state \(state)")
        }
    }

    private func performNext() -> Bool {
        if let work = queue.popFirst() {
            perform(work)
            return true
        }
        var result = CURLE_OK
        guard let easy = unsafe shoal_multi_next_done(handle, &result) else { return false }
        unsafe curl_multi_remove_handle(handle, easy)
        guard let done = unsafe added.removeValue(forKey: CurlEasy.ID(easy)) else { return true }
        done.fetch.transferEnded(result)
        return true
    }

    private func perform(_ work: Work) {
        switch work {
        case .add(let fetch):
            guard let easy = fetch.prepareTransfer() else { return }
            added[easy.id] = Added(fetch: fetch, easy: easy)
            unsafe curl_multi_add_handle(handle, easy.handle)
        case .remove(let easy):
            guard let removed = added.removeValue(forKey: easy.id) else { return }
            // With HTTP/2 the connection would live on, and the rest of the body come over it.
            easy.set(CURLOPT_FORBID_REUSE, 1)
            unsafe curl_multi_remove_handle(handle, easy.handle)
            withExtendedLifetime(removed) {}
        case .resume(let fetch):
            fetch.continueTransfer()
        }
    }

    private func watch(_ socket: curl_socket_t, what: Int32) {
        guard what != CURL_POLL_REMOVE else {
            polls.removeValue(forKey: socket)?.close()
            return
        }
        var events: PollEvents = []
        if what & CURL_POLL_IN != 0 { events.insert(.readable) }
        if what & CURL_POLL_OUT != 0 { events.insert(.writable) }
        guard let poll = poll(for: socket) else { return }
        guard !events.isEmpty else {
            poll.stop()
            return
        }
        poll.start(events) { [weak self] events in self?.advance(socket, events) }
    }

    private func poll(for socket: curl_socket_t) -> PollHandle? {
        if let poll = polls[socket] { return poll }
        do {
            let poll = try PollHandle(fileDescriptor: socket, on: loop)
            polls[socket] = poll
            return poll
        } catch {
            // The descriptor cannot be watched: the fetch runs into its time-out.
            return nil
        }
    }

    private func armTimer(milliseconds: Int) {
        if milliseconds < 0 {
            timer?.disarm()
        } else {
            timer?.arm(at: loop.now + .milliseconds(milliseconds))
        }
    }

    private func tearDown() {
        state = .closed
        queue = Deque()
        for entry in added.values { unsafe curl_multi_remove_handle(handle, entry.easy.handle) }
        added = [:]
        unsafe curl_multi_cleanup(handle)
        for poll in polls.values { poll.close() }
        polls = [:]
        timer?.close()
        timer = nil
    }
}
