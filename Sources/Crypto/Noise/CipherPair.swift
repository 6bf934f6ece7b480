/// The two directions of an agreed channel, as one side sees them.
package struct CipherPair: ~Copyable, Sendable {
    package var send: CipherState
    package var receive: CipherState
}
