extension UVEventLoop {
    /// How many timers, watches, listeners and connections are open or still closing.
    package var openHandleCount: Int {
        preconditionOnLoop()
        return handles.count
    }
}
