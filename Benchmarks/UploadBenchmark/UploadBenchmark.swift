import Foundation
import Harness

/// What it costs to let a request in, to find the next chunk and to displace a peer, by how many are
/// served at a time.
@main struct UploadBenchmark {
    static func main() async {
        let report = await Harness.run(arguments: CommandLine.arguments) { harness in
            for peers in [8, 64, 512] {
                var load = UploadLoad(peers: peers, slots: peers)
                await harness.measure("\(peers) peers: a run of 4 in and out", iterations: 50_000) {
                    load.serve(rounds: $0)
                }
                var crowd = UploadLoad(peers: 2 * peers, slots: peers)
                await harness.measure("\(peers) slots: displaced or refused", iterations: 50_000) {
                    crowd.compete(rounds: $0)
                }
            }
        }
        print(report.text)
        exit(report.isFailure ? EXIT_FAILURE : EXIT_SUCCESS)
    }
}
