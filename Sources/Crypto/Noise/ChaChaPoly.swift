import CSodium
import Primitives

/// ChaCha20-Poly1305 (RFC 8439) under Noise's nonce: four zero bytes, then the counter, little-endian.
enum ChaChaPoly {
    static let tagSize = Int(crypto_aead_chacha20poly1305_ietf_ABYTES)

    private static let blockSize = 64

    /// Writes ciphertext and tag of `plaintext` to `output`, which has room for them.
    static func seal(
        _ plaintext: UnsafeRawBufferPointer, authenticating associated: [UInt8],
        key: SecretBytes32, counter: UInt64, into output: UnsafeMutableRawPointer
    ) {
        unsafe withNonce(counter) { nonce in
            unsafe key.withBytes { key in
                _ = unsafe crypto_aead_chacha20poly1305_ietf_encrypt(
                    output.assumingMemoryBound(to: UInt8.self), nil,
                    plaintext.baseAddress?.assumingMemoryBound(to: UInt8.self),
                    UInt64(plaintext.count), associated, UInt64(associated.count), nil, nonce, key)
            }
        }
    }

    /// Seals `header` and `body` as if they lay side by side, without copying the body together first.
    ///
    /// libsodium's own call wants one piece. Whole blocks of either piece go straight through the cipher;
    /// only the block that both share passes through a buffer.
    static func seal(
        header: UnsafeRawBufferPointer, body: UnsafeRawBufferPointer,
        key: SecretBytes32, counter: UInt64, into output: UnsafeMutableRawPointer
    ) {
        let ciphertext = unsafe output.assumingMemoryBound(to: UInt8.self)
        let alone = header.count / blockSize * blockSize
        let shared = header.count - alone
        let borrowed = shared == 0 ? 0 : min(blockSize - shared, body.count)
        unsafe withUnsafeTemporaryAllocation(byteCount: blockSize, alignment: 16) { block in
            unsafe block.copyMemory(from: .init(rebasing: header[alone...]))
            unsafe UnsafeMutableRawBufferPointer(rebasing: block[shared...])
                .copyMemory(from: .init(rebasing: body[..<borrowed]))
            unsafe withNonce(counter) { nonce in
                unsafe key.withBytes { key in
                    let cipher = unsafe Keystream(nonce: nonce, key: key, output: ciphertext)
                    unsafe cipher.encrypt(.init(rebasing: header[..<alone]), at: 0)
                    unsafe cipher.encrypt(.init(rebasing: block[..<(shared + borrowed)]), at: alone)
                    unsafe cipher.encrypt(
                        .init(rebasing: body[borrowed...]), at: alone + shared + borrowed)
                    cipher.appendTag(length: header.count + body.count)
                }
            }
            unsafe sodium_memzero(block.baseAddress, blockSize)
        }
    }

    /// False, and `output` is worthless, unless the tag that ends `sealed` is right.
    static func open(
        _ sealed: UnsafeRawBufferPointer, authenticating associated: [UInt8],
        key: SecretBytes32, counter: UInt64, into output: UnsafeMutableRawPointer
    ) -> Bool {
        guard let start = sealed.baseAddress else { return false }
        return unsafe withNonce(counter) { nonce in
            unsafe key.withBytes { key in
                unsafe crypto_aead_chacha20poly1305_ietf_decrypt(
                    output.assumingMemoryBound(to: UInt8.self), nil, nil,
                    start.assumingMemoryBound(to: UInt8.self), UInt64(sealed.count),
                    associated, UInt64(associated.count), nonce, key) == 0
            }
        }
    }

    private static func withNonce<R>(
        _ counter: UInt64, _ body: (UnsafePointer<UInt8>) -> R
    ) -> R {
        let nonce = (
            UInt32(0), UInt32(truncatingIfNeeded: counter).littleEndian,
            UInt32(truncatingIfNeeded: counter >> 32).littleEndian
        )
        return unsafe withUnsafeBytes(of: nonce) { memory in
            unsafe memory.withMemoryRebound(to: UInt8.self) { bytes in
                guard let base = bytes.baseAddress else {
                    preconditionFailure("a tuple has an address")
                }
                return unsafe body(base)
            }
        }
    }

    /// The parts of sealing without associated data, over one message.
    @safe private struct Keystream {
        let nonce: UnsafePointer<UInt8>
        let key: UnsafePointer<UInt8>
        let output: UnsafeMutablePointer<UInt8>

        /// Encrypts the piece that starts at `offset`, a multiple of the block size unless it is empty.
        func encrypt(_ piece: UnsafeRawBufferPointer, at offset: Int) {
            guard let start = piece.baseAddress else { return }
            // The first block of the keystream makes the key of the tag.
            unsafe crypto_stream_chacha20_ietf_xor_ic(
                output + offset, start.assumingMemoryBound(to: UInt8.self), UInt64(piece.count),
                nonce, UInt32(1 + offset / blockSize), key)
        }

        func appendTag(length: Int) {
            var state = crypto_onetimeauth_poly1305_state()
            var firstBlock = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
            unsafe withUnsafeMutableBytes(of: &firstBlock) { tagKey in
                guard let start = tagKey.baseAddress else { return }
                let tagKey = unsafe start.assumingMemoryBound(to: UInt8.self)
                unsafe crypto_stream_chacha20_ietf(tagKey, UInt64(Bytes32.count), nonce, key)
                unsafe crypto_onetimeauth_poly1305_init(&state, tagKey)
                unsafe sodium_memzero(tagKey, Bytes32.count)
            }
            unsafe crypto_onetimeauth_poly1305_update(&state, output, UInt64(length))
            // Zeroes up to a multiple of sixteen, then the lengths of associated data and ciphertext.
            let ending = (
                UInt64(0), UInt64(0), UInt64(0).littleEndian, UInt64(length).littleEndian
            )
            unsafe withUnsafeBytes(of: ending) { ending in
                let used = unsafe UnsafeRawBufferPointer(
                    rebasing: ending[((length + 15) % 16 + 1)...])
                _ = unsafe crypto_onetimeauth_poly1305_update(
                    &state, used.baseAddress?.assumingMemoryBound(to: UInt8.self),
                    UInt64(used.count))
            }
            unsafe crypto_onetimeauth_poly1305_final(&state, output + length)
        }
    }
}
