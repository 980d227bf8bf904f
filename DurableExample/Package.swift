// swift-tools-version: 6.3

import PackageDescription

let oak: Target.Dependency = .product(name: "Oak", package: "Oak")
let oakDurable: Target.Dependency = .product(name: "OakDurable", package: "Oak")
let oakDurableTesting: Target.Dependency = .product(name: "OakDurableTesting", package: "Oak")
let oakGraph: Target.Dependency = .product(name: "OakGraph", package: "Oak")
let oakTesting: Target.Dependency = .product(name: "OakTesting", package: "Oak")
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let sqlite: Target.Dependency = .product(name: "GRDBSQLite", package: "GRDB.swift")
let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let coreMetrics: Target.Dependency = .product(name: "CoreMetrics", package: "swift-metrics")

let package = Package(
    name: "OakDurableExample",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "Orders", targets: ["Orders"]),
        .executable(name: "oak-orders", targets: ["OakOrders"]),
        .executable(name: "kill-test", targets: ["kill-test"]),
        .executable(name: "durable-benchmark", targets: ["durable-benchmark"]),
    ],
    dependencies: [
        .package(name: "Oak", path: "..", traits: [.defaults, "SQLite"]),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        // The order, the bank and the warehouse, and a program that runs them.
        .target(name: "Orders", dependencies: [grdb, oak, oakDurable]),
        .executableTarget(name: "OakOrders", dependencies: [argumentParser, oakDurable, "Orders"]),

        // Metrics for Prometheus.
        .target(name: "PrometheusText", dependencies: [coreMetrics]),

        // A process that is killed again and again.
        .executableTarget(name: "kill-test", dependencies: [argumentParser, grdb, oak, oakDurable]),

        // The cost of durable transitions beside bare transactions and other programs.
        .executableTarget(name: "durable-benchmark", dependencies: [argumentParser, grdb, oak, oakDurable, sqlite]),

        .testTarget(
            name: "OrdersTests",
            dependencies: [oak, oakDurable, oakDurableTesting, oakGraph, oakTesting, "Orders"]),
        .testTarget(name: "OakOrdersTests", dependencies: [oakDurable, "OakOrders", "Orders"]),
        .testTarget(name: "PrometheusTextTests", dependencies: [coreMetrics, "PrometheusText"]),
        .testTarget(name: "KillTestTests", dependencies: [oakDurable, "kill-test"]),
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
