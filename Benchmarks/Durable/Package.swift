// swift-tools-version: 6.3

import PackageDescription

let package = Package(
    name: "OakDurableBenchmarks",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "durable-benchmark", targets: ["durable-benchmark"]),
        .executable(name: "postgres-benchmark", targets: ["postgres-benchmark"]),
    ],
    traits: [
        .trait(name: "Postgres", description: "The benchmark of durable transitions on PostgreSQL; needs libpq.")
    ],
    dependencies: [
        .package(
            name: "Oak", path: "../..",
            traits: [
                .defaults, "SQLite", .trait(name: "Postgres", condition: .when(traits: ["Postgres"])),
            ]),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        // The cost of durable transitions beside bare transactions and other programs.
        .executableTarget(
            name: "durable-benchmark",
            dependencies: [
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "Oak", package: "Oak"),
                .product(name: "OakDurable", package: "Oak"),
                "BenchmarkSupport",
            ]),

        // The same on PostgreSQL, through the client of the store; a release build needs -enable-testing.
        .executableTarget(
            name: "postgres-benchmark",
            dependencies: [
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Oak", package: "Oak"),
                .product(name: "OakDurable", package: "Oak"),
                .product(name: "OakPostgres", package: "Oak", condition: .when(traits: ["Postgres"])),
                "BenchmarkSupport",
            ]),

        // The machine and the competitor of both.
        .target(
            name: "BenchmarkSupport",
            dependencies: [
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Oak", package: "Oak"),
                .product(name: "OakDurable", package: "Oak"),
            ]),
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
