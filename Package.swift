// swift-tools-version: 6.3
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .enableExperimentalFeature("Lifetimes"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

func module(
    _ name: String, _ dependencies: [String] = [], path: String? = nil
) -> Target {
    .target(
        name: name, dependencies: dependencies.map { .byName(name: $0) },
        path: path ?? "Sources/\(name)", swiftSettings: settings)
}

func executable(_ name: String, _ dependencies: [String], path: String? = nil) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies.map { .byName(name: $0) },
        path: path ?? "Sources/\(name)", swiftSettings: settings)
}

func library(_ name: String, pkgConfig: String, apt: String) -> Target {
    .systemLibrary(
        name: name, path: "Sources/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])])
}

func tests(_ name: String, _ dependencies: [String], scripts: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: ([name, "TestSupport"] + dependencies).map { .byName(name: $0) },
        path: "Tests/\(name)Tests", exclude: scripts, swiftSettings: settings)
}

/// The programs of `make players`, of which the tests run a part.
let matrix = [
    "browser.py", "clients.py", "fetch.py", "latency.html", "latencyswitch.py", "lineup.py",
    "lowlatencyviewer.py", "matrix.py", "media.py", "played.py", "player.html", "processes.py",
    "scenes.py", "servers.py", "swarm.py", "table.py", "Table.md",
]

/// The program that plants secrets and looks for them.
let scan = ["scan.py", "canaries.py", "capture.py", "origin.py"]

/// A libFuzzer entry point: a plain library, linked by `.ci/fuzz`.
func fuzz(_ name: String, _ dependencies: [String]) -> Target {
    module("\(name)Fuzz", dependencies, path: "Tests/Fuzz/\(name)Fuzz")
}

