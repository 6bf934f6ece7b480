import Operations
import Primitives
import Testing

struct MetricPageTests {
    @Test func `families are written in order, each with help, type and samples`() {
        var page = MetricPage()
        page.counter("shoal_announces_total", "Announces.", 12)
        page.family("shoal_bytes_total", .counter, "Bytes, by source.") { family in
            family.sample(1, ["source": "peer", "kind": "media"])
            family.sample(2, ["source": "cdn", "kind": "media"])
        }
        page.gauge("shoal_offload_ratio", "Share.", 0.25)
        #expect(
            page.text == """
                # HELP shoal_announces_total Announces.
                # TYPE shoal_announces_total counter
                shoal_announces_total 12
                # HELP shoal_bytes_total Bytes, by source.
                # TYPE shoal_bytes_total counter
                shoal_bytes_total{source="peer",kind="media"} 1
                shoal_bytes_total{source="cdn",kind="media"} 2
                # HELP shoal_offload_ratio Share.
                # TYPE shoal_offload_ratio gauge
                shoal_offload_ratio 0.25

                """)
    }

    @Test(arguments: [
        ("plain", "plain"), ("a\"b", "a\\\"b"), ("a\\b", "a\\\\b"), ("a\nb", "a\\nb"),
        ("a\\n\"", "a\\\\n\\\""), ("ü{}=,", "ü{}=,"), ("", ""),
    ])
    func `values of labels are escaped`(_ value: String, _ written: String) {
        var page = MetricPage()
        page.family("shoal_x", .gauge, "A \"b\" \\ \n c.") { $0.sample(1, ["v": value]) }
        let lines = page.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0] == #"# HELP shoal_x A "b" \\ \n c."#)
        #expect(lines[2] == "shoal_x{v=\"\(written)\"} 1")
        #expect(lines.count == 4)
    }

    @Test(arguments: [
        (Double.infinity, "+Inf"), (-.infinity, "-Inf"), (.nan, "NaN"), (0, "0.0"), (1e-7, "1e-07"),
        (123_456_789.5, "123456789.5"),
    ])
    func `numbers are written as Prometheus reads them`(_ value: Double, _ written: String) {
        var page = MetricPage()
        page.gauge("shoal_x", "X.", value)
        #expect(page.text.hasSuffix("\nshoal_x \(written)\n"))
    }

    @Test func `the classes of a histogram are sums, and the last is its count`() {
        var histogram = Histogram(bounds: [0.1, 1])
        for value in [0.05, 0.1, 0.5, 1.5, 2, .nan, .infinity] { histogram.observe(value) }
        var page = MetricPage()
        page.family("shoal_seconds", .histogram, "S.") { $0.sample(histogram, ["source": "cdn"]) }
        #expect(
            page.text.split(separator: "\n").dropFirst(2) == [
                #"shoal_seconds_bucket{source="cdn",le="0.1"} 2"#,
                #"shoal_seconds_bucket{source="cdn",le="1.0"} 3"#,
                #"shoal_seconds_bucket{source="cdn",le="+Inf"} 5"#,
                #"shoal_seconds_sum{source="cdn"} 4.15"#,
                #"shoal_seconds_count{source="cdn"} 5"#,
            ])
    }

    @Test func `histograms add up`() {
        var one = Histogram(bounds: [1, 2])
        var other = one
        for value in [0.5, 1.5] { one.observe(value) }
        for value in [1.5, 9] { other.observe(value) }
        one.add(other)
        #expect(one.counts == [1, 2, 1])
        #expect(one.count == 4)
        #expect(one.sum == 12.5)
    }

    @Test func `a name that Prometheus would not take is this program's fault`() async {
        await #expect(processExitsWith: .failure) {
            var page = MetricPage()
            page.gauge("shoal-x", "X.", 1)
        }
        await #expect(processExitsWith: .failure) {
            var page = MetricPage()
            page.counter("shoal_x", "A counter without its suffix.", 1)
        }
        await #expect(processExitsWith: .failure) {
            var page = MetricPage()
            page.gauge("shoal_x", "X.", 1)
            page.gauge("shoal_x", "X again.", 1)
        }
    }
}
