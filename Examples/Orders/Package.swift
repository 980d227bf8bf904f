// swift-tools-version: 6.3

import PackageDescription

let oak: Target.Dependency = .product(name: "Oak", package: "Oak")
let oakDurable: Target.Dependency = .product(name: "OakDurable", package: "Oak")
let oakDurableTesting: Target.Dependency = .product(name: "OakDurableTesting", package: "Oak")
let oakGraph: Target.Dependency = .product(name: "OakGraph", package: "Oak")
let oakInspector: Target.Dependency = .product(name: "OakInspector", package: "Oak")
let oakPostgres: Target.Dependency = .product(
    name: "OakPostgres", package: "Oak", condition: .when(traits: ["Postgres"]))
let oakServer: Target.Dependency = .product(name: "OakServer", package: "Oak")
let oakTesting: Target.Dependency = .product(name: "OakTesting", package: "Oak")
let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
    name: "OakOrdersExample",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "oak-orders", targets: ["OakOrders"]),
        .executable(name: "oak-durable", targets: ["oak-durable"]),
        .executable(name: "orders-server", targets: ["OrdersServer"]),
    ],
    traits: [
        .trait(name: "Postgres", description: "The programs run on a database of PostgreSQL, too; needs libpq.")
    ],
    dependencies: [
        .package(
            name: "Oak", path: "../..",
            traits: [
                .defaults, "Tools", "SQLite", "Server", "Inspector",
                .trait(name: "Postgres", condition: .when(traits: ["Postgres"])),
            ]),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // The order, the bank and the warehouse, independent of programs.
        .target(
            name: "Orders", dependencies: [oak, oakDurable, .product(name: "GRDB", package: "GRDB.swift")]),

        // The host of the orders, which the programs have in common.
        .target(name: "Shop", dependencies: [argumentParser, oakDurable, oakPostgres, "Orders"]),

        // Places and runs orders.
        .executableTarget(name: "OakOrders", dependencies: [argumentParser, oakDurable, "Orders", "Shop"]),

        // Takes orders over HTTP, and runs them.
        .executableTarget(
            name: "OrdersServer",
            dependencies: [
                argumentParser, oak, oakDurable, oakInspector, oakServer, "Orders", "Shop",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]),

        // Looks at orders, and repairs them.
        .executableTarget(name: "oak-durable", dependencies: [oakDurable, "Orders"]),

        .testTarget(
            name: "OrdersTests",
            dependencies: [oak, oakDurable, oakDurableTesting, oakGraph, oakTesting, "Orders"]),
        .testTarget(name: "ProgramTests", dependencies: ["OakOrders", "Orders", "OrdersServer", "oak-durable"]),
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
