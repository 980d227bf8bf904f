// swift-tools-version: 6.3

import PackageDescription

let package = Package(
    name: "Oak",
    platforms: [
        .iOS(.v15),
        .macOS(.v12),
        .tvOS(.v15),
        .watchOS(.v8),
        .macCatalyst(.v15),
        .visionOS(.v1),
    ],
    products: [
        .library(name: "Oak", targets: ["Oak"]),
        .library(name: "OakGraph", targets: ["OakGraph"]),
        .library(name: "OakGraphTool", targets: ["OakGraphTool"]),
        .library(name: "MachineTool", targets: ["MachineTool"]),
        .library(name: "OakTesting", targets: ["OakTesting"]),
        .library(name: "OakDurable", targets: ["OakDurable"]),
        .library(name: "DurableTool", targets: ["DurableTool"]),
        .library(name: "OakDurableTesting", targets: ["OakDurableTesting"]),
        .library(name: "OakInspector", targets: ["OakInspector"]),
        .library(name: "OakLogging", targets: ["OakLogging"]),
        .library(name: "OakMetrics", targets: ["OakMetrics"]),
        .library(name: "OakPostgres", targets: ["OakPostgres"]),
        .library(name: "OakServiceLifecycle", targets: ["OakServiceLifecycle"]),
        .library(name: "OakTracing", targets: ["OakTracing"]),
        .library(name: "OakWeb", targets: ["OakWeb"]),
        .executable(name: "oak-inspector", targets: ["oak-inspector"]),
    ],
    traits: [
        .default(enabledTraits: ["Testing"]),
        .trait(
            name: "Testing",
            description: "OakTesting and its dependencies; without it a client of Oak resolves nothing else."),
        .trait(name: "GraphTool", description: "OakGraphTool, which draws with Graphviz."),
        .trait(
            name: "MachineTool", description: "MachineTool, a command-line tool for machines, and its dependency.",
            enabledTraits: ["GraphTool"]),
        .trait(name: "SQLite", description: "SQLiteStore, which keeps durable machines in a file, and its dependency."),
        .trait(
            name: "DurableTool",
            description: "DurableTool, a command-line tool for stores of durable machines, and its dependency.",
            enabledTraits: ["SQLite"]),
        .trait(
            name: "Inspector", description: "The server of OakInspector, which shows machines that run on a page.",
            enabledTraits: ["GraphTool", "Web"]),
        .trait(name: "Logging", description: "OakLogging, which writes to swift-log."),
        .trait(name: "Metrics", description: "OakMetrics, which counts and times with swift-metrics."),
        .trait(
            name: "Postgres",
            description: "OakPostgres, which keeps durable machines in a database of PostgreSQL; needs libpq."),
        .trait(
            name: "ServiceLifecycle",
            description: "OakServiceLifecycle, which makes hosts services of swift-service-lifecycle."),
        .trait(name: "Tracing", description: "OakTracing, which makes spans with swift-distributed-tracing."),
        .trait(name: "Web", description: "The server of OakWeb, which puts machines behind pages, and swift-nio."),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
        .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .target(
            name: "Oak",
            dependencies: [
                "OakAtomics",
                // The type of the context that events take along.
                .product(
                    name: "Instrumentation", package: "swift-distributed-tracing",
                    condition: .when(traits: ["Tracing"])),
            ]),
        // Atomic integers where the systems that Oak supports have none in Swift, variables of a thread, standard
        // error, the identity of a file.
        .target(name: "OakAtomics"),
        .target(name: "OakGraph", dependencies: ["Oak"]),
        .target(
            name: "OakTesting",
            dependencies: [
                "Oak", "OakGraph",
                .product(name: "CustomDump", package: "swift-custom-dump", condition: .when(traits: ["Testing"])),
                .product(
                    name: "IssueReporting", package: "xctest-dynamic-overlay", condition: .when(traits: ["Testing"])),
                .product(
                    name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay",
                    condition: .when(traits: ["Testing"])),
            ]),
        .target(
            name: "OakDurable",
            dependencies: [
                "Oak", "OakAtomics",
                .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
                .product(name: "GRDBSQLite", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
            ]),
        // Observers and services for the packages that servers have in common.
        .target(
            name: "OakLogging",
            dependencies: [
                "Oak", "OakDurable", "OakRunTimes",
                .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Logging"])),
            ]),
        .target(
            name: "OakMetrics",
            dependencies: [
                "Oak", "OakDurable", "OakRunTimes",
                .product(name: "CoreMetrics", package: "swift-metrics", condition: .when(traits: ["Metrics"])),
            ]),
        .target(
            name: "OakPostgres",
            dependencies: ["OakDurable", .target(name: "CLibpq", condition: .when(traits: ["Postgres"]))],
            resources: [
                "answers", "events", "instances", "leases", "macrosteps", "queues", "tables",
            ].map { .embedInCode("Schema/\($0).sql") }),
        .systemLibrary(
            name: "CLibpq", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        // The clock that observers share; Oak reads none.
        .target(name: "OakRunTimes", dependencies: ["Oak"]),
        .target(
            name: "OakServiceLifecycle",
            dependencies: [
                "Oak", "OakDurable",
                .product(
                    name: "ServiceLifecycle", package: "swift-service-lifecycle",
                    condition: .when(traits: ["ServiceLifecycle"])),
            ]),
        .target(
            name: "OakTracing",
            dependencies: [
                "Oak", "OakDurable",
                .product(
                    name: "Tracing", package: "swift-distributed-tracing", condition: .when(traits: ["Tracing"])),
            ]),
        // Puts any machine behind a page in a browser.
        .target(
            name: "OakWeb",
            dependencies: ["Oak"]
                + ["NIOCore", "NIOPosix", "NIOHTTP1", "NIOWebSocket", "NIOFoundationCompat"].map {
                    .product(name: $0, package: "swift-nio", condition: .when(traits: ["Web"]))
                },
            resources: ["client.js", "icon.svg", "style.css", "controls.css"].map { .embedInCode("Client/\($0)") }),
        // Shows machines that run on such a page.
        .target(
            name: "OakInspector",
            dependencies: ["Oak", "OakDurable", "OakGraph", "OakGraphTool", "OakWeb"]
                + ["NIOCore", "NIOPosix"].map {
                    .product(name: $0, package: "swift-nio", condition: .when(traits: ["Inspector"]))
                },
            resources: [.embedInCode("Page/inspector.css"), .embedInCode("Durable/durable.css")]),
        // The page for machines of other programs, and for stored traces.
        .executableTarget(
            name: "oak-inspector",
            dependencies: [
                "OakInspector", "OakWeb",
                .product(
                    name: "ArgumentParser", package: "swift-argument-parser",
                    condition: .when(traits: ["Inspector"])),
            ]),
        .target(name: "OakDurableTesting", dependencies: ["Oak", "OakDurable", "OakTesting"]),
        .target(name: "OakGraphTool"),
        .target(
            name: "MachineTool",
            dependencies: [
                "Oak", "OakGraph", "OakGraphTool",
                .product(
                    name: "ArgumentParser", package: "swift-argument-parser",
                    condition: .when(traits: ["MachineTool"])),
            ]),
        .target(
            name: "DurableTool",
            dependencies: [
                "OakDurable", "OakPostgres",
                .target(name: "OakInspector", condition: .when(traits: ["Inspector"])),
                .product(
                    name: "ArgumentParser", package: "swift-argument-parser",
                    condition: .when(traits: ["DurableTool"])),
            ]),
        // Common to the tests.
        .target(name: "TestSupport", path: "Tests/Support"),
        .testTarget(name: "OakTests", dependencies: ["Oak", "OakTesting", "TestSupport"]),
        .testTarget(name: "OakGraphTests", dependencies: ["Oak", "OakGraph", "OakTesting", "TestSupport"]),
        .testTarget(
            name: "OakTestingTests",
            dependencies: [
                "Oak", "OakGraph", "OakTesting", "TestSupport",
                .product(
                    name: "IssueReporting", package: "xctest-dynamic-overlay", condition: .when(traits: ["Testing"])),
            ]),
        .testTarget(
            name: "OakDurableTests",
            dependencies: [
                "Oak", "OakDurable", "OakDurableTesting", "OakGraph", "OakTesting", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
            ]),
        .testTarget(
            name: "OakPostgresTests",
            dependencies: ["Oak", "OakDurable", "OakDurableTesting", "OakPostgres", "OakTesting", "TestSupport"]),
        .testTarget(
            name: "OakServerTests",
            dependencies: [
                "Oak", "OakDurable", "OakLogging", "OakMetrics", "OakServiceLifecycle", "OakTesting",
                "OakTracing", "TestSupport",
                .product(
                    name: "InMemoryTracing", package: "swift-distributed-tracing",
                    condition: .when(traits: ["Tracing"])),
                .product(
                    name: "Tracing", package: "swift-distributed-tracing", condition: .when(traits: ["Tracing"])),
                .product(name: "InMemoryLogging", package: "swift-log", condition: .when(traits: ["Logging"])),
                .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Logging"])),
                .product(name: "CoreMetrics", package: "swift-metrics", condition: .when(traits: ["Metrics"])),
                .product(name: "MetricsTestKit", package: "swift-metrics", condition: .when(traits: ["Metrics"])),
                .product(
                    name: "ServiceLifecycle", package: "swift-service-lifecycle",
                    condition: .when(traits: ["ServiceLifecycle"])),
                .product(
                    name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle",
                    condition: .when(traits: ["ServiceLifecycle"])),
            ]),
        .testTarget(name: "OakGraphToolTests", dependencies: ["OakGraphTool"]),
        .testTarget(
            name: "MachineToolTests",
            dependencies: [
                "MachineTool", "Oak", "OakGraph", "OakGraphTool",
                .product(
                    name: "ArgumentParser", package: "swift-argument-parser",
                    condition: .when(traits: ["MachineTool"])),
            ]),
        .testTarget(
            name: "DurableToolTests",
            dependencies: [
                "DurableTool", "Oak", "OakDurable", "OakPostgres",
                .product(
                    name: "ArgumentParser", package: "swift-argument-parser",
                    condition: .when(traits: ["DurableTool"])),
            ]),
        .testTarget(
            name: "OakWebTests",
            dependencies: [
                "Oak", "OakTesting", "OakWeb",
                .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Web"])),
                .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["Web"])),
            ]),
        .testTarget(
            name: "OakInspectorTests",
            dependencies: ["Oak", "OakDurable", "OakGraph", "OakInspector", "OakTesting", "OakWeb"]),
        .testTarget(name: "DocumentationTests", dependencies: ["Oak"]),
    ],
    swiftLanguageModes: [.v6]
)

