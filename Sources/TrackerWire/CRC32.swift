/// The CRC-32 of zip and Ethernet: finds typing errors, and is no protection against intent.
func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var remainder = UInt32.max
    for byte in bytes {
        remainder ^= UInt32(byte)
        for _ in 0..<8 {
            remainder = remainder & 1 == 0 ? remainder >> 1 : remainder >> 1 ^ 0xedb8_8320
        }
    }
    return ~remainder
}
