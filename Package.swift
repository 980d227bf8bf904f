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
        .library(name: "OakTesting", targets: ["OakTesting"]),
        .library(name: "OakGraph", targets: ["OakGraph", "MachineTool"]),
        .library(name: "OakDurable", targets: ["OakDurable", "DurableTool"]),
        .library(name: "OakDurableTesting", targets: ["OakDurableTesting"]),
        .library(name: "OakPostgres", targets: ["OakPostgres"]),
        .library(name: "OakServer", targets: ["OakServer", "OakText"]),
        .library(name: "OakWeb", targets: ["OakWeb"]),
        .library(name: "OakInspector", targets: ["OakInspector", "OakText"]),
        .executable(name: "oak-inspector", targets: ["oak-inspector"]),
    ],
    traits: [
        .default(enabledTraits: ["Testing"]),
        .trait(name: "Testing", description: "OakTesting. Without it, a client of Oak resolves nothing else."),
        .trait(name: "Tools", description: "MachineTool and, with SQLite, DurableTool; with Inspector, oak-inspector."),
        .trait(name: "SQLite", description: "SQLiteStore, which keeps durable machines in a file."),
        .trait(name: "Postgres", description: "PostgresStore, which keeps them in a database; needs libpq."),
        .trait(name: "Server", description: "OakServer: logs, metrics, traces and services."),
        .trait(name: "Inspector", description: "The servers of OakWeb and OakInspector, and swift-nio."),
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
        // Machines, their tests and their graphs.
        .target(name: "Oak", dependencies: ["OakAtomics"]),
        // Atomic integers where the systems that Oak supports have none in Swift, a variable of the thread, standard
        // error.
        .target(name: "OakAtomics"),
        // Values as text, within limits and without what is secret.
        .target(name: "OakText"),
        .target(name: "OakGraph", dependencies: ["Oak", "OakText"]),
        .target(
            name: "MachineTool",
            dependencies: ["Oak", "OakGraph"] + products(["ArgumentParser"], of: "swift-argument-parser", if: "Tools")),
        .target(
            name: "OakTesting",
            dependencies: ["Oak", "OakAtomics", "OakGraph", "OakTaskHooks", "OakText"]
                + products(["CustomDump"], of: "swift-custom-dump", if: "Testing")
                + products(
                    ["IssueReporting", "IssueReportingTestSupport"], of: "xctest-dynamic-overlay", if: "Testing")),
        // Hooks of the Swift runtime, with the answers of a thread that runs the jobs of a test.
        .target(name: "OakTaskHooks"),
        .target(name: "TestEnvironment", path: "Tests/Environment"),
        .target(name: "TestSupport", dependencies: ["Oak", "OakTesting", "TestEnvironment"], path: "Tests/Support"),
        // Three modules of tests, because a changed file emits the interface of its whole module again.
        .testTarget(name: "OakTests", dependencies: ["Oak", "OakGraph", "OakTesting", "OakText", "TestSupport"]),
        .testTarget(name: "OakEffectTests", dependencies: ["Oak", "OakTesting", "TestSupport"]),
        .testTarget(name: "OakCompositionTests", dependencies: ["Oak", "OakGraph", "OakTesting", "TestSupport"]),
        .testTarget(name: "OakGraphTests", dependencies: ["Oak", "OakGraph", "OakTesting", "OakText", "TestSupport"]),
        .testTarget(
            name: "OakTestingTests",
            dependencies: ["Oak", "OakGraph", "OakTesting", "TestSupport"]
                + products(["IssueReporting"], of: "xctest-dynamic-overlay", if: "Testing")),
        // Code on the main actor by default, like the code of a new application.
        .testTarget(
            name: "OakMainActorTests", dependencies: ["Oak", "OakTesting"],
            swiftSettings: [.defaultIsolation(MainActor.self)]),
        .testTarget(
            name: "MachineToolTests",
            dependencies: ["MachineTool", "Oak", "OakGraph"]
                + products(["ArgumentParser"], of: "swift-argument-parser", if: "Tools")),
        .testTarget(name: "DocumentationTests", dependencies: ["Oak", "OakTesting", "TestSupport"]),

        // Machines that survive.
        .target(name: "OakFile", path: "Durable/Sources/OakFile"),
        .target(
            name: "OakDurable",
            dependencies: ["Oak", "OakFile", "OakText"]
                + products(["GRDB", "GRDBSQLite"], of: "GRDB.swift", if: "SQLite"),
            path: "Durable/Sources/OakDurable"),
        .target(
            name: "OakDurableTesting", dependencies: ["Oak", "OakDurable", "OakTesting", "OakText"],
            path: "Durable/Sources/OakDurableTesting"),
        .target(
            name: "OakPostgres",
            dependencies: ["Oak", "OakDurable", .target(name: "CLibpq", condition: .when(traits: ["Postgres"]))],
            path: "Durable/Sources/OakPostgres",
            resources: [
                "answers", "events", "instances", "leases", "macrosteps", "queues", "tables",
            ].map { .embedInCode("Schema/\($0).sql") }),
        .systemLibrary(
            name: "CLibpq", path: "Durable/Sources/CLibpq", pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .target(
            name: "DurableTool",
            dependencies: [
                "MachineTool", "OakDurable", "OakText",
                .target(name: "OakInspector", condition: .when(traits: ["Inspector"])),
                .target(name: "OakPostgres", condition: .when(traits: ["Postgres"])),
            ] + products(["ArgumentParser"], of: "swift-argument-parser", if: "Tools"),
            path: "Durable/Sources/DurableTool"),
        .testTarget(
            name: "OakDurableTests",
            dependencies: ["Oak", "OakDurable", "OakDurableTesting", "OakGraph", "OakTesting", "TestSupport"]
                + products(["GRDB"], of: "GRDB.swift", if: "SQLite"),
            path: "Durable/Tests/OakDurableTests"),
        .testTarget(
            name: "OakPostgresTests",
            dependencies: ["Oak", "OakDurable", "OakDurableTesting", "OakPostgres", "OakTesting", "TestSupport"],
            path: "Durable/Tests/OakPostgresTests"),
        .testTarget(
            name: "DurableToolTests",
            dependencies: ["DurableTool", "MachineTool", "Oak", "OakDurable", "OakPostgres"]
                + products(["ArgumentParser"], of: "swift-argument-parser", if: "Tools"),
            path: "Durable/Tests/DurableToolTests"),

        // Observers and services for the packages that servers have in common.
        .target(name: "OakServerStart", path: "Server/Sources/OakServerStart"),
        .target(
            name: "OakServer",
            dependencies: [
                "Oak", "OakDurable", "OakText", .target(name: "OakServerStart", condition: .when(traits: ["Server"])),
            ]
                + products(["Logging"], of: "swift-log", if: "Server")
                + products(["CoreMetrics"], of: "swift-metrics", if: "Server")
                + products(["Tracing"], of: "swift-distributed-tracing", if: "Server")
                + products(["ServiceLifecycle"], of: "swift-service-lifecycle", if: "Server"),
            path: "Server/Sources/OakServer"),
        .testTarget(
            name: "OakServerTests",
            dependencies: ["Oak", "OakDurable", "OakServer", "OakTesting", "TestSupport"]
                + products(["InMemoryLogging", "Logging"], of: "swift-log", if: "Server")
                + products(["CoreMetrics", "MetricsTestKit"], of: "swift-metrics", if: "Server")
                + products(["InMemoryTracing", "Tracing"], of: "swift-distributed-tracing", if: "Server")
                + products(
                    ["ServiceLifecycle", "ServiceLifecycleTestKit"], of: "swift-service-lifecycle", if: "Server"),
            path: "Server/Tests/OakServerTests"),

        // Machines behind pages in a browser; the page that shows machines while they run, also as a program.
        .target(
            name: "OakWeb",
            dependencies: ["Oak"]
                + products(
                    ["NIOCore", "NIOPosix", "NIOHTTP1", "NIOWebSocket", "NIOFoundationCompat"], of: "swift-nio",
                    if: "Inspector"),
            path: "Inspector/Sources/OakWeb",
            resources: ["client.js", "icon.svg", "style.css", "controls.css"].map { .embedInCode("Client/\($0)") }),
        .target(
            name: "OakInspector",
            dependencies: ["Oak", "OakDurable", "OakGraph", "OakText", "OakWeb"]
                + products(["NIOCore", "NIOPosix"], of: "swift-nio", if: "Inspector"),
            path: "Inspector/Sources/OakInspector",
            resources: [.embedInCode("Page/inspector.css")]),
        .executableTarget(
            name: "oak-inspector",
            dependencies: ["OakInspector", "OakWeb"]
                + products(["ArgumentParser"], of: "swift-argument-parser", if: "Tools"),
            path: "Inspector/Sources/oak-inspector"),
        .testTarget(
            name: "OakWebTests",
            dependencies: ["Oak", "OakTesting", "OakWeb", "TestSupport"]
                + products(["NIOCore", "NIOPosix"], of: "swift-nio", if: "Inspector"),
            path: "Inspector/Tests/OakWebTests"),
        .testTarget(
            name: "OakInspectorTests",
            dependencies: ["Oak", "OakDurable", "OakGraph", "OakInspector", "OakTesting", "OakWeb"],
            path: "Inspector/Tests/OakInspectorTests"),
    ],
    swiftLanguageModes: [.v6]
)

/// The products of a package that targets use where a trait is enabled.
func products(_ names: [String], of package: String, if trait: String) -> [Target.Dependency] {
    names.map { .product(name: $0, package: package, condition: .when(traits: [trait])) }
}

for target in package.targets where target.type != .system {
    let settings: [SwiftSetting] = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("ImmutableWeakCaptures"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
    target.swiftSettings = (target.swiftSettings ?? []) + settings
}
