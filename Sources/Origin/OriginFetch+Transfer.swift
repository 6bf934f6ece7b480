import CCurl
import EventLoop
import Glibc
import Primitives

/// What curl reports of the transfer, each from within curl but `transferEnded`.
extension OriginFetch {
    func begin() {
        guard case .waiting(let request, let pause, let onEvent) = state else { return }
        pause?.close()
        do throws(OriginError) {
            let machine = try FetchMachine(request, under: client.policy)
            let easy = CurlEasy(client.configuration)
            easy.setCallbacks(of: self)
            let timer = LoopTimer(on: loop) { [weak self] in self?.timerFired() }
            let transfer = FetchTransfer(
                request, machine: machine, easy: easy, timer: timer, onEvent: onEvent)
            if case .on = reading {} else { transfer.clock.paused() }
            state = .active(transfer)
            client.transfer(self, to: machine.url.site)
        } catch {
            fail(error)
        }
    }

    /// Says what goes with the next request.
    func authorize(with credential: OriginCredential?) {
        guard case .active(let transfer) = state else { return }
        transfer.credential = credential
    }

    /// Sets the handle up for the next hop; nil if the fetch is over.
    func prepareTransfer() -> CurlEasy? {
        guard case .active(let transfer) = state else { return nil }
        let machine = transfer.machine
        let credential = transfer.credential ?? .none
        transfer.easy.prepare(
            transfer.request, url: credential.url(machine.url),
            headers: machine.requestHeaders(
                jar: client.cookies, credential: credential, at: Self.unixTime),
            decodes: machine.decodesBody)
        return transfer.easy
    }

    /// Judges an address of the host at the moment a socket to it would be opened.
    func mayConnect(to address: IPAddress?) -> Bool {
        guard case .active(let transfer) = state, let address,
            client.policy.allows(address, ofHost: transfer.machine.url.host)
        else {
            if case .active(let transfer) = state { transfer.hasRefusedAddress = true }
            return false
        }
        return true
    }

    /// There is a connection and the request is about to go out on it.
    func requestGoesOut() {
        guard case .active(let transfer) = state else { return }
        transfer.clock.moved(at: loop.now)
        transfer.armTimer()
    }

    /// Takes a line of a head; false ends the transfer.
    func headerArrived(_ line: String) -> Bool {
        guard case .active(let transfer) = state else { return false }
        transfer.clock.moved(at: loop.now)
        do throws(OriginError) {
            let url = transfer.machine.url
            switch try transfer.machine.headerLine(line) {
            case .incomplete:
                break
            case .passing(let cookies):
                client.store(cookies, from: url, at: Self.unixTime)
            case .response(let response, let cookies):
                client.store(cookies, from: url, at: Self.unixTime)
                answered(response, transfer)
            }
        } catch {
            fail(error)
        }
        return isActive
    }

    private func answered(_ response: OriginResponse, _ transfer: FetchTransfer) {
        let verdict =
            transfer.request.method.mayRepeat
            ? transfer.credential.map { _ in client.verdict(on: self, status: response.status) }
            : nil
        switch verdict {
        case .repeats?: transfer.machine.repeats()
        case .goesThrough?, nil: transfer.onEvent(.response(response))
        }
    }

    /// Takes a piece of a body, and says what curl shall do with it.
    func bodyArrived(_ bytes: UnsafeRawBufferPointer) -> CurlEasy.BodyAnswer {
        guard case .active(let transfer) = state else { return .stop }
        if transfer.machine.isInBody {
            switch reading {
            case .on: break
            case .paused, .held:
                reading = .held
                return .hold
            }
        }
        transfer.clock.moved(at: loop.now)
        do throws(OriginError) {
            switch try transfer.machine.body(bytes.count) {
            case .deliver: unsafe transfer.onEvent(.body(bytes))
            case .discard: break
            case .abandon: return .stop
            }
        } catch {
            fail(error)
        }
        return isActive ? .taken : .stop
    }

    /// The handle has left the multi handle.
    func transferEnded(_ code: CURLcode) {
        guard case .active(let transfer) = state else { return }
        var error = OriginError(code)
        if error == .connectFailed, transfer.hasRefusedAddress { error = .forbiddenAddress }
        do throws(OriginError) {
            switch try transfer.machine.ended(error) {
            case .askAgain:
                transfer.hasRefusedAddress = false
                transfer.clock.owesNothing()
                client.transfer(self, to: transfer.machine.url.site)
            case .finished:
                end(reporting: .finished)
            }
        } catch {
            fail(error)
        }
    }

    /// Hands out what curl held back, in body events that come from within.
    func continueTransfer() {
        guard case .active(let transfer) = state else { return }
        transfer.easy.resume()
    }

    private var isActive: Bool {
        switch state {
        case .active: true
        case .waiting, .ended: false
        }
    }

    private func timerFired() {
        guard case .active(let transfer) = state else { return }
        if transfer.clock.isOverdue(at: loop.now) {
            fail(.timedOut)
        } else {
            transfer.armTimer()
        }
    }

    private static var unixTime: Int { time(nil) }
}
