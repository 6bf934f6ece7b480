import EventLoop
import Primitives

extension ValueCodec where Value == ListenAddress {
    static let address = ValueCodec.parsed(
        "an address and a port like 127.0.0.1:8080 or [::]:8080",
        encode: { .text($0.description) }, ListenAddress.init)
}
