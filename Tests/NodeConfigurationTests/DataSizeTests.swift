import Testing

@testable import NodeConfiguration

@Suite struct DataSizeTests {
    @Test(arguments: [
        ("1", 1), ("4096", 4_096), ("2G", 2_000_000_000), ("2GB", 2_000_000_000),
        ("2GiB", 2 << 30), ("1.5MiB", 3 << 19), ("500kB", 500_000), ("500KB", 500_000),
        ("0.5k", 500), ("1TiB", 1 << 40), ("10B", 10),
    ])
    func `sizes are bytes`(_ text: String, _ bytes: Int) {
        #expect(DataSize.bytes(text) == bytes)
    }

    @Test(arguments: [
        ("20M", 2_500_000), ("20Mbit", 2_500_000), ("20Mb", 2_500_000), ("20Mbps", 2_500_000),
        ("20Mbit/s", 2_500_000), ("2.5MB", 2_500_000), ("2.5MB/s", 2_500_000), ("1Ki", 128),
        ("1KiB", 1_024), ("8", 1), ("1Gbit", 125_000_000),
    ])
    func `rates are bits unless they say bytes`(_ text: String, _ bytes: Int) {
        #expect(DataSize.bytesPerSecond(text) == bytes)
    }

    @Test(arguments: [
        "", "0", "-1", "B", "GB", "1.2.3", "1e5", "nan", "inf", "1GX", "1 GB", "GB2", "1gb",
        "1Mbit",
        "999999999TB", ".", "٣",
    ])
    func `what is no size is none`(_ text: String) {
        #expect(DataSize.bytes(text) == nil)
    }

    @Test(arguments: ["", "0", "1", "7bit", "1Mbyte", "M", "-1M", "1M/h", "1MBit"])
    func `what is no rate is none`(_ text: String) {
        #expect(DataSize.bytesPerSecond(text) == nil)
    }

    @Test(arguments: [1, 999, 1_024, 1_536, 3 << 19, 10 << 30, 1 << 40, 2_000_000_000])
    func `what is written is read as the same`(_ bytes: Int) {
        #expect(DataSize.bytes(DataSize.text(bytes)) == bytes)
    }
}