let package = Package(
    name: "shoal",
    products: [
        .library(name: "Shoal", targets: ["Shoal"]),
        .executable(name: "shoal-tracker", targets: ["shoal-tracker"]),
        .executable(name: "shoal-node", targets: ["shoal-node"]),
        .executable(name: "shoal-swarm", targets: ["shoal-swarm"]),
        .executable(name: "shoal-sign", targets: ["shoal-sign"]),
    ],
    targets: [
        // MARK: C libraries, each behind one Swift target
        library("CLibUV", pkgConfig: "libuv", apt: "libuv1-dev"),
        library("CSodium", pkgConfig: "libsodium", apt: "libsodium-dev"),
        library("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
        library("CMicrohttpd", pkgConfig: "libmicrohttpd", apt: "libmicrohttpd-dev"),
        library("CExpat", pkgConfig: "expat", apt: "libexpat1-dev"),
        library("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),

        // MARK: Pure: values without I/O
        module("Primitives"),
        module("PeerWire", ["Primitives"]),
        module("TrackerWire", ["Primitives"]),
        module("Manifests", ["CExpat", "Primitives"]),
        module("SwarmCore", ["PeerWire", "Primitives"]),
        module("TrackerCore", ["TrackerWire", "Primitives"]),
        module("Operations", ["Primitives"]),
        module(
            "SwarmSimulation",
            ["SwarmCore", "TrackerCore", "PeerWire", "TrackerWire", "Primitives"]),

        // MARK: Platform
        module("EventLoop", ["CLibUV", "Primitives"]),
        module("Crypto", ["CSodium", "Primitives"]),

        // MARK: I/O
        module("Transport", ["EventLoop", "Crypto", "Primitives"]),
        module("Origin", ["EventLoop", "CCurl", "Primitives"]),
        module("LocalHTTP", ["EventLoop", "CMicrohttpd", "Primitives"]),
        module("Store", ["EventLoop", "CSQLite", "Primitives"]),
        module("KeyFiles", ["Crypto", "Primitives"]),
        .target(
            name: "Admin",
            dependencies: ["Operations", "LocalHTTP", "EventLoop", "Crypto", "Primitives"],
            path: "Sources/Admin",
            resources: [
                .embedInCode("Page/dashboard.html"), .embedInCode("Page/dashboard.css"),
                .embedInCode("Page/dashboard.js"),
            ], swiftSettings: settings),

        // MARK: Shells
        module(
            "Engine",
            [
                "Transport", "Origin", "Store", "EventLoop", "Crypto", "SwarmCore", "Manifests",
                "PeerWire", "TrackerWire", "Primitives",
            ]),
        module(
            "PlaybackProxy",
            ["LocalHTTP", "Engine", "Origin", "EventLoop", "Crypto", "Manifests", "Primitives"]),
        module(
            "TrackerServer",
            ["Transport", "EventLoop", "Crypto", "TrackerCore", "TrackerWire", "Primitives"],
            path: "tracker/TrackerServer"),

        // MARK: Facade
        module(
            "Shoal",
            [
                "PlaybackProxy", "Engine", "Store", "KeyFiles", "EventLoop", "Crypto",
                "TrackerWire", "SwarmCore", "Primitives",
            ]),

        // MARK: Tools
        module("NodeConfiguration", ["EventLoop", "Primitives"]),
        module(
            "EdgeNode",
            [
                "NodeConfiguration", "Operations", "Shoal", "PlaybackProxy", "Origin", "EventLoop",
                "Manifests",
                "Primitives",
            ]),
        executable(
            "shoal-node",
            [
                "EdgeNode", "NodeConfiguration", "PlaybackProxy", "Shoal", "Admin", "Operations",
                "EventLoop", "Engine", "SwarmCore", "Primitives",
            ]),
        executable("shoal-swarm", ["Shoal", "Primitives"]),
        executable("shoal-sign", ["KeyFiles", "Crypto", "Manifests", "Primitives"]),
        executable(
            "shoal-tracker",
            [
                "TrackerServer", "Admin", "Operations", "Transport", "EventLoop", "KeyFiles",
                "Crypto",
                "TrackerCore", "TrackerWire", "Primitives",
            ],
            path: "tracker/shoal-tracker"),

        // MARK: Examples
        executable("example-player", ["Shoal"], path: "Examples/Player"),
        executable("example-feed", ["Shoal"], path: "Examples/Feed"),
        executable("example-edge", ["Shoal"], path: "Examples/EdgeNode"),
        executable("example-latency", ["Shoal"], path: "Examples/Latency"),
        executable("example-tickets", ["Shoal"], path: "Examples/Tickets"),

        // MARK: Benchmarks
        .target(name: "CAllocationCount", path: "Benchmarks/CAllocationCount"),
        module("Harness", ["CAllocationCount"], path: "Benchmarks/Harness"),
        executable(
            "LoopBenchmark", ["Harness", "EventLoop", "Primitives"],
            path: "Benchmarks/LoopBenchmark"),
        executable(
            "UploadBenchmark", ["Harness", "SwarmCore", "PeerWire", "Primitives"],
            path: "Benchmarks/UploadBenchmark"),
        executable(
            "ChannelBenchmark",
            ["Harness", "Transport", "EventLoop", "Crypto", "PeerWire", "Primitives"],
            path: "Benchmarks/ChannelBenchmark"),
        executable(
            "PlaylistBenchmark",
            [
                "Harness", "PlaybackProxy", "Engine", "SwarmCore", "Crypto", "Manifests",
                "Primitives",
            ],
            path: "Benchmarks/PlaylistBenchmark"),
        module("Processes", path: "Benchmarks/Processes"),
        executable(
            "SessionBenchmark",
            [
                "Harness", "Processes", "CHeapUse", "SwarmTestSupport", "IOTestSupport", "Shoal",
                "Engine", "TrackerServer", "EventLoop", "Crypto", "TrackerWire", "Primitives",
            ],
            path: "Benchmarks/SessionBenchmark"),
        executable(
            "FloodBenchmark",
            [
                "Processes", "TrackerServer", "Transport", "EventLoop", "Crypto", "TrackerCore",
                "TrackerWire", "Primitives",
            ],
            path: "Benchmarks/FloodBenchmark"),
        .target(name: "CInstructionCount", path: "Benchmarks/CInstructionCount"),
        executable(
            "SchedulerBenchmark",
            [
                "Harness", "CAllocationCount", "CInstructionCount", "SwarmCore", "PeerWire",
                "Primitives",
            ],
            path: "Benchmarks/SchedulerBenchmark"),
        executable(
            "SwarmSimulator", ["SwarmSimulation", "SwarmCore", "Primitives"],
            path: "Benchmarks/SwarmSimulator"),
        executable(
            "DaySimulator", ["SwarmSimulation", "Primitives"], path: "Benchmarks/DaySimulator"),

        // MARK: Tests
        module("TestSupport", ["Primitives"], path: "Tests/Support"),
        module(
            "ScheduleTestSupport", ["SwarmCore", "PeerWire", "Primitives"],
            path: "Tests/ScheduleTestSupport"),
        module("IOTestSupport", ["EventLoop", "Primitives"], path: "Tests/IOTestSupport"),
        module("StoreTestSupport", ["Store", "Primitives"], path: "Tests/StoreTestSupport"),
        executable(
            "store-writer", ["StoreTestSupport", "Store", "Primitives"], path: "Tests/StoreWriter"),
        module(
            "SwarmTestSupport",
            [
                "IOTestSupport", "TrackerServer", "TrackerCore", "Transport", "EventLoop", "Crypto",
                "SwarmSimulation", "PeerWire", "TrackerWire", "Primitives",
            ],
            path: "Tests/SwarmTestSupport"),
        executable(
            "hostile-peers",
            [
                "SwarmTestSupport", "SwarmSimulation", "IOTestSupport", "TrackerServer",
                "TrackerWire",
                "KeyFiles", "Engine", "Manifests", "EventLoop", "Crypto", "Primitives",
            ],
            path: "Tests/HostilePeers"),
        .target(
            name: "CScalarMultCount", path: "Tests/CScalarMultCount",
            linkerSettings: [.linkedLibrary("dl")]),
        .target(
            name: "CPlaintextRecord", path: "Tests/CPlaintextRecord",
            linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "CHeapUse", path: "Tests/CHeapUse"),
        .target(
            name: "CNameAnswers", path: "Tests/CNameAnswers",
            linkerSettings: [.linkedLibrary("dl")]),
        tests("Primitives", []),
        tests("PeerWire", ["Primitives"]),
        tests("TrackerWire", ["Primitives"]),
        tests("Manifests", ["Primitives"]),
        tests("SwarmCore", ["ScheduleTestSupport", "PeerWire", "Primitives"]),
        tests("TrackerCore", ["TrackerWire", "Primitives"]),
        tests("NodeConfiguration", ["EventLoop", "Primitives"]),
        tests("Operations", ["Primitives"]),
        tests(
            "EdgeNode",
            [
                "NodeConfiguration", "Operations", "Shoal", "shoal-node", "SwarmTestSupport",
                "SwarmSimulation", "IOTestSupport", "TrackerCore", "TrackerServer", "TrackerWire",
                "PlaybackProxy",
                "EventLoop", "Manifests", "Primitives",
            ]),
        tests("SwarmSimulation", ["SwarmCore", "PeerWire", "Primitives"]),
        tests("EventLoop", ["Primitives"]),
        tests("Crypto", ["Primitives"], scripts: ["Oracle"]),
        tests(
            "Transport",
            ["CScalarMultCount", "IOTestSupport", "EventLoop", "Crypto", "Primitives"],
            scripts: ["Interop"]),
        tests("Origin", ["CNameAnswers", "IOTestSupport", "EventLoop", "Primitives"]),
        tests("LocalHTTP", ["IOTestSupport", "EventLoop", "Primitives"]),
        tests(
            "Admin",
            [
                "shoal-tracker", "shoal-node", "IOTestSupport", "Operations", "EventLoop",
                "Primitives",
            ], scripts: ["operations.py"]),
        tests("Store", ["store-writer", "StoreTestSupport", "IOTestSupport", "Primitives"]),
        tests(
            "Engine",
            [
                "SwarmTestSupport", "SwarmSimulation", "IOTestSupport", "Store", "EventLoop",
                "Crypto", "SwarmCore", "PeerWire", "TrackerWire", "TrackerCore", "TrackerServer",
                "Transport", "Origin", "Manifests", "Primitives",
            ]),
        tests(
            "PlaybackProxy",
            [
                "IOTestSupport", "EventLoop", "Engine", "Origin", "LocalHTTP", "Manifests",
                "Primitives",
            ]),
        tests(
            "TrackerServer",
            [
                "shoal-tracker", "Transport", "EventLoop", "Crypto", "TrackerCore", "TrackerWire",
                "Primitives",
            ]),
        tests(
            "Shoal",
            [
                "example-player", "example-feed", "example-edge", "example-latency",
                "example-tickets", "CHeapUse", "CPlaintextRecord", "SwarmTestSupport",
                "SwarmSimulation", "IOTestSupport",
                "Engine", "SwarmCore", "EventLoop", "Crypto", "TrackerWire", "TrackerCore",
                "TrackerServer", "Manifests", "KeyFiles", "Origin", "shoal-sign", "Primitives",
            ]),
        .testTarget(
            name: "ShoalSignTests",
            dependencies: [
                "shoal-sign", "Manifests", "Crypto", "Primitives", "TestSupport",
            ],
            path: "Tests/ShoalSignTests", swiftSettings: settings),
        .testTarget(
            name: "ShoalNodeTests",
            dependencies: [
                "shoal-node", "EdgeNode", "NodeConfiguration", "Operations", "PlaybackProxy",
                "Shoal",
            ],
            path: "Tests/ShoalNodeTests", swiftSettings: settings),
        .testTarget(
            name: "PlayerMatrixTests",
            dependencies: ["shoal-node", "shoal-tracker", "TestSupport"],
            path: "Tests/Players", exclude: matrix, swiftSettings: settings),
        .testTarget(
            name: "CrossSiteTests", dependencies: ["shoal-node", "shoal-tracker", "TestSupport"],
            path: "Tests/CrossSiteTests", exclude: ["crosssite.py", "sites.py", "page.html"],
            swiftSettings: settings),
        .testTarget(
            name: "SecrecyTests", dependencies: ["shoal-node", "shoal-tracker", "TestSupport"],
            path: "Tests/SecrecyTests", exclude: scan, swiftSettings: settings),
        .testTarget(
            name: "ShoalSwarmTests",
            dependencies: [
                "shoal-swarm", "shoal-node", "SwarmTestSupport", "SwarmSimulation", "IOTestSupport",
                "Engine", "EventLoop", "Manifests", "TrackerCore", "TrackerServer", "TrackerWire",
                "Primitives", "TestSupport",
            ],
            path: "Tests/ShoalSwarmTests", swiftSettings: settings),

        .testTarget(
            name: "SwarmSimulatorTests",
            dependencies: ["SwarmSimulator", "SwarmSimulation", "Primitives", "TestSupport"],
            path: "Tests/SwarmSimulatorTests", swiftSettings: settings),

        // MARK: Fuzzing
        fuzz("PeerWire", ["PeerWire", "Primitives"]),
        fuzz("TrackerWire", ["TrackerWire", "Primitives"]),
        fuzz("Manifests", ["Manifests", "Primitives"]),
        fuzz("CMCD", ["Manifests", "Primitives"]),
        fuzz("DASH", ["Manifests", "Primitives"]),
        fuzz("SwarmCore", ["ScheduleTestSupport", "SwarmCore", "PeerWire", "Primitives"]),
        fuzz("Canary", []),
        fuzz("Transport", ["Transport", "Crypto", "Primitives"]),
        fuzz("Handshake", ["Crypto", "Primitives"]),
        fuzz("Cipher", ["Crypto", "Primitives"]),
        fuzz("Attestation", ["TrackerWire", "Crypto", "Primitives"]),
        fuzz("RootList", ["Manifests", "Primitives"]),
        fuzz("Ticket", ["TrackerWire", "Crypto", "Primitives"]),
        fuzz("Credentials", ["TrackerServer", "TrackerWire", "Crypto", "Primitives"]),
        fuzz("Range", ["PlaybackProxy", "Origin"]),
        fuzz("Response", ["Origin"]),
        fuzz("Cookie", ["Origin"]),
        fuzz("OriginURL", ["Origin"]),
        fuzz("Identity", ["Manifests", "Primitives"]),
        fuzz("PlayingTime", ["Manifests"]),
        fuzz("SegmentIndex", ["Manifests", "Primitives"]),
        fuzz("ProxyRequest", ["PlaybackProxy", "LocalHTTP", "Crypto", "Primitives"]),
        fuzz("PeerState", ["SwarmCore", "PeerWire", "Primitives"]),
        fuzz("TrackerCore", ["TrackerCore", "TrackerWire", "Primitives"]),
        module(
            "FuzzTargets",
            [
                "PeerWireFuzz", "TrackerWireFuzz", "ManifestsFuzz", "CMCDFuzz", "DASHFuzz",
                "SwarmCoreFuzz", "CanaryFuzz", "TransportFuzz", "HandshakeFuzz", "CipherFuzz",
                "AttestationFuzz", "RootListFuzz", "TicketFuzz", "CredentialsFuzz", "RangeFuzz",
                "ResponseFuzz",
                "CookieFuzz", "OriginURLFuzz", "IdentityFuzz", "PlayingTimeFuzz",
                "SegmentIndexFuzz", "ProxyRequestFuzz", "PeerStateFuzz", "TrackerCoreFuzz",
            ],
            path: "Tests/Fuzz/All"),
    ]
)

// Named in SHOAL_TESTS, those test targets and what they need are all there is: sanitizers and mutants
// build the rest for nothing.
if let named = Context.environment["SHOAL_TESTS"] {
    var wanted = Set(named.split(separator: " ").map(String.init))
    var queue = Array(wanted)
    while let name = queue.popLast() {
        for dependency in package.targets.first(where: { $0.name == name })?.dependencies ?? [] {
            guard case .byNameItem(let name, _) = dependency, wanted.insert(name).inserted
            else { continue }
            queue.append(name)
        }
    }
    package.products = []
    package.targets.removeAll { !wanted.contains($0.name) }
}
