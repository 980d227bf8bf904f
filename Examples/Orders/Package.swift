// swift-tools-version: 6.3

import PackageDescription

let oak: Target.Dependency = .product(name: "Oak", package: "Oak")
let oakDurable: Target.Dependency = .product(name: "OakDurable", package: "Oak")
let oakDurableTesting: Target.Dependency = .product(name: "OakDurableTesting", package: "Oak")
let oakInspector: Target.Dependency = .product(name: "OakInspector", package: "Oak")
let oakServer: Target.Dependency = .product(name: "OakServer", package: "Oak")
let oakGraph: Target.Dependency = .product(name: "OakGraph", package: "Oak")
let oakTesting: Target.Dependency = .product(name: "OakTesting", package: "Oak")
let oakPostgres: Target.Dependency = .product(
    name: "OakPostgres", package: "Oak", condition: .when(traits: ["Postgres"]))
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let hummingbird: Target.Dependency = .product(name: "Hummingbird", package: "hummingbird")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")

let package = Package(
    name: "OakOrdersExample",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "Orders", targets: ["Orders"]),
        .executable(name: "oak-orders", targets: ["OakOrders"]),
        .executable(name: "oak-durable", targets: ["oak-durable"]),
        .executable(name: "orders-server", targets: ["OrdersServer"]),
    ],
    traits: [
        .trait(name: "Postgres", description: "All programs run on a database of PostgreSQL, too; needs libpq.")
    ],
    dependencies: [
        .package(
            name: "Oak", path: "../..",
            traits: [
                .defaults, "Tools", "SQLite", "Server", "Inspector",
                .trait(name: "Postgres", condition: .when(traits: ["Postgres"])),
            ]),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // Shared by the programs: money, books and lists; complaints; a web server with logs.
        .target(name: "Commons", dependencies: [grdb, oakDurable, oakPostgres]),
        .target(name: "ProgramSupport", dependencies: [argumentParser]),
        .target(
            name: "Daemon",
            dependencies: [
                argumentParser, hummingbird, logging, oakDurable, oakServer, "ProgramSupport",
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]),

        // The order, the bank and the warehouse, and a program that runs them.
        .target(name: "Orders", dependencies: [grdb, oak, oakDurable, "Commons"]),
        .executableTarget(
            name: "OakOrders",
            dependencies: [argumentParser, oakDurable, "Commons", "Orders", "ProgramSupport"]),

        // Looks at the orders of all programs, and repairs them.
        .executableTarget(name: "oak-durable", dependencies: [oakDurable, "Orders"]),

        // The same orders behind a small web server.
        .executableTarget(
            name: "OrdersServer",
            dependencies: [
                argumentParser, hummingbird, logging, oak, oakDurable, oakInspector, "Commons", "Daemon", "Orders",
                "ProgramSupport",
            ]),

        .testTarget(
            name: "OrdersTests",
            dependencies: [crypto, oak, oakDurable, oakDurableTesting, oakGraph, oakTesting, "Commons", "Orders"]),
        .testTarget(name: "OakOrdersTests", dependencies: [oakDurable, "Commons", "OakOrders", "Orders"]),
        .testTarget(name: "OrdersServerTests", dependencies: [oakDurable, "Commons", "Orders", "OrdersServer"]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("ImmutableWeakCaptures"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
