import Glibc

/// When the kernel acknowledges what comes on a TCP socket that another library owns.
package enum TCPAcknowledgement {
    /// Lets it acknowledge what has been read without waiting for data to send along with that.
    ///
    /// Many servers write the head of an answer and its body apart, and leave Nagle's algorithm on: the
    /// body then waits for the acknowledgement of the head, which the kernel puts off by 40 ms where
    /// requests and answers take turns. It goes back to that with every request, so this is to be asked
    /// for whenever something may have been read. Of anything but a TCP socket it asks nothing.
    package static func expedite(on socket: Int32) {
        var isOn: Int32 = 1
        // What is no TCP socket refuses the option, and has nothing to acknowledge.
        _ = unsafe setsockopt(
            socket, Int32(IPPROTO_TCP), TCP_QUICKACK, &isOn, socklen_t(MemoryLayout<Int32>.size))
    }
}