// The suites whose tasks run on several threads, for scripts/check-thread-sanitizer, which builds no others.
if Context.environment["OAK_THREADS"] != nil {
    let suites = [
        "OakTests": [
            "Composition/ScriptComposite.swift", "Effects/CancelledCompositionTests.swift",
            "Effects/CompositionTests.swift", "Effects/DelayTests.swift",
            "Effects/IdentityTests.swift", "Hosts", "Mailbox/MailboxTests.swift", "Mailbox/ProxyTests.swift",
            "Mailbox/SendingIsolationTests.swift", "Mailbox/SyncSuspendingProxyTests.swift",
            "Outputs/CallbackTests.swift", "Outputs/OutputSequenceIsolationTests.swift",
            "Outputs/OutputSequenceTests.swift", "Outputs/Wiring", "Run/CancellationTests.swift", "Run/Crowds",
            "Run/EndingTests.swift", "Run/GlobalActorEffectTests.swift", "Run/IsolationTests.swift",
            "Run/LeakTests.swift", "Run/ObserverTests.swift", "Run/RunToCompletionTests.swift", "Support",
        ],
        "OakGraphTests": ["Exploration/CoresTests.swift"],
        "OakTestingTests": [
            "Concurrency/DeterministicExecutorTests.swift", "Support", "Time/TestClockRaceTests.swift",
            "Traces/TraceRecorderTests.swift",
        ],
        "OakDurableTests": ["Host", "Support"],
    ]
    package.targets.removeAll { $0.type == .test && suites[$0.name] == nil }
    for target in package.targets where suites[target.name] != nil { target.sources = suites[target.name] }
}

// The roofs below the core.
let roofs = [
    "Durable/Sources": ["OakDurable", "OakDurableTesting", "OakPostgres", "CLibpq", "DurableTool"],
    "Durable/Tests": ["OakDurableTests", "OakPostgresTests", "DurableToolTests"],
    "Server/Sources": ["OakLogging", "OakMetrics", "OakTracing", "OakServiceLifecycle", "OakRunTimes"],
    "Server/Tests": ["OakServerTests"],
    "Inspector/Sources": ["OakWeb", "OakInspector", "oak-inspector"],
    "Inspector/Tests": ["OakWebTests", "OakInspectorTests"],
]
for (folder, names) in roofs {
    for target in package.targets where names.contains(target.name) { target.path = "\(folder)/\(target.name)" }
}

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("ImmutableWeakCaptures"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
