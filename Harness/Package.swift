// swift-tools-version: 6.3

import PackageDescription

let package = Package(
    name: "OakHarness",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "kill-test", targets: ["kill-test"]),
        .executable(name: "web-load", targets: ["WebLoad"]),
    ],
    traits: [
        .trait(name: "Postgres", description: "The kill test of many processes on PostgreSQL; needs libpq.")
    ],
    dependencies: [
        .package(
            name: "Oak", path: "..",
            traits: [
                .defaults, "SQLite", "Inspector",
                .trait(name: "Postgres", condition: .when(traits: ["Postgres"])),
            ]),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        // A process that is killed again and again.
        .executableTarget(
            name: "kill-test",
            dependencies: [
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Oak", package: "Oak"),
                .product(name: "OakDurable", package: "Oak"),
                .product(name: "OakPostgres", package: "Oak", condition: .when(traits: ["Postgres"])),
            ]),
        .testTarget(
            name: "KillTestTests", dependencies: [.product(name: "OakDurable", package: "Oak"), "kill-test"]),

        // Puts a load on a server of pages.
        .executableTarget(
            name: "WebLoad",
            dependencies: [
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
                .product(name: "OakWeb", package: "Oak"),
            ]),
        .testTarget(name: "WebLoadTests", dependencies: ["WebLoad"]),
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
