import Operations
import Testing

struct OverviewTests {
    @Test(arguments: [
        ([Int](), nil), ([0], nil), ([1], 0), ([8], 0.875), ([4, 4], 0.75), ([8, 0], 0.875),
    ])
    func `a swarm fetches each byte once`(_ sizes: [Int], _ bound: Double?) {
        #expect(Overview.Traffic.bound(ofSwarms: sizes) == bound)
    }

    @Test func `its JSON has every member, in this order`() {
        var overview = Overview(health: Health([.init("listener", .ok)]))
        overview.traffic.peerBytes = 3
        overview.traffic.cdnBytes = 1
        overview.traffic.cdnBytesByReason = ["start": 1, "audit": 0]
        var peer = Overview.Peer(id: "0a1b2c3d")
        peer.positionSeconds = 1.5
        var swarm = Overview.Swarm(id: "ff00")
        swarm.peers = [peer]
        overview.swarms = [swarm]
        #expect(
            JSONValue.object(overview.json).text == """
                {"health":{"state":"ready","isReady":true,"checks":[{"name":"listener","state":"ok","note":""}]},\
                "traffic":{"offload":0.75,"bound":null,"peerBytes":3,"cdnBytes":1,"storeBytes":0,\
                "uploadedBytes":0,"wastedBytes":0,"cdnBytesByReason":{"audit":0,"start":1}},"sessions":0,\
                "swarmCount":0,"swarms":[{"id":"ff00","members":0,"edges":0,"peers":[{"id":"0a1b2c3d",\
                "network":"","isEdge":false,"isSelf":false,"uploads":true,"positionSeconds":1.5,\
                "bufferSeconds":null}]}],"trust":{"attestations":0,"revocations":0,"disputes":0,\
                "complaints":0,"wrongBytes":0,"bannedCount":0,"banned":[],"refused":{}}}
                """)
    }

    @Test func `a crowd does not make it long`() {
        var overview = Overview(health: Health([]))
        var swarm = Overview.Swarm(id: "s")
        swarm.peers = (0..<1000).map { Overview.Peer(id: "\($0)") }
        overview.swarms = Array(repeating: swarm, count: 1000)
        overview.trust.banned = (0..<1000).map { "\($0)" }
        #expect(JSONValue.object(overview.json).text.utf8.count < 400_000)
    }
}
